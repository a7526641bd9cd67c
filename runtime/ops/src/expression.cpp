#include "rocm_bindgen/ops/expression.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <vector>

#include "expression_source.hpp"
#include "launch_view.hpp"
#include "operands.hpp"

namespace rocm_bindgen::ops {
namespace {

constexpr std::string_view kOperation = "elementwise";
/// The widest memory access of a thread.
constexpr std::size_t kThreadBytes = 16;

/// The keywords of C++17, as which the expressions are compiled; see expression_options().
constexpr std::string_view kKeywords[] = {
    "alignas",  "alignof",  "and",       "and_eq",       "asm",         "auto",     "bitand",   "bitor",
    "bool",     "break",    "case",      "catch",        "char",        "char16_t", "char32_t", "class",
    "compl",    "const",    "constexpr", "const_cast",   "continue",    "decltype", "default",  "delete",
    "do",       "double",   "else",      "dynamic_cast", "enum",        "explicit", "export",   "extern",
    "false",    "float",    "for",       "friend",       "goto",        "if",       "inline",   "int",
    "long",     "mutable",  "namespace", "new",          "noexcept",    "not",      "not_eq",   "nullptr",
    "operator", "or",       "or_eq",     "private",      "protected",   "public",   "register", "reinterpret_cast",
    "return",   "short",    "signed",    "sizeof",       "static",      "struct",   "switch",   "static_assert",
    "template", "this",     "throw",     "thread_local", "static_cast", "true",     "try",      "typedef",
    "typeid",   "typename", "union",     "unsigned",     "using",       "virtual",  "void",     "volatile",
    "wchar_t",  "while",    "xor",       "xor_eq"};

bool is_identifier(std::string_view name) {
  if (std::find(std::begin(kKeywords), std::end(kKeywords), name) != std::end(kKeywords)) return false;
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

/// The variables of an expression: tensors and numbers, each in the given order.
struct Variables {
  std::vector<Variable> tensors, numbers;

  Variables(const Variable* all, std::size_t count) {
    for (const auto* next = all; next != all + count; ++next) {
      const auto& variable = *next;
      if (!is_identifier(variable.name)) refuse(kOperation, variable.name, "is not a valid name in C++");
      const auto has_name = [&](const Variable& other) { return other.name == variable.name; };
      if (std::any_of(tensors.begin(), tensors.end(), has_name) ||
          std::any_of(numbers.begin(), numbers.end(), has_name))
        refuse(kOperation, variable.name, "occurs twice");
      (variable.kind == Variable::Kind::tensor ? tensors : numbers).push_back(variable);
    }
    if (tensors.size() > kMostExpressionTensors)
      refuse(
          kOperation, "variables",
          "are " + std::to_string(tensors.size()) + " tensors; the limit is " + std::to_string(kMostExpressionTensors));
  }
};

/// A number in the type of the kernel's parameter.
struct Number {
  union {
    float f32;
    double f64;
    std::int32_t i32;
    std::int64_t i64;
  };

  Argument argument_of(const Variable& variable) {
    switch (variable.kind) {
      case Variable::Kind::f32:
        f32 = static_cast<float>(variable.real);
        return rocm_bindgen::argument(f32);
      case Variable::Kind::i32:
        i32 = static_cast<std::int32_t>(variable.integer);
        return rocm_bindgen::argument(i32);
      case Variable::Kind::i64:
        i64 = variable.integer;
        return rocm_bindgen::argument(i64);
      default:
        f64 = variable.real;
        return rocm_bindgen::argument(f64);
    }
  }
};

std::uint32_t pack_of(const Variables& variables, const TensorView& out) {
  auto widest = size_of(out.dtype);
  for (const auto& variable : variables.tensors) widest = std::max(widest, size_of(variable.tensor.dtype));
  return static_cast<std::uint32_t>(kThreadBytes / widest);
}

template <int kOperands>
void launch(const Kernel& kernel, Stream& stream, const Variables& variables, const View<kOperands>& view,
            const std::array<void*, at(kOperands)>& addresses) {
  std::vector<Number> numbers(variables.numbers.size());
  std::vector<Argument> arguments{argument(view)};
  for (const auto& address : addresses) arguments.push_back(argument(address));
  for (std::size_t k = 0; k < numbers.size(); ++k) arguments.push_back(numbers[k].argument_of(variables.numbers[k]));
  // The kernel is in no bundled module. With `unary`, view_launch() gives each thread one place, as this kernel
  // requires.
  kernel.launch_checked(view_launch(kernel, BundledModule::unary, view.place_count), stream, arguments.data(),
                        arguments.size());
}

/// Launches the kernel of an expression. walk_together() requires an array of the result and then the tensors, whose
/// length is known at compile time, so there is an index for each tensor.
template <std::size_t... kIndices>
void run(Stream& stream, std::string_view expression, const Variables& variables, const TensorView& out,
         std::index_sequence<kIndices...>) {
  constexpr auto kOperands = static_cast<int>(sizeof...(kIndices) + 1);
  const Named tensors[] = {{"out", out}, {variables.tensors[kIndices].name, variables.tensors[kIndices].tensor}...};
  const auto walk = walk_together(kOperation, tensors);
  if (count_of(walk) == 0) return;
  const auto device = stream.device();
  const auto pack = pack_of(variables, out);
  static const auto amd = expression_options("amd"), nvidia = expression_options("nvidia");
  const auto& module =
      device.compile(expression_source(expression, variables.tensors, variables.numbers, out.dtype, pack),
                     device.info().driver == "nvidia" ? nvidia : amd);
  const auto kernel = device.kernel(module, kExpressionKernel);
  for_each_view(walk, pack, [&](const View<kOperands>& view, const std::array<void*, at(kOperands)>& addresses) {
    launch(kernel, stream, variables, view, addresses);
  });
}

}  // namespace

void elementwise(Stream& stream, std::string_view expression, std::initializer_list<Variable> all,
                 const TensorView& out) {
  elementwise(stream, expression, all.begin(), all.size(), out);
}

void elementwise(Stream& stream, std::string_view expression, const Variable* all, std::size_t count,
                 const TensorView& out) {
  const Variables variables(all, count);
  if (expression.find_first_not_of(" \t\n") == std::string_view::npos) refuse(kOperation, "expression", "is empty");
  switch (variables.tensors.size()) {
    case 0:
      return run(stream, expression, variables, out, std::make_index_sequence<0>{});
    case 1:
      return run(stream, expression, variables, out, std::make_index_sequence<1>{});
    case 2:
      return run(stream, expression, variables, out, std::make_index_sequence<2>{});
    case 3:
      return run(stream, expression, variables, out, std::make_index_sequence<3>{});
    case 4:
      return run(stream, expression, variables, out, std::make_index_sequence<4>{});
    case 5:
      return run(stream, expression, variables, out, std::make_index_sequence<5>{});
    case 6:
      return run(stream, expression, variables, out, std::make_index_sequence<6>{});
    default:
      return run(stream, expression, variables, out, std::make_index_sequence<kMostExpressionTensors>{});
  }
}

}  // namespace rocm_bindgen::ops
