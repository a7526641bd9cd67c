#pragma once

#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

namespace rocm_bindgen::build {

/// Deeper than anything the tool writes or has a use for. Readers call themselves for what is inside, and a value of
/// millions of levels, which is as easily written as "[[[[...", would end the process.
inline constexpr std::size_t kDeepestJson = 200;

/// Builds a value as nlohmann's own reader does, and throws Json::other_error below kDeepestJson.
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
    if (++depth_ > kDeepestJson)
      throw Json::other_error::create(501, "it is nested more deeply than anything sensible", nullptr);
    return true;
  }
  bool leave() {
    --depth_;
    return true;
  }

  std::size_t depth_ = 0;
};

/// A value from JSON text. Throws Json::exception for what is none, has something after it, or is too deep.
template <class Json = nlohmann::json>
Json parse_json(std::string_view text) {
  Json value;
  ShallowReader<Json> reader(value);
  Json::sax_parse(text.begin(), text.end(), &reader);
  return value;
}

/// A value from CBOR as exact_bytes() writes it; discarded if it is none, has something after it, or is too deep.
nlohmann::json parse_cbor(std::string_view bytes);

}  // namespace rocm_bindgen::build
