// Real code objects, compiled at build time from tests/tools/cmake/minimal/kernels/shift.cu, and modules for them.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "rocm_bindgen/module.hpp"

namespace samples {

inline constexpr const char* kTargets[] = {"gfx1030", "gfx1100", "gfx90a", "gfx90a:sramecc+:xnack-", "gfx11-generic"};

/// The code object for a target; empty if there is none.
inline std::string image(const std::string& target) {
  std::ifstream file(std::string(ROCM_BINDGEN_TEST_OBJECTS) + "/shift." + target + ".hsaco", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// A module 'shift' with one kernel and one code object, whose embedded bytes are `bytes`.
struct Shift {
  Shift(const char* target, std::string_view bytes, rocm_bindgen::Compression compression, std::size_t image_size)
      : code_object{target, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), image_size,
                    compression},
        module{"shift", 0, &kernel, 1, &code_object, 1} {}
  Shift(const char* target, std::string_view bytes)
      : Shift(target, bytes, rocm_bindgen::Compression::none, bytes.size()) {}
  Shift(const Shift&) = delete;
  Shift& operator=(const Shift&) = delete;

  rocm_bindgen::KernelInfo kernel{"shift", "shift", nullptr, 0};
  rocm_bindgen::CodeObject code_object;
  rocm_bindgen::Module module;
};

}  // namespace samples
