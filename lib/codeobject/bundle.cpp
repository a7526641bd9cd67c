#include "codeobject/bundle.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include <fmt/format.h>
#include <llvm/Support/Endian.h>

namespace rocm_bindgen::build {
namespace {

constexpr std::string_view kMagic = "__CLANG_OFFLOAD_BUNDLE__";
/// The part of an entry's ID between the kind, "hip-" or "hipv4-", and the target ID.
constexpr std::string_view kDevice = "amdgcn-amd-amdhsa-";

/// Consumes numbers and texts from the front of `rest`; returns nothing if it is too short.
class Reader {
 public:
  explicit Reader(std::string_view rest) : rest_(rest) {}

  std::optional<std::uint64_t> number() {
    const auto bytes = text(sizeof(std::uint64_t));
    if (!bytes) return std::nullopt;
    return llvm::support::endian::read64le(bytes->data());
  }

  std::optional<std::string_view> text(std::uint64_t size) {
    if (size > rest_.size()) return std::nullopt;
    const auto taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

 private:
  std::string_view rest_;
};

Failure corrupt_bundle(const std::string& name, std::string_view what) {
  Diagnostic diagnostic;
  diagnostic.file = name;
  diagnostic.text = fmt::format("not a valid AMDGPU code object: {}", what);
  return Failure(std::move(diagnostic));
}

}  // namespace

std::string BundleEntry::target() const {
  const auto device = id.find(kDevice);
  if (device == std::string::npos) return {};
  const auto name = id.substr(device + kDevice.size());
  // There are one or two dashes, because only some IDs contain the empty last component of the triple.
  return name.starts_with('-') ? name.substr(1) : name;
}

bool is_bundle(std::string_view bytes) {
  return bytes.starts_with(kMagic);
}

Expected<std::vector<BundleEntry>> read_bundle(std::string_view bytes, const std::string& name) {
  Reader reader(bytes.substr(std::min(bytes.size(), kMagic.size())));
  const auto count = reader.number();
  if (!count) return corrupt_bundle(name, "the offload bundle has no table of contents");
  std::vector<BundleEntry> entries;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto offset = reader.number(), size = reader.number(), id_size = reader.number();
    const auto id = id_size ? reader.text(*id_size) : std::nullopt;
    // If `offset` or `size` could not be read, too few bytes are left for `id_size` as well, so this covers all four.
    if (!id)
      return corrupt_bundle(name, fmt::format("the offload bundle's table ends before entry {} of {}", i + 1, *count));
    if (*offset > bytes.size() || *size > bytes.size() - *offset)
      return corrupt_bundle(name, fmt::format("entry '{}' of the offload bundle is outside the file", *id));
    entries.push_back({std::string(*id), bytes.substr(*offset, *size)});
  }
  return entries;
}

}  // namespace rocm_bindgen::build
