#include "pipeline/records/sealed_record.hpp"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "support/exact_bytes.hpp"
#include "support/hash.hpp"
#include "support/own_files.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {

using Json = nlohmann::json;

namespace {

/// The digits before a record with bytes: the size of its value.
constexpr std::size_t kSizeDigits = 16;

/// Returns the bytes after the checksum; nothing if they are not those that were sealed.
std::optional<std::string_view> sealed_content(std::string_view bytes) {
  static const auto seal_size = content_hash("").size();
  if (bytes.size() < seal_size) return std::nullopt;
  const auto content = bytes.substr(seal_size);
  if (content_hash(content) != bytes.substr(0, seal_size)) return std::nullopt;
  return content;
}

Json value_in(std::string_view content) {
  auto json = parse_cbor(content);
  if (json.is_discarded()) return nullptr;
  return json;  // a conditional expression would copy it
}

}  // namespace

std::string seal(const Json& value) {
  const auto bytes = exact_bytes(value);
  return content_hash(bytes) + bytes;
}

Json unseal(std::string_view bytes) {
  const auto content = sealed_content(bytes);
  return content ? value_in(*content) : Json();
}

Json read_sealed(const std::filesystem::path& file) {
  const auto bytes = read_own_file(file);
  return bytes ? unseal(*bytes) : Json();
}

Expected<Done> write_sealed(const std::filesystem::path& file, const Json& value) {
  return write_own_file(file, seal(value));
}

SealedRecord read_sealed_record(const std::filesystem::path& file) {
  auto bytes = read_own_file(file);
  const auto content = bytes ? sealed_content(*bytes) : std::nullopt;
  if (!content || content->size() < kSizeDigits) return {};
  std::size_t size = 0;
  const auto digits = content->substr(0, kSizeDigits);
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), size, 16);
  const auto rest = content->substr(kSizeDigits);
  if (parsed.ptr != digits.data() + digits.size() || size > rest.size()) return {};
  auto value = value_in(rest.substr(0, size));
  if (value.is_null()) return {};
  return {std::move(value), std::string(rest.substr(size))};
}

Expected<Done> write_sealed_record(const std::filesystem::path& file, const Json& value, std::string_view bytes) {
  const auto text = exact_bytes(value);
  const auto content = fmt::format("{:0{}x}{}{}", text.size(), kSizeDigits, text, bytes);
  return write_own_file(file, content_hash(content) + content);
}

}  // namespace rocm_bindgen::build
