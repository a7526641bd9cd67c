#include "expression_source.hpp"

#include "kernel_headers.hpp"

namespace rocm_bindgen::ops {
namespace {

/// The names of the element types in C++ and expression.cuh.
constexpr std::string_view type_of(DType dtype) {
  constexpr std::string_view types[] = {"uint8_t", "uint32_t", "int16_t", "int32_t", "int64_t",
                                        "bf16",    "f16",      "float",   "double",  "f8e4m3"};
  return types[static_cast<std::size_t>(dtype)];
}

constexpr std::string_view type_of(Variable::Kind kind) {
  constexpr std::string_view types[] = {"", "float", "double", "int32_t", "int64_t"};
  return types[static_cast<std::size_t>(kind)];
}

/// Replaces <stdint.h>, which run-time compilers do not have. Some of them define these names anyway, but not all for
/// the same types.
constexpr char kIntegers[] =
    "#pragma once\n"
    "typedef signed char view_i8;\ntypedef short view_i16;\ntypedef int view_i32;\ntypedef long long view_i64;\n"
    "typedef unsigned char view_u8;\ntypedef unsigned short view_u16;\ntypedef unsigned int view_u32;\n"
    "typedef unsigned long long view_u64;\n"
    "#define int8_t view_i8\n#define int16_t view_i16\n#define int32_t view_i32\n#define int64_t view_i64\n"
    "#define uint8_t view_u8\n#define uint16_t view_u16\n#define uint32_t view_u32\n#define uint64_t view_u64\n"
    "#define uintptr_t view_u64\n";

}  // namespace

std::string expression_source(std::string_view expression, const std::vector<Variable>& tensors,
                              const std::vector<Variable>& numbers, DType out, std::uint32_t pack) {
  const auto elements = std::to_string(pack);
  const auto operands = std::to_string(tensors.size() + 1);
  std::string types, parameters, values, arguments, operand_list, pack_reads, element_reads;
  const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
  for (std::size_t k = 0; k < tensors.size(); ++k) {
    const std::string name(tensors[k].name), type(type_of(tensors[k].tensor.dtype));
    const auto number = std::to_string(k + 1), operand = "operand_" + number;
    parameters += ", const " + type + "* in_" + number;
    operand_list += "  Operand<" + type + ", " + elements + "> " + operand + "{in_" + number + "};\n";
    pack_reads += "    read_whole(thread, offsets, " + number + ", " + operand + ");\n";
    element_reads += "      read_one(exists, from, " + number + ", " + operand + ");\n";
    add(values, "const value_of_" + number + " " + name);
    types += "typedef Element<" + type + ">::Value value_of_" + number + ";\n";
    add(arguments, operand + ".get(j)");
  }
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const std::string name(numbers[k].name), type(type_of(numbers[k].kind));
    const auto argument = "number_" + std::to_string(k + 1);
    parameters += ", " + type + " " + argument;
    add(values, "const " + type + " " + name);
    add(arguments, argument);
  }
  const std::string result(type_of(out)), text(expression);
  // The function is in its own namespace, so that the variables' names do not conflict with names of the kernel
  // headers. The lines after the expression are numbered from 100 on, so that messages about them differ from those
  // about the lines before it.
  return "#line 1 \"kernel\"\n#include \"expression.cuh\"\nnamespace of_user {\n" + types +
         "__device__ __forceinline__ auto value(" + values + ") {\n  return (\n#line 1 \"expression\"\n" + text +
         "\n#line 100 \"kernel\"\n);\n}\n}\nextern \"C\" __global__ void __launch_bounds__(kViewBlock) " +
         kExpressionKernel + "(const View<" + operands + "> view, " + result + "* out" + parameters +
         ") {\n  const ViewThread<" + operands + ", " + elements +
         "> thread(view, blockIdx.x * blockDim.x + threadIdx.x);\n  if (thread.count == 0) return;\n" + operand_list +
         "  OperandOffsets<" + operands +
         "> offsets = {};\n  if (thread.whole()) {\n    offsets = thread.offsets();\n" + pack_reads +
         "  } else {\n    thread.each([&](bool exists, const OperandOffsets<" + operands + ">& from) {\n" +
         element_reads + "    });\n  }\n  Pack<" + result + ", " + elements +
         "> results;\n#pragma unroll\n  for (int j = 0; j < " + elements + "; ++j) results.set(j, Element<" + result +
         ">::from(of_user::value(" + arguments +
         ")));\n  if (thread.whole()) {\n    thread.write(out + offsets.offset[0], results);\n  } else {\n" +
         "    thread.each([&](bool exists, const OperandOffsets<" + operands + ">& to) {\n      const " + result +
         " result = results.pop();\n      if (exists) out[to.offset[0]] = result;\n    });\n  }\n}\n";
}

namespace {

/// A run-time compiler finds headers by name only, without folders, so "../common/pack.cuh" becomes "pack.cuh".
std::string without_folders(std::string_view text) {
  constexpr std::string_view kInclude = "#include \"", kFolder = "../common/";
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
    auto line = text.substr(at, end - at);
    at = end;
    if (line.substr(0, kInclude.size()) == kInclude && line.substr(kInclude.size(), kFolder.size()) == kFolder) {
      result += kInclude;
      line.remove_prefix(kInclude.size() + kFolder.size());
    }
    result += line;
  }
  return result;
}

}  // namespace

CompileOptions expression_options(const std::string& driver) {
  CompileOptions options;
  options.name = "expression";
  options.flags = {"-std=c++17"};
  const bool is_nvidia = driver == "nvidia";
  // The first flag is for accesses of 16 bytes, which use a 128-bit integer. With the second one, functions without an
  // attribute are compiled for the device.
  if (is_nvidia) options.flags.insert(options.flags.end(), {"--device-int128", "-default-device"});
  for (const auto& header : kernel_headers())
    options.headers.push_back(
        {std::string(header.path.substr(header.path.rfind('/') + 1)), without_folders(header.text)});
  // NVRTC does not have these names of gcc and clang.
  options.headers.push_back(
      {"cuda_runtime.h", is_nvidia ? "#define __extension__\n#define __builtin_memcpy memcpy\n" : "#pragma once\n"});
  options.headers.push_back({"stddef.h", "#pragma once\n"});
  options.headers.push_back({"stdint.h", kIntegers});
  return options;
}

}  // namespace rocm_bindgen::ops
