#include "codeobject/verify.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

const TargetId kTarget{"gfx90a", "gfx90a:xnack-"};

KernelSignature declared(std::string name) {
  KernelSignature kernel;
  kernel.symbol = kernel.qualified_name = std::move(name);
  kernel.parameters = {{"p", "float *", "float*", 8, 8}, {"n", "int", "std::int32_t", 4, 4}};
  kernel.file = "a.cu";
  kernel.line = 3;
  return kernel;
}

KernelMetadata built(std::string name) {
  KernelMetadata kernel;
  kernel.name = std::move(name);
  kernel.arguments = {{"", "global_buffer", 0, 8}, {"", "by_value", 8, 4}};
  return kernel;
}

std::string verify(const std::vector<KernelSignature>& source, CodeObjectInfo image) {
  if (image.target.empty()) image.target = kTarget.canonical;
  if (image.processor.empty()) image.processor = kTarget.processor;
  std::string text;
  for (const auto& diagnostic : verify_code_object(source, image, kTarget, "a.cu")) text += render(diagnostic);
  return text;
}

}  // namespace

TEST_CASE("verify: a matching code object causes no message") {
  CHECK(verify({declared("k")}, {"", "", 5, {built("k")}}).empty());
}

TEST_CASE("verify: a lost kernel is an error at its definition") {
  CHECK(verify({declared("k"), declared("l")}, {"", "", 5, {built("k")}}) ==
        "a.cu:3: error: kernel 'l' is defined here but missing from the code object [gfx90a:xnack-]\n");
}

TEST_CASE("verify: a kernel without external linkage may be dropped") {
  auto kernel = declared("k");
  kernel.external = false;
  CHECK(verify({kernel}, {}).empty());
}

TEST_CASE("verify: a kernel that the source does not have is an error") {
  CHECK(verify({}, {"", "", 5, {built("k")}}).find("a kernel 'k' that the source does not define") !=
        std::string::npos);
}

TEST_CASE("verify: a different number or size of parameters is an error") {
  auto fewer = built("k");
  fewer.arguments.pop_back();
  CHECK(verify({declared("k")}, {"", "", 5, {fewer}}).find("has 2 parameters in the source and 1 in the code object") !=
        std::string::npos);
  auto wider = built("k");
  wider.arguments[1].size = 8;
  CHECK(verify({declared("k")}, {"", "", 5, {wider}})
            .find("parameter 2 ('n') of kernel 'k' is 4 bytes in the source and 8") != std::string::npos);
}

TEST_CASE("verify: an image for another target than requested is an error") {
  CHECK(verify({}, {"gfx90a:xnack+", "gfx90a", 5, {}}).find("is for 'gfx90a:xnack+'") != std::string::npos);
  CHECK(verify({}, {"gfx90a:xnack-", "gfx908", 5, {}}).find("e_flags: gfx908") != std::string::npos);
}

TEST_CASE("verify: an NVIDIA image is checked by its SM number and by the target passed to ptxas") {
  const TargetId target{"sm_90", "sm_90a"};
  const auto verify_cubin = [&](const std::vector<KernelSignature>& source, const CodeObjectInfo& image) {
    std::string text;
    for (const auto& diagnostic : verify_code_object(source, image, target, "a.cu")) text += render(diagnostic);
    return text;
  };
  CHECK(verify_cubin({declared("k")}, {"sm_90a", "sm_90", 8, {built("k")}}).empty());
  CHECK_THAT(verify_cubin({}, {"sm_90", "sm_90", 8, {}}), Catch::Contains("is for 'sm_90'"));
  CHECK_THAT(verify_cubin({}, {"sm_90a", "sm_80", 8, {}}), Catch::Contains("e_flags: sm_80"));
  CHECK_THAT(
      verify_cubin({declared("k")}, {"sm_90a", "sm_90", 8, {}}),
      Catch::Contains("kernel 'k' is defined here but missing") && Catch::Contains("declare the kernel extern \"C\""));

  // nvcc renames kernels with internal linkage, so they cannot be matched in either direction.
  auto internal = declared("k");
  internal.external = false;
  auto local = built("_GLOBAL__N__k");
  local.local = true;
  CHECK_THAT(verify_cubin({internal}, {"sm_90a", "sm_90", 8, {local}}),
             Catch::Contains("a.cu:3: warning: kernel 'k' has internal linkage") && !Catch::Contains("error"));
}
