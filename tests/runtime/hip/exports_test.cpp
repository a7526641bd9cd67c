// Compares four lists of HIP's functions: functions.def, the exports of our libraries, those of ROCm's libraries, and
// the tables of docs/hip-functions.md.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "function_table.hpp"
#include "support/catch.hpp"
#include "support/process.hpp"

namespace {

std::string library_of(int soname) {
  return soname == 5 ? ROCM_BINDGEN_HIP_LIBRARY : soname == 6 ? ROCM_BINDGEN_HIP6_LIBRARY : ROCM_BINDGEN_HIP7_LIBRARY;
}

/// The symbols that a library exports, with their versions: "hipMalloc@@hip_4.2".
std::set<std::string> exported(const std::string& library) {
  const auto listed = test::run({"nm", "-D", "--with-symbol-versions", "--defined-only", library});
  REQUIRE(listed.exit_code == 0);
  std::set<std::string> symbols;
  std::istringstream lines(listed.out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string address, kind, symbol;
    words >> address >> kind >> symbol;
    // nm lists the versions themselves with the kind A.
    if (kind != "A" && !symbol.empty()) symbols.insert(symbol);
  }
  return symbols;
}

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += word + "\n";
  return text;
}

std::vector<std::string> difference(const std::set<std::string>& one, const std::set<std::string>& other) {
  std::vector<std::string> words;
  std::set_difference(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(words));
  return words;
}

}  // namespace

void check_soname(const std::string& library, int soname) {
  const auto dynamic = test::run({"readelf", "-d", library});
  INFO(library);
  CHECK(dynamic.out.find("[libamdhip64.so." + std::to_string(soname) + "]") != std::string::npos);
}

void check_same_exports(std::set<std::string> ours, const std::string& rocm, int soname) {
  const auto theirs = exported(rocm);
  // HIP 5.2 exports about 410. A much smaller number would mean that the output of nm was not understood.
  CHECK(theirs.size() > 400);
  // The marker by which our loader recognizes an emulated device.
  CHECK(ours.erase("rocm_bindgen_emulated_hip@@hip_4.2") == 1);
  INFO("missing:\n" << joined(difference(theirs, ours)) << "too many:\n" << joined(difference(ours, theirs)));
  CHECK(ours == theirs);
  check_soname(rocm, soname);
}

TEST_CASE("exports: each library has its soname, the marker, and exactly the functions and versions of functions.def") {
  for (const int soname : {5, 6, 7}) {
    const auto library = library_of(soname);
    std::set<std::string> expected{"rocm_bindgen_emulated_hip@@hip_4.2"};
    std::size_t rows = 0;
    for (const auto& row : test::hip_functions()) {
      if (!row.is_in(soname)) continue;
      expected.insert(row.symbol + "@@" + row.version);
      ++rows;
    }
    CHECK(expected.size() == rows + 1);
    const auto actual = exported(library);
    INFO("missing:\n" << joined(difference(expected, actual)) << "too many:\n" << joined(difference(actual, expected)));
    CHECK(actual == expected);
    check_soname(library, soname);
  }
}

TEST_CASE("exports: libamdhip64.so.5 has the soname, symbols and versions of HIP 5.2's library") {
  if (std::string(ROCM_BINDGEN_SYSTEM_HIP).find("NOTFOUND") != std::string::npos) {
    WARN("no libamdhip64.so.5 is installed to compare with");
    return;
  }
  auto ours = exported(ROCM_BINDGEN_HIP_LIBRARY);
  // HIP 5.2 declares this function but exports it from 5.3 on.
  CHECK(ours.erase("hipLaunchHostFunc@@hip_5.3") == 1);
  check_same_exports(ours, ROCM_BINDGEN_SYSTEM_HIP, 5);
}

// ./dev compat unpacks the library and runs this case.
TEST_CASE("exports: libamdhip64.so.6 has the soname, symbols and versions of HIP 6.4's library", "[.compat]") {
  const char* const rocm = std::getenv("ROCM_BINDGEN_HIP64_LIBRARY");
  REQUIRE(rocm != nullptr);
  check_same_exports(exported(ROCM_BINDGEN_HIP6_LIBRARY), rocm, 6);
}

TEST_CASE("exports: docs/hip-functions.md lists each function of functions.def once, as served or not") {
  const auto document = text_of("docs/hip-functions.md");
  REQUIRE_FALSE(document.empty());
  std::size_t rows = 0;
  for (const auto& row : test::hip_functions()) {
    const auto line =
        "| `" + row.symbol + "` | " + (row.state == "served" ? "yes" : "no") + " | " + row.column() + " |\n";
    INFO(line);
    const auto at = document.find(line);
    REQUIRE(at != std::string::npos);
    CHECK(document.find("| `" + row.symbol + "` |", at + 1) == std::string::npos);
    ++rows;
  }
  std::size_t lines = 0;
  for (const std::string end : {"` | yes | ", "` | no | "})
    for (auto at = document.find(end); at != std::string::npos; at = document.find(end, at + 1)) ++lines;
  CHECK(lines == rows);
}

namespace {

/// Clang's code for a program calls these functions, so that no source names them: the first one for each managed
/// variable, which launches.hip has, and the others for each launch by `<<<>>>`.
const std::set<std::string> kCalledByCompiledPrograms{"__hipRegisterManagedVar", "__hipPushCallConfiguration",
                                                      "__hipPopCallConfiguration"};

bool is_word_character(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

/// All words in the sources of tests/runtime/hip/, except for this file and the sweep, which calls every function with
/// zeros and so checks no effect.
std::set<std::string> words_of_tests() {
  std::set<std::string> words;
  const auto folder = std::filesystem::path(ROCM_BINDGEN_SOURCE_DIR) / "tests/runtime/hip";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const auto& path = entry.path();
    const bool source = path.extension() == ".cpp" || path.extension() == ".hpp" || path.extension() == ".hip";
    if (!source || path.filename() == "sweep_test.cpp" || path.filename() == "exports_test.cpp") continue;
    std::ifstream file(path);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    for (auto begin = text.begin(); begin != text.end();) {
      const auto end = std::find_if_not(begin, text.end(), is_word_character);
      if (end != begin) words.emplace(begin, end);
      begin = std::find_if(end, text.end(), is_word_character);
    }
  }
  return words;
}

/// The name by which a source calls a function. For a C++ symbol, it is the part between the namespace and the
/// parameters.
std::string name_in_source(const std::string& symbol) {
  if (symbol.rfind("_Z", 0) != 0) return symbol;
  int status = 0;
  char* const demangled = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  REQUIRE(status == 0);
  std::string name = demangled;
  std::free(demangled);
  name.erase(name.find('('));
  const auto scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

}  // namespace

TEST_CASE("exports: a test calls each function that is served") {
  const auto words = words_of_tests();
  std::vector<std::string> untested;
  std::set<std::string> unknown = kCalledByCompiledPrograms;
  for (const auto& row : test::hip_functions()) {
    unknown.erase(row.symbol);
    if (row.state != "served" || kCalledByCompiledPrograms.count(row.symbol) != 0) continue;
    if (words.count(name_in_source(row.symbol)) == 0) untested.push_back(row.symbol);
  }
  INFO("served, and called by no test:\n" << joined(untested));
  CHECK(untested.empty());
  INFO("listed here, and not in the table:\n" << joined({unknown.begin(), unknown.end()}));
  CHECK(unknown.empty());
}
