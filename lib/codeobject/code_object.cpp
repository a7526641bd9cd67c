#include "codeobject/code_object.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/BinaryFormat/MsgPackDocument.h>
#include <llvm/BinaryFormat/MsgPackReader.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/Alignment.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/Error.h>

namespace rocm_bindgen::build {
namespace {

using llvm::StringRef;
using llvm::object::ELF64LE;

Failure corrupt(const std::string& name, std::string_view what) {
  Diagnostic diagnostic;
  diagnostic.file = name;
  diagnostic.text = fmt::format("not a valid AMDGPU code object: {}", what);
  return Failure(std::move(diagnostic));
}

/// Returns a map's entry; nullptr if there is none. Callers treat absent keys and wrong types alike, as "not recorded".
llvm::msgpack::DocNode* entry(llvm::msgpack::MapDocNode& map, const char* key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

std::uint32_t number(llvm::msgpack::MapDocNode& map, const char* key) {
  auto* node = entry(map, key);
  if (node == nullptr) return 0;
  if (node->getKind() == llvm::msgpack::Type::UInt) return static_cast<std::uint32_t>(node->getUInt());
  if (node->getKind() == llvm::msgpack::Type::Int) return static_cast<std::uint32_t>(node->getInt());
  return 0;
}

std::string text(llvm::msgpack::MapDocNode& map, const char* key) {
  auto* node = entry(map, key);
  return node != nullptr && node->isString() ? node->getString().str() : std::string();
}

KernelMetadata read_kernel(llvm::msgpack::MapDocNode& map) {
  KernelMetadata kernel;
  kernel.name = text(map, ".name");
  kernel.kernarg_size = number(map, ".kernarg_segment_size");
  kernel.vgprs = number(map, ".vgpr_count");
  kernel.agprs = number(map, ".agpr_count");
  kernel.sgprs = number(map, ".sgpr_count");
  kernel.vgpr_spills = number(map, ".vgpr_spill_count");
  kernel.sgpr_spills = number(map, ".sgpr_spill_count");
  kernel.lds = number(map, ".group_segment_fixed_size");
  kernel.scratch = number(map, ".private_segment_fixed_size");
  kernel.wavefront_size = number(map, ".wavefront_size");
  kernel.max_workgroup_size = number(map, ".max_flat_workgroup_size");
  auto* arguments = entry(map, ".args");
  if (arguments == nullptr || !arguments->isArray()) return kernel;
  for (auto& node : arguments->getArray()) {
    if (!node.isMap()) continue;
    auto& argument = node.getMap();
    auto kind = text(argument, ".value_kind");
    if (StringRef(kind).starts_with("hidden_")) continue;
    kernel.arguments.push_back(
        {text(argument, ".name"), std::move(kind), number(argument, ".offset"), number(argument, ".size")});
  }
  return kernel;
}

/// A note starts with three 4-byte numbers: name size, descriptor size, type.
constexpr std::uint64_t kNoteHeader = 12;

/// Returns the descriptor of the AMDGPU metadata note in a PT_NOTE segment: empty if the segment has none, nullopt if a
/// note exceeds the segment. LLVM's iterator is not used because it trusts the offset and alignment of the segment, and
/// would read out of bounds.
std::optional<StringRef> metadata_in(StringRef segment, std::uint64_t alignment) {
  while (segment.size() >= kNoteHeader) {
    const auto field = [&](std::size_t index) -> std::uint64_t {
      return llvm::support::endian::read32le(segment.data() + 4 * index);
    };
    // These are 64-bit sums of 32-bit numbers, which cannot overflow.
    const auto descriptor = llvm::alignTo(kNoteHeader + field(0), alignment);
    const auto end = descriptor + field(1);
    if (end > segment.size()) return std::nullopt;
    const auto name = segment.substr(kNoteHeader, field(0)).split('\0').first;
    if (name == "AMDGPU" && field(2) == llvm::ELF::NT_AMDGPU_METADATA && field(1) != 0)
      return segment.slice(descriptor, end);
    segment = segment.drop_front(std::min<std::size_t>(llvm::alignTo(end, alignment), segment.size()));
  }
  return StringRef();
}

/// Returns the metadata note of the file; empty if it has none.
Expected<StringRef> metadata_note(const llvm::object::ELFFile<ELF64LE>& elf, StringRef image, const std::string& name) {
  auto segments = elf.program_headers();
  if (!segments) return corrupt(name, llvm::toString(segments.takeError()));
  for (const auto& segment : *segments) {
    if (segment.p_type != llvm::ELF::PT_NOTE) continue;
    const std::uint64_t offset = segment.p_offset, size = segment.p_filesz, alignment = segment.p_align;
    if (offset > image.size() || size > image.size() - offset)
      return corrupt(name, "a note segment is outside the file");
    if (alignment > 8 || alignment % 4 != 0)
      return corrupt(name, fmt::format("a note segment is aligned to {}", alignment));
    // An alignment of 0 means 4.
    const auto found = metadata_in(image.substr(offset, size), alignment == 8 ? 8 : 4);
    if (!found) return corrupt(name, "a note exceeds its segment");
    if (!found->empty()) return *found;
  }
  return StringRef();
}

/// Metadata nest a few levels only. Deeper nesting would be an attempt to overflow the stack.
constexpr int kMaxDepth = 32;

/// Whether LLVM's document parser can read the next value. It crashes on maps with keys that are not strings, and does
/// not support extensions.
bool readable(llvm::msgpack::Reader& reader, int depth = 0) {
  llvm::msgpack::Object object;
  const auto next = [&] {
    auto read = reader.read(object);
    if (read) return *read;
    llvm::consumeError(read.takeError());
    return false;
  };
  if (depth > kMaxDepth || !next()) return false;
  const bool is_map = object.Kind == llvm::msgpack::Type::Map;
  if (!is_map && object.Kind != llvm::msgpack::Type::Array) return object.Kind != llvm::msgpack::Type::Extension;
  for (auto left = object.Length; left != 0; --left) {
    if (is_map && (!next() || object.Kind != llvm::msgpack::Type::String)) return false;
    if (!readable(reader, depth + 1)) return false;
  }
  return true;
}

/// Numbers in the range of processors that LLVM assigns to none.
constexpr std::array kReservedMachines{
    llvm::ELF::EF_AMDGPU_MACH_AMDGCN_RESERVED_0X27, llvm::ELF::EF_AMDGPU_MACH_AMDGCN_RESERVED_0X49,
    llvm::ELF::EF_AMDGPU_MACH_AMDGCN_RESERVED_0X4D, llvm::ELF::EF_AMDGPU_MACH_AMDGCN_RESERVED_0X4F,
    llvm::ELF::EF_AMDGPU_MACH_AMDGCN_RESERVED_0X50, llvm::ELF::EF_AMDGPU_MACH_AMDGCN_RESERVED_0X56,
    llvm::ELF::EF_AMDGPU_MACH_AMDGCN_RESERVED_0X57, llvm::ELF::EF_AMDGPU_MACH_AMDGCN_RESERVED_0X58};

/// Must be checked first: asking LLVM for the name of an unknown number is undefined behaviour.
bool is_known_machine(unsigned machine) {
  return machine >= llvm::ELF::EF_AMDGPU_MACH_AMDGCN_FIRST && machine <= llvm::ELF::EF_AMDGPU_MACH_AMDGCN_LAST &&
         std::find(kReservedMachines.begin(), kReservedMachines.end(), machine) == kReservedMachines.end();
}

}  // namespace

Expected<CodeObjectInfo> read_code_object(std::string_view image, const std::string& name) {
  auto object = llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(StringRef(image), name));
  if (!object) return corrupt(name, llvm::toString(object.takeError()));
  const auto* elf = llvm::dyn_cast<llvm::object::ELFObjectFile<ELF64LE>>(object->get());
  // These accessors are public in the base class only.
  const llvm::object::ELFObjectFileBase* header = elf;
  if (elf == nullptr || header->getEMachine() != llvm::ELF::EM_AMDGPU) return corrupt(name, "not a 64-bit AMDGPU ELF");

  CodeObjectInfo info;
  const auto machine = elf->getPlatformFlags() & llvm::ELF::EF_AMDGPU_MACH;
  if (!is_known_machine(machine))
    return corrupt(name, fmt::format("the processor in e_flags is unknown ({:#x})", machine));
  if (const auto processor = elf->tryGetCPUName()) info.processor = processor->str();
  const unsigned abi = header->getEIdentABIVersion();
  info.code_object_version = static_cast<int>(abi) + 2;  // ELFABIVERSION_AMDGPU_HSA_V3 = 1, V4 = 2, ...

  ROCM_BINDGEN_TRY(const auto note, metadata_note(elf->getELFFile(), StringRef(image), name));
  if (note.empty()) return corrupt(name, "no AMDGPU metadata note");
  llvm::msgpack::Document document;
  llvm::msgpack::Reader reader(note);
  if (!readable(reader) || !document.readFromBlob(note, /*Multi=*/false) || !document.getRoot().isMap())
    return corrupt(name, "the metadata note is not a msgpack map");
  auto& root = document.getRoot().getMap();
  const auto triple = text(root, "amdhsa.target");
  const StringRef prefix = "amdgcn-amd-amdhsa--";
  if (StringRef(triple).starts_with(prefix)) info.target = triple.substr(prefix.size());
  auto* kernels = entry(root, "amdhsa.kernels");
  if (kernels != nullptr && kernels->isArray())
    for (auto& node : kernels->getArray())
      if (node.isMap()) info.kernels.push_back(read_kernel(node.getMap()));
  return info;
}

}  // namespace rocm_bindgen::build
