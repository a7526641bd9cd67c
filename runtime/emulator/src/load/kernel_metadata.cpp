#include "load/kernel_metadata.hpp"

#include <llvm/BinaryFormat/MsgPackDocument.h>

namespace rocm_bindgen::emulator {
namespace {

using llvm::msgpack::DocNode;

/// The node is nil if the map has no such key. llvm::msgpack's own answer would be an empty node, whose kind may not
/// even be queried.
DocNode member(DocNode& map, const char* key) {
  auto& nodes = map.getMap();
  const auto found = nodes.find(key);
  return found == nodes.end() ? map.getDocument()->getNode() : found->second;
}

std::string text(DocNode& map, const char* key) {
  auto node = member(map, key);
  return node.isString() ? node.getString().str() : std::string();
}

std::uint32_t number(DocNode& map, const char* key) {
  auto node = member(map, key);
  if (node.getKind() == llvm::msgpack::Type::UInt) return static_cast<std::uint32_t>(node.getUInt());
  if (node.getKind() == llvm::msgpack::Type::Int) return static_cast<std::uint32_t>(node.getInt());
  return 0;
}

KernelMetadata kernel(DocNode& node) {
  KernelMetadata result;
  result.name = text(node, ".name");
  result.symbol = text(node, ".symbol");
  result.kernarg_bytes = number(node, ".kernarg_segment_size");
  result.max_workgroup_size = number(node, ".max_flat_workgroup_size");
  result.vector_registers = number(node, ".vgpr_count");
  result.scalar_registers = number(node, ".sgpr_count");
  auto arguments = member(node, ".args");
  if (!arguments.isArray()) return result;
  for (auto& argument : arguments.getArray())
    if (argument.isMap())
      result.arguments.push_back(
          {text(argument, ".value_kind"), number(argument, ".offset"), number(argument, ".size")});
  return result;
}

}  // namespace

std::vector<KernelMetadata> read_kernel_metadata(const std::string& blob, std::string& error) {
  llvm::msgpack::Document document;
  if (!document.readFromBlob(blob, /*Multi=*/false) || !document.getRoot().isMap()) {
    error = "the metadata is not a msgpack map";
    return {};
  }
  std::vector<KernelMetadata> kernels;
  auto list = member(document.getRoot(), "amdhsa.kernels");
  if (!list.isArray()) return kernels;
  for (auto& node : list.getArray())
    if (node.isMap()) kernels.push_back(kernel(node));
  return kernels;
}

std::vector<std::string> read_print_entries(const std::string& blob) {
  llvm::msgpack::Document document;
  if (!document.readFromBlob(blob, /*Multi=*/false) || !document.getRoot().isMap()) return {};
  std::vector<std::string> entries;
  auto list = member(document.getRoot(), "amdhsa.printf");
  if (!list.isArray()) return entries;
  for (auto& node : list.getArray())
    if (node.isString()) entries.push_back(node.getString().str());
  return entries;
}

}  // namespace rocm_bindgen::emulator
