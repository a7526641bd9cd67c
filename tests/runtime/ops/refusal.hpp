// The message of an op that must be refused.
#pragma once

#include <string>

#include "rocm_bindgen/error.hpp"
#include "support/catch.hpp"

namespace test {

/// The message of the error that `run` throws, which must have the code bad_argument; "nothing" if it throws none.
template <class Run>
std::string refusal(const Run& run) {
  try {
    run();
  } catch (const rocm_bindgen::Error& error) {
    CHECK(error.code() == rocm_bindgen::ErrorCode::bad_argument);
    return error.what();
  }
  return "nothing";
}

}  // namespace test
