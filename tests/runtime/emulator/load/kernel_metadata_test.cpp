#include "load/kernel_metadata.hpp"

#include <llvm/BinaryFormat/MsgPackDocument.h>

#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

std::vector<KernelMetadata> read(llvm::msgpack::Document& document) {
  std::string blob, error;
  document.writeToBlob(blob);
  auto kernels = read_kernel_metadata(blob, error);
  CHECK(error == "");
  return kernels;
}

}  // namespace

TEST_CASE("missing keys of metadata are read as empty values", "[metadata]") {
  llvm::msgpack::Document document;
  auto root = document.getRoot().getMap(/*Convert=*/true);
  SECTION("no kernels") {
    root["amdhsa.version"] = document.getNode(1u);
    CHECK(read(document).empty());
  }
  SECTION("a kernel with only a symbol, and an argument without keys") {
    auto kernels = root["amdhsa.kernels"].getArray(/*Convert=*/true);
    auto kernel = document.getMapNode();
    kernel[".symbol"] = document.getNode("scale.kd");
    kernels.push_back(kernel);
    auto other = document.getMapNode();
    auto arguments = other[".args"].getArray(/*Convert=*/true);
    arguments.push_back(document.getMapNode());
    kernels.push_back(other);
    const auto read_back = read(document);
    REQUIRE(read_back.size() == 2);
    CHECK(read_back[0].symbol == "scale.kd");
    CHECK(read_back[0].name == "");
    CHECK(read_back[0].arguments.empty());
    REQUIRE(read_back[1].arguments.size() == 1);
    CHECK(read_back[1].arguments[0].size == 0);
  }
}

TEST_CASE("metadata of a kernel with hidden arguments are read", "[metadata]") {
  llvm::msgpack::Document document;
  const bool parsed = document.fromYAML(R"yaml(
amdhsa.kernels:
  - .name: "scale(float*)"
    .symbol: scale.kd
    .kernarg_segment_size: 280
    .max_flat_workgroup_size: 256
    .args:
      - { .offset: 0, .size: 8, .value_kind: global_buffer }
      - { .offset: 8, .size: 4, .value_kind: by_value }
      - { .offset: 24, .size: 4, .value_kind: hidden_block_count_x }
)yaml");
  REQUIRE(parsed);
  const auto kernels = read(document);
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].name == "scale(float*)");
  CHECK(kernels[0].symbol == "scale.kd");
  CHECK(kernels[0].kernarg_bytes == 280);
  CHECK(kernels[0].max_workgroup_size == 256);
  REQUIRE(kernels[0].arguments.size() == 3);
  CHECK(kernels[0].arguments[1].offset == 8);
  CHECK(kernels[0].arguments[1].size == 4);
  CHECK_FALSE(kernels[0].arguments[1].hidden());
  CHECK(kernels[0].arguments[2].hidden());
}

TEST_CASE("metadata have a list of the formats of printf", "[metadata]") {
  llvm::msgpack::Document document;
  REQUIRE(document.fromYAML("amdhsa.printf:\n  - \"0:0:5,a\\n\"\n  - 3\n"));
  std::string blob;
  document.writeToBlob(blob);
  CHECK(read_print_entries(blob) == std::vector<std::string>{"0:0:5,a\n"});
  CHECK(read_print_entries("").empty());
}

TEST_CASE("metadata that are not a msgpack map are an error", "[metadata]") {
  for (const std::string blob : {"", "\xc1", "\x93", "\x01"}) {
    std::string error;
    CHECK(read_kernel_metadata(blob, error).empty());
    CHECK(error == "the metadata is not a msgpack map");
  }
}
