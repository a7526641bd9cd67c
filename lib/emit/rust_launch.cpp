#include "emit/rust_launch.hpp"

#include <array>
#include <set>

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include "emit/rust_module.hpp"
#include "emit/user_template.hpp"

namespace rocm_bindgen::build {
namespace {

struct RustTypePair {
  const char* cpp;
  const char* rust;
};

/// The types of values in launch functions of C++, and their counterparts. Integers have the width in the name.
constexpr std::array kRustTypes{RustTypePair{"bool", "bool"},
                                RustTypePair{"char", "i8"},
                                RustTypePair{"float", "f32"},
                                RustTypePair{"double", "f64"},
                                RustTypePair{"rocm_bindgen::f16", "::rocm_bindgen::F16"},
                                RustTypePair{"rocm_bindgen::bf16", "::rocm_bindgen::Bf16"},
                                RustTypePair{"rocm_bindgen::f8e4m3", "::rocm_bindgen::F8E4M3"}};

/// The type of the elements that a pointer refers to. A byte may have any value, which a Rust bool must not.
std::string rust_element_type(llvm::StringRef pointer) {
  pointer.consume_front("const ");
  pointer.consume_back("*");
  if (pointer == "void") return "::rocm_bindgen::Untyped";
  return pointer == "bool" ? "u8" : rust_type(pointer.str());
}

/// A parameter of a launch function, and the argument that is made of it.
struct RustParts {
  std::string type;
  std::string argument;
};

RustParts rust_parts_of(const BuiltParameter& parameter, const std::string& name) {
  const llvm::StringRef type(parameter.declared.launch_type);
  if (is_struct(parameter))
    return {fmt::format("&[u8; {}]", parameter.declared.size),
            fmt::format("::rocm_bindgen::Argument::bytes({})", name)};
  if (!is_pointer(parameter)) return {rust_type(type.str()), fmt::format("::rocm_bindgen::Argument::value(&{})", name)};
  const auto* direction = type.starts_with("const ") ? "Input" : "Output";
  return {fmt::format("impl ::rocm_bindgen::{}<{}>", direction, rust_element_type(type)),
          fmt::format("::rocm_bindgen::Argument::address(&{}.address())", name)};
}

}  // namespace

std::string rust_type(const std::string& launch_type) {
  const auto* found = llvm::find_if(kRustTypes, [&](const RustTypePair& pair) { return pair.cpp == launch_type; });
  if (found != kRustTypes.end()) return found->rust;
  llvm::StringRef name(launch_type);
  name.consume_front("std::");
  name.consume_back("_t");
  const bool is_unsigned = name.consume_front("uint");
  if (!is_unsigned) name.consume_front("int");
  return (is_unsigned ? "u" : "i") + name.str();
}

std::string rust_launch_function(const BuiltKernel& kernel, const std::string& name, const std::string& constant,
                                 std::size_t index) {
  // The names that the function itself uses.
  std::set<std::string> taken{"stream", "launch"};
  std::string parameters, arguments;
  for (const auto& parameter : kernel.parameters) {
    const auto rust_name = unique_rust_name(rust_identifier(parameter.identifier), taken);
    const auto parts = rust_parts_of(parameter, rust_name);
    parameters += fmt::format(", {}: {}", rust_name, parts.type);
    arguments += fmt::format("            {},\n", parts.argument);
  }
  std::string text = fmt::format(
      "    pub fn {}(stream: &::rocm_bindgen::Stream, launch: ::rocm_bindgen::Launch{}) -> "
      "::core::result::Result<(), ::rocm_bindgen::Error> {{\n",
      name, parameters);
  // One statement, so that the values whose addresses the arguments contain live until the call returns.
  text += "        // SAFETY: the arguments have the types of the kernel's parameters.\n";
  text += fmt::format("        unsafe {{ super::{}.launch({}, stream, launch, &[\n", constant, index);
  return text + arguments + "        ]) }\n    }";
}

Expected<std::string> emit_rust_launch(const std::vector<BuiltModule>& modules, const DataModelPlace& place) {
  auto model = rust_model(modules, place, {"Id", "Page"});
  for (auto& module : model["modules"]) {
    const auto& kernels = modules[module["index"].get<std::size_t>()].kernels;
    for (auto& kernel : module["kernels"]) {
      const auto index = kernel["index"].get<std::size_t>();
      kernel["launch_function"] = rust_launch_function(kernels[index], kernel["rust_name"].get<std::string>(),
                                                       module["rust_constant"].get<std::string>(), index);
    }
  }
  return require_utf8(render_embedded("templates/launch.rs.mustache", model, modules), "--emit rust-launch");
}

}  // namespace rocm_bindgen::build
