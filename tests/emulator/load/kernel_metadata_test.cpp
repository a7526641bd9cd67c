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

TEST_CASE("metadata that lack what they should have", "[metadata]") {
  llvm::msgpack::Document document;
  auto root = document.getRoot().getMap(/*Convert=*/true);
  SECTION("everything") {
    root["amdhsa.version"] = document.getNode(1u);
    CHECK(read(document).empty());
  }
  SECTION("of a kernel all but its symbol, of an argument everything") {
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
