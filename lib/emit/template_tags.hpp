#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// A tag of a mustache template that the engine takes: "{{name}}", "{{#name}}", "{{> name}}".
struct TemplateTag {
  char kind = 0;             ///< '#', '^', '/', '>', '!' or '&' as written; 0 = a variable
  std::string name;          ///< without the blanks around it
  std::size_t name_end = 0;  ///< offset of what follows the name in the text
  std::size_t offset = 0;    ///< of the tag in the text
};

/// The tags of `text` but for those that change the delimiters, in order.
std::vector<TemplateTag> template_tags(std::string_view text);

/// A place in a text, counted from 1.
struct TextPlace {
  unsigned line = 1;
  unsigned column = 1;
};
TextPlace place_of(std::string_view text, std::size_t offset);

}  // namespace rocm_bindgen::build
