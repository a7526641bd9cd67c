#include "emit/template_tags.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

/// Returns "#name@offset" of each tag, and checks that the name ends at the given offset.
std::vector<std::string> tags(const std::string& text) {
  std::vector<std::string> found;
  for (const auto& tag : template_tags(text)) {
    CHECK(text.substr(tag.name_end - tag.name.size(), tag.name.size()) == tag.name);
    found.push_back((tag.kind == 0 ? std::string() : std::string(1, tag.kind)) + tag.name + "@" +
                    std::to_string(tag.offset));
  }
  return found;
}

}  // namespace

TEST_CASE("emit: tags of a template are found as the engine finds them") {
  using Tags = std::vector<std::string>;
  CHECK(tags("") == Tags{});
  CHECK(tags("{ {a}} {{") == Tags{});
  CHECK(tags("{{a}}{{ b.c }}{{{d}}}{{& e}}") == Tags{"a@0", "b.c@5", "d@14", "&e@21"});
  CHECK(tags("{{#s}}{{^ s }}{{/s}}{{> p}}{{! not {{ a tag }}") ==
        Tags{"#s@0", "^s@6", "/s@14", ">p@20", "!not {{ a tag@27"});
  // {{=<% %>=}} changes the delimiters, so that {{x}} is text; <%={{ }}=%> changes them back.
  CHECK(tags("{{=<% %>=}}{{x}}<%a%><%={{ }}=%>{{{b}}}") == Tags{"a@16", "b@32"});
  CHECK(tags("{{a}} {{unclosed") == Tags{"a@0"});
}

TEST_CASE("emit: positions in a text count from 1") {
  const std::string text = "ab\ncd\n";
  const auto at = [&](std::size_t offset) {
    const auto place = place_of(text, offset);
    return std::to_string(place.line) + ":" + std::to_string(place.column);
  };
  CHECK(at(0) == "1:1");
  CHECK(at(2) == "1:3");
  CHECK(at(3) == "2:1");
  CHECK(at(6) == "3:1");
}
