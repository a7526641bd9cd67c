// Products of bytes in the machine code use the target's own instruction if it has one.
#include <algorithm>
#include <map>
#include <regex>

#include "kernels/disassembly.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

bool has_instruction(const std::vector<std::string>& lines, const std::string& name) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(name) != std::string::npos; });
}

}  // namespace

TEST_CASE("kernels: products of quantized weights process four bytes per instruction") {
  const std::regex products("(mul_mat|indexed_moe_forward|view_experts)_.*|view_staged_mat_vec_.*_q8_1");
  // The module quantized has 8 products with vectors and one with a matrix for each of 10 formats, and 6 for experts.
  // The other two modules have one for each format.
  const std::map<std::string, int> kernels_of{{"quantized", 96}, {"view_quantized", 10}, {"view_mat_vec", 10}};
  for (const std::string target : {"gfx1030", "gfx1100", "gfx90a"})
    for (const auto& [module, expected] : kernels_of) {
      int kernels = 0;
      for (const auto& [name, lines] : disassemble(bundled_object(module, target))) {
        if (!std::regex_match(name, products)) continue;
        ++kernels;
        INFO(target << ", " << name);
        CHECK(has_instruction(lines, "v_dot4"));
      }
      CHECK(kernels == expected);
    }
}

TEST_CASE("kernels: __dp4a is one instruction on targets that have it and other instructions on the others") {
  const Folder folder;
  const auto source =
      folder.write("dot.cu",
                   "extern \"C\" __global__ void dot(const int* a, const int* b, int* out) {\n"
                   "  out[threadIdx.x] = __dp4a(a[threadIdx.x], b[threadIdx.x], out[threadIdx.x]);\n"
                   "}\n"
                   "extern \"C\" __global__ void udot(const unsigned* a, const unsigned* b, unsigned* out) {\n"
                   "  out[threadIdx.x] = __dp4a(a[threadIdx.x], b[threadIdx.x], out[threadIdx.x]);\n"
                   "}\n");
  struct Target {
    const char* name;
    const char* instruction;
    const char* unsigned_instruction;
  };
  // The instructions are those of LLVM's features dot1-insts, dot7-insts and dot8-insts. Targets with only "v_dot4" in
  // the second column have a second form of the signed instruction, v_dot4c_i32_i8, which the compiler may choose.
  const Target targets[] = {{"gfx900", nullptr, nullptr},
                            {"gfx1010", nullptr, nullptr},
                            {"gfx906", "v_dot4_i32_i8", "v_dot4_u32_u8"},
                            {"gfx942", "v_dot4", "v_dot4_u32_u8"},
                            {"gfx1011", "v_dot4", "v_dot4_u32_u8"},
                            {"gfx1030", "v_dot4", "v_dot4_u32_u8"},
                            {"gfx1100", "v_dot4_i32_iu8", "v_dot4_u32_u8"},
                            {"gfx1201", "v_dot4_i32_iu8", "v_dot4_u32_u8"}};
  std::string archs;
  for (const auto& target : targets) archs += (archs.empty() ? "" : ",") + std::string(target.name);
  const auto built = rocm_bindgen({"build", source.string(), "-o", (folder / "dot.hpp").string(), "--arch", archs});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  for (const auto& target : targets) {
    INFO(target.name);
    const auto functions = disassemble(folder / ("dot.artifacts/hsaco/dot." + std::string(target.name) + ".hsaco"));
    for (const bool is_signed : {true, false}) {
      const auto& lines = functions.at(is_signed ? "dot" : "udot");
      const auto* const wanted = is_signed ? target.instruction : target.unsigned_instruction;
      if (wanted == nullptr) {
        CHECK(!has_instruction(lines, "v_dot4"));
      } else {
        CHECK(has_instruction(lines, wanted));
      }
    }
  }
}
