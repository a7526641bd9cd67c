// Products of matrices in the machine code: the target's own instruction where it has one.
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
  const auto functions = disassemble(object);
  CHECK(functions.size() == kernels);
  for (const auto& [name, lines] : functions) {
    INFO(object << ", " << name);
    CHECK(std::any_of(lines.begin(), lines.end(),
                      [&](const std::string& line) { return line.find(instruction) != std::string::npos; }));
  }
}

}  // namespace

TEST_CASE("kernels: matrices of halves are multiplied by matrix units") {
  for (const auto& [target, instruction] : {Target{"gfx1100", "v_wmma_f32_16x16x16"}, Target{"gfx90a", "v_mfma_f32"}}) {
    check_all_have(bundled_object("view_conv_matrix", target), instruction, 4);
    check_all_have(bundled_object("view_matmul", target), instruction, 20);
  }
}

TEST_CASE("kernels: matrix units of targets that nothing is shipped for") {
  const Folder folder;
  const auto built = rocm_bindgen({"build", std::string(ROCM_BINDGEN_SOURCE_DIR) + "/kernels/view_conv_matrix.cu", "-o",
                                   (folder / "conv.hpp").string(), "--arch", "gfx906,gfx942,gfx1201"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto object = [&](const std::string& target) {
    return folder / ("conv.artifacts/hsaco/view_conv_matrix." + target + ".hsaco");
  };
  check_all_have(object("gfx942"), "v_mfma_f32", 4);
  check_all_have(object("gfx1201"), "v_wmma_f32_16x16x16", 4);
  // None there: the kernels are empty.
  for (const auto& [name, lines] : disassemble(object("gfx906"))) {
    INFO(name);
    CHECK(std::none_of(lines.begin(), lines.end(),
                       [](const std::string& line) { return line.find("v_") != std::string::npos; }));
  }
}
