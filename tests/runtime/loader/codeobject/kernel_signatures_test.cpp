#include "codeobject/kernel_signatures.hpp"

#include "rocm_bindgen/error.hpp"
#include "runtime/loader/codeobject/samples.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen;

namespace {

std::vector<runtime::KernelSignature> signatures(const char* target, const std::string& image) {
  const samples::Shift shift(target, image);
  return runtime::read_signatures(image, shift.code_object, shift.module);
}

}  // namespace

TEST_CASE("signatures: have name, offset, size and kind of each declared parameter only") {
  for (const char* target : samples::kTargets) {
    INFO(target);
    const auto kernels = signatures(target, samples::image(target));
    REQUIRE(kernels.size() == 1);
    CHECK(kernels[0].name == "shift");
    // The signature of the kernel is shift(int* data, int by, size_t n).
    std::string all;
    for (const auto& parameter : kernels[0].parameters)
      all += std::to_string(parameter.offset) + ":" + std::to_string(parameter.size) +
             (parameter.is_pointer ? "p " : " ") + (parameter.kind_is_known ? "" : "?");
    CHECK(all == "0:8p 8:4 16:8 ");
  }
}

TEST_CASE("signatures: reading a truncated or corrupted image succeeds or is an error") {
  const auto image = samples::image("gfx90a");
  std::size_t errors = 0;
  for (std::size_t at = 0; at < image.size(); at += 3) {
    auto damaged = image;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    for (const auto& bytes : {damaged, image.substr(0, at)}) try {
        signatures("gfx90a", bytes);
      } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::bad_code_object);
        ++errors;
      }
  }
  // There is a truncated image for every third byte, and each is an error. Some damaged ones are errors too.
  CHECK(errors > image.size() / 3);
}
