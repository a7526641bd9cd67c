#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// A tag of a mustache template: "{{name}}", "{{#name}}", "{{> name}}".
struct TemplateTag {
  char kind = 0;             ///< '#', '^', '/', '>', '!' or '&', as written; 0 = a variable
  std::string name;          ///< without surrounding blanks
  std::size_t name_end = 0;  ///< offset in the text, after the name
  std::size_t offset = 0;    ///< offset of the tag in the text
};

/// Returns the tags in `text`, in order, except those that change the delimiters.
std::vector<TemplateTag> template_tags(std::string_view text);

/// A position in a text; both numbers count from 1.
struct TextPlace {
  unsigned line = 1;
  unsigned column = 1;
};
TextPlace place_of(std::string_view text, std::size_t offset);

}  // namespace rocm_bindgen::build
