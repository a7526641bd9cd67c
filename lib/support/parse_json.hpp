#pragma once

#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

namespace rocm_bindgen::build {

/// The maximum nesting; deeper than anything the tool writes or needs. Parsers are recursive, and a value with millions
/// of levels ("[[[[...") would overflow the stack.
inline constexpr std::size_t kDeepestJson = 200;

/// Builds a value like nlohmann's own parser, but throws Json::other_error beyond kDeepestJson levels.
template <class Json>
class ShallowReader : public nlohmann::detail::json_sax_dom_parser<Json> {
  using Base = nlohmann::detail::json_sax_dom_parser<Json>;

 public:
  explicit ShallowReader(Json& into) : Base(into, /*allow_exceptions_=*/true) {}
  bool start_object(std::size_t size) { return enter() && Base::start_object(size); }
  bool end_object() { return leave() && Base::end_object(); }
  bool start_array(std::size_t size) { return enter() && Base::start_array(size); }
  bool end_array() { return leave() && Base::end_array(); }

 private:
  bool enter() {
    if (++depth_ > kDeepestJson) throw Json::other_error::create(501, "it is nested too deeply", nullptr);
    return true;
  }
  bool leave() {
    --depth_;
    return true;
  }

  std::size_t depth_ = 0;
};

/// Parses JSON text. Throws Json::exception if it is invalid, is followed by other text, or is nested too deeply.
template <class Json = nlohmann::json>
Json parse_json(std::string_view text) {
  Json value;
  ShallowReader<Json> reader(value);
  Json::sax_parse(text.begin(), text.end(), &reader);
  return value;
}

/// Parses CBOR as written by exact_bytes(). Returns a discarded value if it is invalid, is followed by other bytes, or
/// is nested too deeply.
nlohmann::json parse_cbor(std::string_view bytes);

}  // namespace rocm_bindgen::build
