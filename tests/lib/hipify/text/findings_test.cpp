#include "hipify/text/findings.hpp"

#include "support/catch.hpp"
#include "support/embedded.hpp"
#include "toolchain/device_headers.hpp"

using namespace rocm_bindgen::build;

namespace {

bool device_headers_mention(const std::string& word) {
  for (const auto& file : embedded_files())
    if (!device_header_place(file.path).empty() && file.text.find(word) != file.text.npos) return true;
  return false;
}

}  // namespace

TEST_CASE("findings: a device header supplies the names in its code, not those in its comments") {
  // The headers of CUB mention hipCUB, which they replace.
  REQUIRE(device_headers_mention("hipCUB"));
  CHECK_FALSE(is_supplied("hipCUB"));
  REQUIRE(device_headers_mention("__shfl_sync"));
  CHECK(is_supplied("__shfl_sync"));
  CHECK_FALSE(is_supplied("hipThereIsNoSuchFunction"));
}

TEST_CASE("findings: the help fits the hardware that AMD lacks") {
  const auto help = [](Reason reason) { return diagnose({reason, "instruction", {}, 1, 1}, "a.cu").hint; };
  CHECK(help(Reason::tensor_core).find("matrix instructions") != std::string::npos);
  CHECK(help(Reason::tensor_memory).find("memcpy_async") != std::string::npos);
  CHECK(help(Reason::tensor_memory).find("matrix") == std::string::npos);
}
