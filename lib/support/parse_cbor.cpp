#include <cstdint>
#include <optional>
#include <vector>

#include "support/parse_json.hpp"

namespace rocm_bindgen::build {
namespace {

/// The major types whose items consist of more than a head, and tags, which are refused.
enum Major : unsigned { kBytes = 2, kText = 3, kArray = 4, kMap = 5, kTag = 6 };

/// The head of an item: its major type, and a number that is its value, its length, or its number of items.
struct Head {
  unsigned major;
  std::uint64_t number;
};

/// Consumes a head from the front of `rest`. Returns nothing if `rest` is too short, and for indefinite lengths, which
/// exact_bytes() does not write. Source: RFC 8949, section 3.
std::optional<Head> take_head(std::string_view& rest) {
  if (rest.empty()) return std::nullopt;
  const auto first = static_cast<unsigned char>(rest.front());
  rest.remove_prefix(1);
  Head head{static_cast<unsigned>(first >> 5), static_cast<std::uint64_t>(first & 31)};
  if (head.number < 24) return head;
  // From 24 to 27, the number follows in 1, 2, 4 or 8 bytes.
  if (head.number > 27) return std::nullopt;
  const std::size_t size = std::size_t{1} << (head.number - 24);
  if (rest.size() < size) return std::nullopt;
  head.number = 0;
  for (const char byte : rest.substr(0, size)) head.number = head.number << 8 | static_cast<unsigned char>(byte);
  rest.remove_prefix(size);
  return head;
}

/// Whether the bytes are exactly one value with at most kDeepestJson levels.
bool is_shallow(std::string_view rest) {
  std::vector<std::uint64_t> left{1};  // number of items that remain, per level
  while (!left.empty()) {
    if (left.back() == 0) {
      left.pop_back();
      continue;
    }
    --left.back();
    const auto head = take_head(rest);
    if (!head || head->major == kTag) return false;
    if (head->major == kBytes || head->major == kText) {
      if (head->number > rest.size()) return false;
      rest.remove_prefix(head->number);
    } else if (head->major == kArray || head->major == kMap) {
      // Each item has at least one byte, so there cannot be more items than bytes.
      if (head->number > rest.size() || left.size() > kDeepestJson) return false;
      left.push_back(head->number * (head->major == kMap ? 2 : 1));
    }
  }
  return rest.empty();
}

}  // namespace

nlohmann::json parse_cbor(std::string_view bytes) {
  if (!is_shallow(bytes)) return nlohmann::json(nlohmann::json::value_t::discarded);
  return nlohmann::json::from_cbor(bytes.begin(), bytes.end(), /*strict=*/true, /*allow_exceptions=*/false);
}

}  // namespace rocm_bindgen::build
