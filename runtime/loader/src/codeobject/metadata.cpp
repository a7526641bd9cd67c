#include "codeobject/metadata.hpp"

#include <optional>

#include "codeobject/bad_code_object.hpp"
#include "codeobject/msgpack.hpp"

namespace rocm_bindgen::runtime {
namespace {

constexpr Elf64_Word kMetadataNote = 32;  // NT_AMDGPU_METADATA

std::uint64_t padded(std::uint64_t size, std::uint64_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

/// Checks the notes in `bytes`, which start at `offset` in the file, and returns the last AMDGPU metadata note among
/// them.
std::optional<std::string_view> read_notes(const ElfImage& image, std::string_view bytes, std::uint64_t alignment,
                                           std::uint64_t offset) {
  // Note sizes have 32 bits, so none of these 64-bit sums wraps.
  std::optional<std::string_view> found;
  for (std::uint64_t at = 0; at < bytes.size();) {
    const auto left = bytes.size() - at;
    if (left < sizeof(Elf64_Nhdr)) image.fail("the note at " + hex(offset + at) + " is truncated");
    const auto note = entry_of<Elf64_Nhdr>(bytes.substr(at), 0);
    const auto name_at = at + sizeof(Elf64_Nhdr);
    const auto description_at = at + padded(sizeof(Elf64_Nhdr) + note.n_namesz, alignment);
    if (description_at - at > left || note.n_descsz > left - (description_at - at))
      image.fail("the note at " + hex(offset + at) + " ends beyond its segment");
    const auto name = bytes.substr(name_at, note.n_namesz);
    if (note.n_type == kMetadataNote && name == std::string_view("AMDGPU\0", 7))
      found = bytes.substr(description_at, note.n_descsz);
    at = description_at + padded(note.n_descsz, alignment);
  }
  return found;
}

std::uint64_t note_alignment(const ElfImage& image, std::uint64_t alignment) {
  if (alignment > 8) image.fail("notes are aligned to " + hex(alignment));
  return alignment == 8 ? 8 : 4;
}

/// Reads "amdhsa.kernels", an array of maps.
bool read_kernels(MsgPack& reader, Metadata& metadata) {
  const auto array = reader.next();
  if (!array || array->kind != MsgPack::Kind::array) return false;
  for (std::uint32_t i = 0; i < array->length; ++i) {
    std::string_view symbol;
    const bool is_valid = reader.read_map(
        [&](std::string_view key) { return key == ".symbol" ? reader.read_string(symbol) : reader.skip(); });
    if (!is_valid || symbol.empty()) return false;
    metadata.kernel_symbols.push_back(symbol);
  }
  return true;
}

}  // namespace

std::string_view metadata_note(const ElfImage& image) {
  std::optional<std::string_view> found;
  const auto take = [&found](std::optional<std::string_view> note) {
    if (note) found = note;
  };
  // Some loaders find notes by section, others by segment; both must lead to the same note.
  for (const auto& section : image.sections())
    if (section.sh_type == SHT_NOTE)
      take(read_notes(image, image.contents(section), note_alignment(image, section.sh_addralign), section.sh_offset));
  if (!found) image.fail("no note section has the AMDGPU metadata");
  const auto by_section = *found;
  found.reset();
  for (const auto& segment : image.segments())
    if (segment.p_type == PT_NOTE)
      take(read_notes(image, image.range(segment.p_offset, segment.p_filesz, "the notes"),
                      note_alignment(image, segment.p_align), segment.p_offset));
  if (!found) image.fail("no note segment has the AMDGPU metadata");
  if (found->data() != by_section.data() || found->size() != by_section.size())
    image.fail("it has two AMDGPU metadata notes");
  return by_section;
}

Metadata read_metadata(const ElfImage& image) {
  const auto note = metadata_note(image);
  MsgPack reader(note);
  Metadata metadata;
  const bool is_valid = reader.read_map([&](std::string_view key) {
    if (key == "amdhsa.target") return reader.read_string(metadata.target);
    if (key == "amdhsa.kernels") return read_kernels(reader, metadata);
    return reader.skip();
  });
  if (!is_valid || !reader.at_end())
    image.fail("its metadata note (" + std::to_string(note.size()) + " bytes) is damaged at byte " +
               std::to_string(reader.position()));
  if (metadata.target.empty()) image.fail("its metadata do not name a target");
  return metadata;
}

}  // namespace rocm_bindgen::runtime
