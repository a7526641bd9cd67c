// Tests the page of `inspect --html` as text: the content of its data. tests/tools/inspect_html_test.cpp opens it in a
// browser.
#include "report/report_page.hpp"

#include <llvm/Support/JSON.h>
#include <nlohmann/json.hpp>

#include "lib/codeobject/made_cubin.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;
using nlohmann::json;

namespace {

KernelMetadata kernel(const std::string& name, std::uint32_t vgprs) {
  KernelMetadata metadata;
  metadata.name = name;
  metadata.arguments.resize(2);
  metadata.vgprs = vgprs;
  metadata.sgprs = 16;
  metadata.wavefront_size = 32;
  return metadata;
}

constexpr int kCodeObjectVersion = 5;  // the page does not show it
constexpr std::size_t kImageBytes = 4096;

ReadObject object(const std::string& module, const std::string& target, std::vector<KernelMetadata> kernels) {
  return {module + "." + target + ".hsaco",
          module,
          module,
          {target, target, kCodeObjectVersion, std::move(kernels)},
          kImageBytes,
          /*cubin=*/false};
}

std::vector<ModuleObject> modules_of(const std::vector<ReadObject>& objects) {
  std::vector<ModuleObject> modules;
  for (const auto& each : objects) modules.push_back({each.module, each.info});
  return modules;
}

std::string page_of(const std::vector<ReadObject>& before, const std::vector<ReadObject>& after) {
  const auto old_modules = modules_of(before), new_modules = modules_of(after);
  const auto changes = compare_kernels(old_modules, new_modules);
  return emit_report_page(make_report(before, old_modules, after, new_modules, changes, nullptr));
}

/// The text between `begin` and the next `end`.
std::string between(const std::string& page, const std::string& begin, const std::string& end) {
  const auto start = page.find(begin);
  REQUIRE(start != std::string::npos);
  const auto first = start + begin.size();
  return page.substr(first, page.find(end, first) - first);
}

json data_of(const std::string& page) {
  return json::parse(between(page, "<script type=\"application/json\" id=\"data\">", "</script>"));
}

/// The module, kernel, target and change of each row.
std::vector<std::vector<std::string>> names_of(const json& data) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : data) rows.push_back({row.at(0), row.at(1), row.at(2), row.at(3)});
  return rows;
}

std::string summary_of(const std::string& page) {
  return between(page, "<p>", "</p>");
}

}  // namespace

TEST_CASE("report page: has one row per kernel and target with the numbers in the columns' order") {
  auto full = kernel("full", 128);
  full.lds = 1024;
  full.scratch = 16;
  full.vgpr_spills = 3;
  full.sgpr_spills = 4;
  const std::vector<ReadObject> objects{object("a", "gfx1100", {full, kernel("small", 8)}), object("b", "gfx90a", {})};
  const auto page = emit_report_page(make_report(objects, nullptr));
  const auto data = data_of(page);
  REQUIRE(data.size() == 2);
  // VGPRs, AGPRs, SGPRs, LDS, scratch, spills (3 + 4), wave size, waves per SIMD, and arguments. Waves: 128 VGPRs are
  // allocated as 144, a multiple of 24, and 1536 / 144 = 10.
  CHECK(data[0][4] == json({128, 0, 16, 1024, 16, 7, 32, 10, 2}));
  CHECK(data[0][5].is_null());
  CHECK(names_of(data)[1] == std::vector<std::string>{"a", "small", "gfx1100", ""});
  CHECK(summary_of(page) ==
        "2 modules for 2 targets: 2 code objects, 8192 B, 2 kernels in all, 1 of them with spills.");
}

TEST_CASE("report page: shows worse, changed, lost and added kernels and removed and new code objects") {
  // With 192 VGPRs, 8 waves fit on a SIMD; with 96 or fewer, 16 do.
  const std::vector<ReadObject> before{
      object("a", "gfx1100", {kernel("same", 8), kernel("worse", 96), kernel("better", 96), kernel("lost", 8)}),
      object("a", "gfx90a", {kernel("same", 8)})};
  const std::vector<ReadObject> after{
      object("a", "gfx1100", {kernel("same", 8), kernel("worse", 192), kernel("better", 8), kernel("added", 8)}),
      object("a", "gfx1030", {kernel("same", 8)})};
  const auto page = page_of(before, after);
  const auto data = data_of(page);
  CHECK(names_of(data) == std::vector<std::vector<std::string>>{{"a", "same", "gfx1100", ""},
                                                                {"a", "worse", "gfx1100", "worse"},
                                                                {"a", "better", "gfx1100", "changed"},
                                                                {"a", "added", "gfx1100", "new"},
                                                                {"a", "same", "gfx1030", "new"},
                                                                {"a", "lost", "gfx1100", "gone"},
                                                                {"a", "same", "gfx90a", "gone"}});
  // A row has the current numbers, and the previous ones where they differ.
  CHECK(data[0][5].is_null());
  CHECK(data[1][4][0] == 192);
  CHECK(data[1][5][0] == 96);
  CHECK(data[3][5].is_null());
  CHECK(data[5][4].is_null());
  CHECK(data[5][5][0] == 8);
  CHECK_THAT(summary_of(page), Catch::Contains("1 module for 3 targets: 2 code objects") &&
                                   Catch::Contains("1 worse, 1 changed otherwise, 2 new, 2 gone."));
  CHECK_THAT(page, Catch::Contains("gone (was 4096 B)") && Catch::Contains("4096 B (new)"));
}

TEST_CASE("report page: everything may be removed and everything may be new") {
  const std::vector<ReadObject> some{object("a", "gfx1100", {kernel("k", 8), kernel("l", 8)})};
  const auto gone = page_of(some, {});
  CHECK(names_of(data_of(gone)) ==
        std::vector<std::vector<std::string>>{{"a", "k", "gfx1100", "gone"}, {"a", "l", "gfx1100", "gone"}});
  CHECK_THAT(summary_of(gone), Catch::Contains("0 code objects, 0 B, 0 kernels in all") && Catch::Contains("2 gone."));
  CHECK_THAT(summary_of(page_of({}, some)), Catch::Contains("2 new, 0 gone."));
}

TEST_CASE("report page: an empty report works") {
  for (const auto& page : {emit_report_page(make_report({}, nullptr)), page_of({}, {})}) {
    CHECK(data_of(page) == json::array());
    CHECK_THAT(summary_of(page), Catch::StartsWith("0 modules for 0 targets: 0 code objects, 0 B, 0 kernels in all"));
  }
  // A code object without kernels has no row in the data, but it is in the table of code objects.
  const auto page = emit_report_page(make_report({object("a", "gfx1100", {})}, nullptr));
  CHECK(data_of(page) == json::array());
  CHECK_THAT(page, Catch::Contains("data-value=\"4096\""));
}

TEST_CASE("report page: names in the data are unchanged and cannot close the script element") {
  const auto script_ends = [](const std::string& page) {
    std::size_t count = 0;
    for (auto at = page.find("</script"); at != std::string::npos; at = page.find("</script", at + 1)) ++count;
    return count;
  };
  const auto usual = script_ends(page_of({}, {}));
  for (const std::string name :
       {"</script><script>alert(1)</script>", "</SCRIPT >", "<!--<script>", "-->", "]]>", "\"quoted\" 'too'",
        "a & b &amp; &lt;", "back\\slash \\u003c/script>", "{{module}} {{{data}}} {{#lines}}", "Größe 東京 \U0001F600",
        "\u2028\u2029", "line\nbreak\ttab\r\x01\x7f", "$& $1 `${x}`", "__proto__", ""}) {
    INFO(name);
    for (const auto& page : {emit_report_page(make_report({object(name, "gfx1100", {kernel(name, 8)})}, nullptr)),
                             page_of({object(name, "gfx1100", {kernel(name, 8)})}, {})}) {
      const auto data = data_of(page);
      REQUIRE(data.size() == 1);
      CHECK(data[0][0] == name);
      CHECK(data[0][1] == name);
      CHECK(script_ends(page) == usual);
      // A name with a '<' is never written as plain text, not even in the table of modules.
      if (name.find('<') != std::string::npos) CHECK_THAT(page, !Catch::Contains(name));
    }
  }
  const auto page = emit_report_page(make_report({object("<b a=\"1\" c='2'>&", "gfx1100", {})}, nullptr));
  CHECK(between(page, "class=\"name\">", "</th>") == "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
}

TEST_CASE("report page: invalid bytes are replaced and rows remain distinct") {
  const std::string replacement = "\xef\xbf\xbd";
  for (const std::string bytes : {"\xff", "\x80", "\xc3", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80", "\xc0\xbc"}) {
    const auto page = emit_report_page(make_report({object("m" + bytes, "gfx1100", {kernel("k" + bytes + "<", 8)}),
                                                    object("m" + bytes + bytes, "gfx1100", {kernel("l", 8)})},
                                                   nullptr));
    const auto data = data_of(page);
    REQUIRE(data.size() == 2);
    CHECK_THAT(data[0][0].get<std::string>(), Catch::StartsWith("m" + replacement));
    CHECK_THAT(data[0][1].get<std::string>(), Catch::StartsWith("k" + replacement) && Catch::EndsWith("<"));
    CHECK(llvm::json::isUTF8(page));
    CHECK_THAT(summary_of(page), Catch::StartsWith("2 modules"));
  }
}

TEST_CASE("report page: modules of one name are distinguished by their files") {
  auto other = object("a", "gfx1100", {kernel("k", 16)});
  other.file = "elsewhere/a.gfx1100.hsaco";
  const auto data = data_of(emit_report_page(make_report({object("a", "gfx1100", {kernel("k", 8)}), other}, nullptr)));
  REQUIRE(data.size() == 2);
  CHECK(data[0][0] == "a");
  CHECK(data[1][0] == "a (elsewhere/a.gfx1100.hsaco)");
  CHECK(data[1][4][0] == 16);
}

TEST_CASE("report page: for a cubin, only registers and arguments are shown") {
  const test::Folder folder;
  const auto written = [&](const std::string& path, const std::string& image) {
    auto objects = read_objects(folder.write(path, image));
    REQUIRE(objects);
    REQUIRE(objects->size() == 1);
    return std::move(objects->front());
  };
  const std::vector<ReadObject> objects{written("scale.sm_90a.cubin", test::Cubin{}.build())};
  CHECK(objects[0].cubin);
  const auto data = data_of(emit_report_page(make_report(objects, nullptr)));
  REQUIRE(data.size() == 1);
  CHECK(names_of(data)[0] == std::vector<std::string>{"scale", "k", "sm_90a", ""});
  const json unknown;
  // The kernel of test::Cubin has 24 registers and two parameters.
  CHECK(data[0][4] == json({24, unknown, unknown, unknown, unknown, unknown, unknown, unknown, 2}));

  // A removed cubin is still shown as a cubin, next to the code object that replaces it.
  const std::vector<ReadObject> after{object("scale", "gfx1100", {kernel("k", 8)})};
  const auto compared = data_of(page_of(objects, after));
  REQUIRE(compared.size() == 2);
  CHECK(names_of(compared)[1] == std::vector<std::string>{"scale", "k", "sm_90a", "gone"});
  CHECK(compared[1][5] == data[0][4]);
}
