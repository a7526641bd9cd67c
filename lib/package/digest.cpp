#include "package/digest.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA1.h>

namespace rocm_bindgen::build {

std::string sha1_of(std::string_view bytes) {
  const llvm::ArrayRef data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return llvm::toHex(llvm::SHA1::hash(data), /*LowerCase=*/true);
}

std::string content_hash_of(const ArchiveFiles& files) {
  std::string list;
  for (const auto& [path, bytes] : files) list += sha256_of(bytes) + "  " + path + "\n";
  return sha256_of(list);
}

}  // namespace rocm_bindgen::build
