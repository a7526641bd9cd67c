#include <algorithm>

#include "emit/c_header.hpp"
#include "emit/data_model.hpp"
#include "emit/rust_launch.hpp"
#include "emit/rust_module.hpp"
#include "emit/user_template.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;

namespace {

/// A module without kernels, with one code object that contains each byte.
std::vector<BuiltModule> every_byte() {
  BuiltModule module;
  module.source.module = module.source.identifier = "m";
  module.source.constant = "M";
  BuiltCodeObject object;
  object.target = parse_targets({"gfx1100"}, {}).value().front();
  for (int c = 0; c < 256; ++c) object.image += static_cast<char>(c);
  object.compressed = "\x01\x01";
  module.code_objects.push_back(object);
  return {module};
}

std::string filled(const std::string& text) {
  UserTemplate page;
  page.main = {"page", text};
  return emit_by_template(page, every_byte(), {"out", "kernels", "."}).value();
}

}  // namespace

TEST_CASE("emit: Rust's keywords become identifiers") {
  CHECK(rust_identifier("add") == "add");
  CHECK(rust_identifier("match") == "r#match");
  CHECK(rust_identifier("gen") == "r#gen");
  CHECK(rust_identifier("self") == "self_");
  CHECK(rust_identifier("Self") == "Self_");
  CHECK(rust_identifier("union") == "union");  // a keyword only in the declaration of a union
}

TEST_CASE("emit: modules become variants of a Rust enum") {
  CHECK(rust_variant("unary") == "Unary");
  CHECK(rust_variant("view_binary") == "ViewBinary");
  CHECK(rust_variant("fooBar_baz") == "FooBarBaz");
  CHECK(rust_variant("CAPITALS_TOO") == "CapitalsToo");
  CHECK(rust_variant("a_1_2") == "A1_2");
  CHECK(rust_variant("a_12") == "A12");
  CHECK(rust_variant("end_") == "End");
  CHECK(rust_variant("self") == "Self_");
}

TEST_CASE("emit: targets become parts of identifiers") {
  CHECK(target_identifier("gfx1100") == "gfx1100");
  CHECK(target_identifier("gfx90a:sramecc+:xnack-") == "gfx90a_sramecc_on_xnack_off");
  CHECK(target_identifier("gfx10-3-generic") == "gfx10_3_generic");
}

TEST_CASE("emit: a launch function in C passes structs by address and its local names differ from the parameters") {
  BuiltKernel kernel;
  kernel.identifier = "k";
  kernel.parameters = {{{"h", "const __half *", "const rocm_bindgen::f16*", 8, 8}, "h", 0},
                       {{"device", "size_t", "std::uint64_t", 8, 8}, "device", 8},
                       {{"s", "Shape", "", 24, 8}, "s", 16}};
  CHECK(c_launch_function(kernel, "n_m_k", "n_m") ==
        "static inline rocm_bindgen_status n_m_k(const rocm_bindgen_device* device, rocm_bindgen_stream* stream,\n"
        "    const rocm_bindgen_launch_config* config, const rocm_bindgen_f16* h, uint64_t device_,\n"
        "    const void* s /* a 'Shape': 24 bytes, aligned to 8 */) {\n"
        "  rocm_bindgen_kernel kernel;\n"
        "  const rocm_bindgen_argument given[] = {\n"
        "      {&h, sizeof h, ROCM_BINDGEN_ARGUMENT_POINTER},\n"
        "      {&device_, sizeof device_, ROCM_BINDGEN_ARGUMENT_OTHER},\n"
        "      {s, 24, ROCM_BINDGEN_ARGUMENT_OTHER},\n"
        "  };\n"
        "  const rocm_bindgen_status status = rocm_bindgen_get_kernel(device, &n_m, \"k\", &kernel);\n"
        "  if (status != ROCM_BINDGEN_SUCCESS) return status;\n"
        "  return rocm_bindgen_launch(kernel, config, stream, given, 3);\n"
        "}");
}

TEST_CASE("emit: types of launch functions have counterparts in Rust") {
  CHECK(rust_type("std::uint64_t") == "u64");
  CHECK(rust_type("std::int8_t") == "i8");
  CHECK(rust_type("double") == "f64");
  CHECK(rust_type("char") == "i8");
  CHECK(rust_type("rocm_bindgen::bf16") == "::rocm_bindgen::Bf16");
}

TEST_CASE("emit: a launch function in Rust passes structs as bytes and its parameters do not shadow its own names") {
  BuiltKernel kernel;
  kernel.identifier = "k";
  kernel.parameters = {{{"h", "const __half *", "const rocm_bindgen::f16*", 8, 8}, "h", 0},
                       {{"stream", "size_t", "std::uint64_t", 8, 8}, "stream", 8},
                       {{"match", "Shape", "", 24, 8}, "match", 16},
                       {{"b", "bool *", "bool*", 8, 8}, "b", 40},
                       {{"v", "void *", "void*", 8, 8}, "v", 48}};
  CHECK(rust_launch_function(kernel, "k_", "M", 2) ==
        "    pub fn k_(stream: &::rocm_bindgen::Stream, launch: ::rocm_bindgen::Launch, "
        "h: impl ::rocm_bindgen::Input<::rocm_bindgen::F16>, stream_: u64, r#match: &[u8; 24], "
        "b: impl ::rocm_bindgen::Output<u8>, v: impl ::rocm_bindgen::Output<::rocm_bindgen::Untyped>) -> "
        "::core::result::Result<(), ::rocm_bindgen::Error> {\n"
        "        // SAFETY: the arguments have the types of the kernel's parameters.\n"
        "        unsafe { super::M.launch(2, stream, launch, &[\n"
        "            ::rocm_bindgen::Argument::address(&h.address()),\n"
        "            ::rocm_bindgen::Argument::value(&stream_),\n"
        "            ::rocm_bindgen::Argument::bytes(r#match),\n"
        "            ::rocm_bindgen::Argument::address(&b.address()),\n"
        "            ::rocm_bindgen::Argument::address(&v.address()),\n"
        "        ]) }\n"
        "    }");
}

TEST_CASE("emit: templates write bytes inside and outside of functions on text") {
  const std::string open = "{{#modules}}{{#code_objects}}", close = "{{/code_objects}}{{/modules}}";
  // The two bytes \1\1 as a literal, as a list and in base64 ("AQE=").
  CHECK(filled(open + "{{compressed_literal}}{{compressed_byte_list}}{{compressed_base64}}" + close) ==
        "\"\\1\\1\"1,1AQE=");
  const auto list = filled(open + "{{#upper}}{{#escaped}}{{byte_list}}{{/escaped}}{{/upper}}" + close);
  CHECK_THAT(list, Catch::StartsWith("0,1,2,3,") && Catch::EndsWith(",253,254,255"));
  CHECK(std::count(list.begin(), list.end(), ',') == 255);
  // Bytes of the template that look like the tool's markers are left unchanged.
  CHECK(filled("\x01 x\x01 \x01"
               "9 0 0\x01 \x01") ==
        "\x01 x\x01 \x01"
        "9 0 0\x01 \x01");
}

TEST_CASE("emit: the tool's own templates also work for modules without kernels") {
  const DataModelPlace place{"out", "a::b", "x"};
  CHECK_THAT(emit_c(every_byte(), place, true), Catch::Contains("extern const rocm_bindgen_module a_b_m;"));
  const auto rust = emit_rust(every_byte(), place);
  REQUIRE(rust);
  CHECK_THAT(*rust, Catch::Contains("include_bytes!(\"x/hsaco/m.gfx1100.hsaco\")"));
  const auto launch = emit_rust_launch(every_byte(), place);
  REQUIRE(launch);
  CHECK_THAT(*launch, Catch::Contains("pub static M: ::rocm_bindgen::Module = {"));
  CHECK(emit_json({}, place).find("\"modules\": []") != std::string::npos);
}

TEST_CASE("emit: a template's files are those that it includes, each once") {
  test::Folder folder;
  folder.write("b.mustache", "{{> c}}");
  folder.write("c.mustache", "{{! {{> absent}} }}");
  const auto page = load_template(folder.write("a.txt", "{{> b}}{{> c}}{{> b}}"));
  REQUIRE(page);
  const auto files = page->files();
  CHECK(std::vector<std::filesystem::path>(files) ==
        std::vector<std::filesystem::path>{folder / "a.txt", folder / "b.mustache", folder / "c.mustache"});
  folder.write("c.mustache", "{{> b}}");
  const auto loop = load_template(folder / "a.txt");
  REQUIRE_FALSE(loop);
  CHECK(loop.error().diagnostics.front().text == "partial 'b' includes itself");
}
