#include "package/digest.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA1.h>
#include <llvm/Support/SHA256.h>

namespace rocm_bindgen::build {
namespace {

llvm::ArrayRef<std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

std::string sha256_of(std::string_view bytes) {
  return llvm::toHex(llvm::SHA256::hash(bytes_of(bytes)), /*LowerCase=*/true);
}

std::string sha1_of(std::string_view bytes) {
  return llvm::toHex(llvm::SHA1::hash(bytes_of(bytes)), /*LowerCase=*/true);
}

std::string content_hash_of(const ArchiveFiles& files) {
  std::string list;
  for (const auto& [path, bytes] : files) list += sha256_of(bytes) + "  " + path + "\n";
  return sha256_of(list);
}

}  // namespace rocm_bindgen::build
