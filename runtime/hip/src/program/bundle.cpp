#include "program/bundle.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <elf.h>

#include <zstd.h>

#include "core/failure.hpp"

namespace rocm_bindgen::hip {
namespace {

constexpr std::string_view kPlain = "__CLANG_OFFLOAD_BUNDLE__";
constexpr std::string_view kCompressed = "CCOB";
// Bounds far above those of real bundles. Larger numbers mean that the data is damaged.
constexpr std::uint64_t kMostEntries = 4096, kLongestId = 1024;
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;

[[noreturn]] void refuse(const std::string& why) {
  throw Failure(hipErrorInvalidImage, "the code object cannot be read: " + why);
}

/// Reads numbers one after another. Refuses the code object if it would read beyond its end.
class Reader {
 public:
  Reader(const char* data, std::size_t bytes) : data_(data), bytes_(bytes) {}

  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  const char* take(std::uint64_t count) {
    if (count > bytes_ - at_) refuse("it ends too early");
    const char* begin = data_ + at_;
    at_ += count;
    return begin;
  }
  std::string_view range(std::uint64_t offset, std::uint64_t count) const {
    if (offset > bytes_ || count > bytes_ - offset) refuse("an entry reaches beyond its end");
    return {data_ + offset, count};
  }
  const char* rest() const { return data_ + at_; }
  std::size_t left() const { return bytes_ - at_; }
  std::size_t position() const { return at_; }

 private:
  const char* data_;
  std::size_t bytes_;
  std::size_t at_ = 0;
};

bool begins_with(const char* data, std::size_t bytes, std::string_view magic) {
  return bytes >= magic.size() && std::memcmp(data, magic.data(), magic.size()) == 0;
}

/// The target of an entry's ID: "gfx90a:xnack-" of "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-". Empty for the host's entry
/// and for other kinds of offloading.
std::string target_of(std::string_view id) {
  const auto first = id.find('-');
  const auto kind = id.substr(0, first);
  if (first == std::string_view::npos || (kind != "hip" && kind != "hipv4")) return {};
  constexpr std::string_view kTriple = "amdgcn-amd-amdhsa-";
  auto rest = id.substr(first + 1);
  if (rest.substr(0, kTriple.size()) != kTriple) return {};
  rest.remove_prefix(kTriple.size());
  // The triple's environment is empty. Newer bundlers write a dash before it, and older ones do not.
  if (!rest.empty() && rest.front() == '-') rest.remove_prefix(1);
  return std::string(rest);
}

std::vector<BundledCode> read_plain(const char* data, std::size_t bytes) {
  Reader reader(data, bytes);
  reader.take(kPlain.size());
  const auto count = reader.number<std::uint64_t>();
  if (count > kMostEntries) refuse("its header states " + std::to_string(count) + " entries");
  std::vector<BundledCode> code;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto offset = reader.number<std::uint64_t>(), size = reader.number<std::uint64_t>(),
               length = reader.number<std::uint64_t>();
    if (length > kLongestId) refuse("an entry's name has " + std::to_string(length) + " bytes");
    const std::string_view id(reader.take(length), length);
    auto target = target_of(id);
    if (!target.empty()) code.push_back({std::move(target), reader.range(offset, size)});
  }
  return code;
}

Bundle decompress(const char* data, std::size_t bytes) {
  Reader reader(data, bytes);
  reader.take(kCompressed.size());
  const auto version = reader.number<std::uint16_t>(), method = reader.number<std::uint16_t>();
  if (version < 1 || version > 3) refuse("it is a compressed bundle of version " + std::to_string(version));
  if (method != 1)
    refuse(
        "it is compressed with zlib, which is not supported: build it with a clang that has zstd, or without "
        "--offload-compress");
  std::uint64_t total_size = 0;
  if (version == 2) total_size = reader.number<std::uint32_t>();
  if (version == 3) total_size = reader.number<std::uint64_t>();
  const auto size = version == 3 ? reader.number<std::uint64_t>() : reader.number<std::uint32_t>();
  reader.number<std::uint64_t>();  // the hash, which is not needed
  if (size > kMostBytes) refuse("its header states " + std::to_string(size) + " bytes");
  // Versions 2 and 3 state the total size, header included. In version 1, one zstd frame follows the header.
  auto available = reader.left();
  if (version > 1) {
    if (total_size < reader.position() || total_size > bytes) refuse("its size is wrong");
    available = total_size - reader.position();
  } else if (bytes == kUnknownSize) {
    available = ZSTD_findFrameCompressedSize(reader.rest(), kMostBytes);
    if (ZSTD_isError(available) != 0) refuse("its zstd frame is damaged");
  }
  Bundle bundle;
  bundle.decompressed = std::make_unique<char[]>(size);
  const auto written = ZSTD_decompress(bundle.decompressed.get(), size, reader.rest(), available);
  if (ZSTD_isError(written) != 0 || written != size) refuse("its zstd frame is damaged");
  if (!begins_with(bundle.decompressed.get(), size, kPlain)) refuse("the compressed data is not a bundle");
  bundle.code = read_plain(bundle.decompressed.get(), size);
  return bundle;
}

/// The size of an ELF file: the largest end of its header tables, sections and segments.
std::size_t elf_size(const char* data, std::size_t bytes) {
  Elf64_Ehdr header;
  if (bytes < sizeof header) refuse("it is too small for an ELF file");
  std::memcpy(&header, data, sizeof header);
  if (header.e_ident[EI_CLASS] != ELFCLASS64) refuse("it is not a 64-bit ELF file");
  std::uint64_t end = sizeof header;
  const auto add = [&](std::uint64_t offset, std::uint64_t size) {
    if (offset > kMostBytes || size > kMostBytes) refuse("its headers are damaged");
    end = std::max(end, offset + size);
  };
  add(header.e_phoff, std::uint64_t{header.e_phnum} * sizeof(Elf64_Phdr));
  add(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr));
  if (end > bytes) refuse("it ends too early");
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, data + header.e_shoff + i * sizeof section, sizeof section);
    if (section.sh_type != SHT_NOBITS) add(section.sh_offset, section.sh_size);
  }
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, data + header.e_phoff + i * sizeof segment, sizeof segment);
    add(segment.p_offset, segment.p_filesz);
  }
  if (end > bytes) refuse("it ends too early");
  return end;
}

}  // namespace

Bundle read_bundle(const void* data, std::size_t bytes) {
  const char* begin = static_cast<const char*>(data);
  if (begins_with(begin, bytes, {ELFMAG, SELFMAG})) {
    Bundle bundle;
    bundle.code.push_back({{}, {begin, elf_size(begin, bytes)}});
    return bundle;
  }
  if (begins_with(begin, bytes, kCompressed)) return decompress(begin, bytes);
  if (begins_with(begin, bytes, kPlain)) {
    Bundle bundle;
    bundle.code = read_plain(begin, bytes);
    return bundle;
  }
  refuse("it is neither an ELF file nor an offload bundle");
}

std::vector<std::string> bundle_targets(const void* data) noexcept {
  std::vector<std::string> targets;
  try {
    for (const auto& code : read_bundle(data).code)
      if (!code.target.empty()) targets.push_back(code.target);
  } catch (const std::exception&) {
    // Code::load() reports the failure when the code is needed.
  }
  return targets;
}

}  // namespace rocm_bindgen::hip
