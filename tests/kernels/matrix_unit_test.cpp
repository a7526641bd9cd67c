// Products of matrices in the machine code use the target's own instruction if it has one.
#include <algorithm>

#include "kernels/disassembly.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

struct Target {
  const char* name;
  const char* instruction;
};

void check_all_have(const std::filesystem::path& object, const std::string& instruction, std::size_t kernels) {
  auto functions = disassemble(object);
  // These kernels are for NVIDIA only and empty here.
  for (const auto* const suffix : {"f16", "bf16"}) functions.erase(std::string("view_conv_patch_") + suffix);
  CHECK(functions.size() == kernels);
  for (const auto& [name, lines] : functions) {
    INFO(object << ", " << name);
    CHECK(std::any_of(lines.begin(), lines.end(),
                      [&](const std::string& line) { return line.find(instruction) != std::string::npos; }));
  }
}

}  // namespace

TEST_CASE("kernels: matrices of 16-bit floats are multiplied by matrix units") {
  for (const auto& [target, instruction] : {Target{"gfx1100", "v_wmma_f32_16x16x16"}, Target{"gfx90a", "v_mfma_f32"}}) {
    // Convolutions of two types in two tile sizes, and products of 10 formats with two types.
    check_all_have(bundled_object("view_conv_matrix", target), instruction, 4);
    check_all_have(bundled_object("view_matmul", target), instruction, 20);
  }
}

TEST_CASE("kernels: matrix units are used for targets without shipped code objects") {
  const auto object = [&](const std::string& module, const std::string& target) {
    return std::string(ROCM_BINDGEN_MORE_MATRIX_UNITS) + "/products.artifacts/hsaco/" + module + "." + target +
           ".hsaco";
  };
  for (const auto& [module, count] :
       {std::pair<const char*, std::size_t>{"view_conv_matrix", 4}, {"view_matmul", 20}}) {
    check_all_have(object(module, "gfx942"), "v_mfma_f32", count);
    check_all_have(object(module, "gfx1201"), "v_wmma_f32_16x16x16", count);
  }
}

TEST_CASE("kernels: kernels that need a matrix unit are empty for a target without one") {
  const Folder folder;
  const auto built = rocm_bindgen({"build", std::string(ROCM_BINDGEN_SOURCE_DIR) + "/kernels/ops/view_conv_matrix.cu",
                                   "-o", (folder / "units.hpp").string(), "--arch", "gfx906"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto functions = disassemble(folder / "units.artifacts/hsaco/view_conv_matrix.gfx906.hsaco");
  CHECK(functions.size() >= 4);
  for (const auto& [name, lines] : functions) {
    INFO(name);
    CHECK(std::none_of(lines.begin(), lines.end(),
                       [](const std::string& line) { return line.find("v_") != std::string::npos; }));
  }
}
