#include "support/parse_json.hpp"

#include "support/catch.hpp"
#include "support/exact_bytes.hpp"

using namespace rocm_bindgen::build;
using Json = nlohmann::json;

namespace {

Json nested(std::size_t levels, bool objects) {
  Json value = objects ? Json::object() : Json::array();
  for (std::size_t i = 1; i < levels; ++i) value = objects ? Json{{"x", value}} : Json::array({value});
  return value;
}

}  // namespace

TEST_CASE("json: values of up to the permitted depth are preserved and deeper ones are refused") {
  const Json value{{"a", {1, -2, 3.5, true, nullptr, "text", {{"b", Json::array()}}}}, {"c", "\xC3\xBC"}};
  CHECK(parse_json(value.dump()) == value);
  CHECK(parse_cbor(exact_bytes(value)) == value);
  for (const bool objects : {false, true}) {
    const auto deepest = nested(kDeepestJson, objects);
    CHECK(parse_json(deepest.dump()) == deepest);
    CHECK(parse_cbor(exact_bytes(deepest)) == deepest);
    const auto deeper = nested(kDeepestJson + 1, objects);
    CHECK_THROWS_AS(parse_json(deeper.dump()), Json::exception);
    CHECK(parse_cbor(exact_bytes(deeper)).is_discarded());
  }
}

TEST_CASE("json: deep nesting of any kind does not overflow the stack") {
  // With a byte of the stack per level, this would already exceed the usual 8 MB.
  constexpr std::size_t kLevels = 10'000'000;
  CHECK_THROWS_AS(parse_json(std::string(kLevels, '[')), Json::exception);
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  CHECK_THROWS_AS(parse_json(objects), Json::exception);
  // An array of one, a map of one, a tag, and arrays, maps, texts and bytes of indefinite length.
  for (const char byte : {'\x81', '\xA1', '\xC1', '\x9F', '\xBF', '\x7F', '\x5F'})
    CHECK(parse_cbor(std::string(kLevels, byte)).is_discarded());
}

TEST_CASE("json: CBOR that ends early, has trailing data or declares too much is refused") {
  const auto bytes = exact_bytes({{"key", {"value", 1, 70000, 1e10, nullptr}}, {"other", std::string(300, 'x')}});
  for (std::size_t i = 0; i < bytes.size(); ++i) CHECK(parse_cbor(bytes.substr(0, i)).is_discarded());
  CHECK(parse_cbor(bytes + '\0').is_discarded());
  // The start of an array of 2^64 - 1 elements, of a map of 2^63, and of a text of 2^64 - 1 bytes.
  using namespace std::string_literals;
  for (const auto& claim :
       {"\x9B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s, "\xBB\x80\0\0\0\0\0\0\0"s, "\x7B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s})
    CHECK(parse_cbor(claim + "x").is_discarded());
}
