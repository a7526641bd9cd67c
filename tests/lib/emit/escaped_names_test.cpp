// Tests text of users in emitted files, without a compiler.
#include "discover/discover.hpp"
#include "emit/dependency_file.hpp"
#include "emit/user_template.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;

namespace {

BuiltModule module_named(const std::string& name) {
  BuiltModule module;
  module.source.module = name;
  module.source.relative = name + ".cu";
  module.source.identifier = identifier_of(name);
  module.source.constant = "M";
  BuiltCodeObject object;
  object.target = parse_targets({"gfx1100"}, {}).value().front();
  object.image = "image";
  module.code_objects.push_back(object);
  return module;
}

std::string filled(const std::string& text, const BuiltModule& module) {
  UserTemplate page;
  page.main = {"page", text};
  return emit_by_template(page, {module}, {"out", "kernels", "."}).value();
}

}  // namespace

TEST_CASE("escaped names: a name in a template is never a tag or a code object's bytes") {
  const std::string open = "{{#modules}}", close = "{{/modules}}";
  // Tags, and texts like the marks by which template_data.cpp, header.cpp and user_template.cpp find their places.
  for (const std::string name : {"{{namespace}}", "{{#modules}}",
                                 "\x01"
                                 "0 0 0\x01",
                                 "\x01"
                                 "blob 0\x01",
                                 "\x02"
                                 "0",
                                 "\x01"}) {
    const auto module = module_named(name);
    CHECK(filled(open + "{{name}}" + close, module) == name);
    CHECK(filled(open + "{{#upper}}{{#lower}}{{name}}{{/lower}}{{/upper}}" + close, module) ==
          filled("{{#upper}}" + open + "{{name}}" + close + "{{/upper}}", module));
    CHECK(filled(open + "{{#code_objects}}{{#c_string}}{{base64}}{{/c_string}}{{/code_objects}}" + close, module) ==
          "aW1hZ2U=");  // "image" in base64
  }
}

TEST_CASE("escaped names: templates have a function for each context") {
  const auto module = module_named("a\"*/<\r\u202e");
  const auto with = [&](const std::string& function) {
    return filled("{{#modules}}{{#" + function + "}}{{name}}{{/" + function + "}}{{/modules}}", module);
  };
  CHECK(with("c_string") == "a\\042*/<\\015\\342\\200\\256");
  CHECK(with("c_comment") == "a\"*\\x2f<\\r\\u202e");
  CHECK(with("rust_string") == "a\\\"*/<\\r\\u{202e}");
  CHECK(with("rust_comment") == "a\"*/<\\r\\u202e");
  CHECK(with("json_string") == "a\\\"*/<\\r\\u202e");
  CHECK(with("html") == "a&quot;*/&lt;\\r\\u202e");
}

TEST_CASE("escaped names: identifiers have only letters, digits and underscores for any name") {
  for (int byte = 0; byte < 256; ++byte)
    for (const std::string before : {"", "a", "_", "1"}) {
      const auto identifier = identifier_of(before + static_cast<char>(byte) + "\u202e");
      INFO(byte);
      REQUIRE_FALSE(identifier.empty());
      CHECK(std::string("0123456789_").find(identifier.front()) == std::string::npos);
      for (const char c : identifier)
        CHECK(((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'));
    }
}

TEST_CASE("escaped names: a dollar in a parameter's name is replaced") {
  std::vector<BuiltKernel> kernels(1);
  kernels[0].qualified_name = "k";
  kernels[0].parameters = {{{"a$", "int", "std::int32_t", 4, 4}, "", 0},
                           {{"$", "int", "std::int32_t", 4, 4}, "", 4},
                           {{"größe", "int", "std::int32_t", 4, 4}, "", 8}};
  name_kernels(kernels);
  CHECK(kernels[0].parameters[0].identifier == "a_");
  CHECK(kernels[0].parameters[1].identifier == "m_");
  CHECK(kernels[0].parameters[2].identifier == "größe");
}

TEST_CASE("escaped names: a dependency file refuses every byte that make and ninja cannot both read") {
  const std::string refused = ";|*?<>^`\x7f";
  for (int byte = 1; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    INFO(byte);
    const bool is_control = byte < 0x20;
    const bool fits = !is_control && refused.find(c) == std::string::npos;
    CHECK(check_prerequisite(std::string("/a/x") + c + "y").has_value() == fits);
    CHECK(check_target(std::string("x") + c + "y").has_value() == (fits && c != '%' && c != '='));
    CHECK(emit_dependency_file({"t"}, {"/b", std::string("/a/x") + c + "y"}).has_value() == fits);
  }
  // make and ninja read these backslashes differently, a final ':' ends a target, and h(1) is a member of an archive.
  for (const std::string name : {"a\\", "a\\#b", "a\\:b", "a:", "h(1)", "a\\\\"}) CHECK_FALSE(check_prerequisite(name));
  for (const std::string name : {"a\\b", "a\\ b", "(x).cu", "a$", "a#", ":a", "%", "a=b", "\u202e", "\xff"})
    CHECK(check_prerequisite(name));
  CHECK_FALSE(check_target("~root/k.hpp"));
  CHECK_FALSE(check_prerequisite("~root/k.cu"));
  CHECK(check_prerequisite("/a/~root/k.cu"));
  // make reads "t: /a=b" as the definition of a variable, so another prerequisite must come first.
  CHECK(emit_dependency_file({"t"}, {"/a=b", "/c"}).value() == "t: \\\n  /c \\\n  /a=b\n");
  CHECK_FALSE(emit_dependency_file({"t"}, {"/a=b"}));
}

TEST_CASE("escaped names: a dependency file refuses brackets only if make would find another file") {
  const test::Folder folder;
  const auto name = folder.write("a[1].cu", "").string();
  CHECK(check_prerequisite(name));
  folder.write("a1.cu", "");
  const auto refused = check_prerequisite(name);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().diagnostics.front().text, Catch::Contains("'[...]', which make expands to another file"));
}
