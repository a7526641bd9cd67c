#include "emit/built_module.hpp"
#include "emit/header.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

BuiltKernel kernel(std::string qualified_name, std::vector<KernelParameter> parameters = {}) {
  BuiltKernel built;
  built.qualified_name = std::move(qualified_name);
  for (auto& parameter : parameters) built.parameters.push_back({std::move(parameter), {}, 0});
  return built;
}

std::vector<std::string> names(const std::vector<std::string>& qualified) {
  std::vector<BuiltKernel> kernels;
  for (const auto& name : qualified) kernels.push_back(kernel(name));
  name_kernels(kernels);
  std::vector<std::string> identifiers;
  for (const auto& built : kernels) identifiers.push_back(built.identifier);
  return identifiers;
}

}  // namespace

TEST_CASE("emit: kernels have their qualified names and overloads are numbered") {
  CHECK(names({"add", "ns::scale<float>", "ns::scale<float, 4>", "f", "f", "f"}) ==
        std::vector<std::string>{"add", "ns_scale_float", "ns_scale_float_4", "f", "f_2", "f_3"});
  CHECK(names({"f", "f_2", "f"}) == std::vector<std::string>{"f", "f_2", "f_3"});
  // '<' and '>' become '_'. A run of '_' becomes one, and a final one stays only if the kernel's own name ends with it.
  CHECK(names({"std_", "g<1>", "g_<2>", "h_"}) == std::vector<std::string>{"std_", "g_1", "g_2", "h_"});
  // Launch functions name their template parameters Struct0, Struct1, ...
  CHECK(names({"Struct0", "Struct", "Structs1"}) == std::vector<std::string>{"Struct0_", "Struct", "Structs1"});
}

TEST_CASE("emit: names that C++ or the emitted code uses get an underscore, and unnamed parameters a number") {
  CHECK(legal_identifier("float") == "float_");
  CHECK(legal_identifier("linux") == "linux_");
  CHECK(legal_identifier("add") == "add");
  std::vector<BuiltKernel> kernels{kernel("k", {{"stream", "int", "std::int32_t", 4, 4},
                                                {"", "int", "std::int32_t", 4, 4},
                                                {"co_yield", "int", "std::int32_t", 4, 4}})};
  name_kernels(kernels);
  CHECK(kernels[0].parameters[0].identifier == "stream_");
  CHECK(kernels[0].parameters[1].identifier == "argument_1");
  CHECK(kernels[0].parameters[2].identifier == "co_yield_");
}

TEST_CASE("emit: a launch function has the documented type for each kind of parameter") {
  std::vector<BuiltKernel> kernels{kernel("k", {{"n", "const size_t", "std::uint64_t", 8, 8},
                                                {"x", "const __half *", "const rocm_bindgen::f16*", 8, 8},
                                                {"s", "Shape", "", 24, 8}})};
  name_kernels(kernels);
  CHECK(launch_function(kernels[0], "MODULE", 5) ==
        "template <class Struct2>\n"
        "inline void k(::rocm_bindgen::Stream& stream, const ::rocm_bindgen::LaunchConfig& config, ::std::uint64_t n, "
        "const ::rocm_bindgen::f16* x, const Struct2& s) {\n"
        "  static_assert(__is_trivially_copyable(Struct2) && sizeof(Struct2) == 24 && alignof(Struct2) == 8,\n"
        "                \"parameter 's' is a 'Shape': trivially copyable, 24 bytes, aligned to 8\");\n"
        "  const void* const arguments[] = {&n, &x, &s};\n"
        "  ::rocm_bindgen::launch(stream, MODULE, 5, config, arguments);\n"
        "}");
  std::vector<BuiltKernel> bare{kernel("k")};
  name_kernels(bare);
  CHECK(launch_function(bare[0], "M", 0).find("::rocm_bindgen::launch(stream, M, 0, config, nullptr);") !=
        std::string::npos);
}
