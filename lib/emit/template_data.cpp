// The data contains marks in place of the code objects' bytes. A mark consists of an opening, the numbers of a spelling
// (see kSpellings), of the module and of the code object, and the mark character. BytesSink replaces the marks in the
// engine's output. On its way a mark may pass through the functions on text that templates can use (`upper`, `escaped`
// and others), so these are applied only to the text outside marks. In addition, the opening has no letters, which a
// function could change.

#include "emit/template_data.hpp"

#include <array>
#include <charconv>

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Base64.h>

#include "emit/header.hpp"
#include "support/escape.hpp"
#include "support/exact_bytes.hpp"
#include "support/hash.hpp"

namespace rocm_bindgen::build {
namespace {

namespace mustache = kainjow::mustache;
using OrderedJson = nlohmann::ordered_json;

/// Starts the opening of a mark, and ends the mark.
constexpr char kMark = '\x01';

/// The spellings of bytes: first the three of the image, then the same three of the zstd frame.
constexpr std::array<const char*, 6> kSpellings{
    "literal", "base64", "byte_list", "compressed_literal", "compressed_base64", "compressed_byte_list"};
constexpr std::size_t kCompressed = 3;  ///< index of the first spelling of the frame

/// Writes bytes as decimal numbers, 24 per line: "127,69,76,70,".
std::string byte_list(std::string_view bytes) {
  constexpr std::size_t kPerLine = 24;
  std::string text;
  text.reserve(bytes.size() * 4);
  std::array<char, 4> digits{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i != 0) text += i % kPerLine == 0 ? ",\n" : ",";
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<unsigned char>(bytes[i]));
    text.append(digits.data(), end.ptr);
  }
  return text;
}

/// Escapes text for a string literal in any of C, C++, Rust, JSON, Python and similar languages, with the escapes that
/// they all share.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\r') {
      result += "\\r";
    } else if (c == '\t') {
      result += "\\t";
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result;
}

/// Applies `function` to the text outside marks.
template <class Function>
std::string outside_marks(std::string_view text, const std::string& opening, Function function) {
  std::string result;
  for (auto open = text.find(opening); open != std::string_view::npos; open = text.find(opening)) {
    const auto close = text.find(kMark, open + opening.size());
    if (close == std::string_view::npos) break;
    result.append(function(text.substr(0, open))).append(text.substr(open, close + 1 - open));
    text.remove_prefix(close + 1);
  }
  return result.append(function(text));
}

template <class Function>
mustache::data function_on_text(const std::string& opening, Function function) {
  return mustache::data(
      mustache::lambda2{[function, opening](const std::string& text, const mustache::renderer& render) {
        return outside_marks(render(text), opening, function);
      }});
}

/// The name of one item of a list: "code_objects" becomes "code_object".
std::string kind_of(const std::string& list) {
  return list.ends_with('s') ? list.substr(0, list.size() - 1) : list;
}

/// Numbers and texts become text; booleans stay booleans, which sections test.
mustache::data scalar(const OrderedJson& value) {
  if (value.is_boolean()) return mustache::data(value.get<bool>());
  return mustache::data(value.is_string() ? value.get<std::string>() : value.dump());
}

mustache::data object_data(const OrderedJson& object, const std::string& kind);

mustache::data list_data(const OrderedJson& list, const std::string& kind) {
  mustache::list items;
  items.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto item = list[i].is_object() ? object_data(list[i], kind) : scalar(list[i]);
    if (item.is_object()) {
      item["is_first"] = mustache::data(i == 0);
      item["is_last"] = mustache::data(i + 1 == list.size());
    }
    items.push_back(std::move(item));
  }
  return mustache::data(items);
}

/// `kind` is the name of the kind of object; empty for the whole model.
mustache::data object_data(const OrderedJson& object, const std::string& kind) {
  mustache::data data;
  for (const auto& [name, value] : object.items()) {
    if (value.is_array()) {
      const auto item = kind_of(name);
      data["has_" + name] = mustache::data(!value.empty());
      data[item + "_count"] = mustache::data(std::to_string(value.size()));
      data[name] = list_data(value, item);
      continue;
    }
    // A kernel's `name` hides that of its module, so {{module_name}} is defined as well.
    if (!kind.empty()) data[kind + "_" + name] = scalar(value);
    data[name] = scalar(value);
  }
  return data;
}

/// Returns the model with marks added to every code object.
OrderedJson with_marks(OrderedJson model, const std::string& opening) {
  for (auto& module : model["modules"])
    for (auto& object : module["code_objects"])
      for (std::size_t spelling = 0; spelling < kSpellings.size(); ++spelling)
        object[kSpellings[spelling]] =
            fmt::format("{}{} {} {}{}", opening, spelling, module["index"].get<std::size_t>(),
                        object["index"].get<std::size_t>(), kMark);
  return model;
}

}  // namespace

mustache::data template_data(const OrderedJson& model, const std::string& opening) {
  auto data = object_data(with_marks(model, opening), "");
  data["escaped"] = function_on_text(opening, escaped);
  data["c_string"] = function_on_text(opening, c_string);
  data["c_comment"] = function_on_text(opening, c_comment);
  data["rust_string"] = function_on_text(opening, rust_string);
  data["rust_comment"] = function_on_text(opening, rust_comment);
  data["json_string"] = function_on_text(opening, json_string);
  data["html"] = function_on_text(opening, html_text);
  data["upper"] = function_on_text(opening, [](llvm::StringRef text) { return text.upper(); });
  data["lower"] = function_on_text(opening, [](llvm::StringRef text) { return text.lower(); });
  return data;
}

std::string mark_opening(const OrderedJson& model) {
  // Letters are replaced by digits; see the top of this file.
  auto digits = content_hash(exact_bytes(model));
  for (char& digit : digits)
    if (digit >= 'a') digit = static_cast<char>(digit - 'a' + '0');
  return fmt::format("{}{} ", kMark, digits);
}

BytesSink& BytesSink::operator<<(const std::string& piece) {
  std::string_view rest = piece;
  for (auto open = rest.find(opening_); open != std::string_view::npos; open = rest.find(opening_)) {
    const auto close = rest.find(kMark, open + opening_.size());
    if (close == std::string_view::npos) break;
    page_ += rest.substr(0, open);
    append_bytes(rest.substr(open + opening_.size(), close - open - opening_.size()));
    rest.remove_prefix(close + 1);
  }
  page_ += rest;
  return *this;
}

void BytesSink::append_bytes(std::string_view mark) {
  llvm::StringRef rest(mark.data(), mark.size());
  std::size_t spelling = 0, module = 0, index = 0;
  const bool is_mark = !rest.consumeInteger(10, spelling) && rest.consume_front(" ") &&
                       !rest.consumeInteger(10, module) && rest.consume_front(" ") && !rest.getAsInteger(10, index) &&
                       spelling < kSpellings.size() && module < modules_.size() &&
                       index < modules_[module].code_objects.size();
  if (!is_mark) {
    page_.append(opening_).append(mark).append(1, kMark);
    return;
  }
  const auto& object = modules_[module].code_objects[index];
  const std::string& bytes = spelling < kCompressed ? object.image : object.compressed;
  switch (spelling % kCompressed) {
    case 0:  // literal
      page_ += llvm::StringRef(byte_literal(bytes)).ltrim();
      break;
    case 1:  // base64
      page_ += llvm::encodeBase64(bytes);
      break;
    default:  // byte_list
      page_ += byte_list(bytes);
  }
}

}  // namespace rocm_bindgen::build
