#include "emit/template_tags.hpp"

#include <algorithm>

#include <llvm/ADT/StringRef.h>

namespace rocm_bindgen::build {
namespace {

struct Delimiters {
  std::string open = "{{";
  std::string close = "}}";
};

/// Parses a tag such as "=<% %>=", which defines the delimiters of the tags after it.
Delimiters new_delimiters(llvm::StringRef contents) {
  const auto words = contents.drop_front().drop_back().trim().split(' ');
  return {words.first.str(), words.second.trim().str()};
}

/// `contents` is the tag without delimiters and surrounding blanks; it must be a part of `text`.
TemplateTag tag_of(std::string_view text, llvm::StringRef contents, std::size_t offset, bool triple) {
  TemplateTag tag;
  tag.offset = offset;
  if (!triple && !contents.empty() && llvm::StringRef("#^/>&!").contains(contents.front())) {
    tag.kind = contents.front();
    contents = contents.drop_front().ltrim();
  }
  tag.name = contents.str();
  tag.name_end = static_cast<std::size_t>(contents.end() - text.data());
  return tag;
}

}  // namespace

std::vector<TemplateTag> template_tags(std::string_view text) {
  std::vector<TemplateTag> tags;
  Delimiters delimiters;
  for (auto at = text.find(delimiters.open); at != std::string_view::npos; at = text.find(delimiters.open, at)) {
    const bool usual = delimiters.open == "{{" && delimiters.close == "}}";
    const bool triple = usual && at + 2 < text.size() && text[at + 2] == '{';
    const std::string close = triple ? "}}}" : delimiters.close;
    const auto begin = at + delimiters.open.size() + (triple ? 1 : 0);
    const auto end = text.find(close, begin);
    if (end == std::string_view::npos) break;
    const auto contents = llvm::StringRef(text.data() + begin, end - begin).trim();
    if (contents.size() > 1 && contents.starts_with("="))
      delimiters = new_delimiters(contents);
    else
      tags.push_back(tag_of(text, contents, at, triple));
    at = end + close.size();
  }
  return tags;
}

TextPlace place_of(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, offset);
  TextPlace place;
  place.line += static_cast<unsigned>(std::count(before.begin(), before.end(), '\n'));
  const auto line_start = before.rfind('\n') + 1;  // npos + 1 = 0
  place.column += static_cast<unsigned>(before.size() - line_start);
  return place;
}

}  // namespace rocm_bindgen::build
