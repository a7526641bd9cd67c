#include "pipeline/records/sealed_record.hpp"

#include "support/exact_bytes.hpp"
#include "support/hash.hpp"
#include "support/own_files.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {

using Json = nlohmann::json;

std::string seal(const Json& value) {
  const auto bytes = exact_bytes(value);
  return content_hash(bytes) + bytes;
}

Json unseal(std::string_view bytes) {
  const auto seal_size = content_hash("").size();
  if (bytes.size() < seal_size) return nullptr;
  const auto content = bytes.substr(seal_size);
  if (content_hash(content) != bytes.substr(0, seal_size)) return nullptr;
  auto json = parse_cbor(content);
  return json.is_discarded() ? Json() : json;
}

Json read_sealed(const std::filesystem::path& file) {
  const auto bytes = read_own_file(file);
  return bytes ? unseal(*bytes) : Json();
}

Expected<Done> write_sealed(const std::filesystem::path& file, const Json& value) {
  return write_own_file(file, seal(value));
}

}  // namespace rocm_bindgen::build
