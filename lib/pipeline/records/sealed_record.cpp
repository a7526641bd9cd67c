#include "pipeline/records/sealed_record.hpp"

#include "support/exact_bytes.hpp"
#include "support/hash.hpp"
#include "support/own_files.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {

using Json = nlohmann::json;

Json read_sealed(const std::filesystem::path& file) {
  const auto bytes = read_own_file(file);
  if (!bytes) return nullptr;
  const auto seal_size = content_hash("").size();
  if (bytes->size() < seal_size) return nullptr;
  const auto content = std::string_view(*bytes).substr(seal_size);
  if (content_hash(content) != bytes->substr(0, seal_size)) return nullptr;
  auto json = parse_cbor(content);
  return json.is_discarded() ? Json() : json;
}

Expected<Done> write_sealed(const std::filesystem::path& file, const Json& value) {
  const auto bytes = exact_bytes(value);
  return write_own_file(file, content_hash(bytes) + bytes);
}

}  // namespace rocm_bindgen::build
