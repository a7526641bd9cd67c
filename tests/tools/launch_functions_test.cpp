#include <algorithm>
#include <regex>
#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  std::istringstream stream(text);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The expectations in a source's comments: "// -> TEXT", continued by comment lines with more indentation.
Lines expected_in(const std::string& source) {
  Lines expected;
  const std::regex first(R"(\s*// -> (.*))"), next(R"(\s*//  +(.*))");
  for (const auto& line : lines_of(source)) {
    std::smatch match;
    if (std::regex_match(line, match, first)) {
      expected.push_back(match[1]);
    } else if (!expected.empty() && std::regex_match(line, match, next)) {
      expected.back() += " " + match[1].str();
    }
  }
  return expected;
}

/// The launch functions in a namespace of the header, written like the expectations.
Lines emitted_in(const std::string& header, const std::string& name_space) {
  const std::regex declaration(R"(inline void (\w+)\(::rocm_bindgen::Stream& stream, )"
                               R"(const ::rocm_bindgen::LaunchConfig& config(?:, )?(.*)\) \{)");
  const std::regex check(R"(  static_assert\(__is_trivially_copyable\((\w+)\) && sizeof\(\1\) == (\d+) && )"
                         R"(alignof\(\1\) == (\d+),)");
  Lines emitted;
  std::string prefix;
  bool inside = false;
  for (const auto& line : lines_of(header)) {
    inside = (inside && line != "}  // namespace " + name_space) || line == "namespace " + name_space + " {";
    if (!inside) continue;
    std::smatch match;
    if (line.rfind("template <", 0) == 0) prefix = line + " ";
    if (std::regex_match(line, match, declaration)) {
      emitted.push_back(prefix + match[1].str() + "(" + match[2].str() + ")");
      prefix.clear();
    }
    if (std::regex_match(line, match, check))
      emitted.back() += " where " + match[1].str() + " is " + match[2].str() + " bytes, aligned to " + match[3].str();
  }
  return emitted;
}

/// The changes from `expected` to `emitted` as lines with "-" and "+"; empty if they are equal.
std::string difference(const Lines& expected, const Lines& emitted) {
  const auto missing = [](const Lines& from, const Lines& in, const std::string& sign) {
    std::string text;
    for (const auto& line : from)
      if (std::find(in.begin(), in.end(), line) == in.end()) text += sign + line + "\n";
    return text;
  };
  const auto lines = missing(expected, emitted, "- ") + missing(emitted, expected, "+ ");
  return lines.empty() && expected != emitted ? "the order, or how often a line is there\n" : lines;
}

/// golden.hpp from tests/golden, in a folder.
struct Golden {
  Golden() {
    const auto built = rocm_bindgen({"build", std::string(ROCM_BINDGEN_SOURCE_DIR) + "/tests/golden", "--exclude",
                                     "hipify/*", "-q", "--arch", "gfx1100", "-o", (folder / "golden.hpp").string()});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
  }

  Folder folder;
};

Finished compile(const Folder& folder, const std::string& compiler, const std::string& text,
                 std::vector<std::string> more = {}) {
  folder.write("user.cpp", text);
  std::vector<std::string> words{compiler,   "-std=c++17",   "-Wall",   "-Wextra",      "-Wpedantic",
                                 "-Wshadow", "-Wconversion", "-Werror", "-fsyntax-only"};
  words.insert(words.end(), more.begin(), more.end());
  words.push_back("user.cpp");
  return run(words, {folder.path(), {}});
}

/// A function that has one object of each type and makes one call.
std::string program(const std::string& call) {
  return "#include \"golden.hpp\"\n"
         "#include <string>\n"
         "using rocm_bindgen::f16; using rocm_bindgen::bf16; using rocm_bindgen::f8e4m3;\n"
         "struct Shape { unsigned long sizes[3]; };\n"
         "struct Smaller { unsigned long sizes[2]; };\n"
         "struct Unaligned { unsigned sizes[6]; };\n"
         "struct NotTrivial { NotTrivial(const NotTrivial&); unsigned long sizes[3]; };\n"
         "void user(rocm_bindgen::Stream& stream, const rocm_bindgen::LaunchConfig& config, float* f, const float* "
         "cf,\n"
         "          double* d, int* i, unsigned* u, f16* h, const f16* ch, bf16* b, f8e4m3* e, void* v, Shape shape,\n"
         "          Smaller smaller, Unaligned unaligned, const NotTrivial& not_trivial, double real) {\n"
         "  using namespace kernels::launch_functions;\n"
         "  (void)f, (void)cf, (void)d, (void)i, (void)u, (void)h, (void)ch, (void)b, (void)e, (void)v, (void)shape;\n"
         "  (void)smaller, (void)unaligned, (void)not_trivial, (void)real;\n"
         "  " +
         call + "\n}\n";
}

}  // namespace

TEST_CASE("launch functions: each kind of kernel and parameter is emitted as the golden sources expect") {
  const Golden golden;
  const auto header = read(golden.folder / "golden.hpp");
  for (const auto& [file, name_space] :
       {std::pair("launch_functions.cu", "launch_functions"), {"CAPITALS.cu", "CAPITALS_"}}) {
    const auto expected = expected_in(read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/tests/golden/" + file));
    const auto emitted = emitted_in(header, name_space);
    REQUIRE(expected.size() >= 2);
    const auto changes = difference(expected, emitted);
    UNSCOPED_INFO(file << " (-) and the header (+):\n" << changes);
    CHECK(changes.empty());
  }
}

TEST_CASE("launch functions: right arguments compile without a warning") {
  const Golden golden;
  const std::string calls =
      "no_parameters(stream, config);\n"
      "floats(stream, config, 1.0f, real);\n"
      "bytes(stream, config, true, 'c', 1, 2);\n"
      "wide(stream, config, -1, 2, 3, 4, sizeof shape);\n"
      "halves(stream, config, *h, h, ch, *ch);\n"
      "bfloats(stream, config, *b, b, nullptr);\n"
      "eighths(stream, config, *e, e, e);\n"
      "pointers(stream, config, f, d, i, nullptr, nullptr, nullptr);\n"
      "other_pointers(stream, config, v, cf, &shape, &shape, v, i, h);\n"
      "structs(stream, config, shape);\n"
      "structs<Shape>(stream, config, {{1, 2, 3}});\n"
      "kernels::CAPITALS_::CAPITALS(stream, config, f);\n"
      "static_assert(kernels::CAPITALS.kernel_count == 2, \"\");\n";
  for (const std::string compiler : {"g++", "clang++-19"})
    for (const std::string standard : {"-std=c++17", "-std=gnu++20"}) {
      const auto compiled = compile(golden.folder, compiler, program(calls), {standard});
      INFO(compiler << " " << standard << "\n" << compiled.err);
      CHECK(compiled.exit_code == 0);
    }
}

TEST_CASE("launch functions: an argument of a wrong type does not compile", "[slow]") {
  const Golden golden;
  struct Wrong {
    const char* what;
    const char* right;
    const char* wrong;
    const char* says;  ///< part of both compilers' messages
  };
  const std::vector<Wrong> cases{
      {"too few", "floats(stream, config, 1, 2);", "floats(stream, config, 1);", "floats"},
      {"too many", "no_parameters(stream, config);", "no_parameters(stream, config, 1);", "no_parameters"},
      {"no stream", "no_parameters(stream, config);", "no_parameters(config);", "no_parameters"},
      {"a pointer for a number", "floats(stream, config, *f, 2);", "floats(stream, config, f, 2);", "float*"},
      {"a number for a pointer", "references(stream, config, i, v);", "references(stream, config, *i, v);", "int32_t*"},
      {"a fraction for an integer", "overloaded_2(stream, config, int(real));", "overloaded_2(stream, config, real);",
       "conversion"},
      {"a wider number", "overloaded(stream, config, *f);", "overloaded(stream, config, real);", "conversion"},
      {"a number for f16", "of_half_half(stream, config, h); halves(stream, config, *h, h, h, *h);",
       "halves(stream, config, 1.0f, h, h, *h);", "f16"},
      {"bf16 for f16", "halves(stream, config, *h, h, h, *h);", "halves(stream, config, *b, h, h, *h);", "f16"},
      {"f16 for bf16", "bfloats(stream, config, *b, b, b);", "bfloats(stream, config, *h, b, b);", "bf16"},
      {"f16 for f8e4m3", "eighths(stream, config, *e, e, e);", "eighths(stream, config, *h, e, e);", "f8e4m3"},
      {"a byte for f8e4m3", "eighths(stream, config, *e, e, e);", "eighths(stream, config, 1, e, e);", "f8e4m3"},
      {"bf16* for f16*", "of_half_half(stream, config, h);", "of_half_half(stream, config, b);", "f16*"},
      {"float* for f16*", "of_half_half(stream, config, h);", "of_half_half(stream, config, f);", "f16*"},
      {"f16* for f8e4m3*", "eighths(stream, config, *e, e, e);", "eighths(stream, config, *e, h, e);", "f8e4m3*"},
      {"double* for float*", "kernels::CAPITALS_::CAPITALS(stream, config, f);",
       "kernels::CAPITALS_::CAPITALS(stream, config, d);", "float*"},
      {"unsigned* for int*", "references(stream, config, i, v);", "references(stream, config, u, v);", "int32_t*"},
      {"void* for float*", "kernels::CAPITALS_::CAPITALS(stream, config, f);",
       "kernels::CAPITALS_::CAPITALS(stream, config, v);", "float*"},
      {"const float* for float*", "kernels::CAPITALS_::CAPITALS(stream, config, f);",
       "kernels::CAPITALS_::CAPITALS(stream, config, cf);", "float*"},
      {"const float* for void*", "function_pointer(stream, config, f);", "function_pointer(stream, config, cf);",
       "void*"},
      {"a struct of another size", "structs(stream, config, shape);", "structs(stream, config, smaller);",
       "parameter 'shape' is a 'Shape': trivially copyable, 24 bytes, aligned to 8"},
      {"a struct of another alignment", "structs(stream, config, shape);", "structs(stream, config, unaligned);",
       "parameter 'shape' is a 'Shape': trivially copyable, 24 bytes, aligned to 8"},
      {"a struct with a copy constructor", "structs(stream, config, shape);", "structs(stream, config, not_trivial);",
       "parameter 'shape' is a 'Shape': trivially copyable, 24 bytes, aligned to 8"},
      {"a pointer for a struct", "structs(stream, config, shape);", "structs(stream, config, &shape);",
       "parameter 'shape' is a 'Shape': trivially copyable, 24 bytes, aligned to 8"},
  };
  for (const std::string compiler : {"g++", "clang++-19"}) {
    std::string right;
    for (const auto& one : cases) right += std::string(one.right) + "\n  ";
    const auto compiled = compile(golden.folder, compiler, program(right));
    INFO(compiler << "\n" << compiled.err);
    REQUIRE(compiled.exit_code == 0);
    for (const auto& one : cases) {
      const auto refused = compile(golden.folder, compiler, program(one.wrong));
      // clang prints "float *".
      const auto message = std::regex_replace(refused.err, std::regex(" \\*"), "*");
      INFO(compiler << ": " << one.what << "\n" << refused.err);
      CHECK(refused.exit_code == 1);
      CHECK_THAT(message, Catch::Contains(one.says));
    }
  }
}
