#include "support/hash.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>
#include <llvm/Support/SHA256.h>

#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

constexpr std::size_t kDigestBytes = 16;

std::string finish(llvm::BLAKE3& hasher) {
  const auto digest = hasher.final<kDigestBytes>();
  return llvm::toHex(llvm::ArrayRef<std::uint8_t>(digest.data(), digest.size()), /*LowerCase=*/true);
}

}  // namespace

std::string content_hash(std::string_view bytes) {
  llvm::BLAKE3 hasher;
  hasher.update(llvm::StringRef(bytes.data(), bytes.size()));
  return finish(hasher);
}

std::string content_hash(std::initializer_list<std::string_view> parts) {
  llvm::BLAKE3 hasher;
  for (const auto part : parts) {
    hasher.update(std::to_string(part.size()) + ":");
    hasher.update(llvm::StringRef(part.data(), part.size()));
  }
  return finish(hasher);
}

std::string sha256_of(std::string_view bytes) {
  const llvm::ArrayRef data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return llvm::toHex(llvm::SHA256::hash(data), /*LowerCase=*/true);
}

const std::optional<std::string>& FileHashes::of(const std::string& path) {
  const auto known = known_.find(path);
  if (known != known_.end()) return known->second;
  if (is_watched_folder(path)) {
    // For a watched folder, the identity of the folder matters and not its contents.
    std::error_code error;
    const auto real = std::filesystem::canonical(path, error);
    return known_.emplace(path, error ? std::nullopt : std::optional(content_hash({"folder", real.string()})))
        .first->second;
  }
  auto bytes = read_file(path);
  return known_.emplace(path, bytes ? std::optional(content_hash(*bytes)) : std::nullopt).first->second;
}

}  // namespace rocm_bindgen::build
