#include "codeobject/target_id.hpp"

namespace rocm_bindgen::runtime {
namespace {

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Parses "sm_90" or "sm_103f"; the last digit is the minor version.
std::optional<TargetId> parse_sm(std::string_view text) {
  TargetId id;
  id.kind = TargetId::Kind::nvidia;
  id.processor = text;
  auto digits = text.substr(3);
  if (!digits.empty() && (digits.back() == 'a' || digits.back() == 'f')) {
    id.reach = digits.back() == 'a' ? TargetId::Reach::exact : TargetId::Reach::family;
    digits.remove_suffix(1);
  }
  if (digits.size() < 2 || digits.size() > 3 || digits.front() == '0') return std::nullopt;
  unsigned number = 0;
  for (const char digit : digits) {
    if (!is_digit(digit)) return std::nullopt;
    number = number * 10 + static_cast<unsigned>(digit - '0');
  }
  id.capability_major = number / 10;
  id.capability_minor = number % 10;
  return id;
}

/// Whether the text has the form of a processor name: "gfx90a", "gfx10-3-generic".
bool is_processor(std::string_view text) {
  if (!starts_with(text, "gfx") || text.size() == 3 || !is_digit(text[3])) return false;
  for (const char c : text)
    if (!is_digit(c) && c != '-' && (c < 'a' || c > 'z')) return false;
  return true;
}

/// Parses one feature, ":xnack+" without its colon. Each feature may occur once.
bool take_feature(std::string_view text, TargetId& id) {
  if (text.empty() || (text.back() != '+' && text.back() != '-')) return false;
  const auto value = text.back() == '+' ? Feature::on : Feature::off;
  const auto name = text.substr(0, text.size() - 1);
  if (name != "sramecc" && name != "xnack") return false;
  auto& feature = name == "xnack" ? id.xnack : id.sramecc;
  if (feature != Feature::any) return false;
  feature = value;
  return true;
}

std::string feature_text(const char* name, Feature feature) {
  if (feature == Feature::any) return "";
  return std::string(":") + name + (feature == Feature::on ? "+" : "-");
}

}  // namespace

std::string TargetId::text() const {
  return processor + feature_text("sramecc", sramecc) + feature_text("xnack", xnack);
}

std::optional<TargetId> parse_target_id(std::string_view text) {
  if (starts_with(text, "sm_")) return parse_sm(text);
  TargetId id;
  auto colon = text.find(':');
  id.processor = text.substr(0, colon);
  if (!is_processor(id.processor)) return std::nullopt;
  while (colon != std::string_view::npos) {
    text.remove_prefix(colon + 1);
    colon = text.find(':');
    if (!take_feature(text.substr(0, colon), id)) return std::nullopt;
  }
  return id;
}

}  // namespace rocm_bindgen::runtime
