#include "codeobject/unite_metadata.hpp"

#include <map>

#include <fmt/format.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/BinaryFormat/MsgPackDocument.h>
#include <llvm/ObjCopy/CommonConfig.h>
#include <llvm/ObjCopy/ConfigManager.h>
#include <llvm/ObjCopy/ObjCopy.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/Alignment.h>
#include <llvm/Support/Endian.h>

#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

constexpr llvm::StringLiteral kNoteSection = ".note";
constexpr auto kNoteName = llvm::StringLiteral::withInnerNUL("AMDGPU\0");

Failure unexpected(const fs::path& file, const std::string& what) {
  return Failure(ExitCode::internal,
                 fmt::format("'{}' differs from the object files that LLVM writes: {}", file.string(), what));
}

/// Returns the metadata in the note section of an object file.
Expected<std::string> read_metadata(const fs::path& file, const std::string& image) {
  auto parsed = llvm::object::ELFFile<llvm::object::ELF64LE>::create(image);
  if (!parsed) return unexpected(file, llvm::toString(parsed.takeError()));
  auto sections = parsed->sections();
  if (!sections) return unexpected(file, llvm::toString(sections.takeError()));
  for (const auto& section : *sections) {
    if (section.sh_type != llvm::ELF::SHT_NOTE) continue;
    llvm::Error error = llvm::Error::success();
    for (const auto& note : parsed->notes(section, error))
      if (note.getName() == "AMDGPU" && note.getType() == llvm::ELF::NT_AMDGPU_METADATA)
        return note.getDescAsStringRef(section.sh_addralign).str();
    if (error) return unexpected(file, llvm::toString(std::move(error)));
  }
  return unexpected(file, "it has no metadata");
}

/// Adds the kernels in `metadata` to those in `document`. All other values are the same in both. Returns false if
/// `metadata` cannot be parsed.
bool add_to(llvm::msgpack::Document& document, llvm::StringRef metadata) {
  return document.readFromBlob(
      metadata, /*Multi=*/false, [](llvm::msgpack::DocNode* known, llvm::msgpack::DocNode, llvm::msgpack::DocNode key) {
        // LLVM calls this for each value that both have. For an array, the result is the index at which the new
        // elements are stored: kernels are added at the end of the list, other elements are stored over the equal ones.
        const bool is_kernels = key.isString() && key.getString() == "amdhsa.kernels" && known->isArray();
        return is_kernels ? static_cast<int>(known->getArray().size()) : 0;
      });
}

/// Adds metadata for each merged kernel: a copy of the metadata of the kernel whose code it shares, with its own name
/// and symbol. Returns false if that kernel has no metadata.
bool add_merged(llvm::msgpack::Document& document, const std::vector<MergedKernel>& merged) {
  auto& kernels = document.getRoot().getMap()["amdhsa.kernels"];
  if (merged.empty()) return true;
  if (!kernels.isArray()) return false;
  std::map<std::string, llvm::msgpack::MapDocNode> by_name;
  for (auto& kernel : kernels.getArray()) {
    auto& map = kernel.getMap();
    by_name.emplace(map[".name"].getString().str(), map);
  }
  for (const auto& [name, same_as] : merged) {
    const auto same = by_name.find(same_as);
    if (same == by_name.end()) return false;
    auto kernel = document.getMapNode();
    for (const auto& [key, value] : same->second) kernel[key] = value;
    kernel[".name"] = document.getNode(name, /*Copy=*/true);
    kernel[".symbol"] = document.getNode(name + ".kd", /*Copy=*/true);
    kernels.getArray().push_back(kernel);
  }
  return true;
}

/// Encodes a metadata note. Source: AMDGPUUsage, "Code Object V3 and Above Note Records".
std::string note_of(llvm::StringRef metadata) {
  std::string note(12, '\0');  // three 4-byte numbers: name size, descriptor size, type
  llvm::support::endian::write32le(note.data(), kNoteName.size());
  llvm::support::endian::write32le(note.data() + 4, static_cast<std::uint32_t>(metadata.size()));
  llvm::support::endian::write32le(note.data() + 8, llvm::ELF::NT_AMDGPU_METADATA);
  note += kNoteName;
  note.resize(llvm::alignTo(note.size(), 4));
  note += metadata;
  note.resize(llvm::alignTo(note.size(), 4));
  return note;
}

/// Returns the object file with its note section replaced, or removed if `note` is empty.
Expected<std::string> with_note(const fs::path& file, const std::string& image, const std::string& note) {
  auto binary = llvm::object::createBinary(llvm::MemoryBufferRef(image, file.string()));
  if (!binary) return unexpected(file, llvm::toString(binary.takeError()));
  llvm::objcopy::ConfigManager config;
  if (note.empty()) {
    auto matcher = llvm::objcopy::NameOrPattern::create(kNoteSection, llvm::objcopy::MatchStyle::Literal,
                                                        [](llvm::Error error) { return error; });
    if (!matcher || config.Common.ToRemove.addMatcher(std::move(matcher)))
      return unexpected(file, "its note section has no name");
  } else {
    config.Common.UpdateSection.emplace_back(kNoteSection,
                                             llvm::MemoryBuffer::getMemBuffer(note, "", /*NullTerminator=*/false));
  }
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  if (auto error = llvm::objcopy::executeObjcopyOnBinary(config, **binary, stream))
    return unexpected(file, llvm::toString(std::move(error)));
  return std::string(bytes);
}

}  // namespace

Expected<Done> unite_metadata(const std::vector<fs::path>& objects, const std::vector<MergedKernel>& merged) {
  std::vector<std::string> images, metadata;
  for (const auto& file : objects) {
    ROCM_BINDGEN_TRY(images.emplace_back(), read_file(file));
    ROCM_BINDGEN_TRY(metadata.emplace_back(), read_metadata(file, images.back()));
  }
  llvm::msgpack::Document united;
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (!add_to(united, metadata[i]))
      return unexpected(objects[i], "its metadata differ from those of the other parts");
  auto& root = united.getRoot();
  if (!root.isMap() || root.getMap().find("amdhsa.printf") != root.getMap().end())
    return unexpected(objects.front(), "it has format strings of printf");
  if (!add_merged(united, merged)) return unexpected(objects.front(), "its metadata lack a kernel");
  std::string all;
  united.writeToBlob(all);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    ROCM_BINDGEN_TRY(const auto changed, with_note(objects[i], images[i], i == 0 ? note_of(all) : std::string()));
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, write_file(objects[i], changed));
  }
  return Done{};
}

}  // namespace rocm_bindgen::build
