#include "codeobject/cubin.hpp"

#include "lib/codeobject/made_cubin.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::build;
using namespace test;

namespace {

std::string error_of(const std::string& image) {
  const auto info = read_cubin(image, "x.cubin");
  return info ? "no error" : render(info.error().diagnostics.front());
}

}  // namespace

TEST_CASE("cubin: target, kernels, parameters in the source's order and registers are read") {
  const auto image = Cubin{}.build();
  CHECK(is_cubin(image));
  const auto info = read_any_code_object(image, "x.cubin");
  REQUIRE(info);
  CHECK(info->processor == "sm_90");
  CHECK(info->target == "sm_90a");
  CHECK(info->code_object_version == 8);  // the ABI version
  REQUIRE(info->kernels.size() == 1);
  const auto& kernel = info->kernels.front();
  CHECK(kernel.name == "k");
  CHECK(kernel.vgprs == 24);  // from REGCOUNT
  CHECK_FALSE(kernel.local);
  REQUIRE(kernel.arguments.size() == 2);
  CHECK(kernel.arguments[0].size == 8);
  CHECK(kernel.arguments[1].size == 4);
  CHECK(kernel.arguments[1].offset == 8);
}

TEST_CASE("cubin: the form of record that parameter lists beyond 4 KB have is read") {
  Cubin cubin;
  cubin.parameters = wide_parameter(1, 20000, 8) + wide_parameter(0, 0, 20000);
  const auto info = read_cubin(cubin.build(), "x.cubin");
  REQUIRE(info);
  REQUIRE(info->kernels.front().arguments.size() == 2);
  CHECK(info->kernels.front().arguments[0].size == 20000);
  CHECK(info->kernels.front().arguments[1].size == 8);
  CHECK(info->kernels.front().arguments[1].offset == 20000);
}

TEST_CASE("cubin: the architecture is read from the newer and the older layout of e_flags") {
  const auto target_of = [](unsigned flags, unsigned char abi, const std::string& arguments) {
    Cubin cubin;
    cubin.flags = flags;
    cubin.abi = abi;
    cubin.arguments = arguments;
    const auto info = read_cubin(cubin.build(), "x.cubin");
    REQUIRE(info);
    return info->processor + " " + info->target;
  };
  // Bits 8-15 are 0x64 = 100, 0x78 = 120 and 0x5a = 90. Before ABI version 8, the number is in bits 0-7, and bit 0x800
  // means sm_90a. The other bits are not read; they are as nvcc sets them.
  CHECK(target_of(0x6006402, 8, "-arch sm_100 ") == "sm_100 sm_100");
  CHECK(target_of(0x6007802, 8, "-arch sm_120f ") == "sm_120 sm_120f");
  CHECK(target_of(0x5a055a, 7, "") == "sm_90 sm_90");
  CHECK(target_of(0x5a0d5a, 7, "") == "sm_90 sm_90a");
  // e_flags (0x5a = 90) take precedence over another architecture in the note, even if that begins with "sm_90".
  CHECK(target_of(0x6005a04, 8, "-arch sm_80 ") == "sm_90 sm_90");
  CHECK(target_of(0x6005a04, 8, "-arch sm_900 ") == "sm_90 sm_90");
}

TEST_CASE("cubin: device functions are not kernels and local kernels are marked") {
  Cubin cubin;
  cubin.other = 0;  // without the flag of kernels, 0x10
  CHECK(read_cubin(cubin.build(), "x.cubin")->kernels.empty());
  cubin.other = 0x10;
  cubin.binding = elf::STB_LOCAL;
  CHECK(read_cubin(cubin.build(), "x.cubin")->kernels.at(0).local);
}

TEST_CASE("cubin: a damaged cubin is refused with the reason") {
  CHECK_THAT(error_of(""), Catch::StartsWith("x.cubin: error: not a valid cubin: "));
  CHECK_FALSE(is_cubin(""));
  CHECK_FALSE(
      is_cubin("\x7f"
               "ELF"));
  Cubin cubin;
  cubin.flags = 0;
  CHECK_THAT(error_of(cubin.build()), Catch::Contains("e_flags contain no architecture"));
  cubin = {};
  cubin.parameters = parameter(1, 8, 4);
  CHECK_THAT(error_of(cubin.build()), Catch::Contains(".nv.info.k has no record of parameter 0"));
  cubin.parameters = bytes_of({0x00041704, 0});  // 4 bytes instead of 12
  CHECK_THAT(error_of(cubin.build()), Catch::Contains("a parameter's record in .nv.info.k is too short"));
  cubin.parameters = bytes_of({0x00ff1704, 0});  // declares 255 bytes and has 4
  CHECK_THAT(error_of(cubin.build()), Catch::Contains("a record of .nv.info.k exceeds the section"));
  const auto intact = Cubin{}.build();
  // Steps of 7 give every alignment to the words and structs of the file.
  for (std::size_t length = 0; length < intact.size(); length += 7)
    CHECK_THAT(error_of(intact.substr(0, length)), Catch::StartsWith("x.cubin: error: not a valid cubin: "));
}
