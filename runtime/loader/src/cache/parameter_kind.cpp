#include "cache/parameter_kind.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace rocm_bindgen::runtime {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
}

constexpr std::string_view kIntegers[] = {"int",      "unsigned",  "signed",   "long",     "short",   "char",
                                          "bool",     "size_t",    "int8_t",   "int16_t",  "int32_t", "int64_t",
                                          "uint8_t",  "uint16_t",  "uint32_t", "uint64_t", "uint",    "ptrdiff_t",
                                          "intptr_t", "uintptr_t", "ssize_t",  "ulong"};

}  // namespace

ArgumentKind parameter_kind(const ParameterInfo& parameter) {
  if (parameter.is_pointer) return ArgumentKind::pointer;
  std::string_view type = parameter.type;
  ArgumentKind kind = ArgumentKind::other;
  while (!type.empty()) {
    if (!is_name_character(type.front())) {
      // Any other character belongs to a type that is not a plain number: "float &", "int[4]", "vec<float>".
      if (type.front() != ' ') return ArgumentKind::other;
      type.remove_prefix(1);
      continue;
    }
    const auto end = std::find_if_not(type.begin(), type.end(), is_name_character);
    auto word = type.substr(0, static_cast<std::size_t>(end - type.begin()));
    type.remove_prefix(word.size());
    if (word.substr(0, 5) == "std::") word.remove_prefix(5);
    if (word == "const" || word == "volatile") continue;
    if (word == "float" || word == "double")
      kind = ArgumentKind::floating;  // in "long double", too
    else if (std::find(std::begin(kIntegers), std::end(kIntegers), word) != std::end(kIntegers))
      kind = kind == ArgumentKind::floating ? kind : ArgumentKind::integer;
    else
      return ArgumentKind::other;
  }
  return kind;
}

}  // namespace rocm_bindgen::runtime
