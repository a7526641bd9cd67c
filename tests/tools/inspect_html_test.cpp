// inspect --html: the page, and its display in a browser.
#include <set>

#include "support/browser.hpp"
#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

/// An OpenCL kernel that uses the registers up to `last`; for "v63", these are 64 VGPRs.
std::string kernel_using(const std::string& name, const std::string& last) {
  return "__kernel void " + name + "(__global int* p) { __asm__ volatile(\"\" ::: \"" + last + "\"); *p = 1; }\n";
}

/// A kernel whose symbol is `symbol`, which is written as in a C string.
std::string kernel_called(const std::string& name, const std::string& symbol) {
  return "__kernel void " + name + "(__global int* p) __asm__(\"" + symbol + "\");\n" + kernel_using(name, "v1");
}

void compile(const Folder& folder, const std::string& source, const std::string& target, const std::string& object) {
  folder.write("k.cl", source);
  const auto finished = run({"clang-19", "-x", "cl", "--target=amdgcn-amd-amdhsa", "-nogpulib", "-O1",
                             "-mcpu=" + target, "k.cl", "-o", (folder / object).string()},
                            {folder.path(), {}});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
}

/// Writes two modules for two targets, with the names that a build gives.
void compile_modules(const Folder& folder) {
  const auto narrow = kernel_using("narrow", "v23") + kernel_using("wide", "v127");
  for (const std::string target : {"gfx1030", "gfx90a"}) {
    compile(folder, narrow, target, "first." + target + ".hsaco");
    compile(folder, kernel_using("middle", "v63"), target, "second." + target + ".hsaco");
  }
}

const std::vector<std::string> kObjects{"first.gfx1030.hsaco", "first.gfx90a.hsaco", "second.gfx1030.hsaco",
                                        "second.gfx90a.hsaco"};

Finished write_page(const Folder& folder, const std::vector<std::string>& more, const std::string& name = "page.html") {
  std::vector<std::string> words{"inspect", "--html", name};
  words.insert(words.end(), more.begin(), more.end());
  return rocm_bindgen(words, {folder.path(), {}});
}

std::vector<std::string> column(const std::vector<std::vector<std::string>>& rows, std::size_t index) {
  std::vector<std::string> cells;
  for (const auto& row : rows) cells.push_back(row.at(index));
  return cells;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("inspect --html: tables are sorted and filtered in a browser by the fragment", "[slow]") {
  const Folder folder;
  compile_modules(folder);
  const auto made = write_page(folder, kObjects);
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  CHECK(made.out.empty());

  const auto dom = dump_dom(folder / "page.html");
  const auto rows = table_body(dom, "kernels");
  REQUIRE(rows.size() == 6);
  // Module, kernel and target; VGPRs, AGPRs and SGPRs; LDS, scratch and spills; wave size, waves per SIMD and
  // arguments.
  CHECK(rows[1] == Words{"first", "wide", "gfx1030", "128", "0", "6", "0", "0", "0", "32", "8", "1"});
  CHECK(column(rows, 1) == Words{"narrow", "wide", "narrow", "wide", "middle", "middle"});
  const auto modules = table_body(dom, "modules");
  REQUIRE(modules.size() == 2);
  REQUIRE(modules[0].size() == 7);  // the name, and three columns per target
  CHECK(column(modules, 0) == Words{"first", "second"});
  CHECK(column(modules, 2) == Words{"2", "1"});  // numbers of kernels
  const auto bytes = std::filesystem::file_size(folder / "first.gfx1030.hsaco");
  CHECK_THAT(dom, Catch::Contains("data-value=\"" + std::to_string(bytes) + "\""));
  CHECK_THAT(dom, Catch::Contains(">6 of 6 kernels</output>") && !Catch::Contains(">Seconds<"));
  CHECK_THAT(header_of(dom, "kernels", "vgprs"), Catch::Contains("scope=\"col\"") && !Catch::Contains("aria-sort"));

  const auto descending = dump_dom(folder / "page.html", "#sort=vgprs&order=desc&target=gfx1030");
  CHECK(column(table_body(descending, "kernels"), 3) == Words{"128", "64", "24"});
  CHECK_THAT(header_of(descending, "kernels", "vgprs"), Catch::Contains("aria-sort=\"descending\""));
  CHECK_THAT(header_of(descending, "kernels", "kernel"), !Catch::Contains("aria-sort"));
  CHECK_THAT(descending, Catch::Contains(">3 of 6 kernels</output>"));

  const auto by_name =
      dump_dom(folder / "page.html", "#sort=kernel&filter=GFX90A+first&modules-sort=module&modules-order=desc");
  CHECK(column(table_body(by_name, "kernels"), 1) == Words{"narrow", "wide"});
  CHECK(column(table_body(by_name, "kernels"), 2) == Words{"gfx90a", "gfx90a"});
  CHECK_THAT(header_of(by_name, "kernels", "kernel"), Catch::Contains("aria-sort=\"ascending\""));
  CHECK(column(table_body(by_name, "modules"), 0) == Words{"second", "first"});
  CHECK_THAT(header_of(by_name, "modules", "module"), Catch::Contains("aria-sort=\"descending\""));

  // Invalid values in the fragment are ignored.
  const auto odd = dump_dom(folder / "page.html", "#sort=__proto__&show=constructor&modules-sort=%00&order=%zz");
  CHECK(table_body(odd, "kernels") == rows);
}

TEST_CASE("inspect --html: keys and typed text take effect and are kept in the fragment", "[slow]") {
  const Folder folder;
  compile_modules(folder);
  REQUIRE(write_page(folder, kObjects).exit_code == 0);
  const auto after = [&](const std::string& script) {
    return dump_dom(folder.write("pressed.html", read(folder / "page.html") + "<script>" + script +
                                                     "\ndocument.title = location.hash;</script>\n"));
  };
  const std::string press = "document.querySelector('th[data-key=vgprs] button').click();";
  const auto once = after(press);
  CHECK(column(table_body(once, "kernels"), 3).front() == "128");
  CHECK_THAT(once, Catch::Contains("<title>#sort=vgprs&amp;order=desc</title>"));
  const auto twice = after(press + press);
  CHECK(column(table_body(twice, "kernels"), 3).front() == "24");
  CHECK_THAT(header_of(twice, "kernels", "vgprs"), Catch::Contains("aria-sort=\"ascending\""));
  CHECK(column(table_body(after(press + press + press), "kernels"), 1).back() == "middle");

  const auto typed = after(
      "const find = document.getElementById('filter'); find.value = 'second 90'; find.dispatchEvent(new "
      "Event('input'));");
  CHECK(column(table_body(typed, "kernels"), 1) == Words{"middle"});
  CHECK_THAT(typed, Catch::Contains("<title>#filter=second+90</title>"));
}

TEST_CASE("inspect --html: of very many kernels the first are shown and all can be searched and shown", "[slow]") {
  const Folder folder;
  std::string source;
  // The page shows the first 1000.
  for (int i = 0; i < 1100; ++i) source += "__kernel void k" + std::to_string(i) + "() {}\n";
  compile(folder, source, "gfx1030", "many.gfx1030.hsaco");
  REQUIRE(write_page(folder, {"many.gfx1030.hsaco"}).exit_code == 0);
  const auto dom = dump_dom(folder / "page.html");
  CHECK(table_body(dom, "kernels").size() == 1000);
  CHECK_THAT(dom,
             Catch::Contains(">1,100 of 1,100 kernels</output>") && Catch::Contains(">Show the other 100</button>"));
  CHECK(column(table_body(dump_dom(folder / "page.html", "#filter=k1099"), "kernels"), 1) == Words{"k1099"});
  const auto all = dump_dom(folder.write(
      "all.html", read(folder / "page.html") + "<script>document.getElementById('more').click();</script>\n"));
  CHECK(table_body(all, "kernels").size() == 1100);
}

TEST_CASE("inspect --html: the page is one self-contained file with the same bytes each time") {
  const Folder folder;
  compile_modules(folder);
  REQUIRE(write_page(folder, kObjects).exit_code == 0);
  REQUIRE(write_page(folder, kObjects, "a folder/again.html").exit_code == 0);
  const auto text = read(folder / "page.html");
  CHECK(read(folder / "a folder/again.html") == text);
  for (const auto* reference : {"://", "src=", "url(", "@import", "<link", "fetch(", "import("})
    CHECK_THAT(text, !Catch::Contains(reference));
  CHECK_THAT(text, Catch::Contains("default-src 'none'"));
  // Without scripts, the page shows the modules and a note about what is missing.
  CHECK(column(table_body(text, "modules"), 0) == Words{"first", "second"});
  CHECK_THAT(text, Catch::Contains("<noscript>"));
}

TEST_CASE("inspect --html: names that are code or very long are shown as text") {
  const Folder folder;
  const std::string hostile = "</script><script>document.title='taken'</script>&amp;\\\"'<!-- \\1 {{module}}";
  compile(folder, kernel_called("hostile", hostile) + kernel_called("huge", std::string(5000, 'n')), "gfx1030",
          "k.gfx1030.hsaco");
  const std::string module = "<img src=x onerror=\"document.title='taken'\">\x02\xff";
  std::filesystem::rename(folder / "k.gfx1030.hsaco", folder / (module + ".gfx1030.hsaco"));
  const auto made = write_page(folder, {module + ".gfx1030.hsaco"});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  CHECK_THAT(read(folder / "page.html"), !Catch::Contains("<img") && !Catch::Contains("'taken'</script"));
  const auto dom = dump_dom(folder / "page.html");
  CHECK_THAT(dom, Catch::Contains("<title>Code objects: rocm-bindgen inspect</title>"));
  const auto rows = table_body(dom, "kernels");
  REQUIRE(rows.size() == 2);
  const std::string shown = "&lt;img src=x onerror=\"document.title='taken'\"&gt;";
  CHECK_THAT(rows[0][0], Catch::StartsWith(shown));
  CHECK_THAT(table_body(dom, "modules").at(0).at(0), Catch::StartsWith(shown));
  CHECK(rows[0][1] ==
        "&lt;/script&gt;&lt;script&gt;document.title='taken'&lt;/script&gt;&amp;amp;\"'&lt;!-- \\x01 {{module}}");
  // The cell shows the beginning, and all of the name when it is opened.
  CHECK_THAT(rows[1][1], Catch::EndsWith("\u2026" + std::string(5000, 'n')));
}

TEST_CASE("inspect --html --stats: compile times of a build are shown", "[slow]") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  project.source("b.cu", kernel_source("b"));
  REQUIRE(project.build({"--arch", "gfx1100,gfx90a"}).exit_code == 0);
  const auto made = write_page(project.folder(), {"--stats", "stats.json", "out/k.artifacts/manifest.json"});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const auto modules = table_body(read(project / "page.html"), "modules");
  REQUIRE(modules.size() == 2);
  REQUIRE(modules[0].size() == 9);
  // A module has its name and four columns per target, the last of which is the time in seconds with two decimals. The
  // margin is a little more than half of the last decimal.
  const auto statistics = project.statistics();
  for (const auto& job : statistics["jobs"]) {
    if (job["stage"] != "compile") continue;
    const std::size_t row = job["module"] == "a" ? 0 : 1, seconds_column = job["target"] == "gfx1100" ? 4 : 8;
    CHECK(std::stod(modules[row][seconds_column]) == Approx(job["seconds"].get<double>()).margin(0.006));
  }

  // After a build without work, no times are known.
  REQUIRE(project.build({"--arch", "gfx1100,gfx90a"}).exit_code == 0);
  REQUIRE(write_page(project.folder(), {"--stats", "stats.json", "out/k.artifacts/manifest.json"}).exit_code == 0);
  CHECK(table_body(read(project / "page.html"), "modules")[0][4] == "–");

  for (const std::string text : {"", "[]", "{}", "{\"jobs\": [1]}", "{\"jobs\": [{\"stage\": \"compile\"}]}"}) {
    project.folder().write("bad.json", text);
    const auto refused =
        write_page(project.folder(), {"--stats", "bad.json", "out/k.artifacts/manifest.json"}, "none.html");
    INFO(text << refused.err);
    CHECK(refused.exit_code == 1);
    CHECK_THAT(refused.err, Catch::Contains("'bad.json' does not contain build statistics"));
    CHECK_FALSE(std::filesystem::exists(project / "none.html"));
  }
}

TEST_CASE("inspect --html --diff: worse, changed, new and removed kernels are shown") {
  const Folder folder;
  const auto same = kernel_using("same", "v40");
  compile(folder, same + kernel_using("wider", "v63") + kernel_using("thinner", "v127") + kernel_using("old", "v20"),
          "gfx1030", "before.hsaco");
  compile(folder, same + kernel_using("wider", "v64") + kernel_using("thinner", "v23") + kernel_using("added", "v30"),
          "gfx1030", "after.hsaco");
  const auto made = write_page(folder, {"--diff", "before.hsaco", "after.hsaco"});
  CHECK(made.exit_code == 1);
  CHECK_THAT(made.out, Catch::Contains("worse    wider gfx1030: "));
  const auto dom = dump_dom(folder / "page.html", "#sort=kernel");
  const auto rows = table_body(dom, "kernels");
  CHECK(column(rows, 1) == Words{"added", "old", "same", "thinner", "wider"});
  // Column 3 is the change, 4 the VGPRs and 11 the waves per SIMD. gfx1030 has 1024 VGPRs per lane, which are allocated
  // in granules of 16, and at most 16 waves: 65 VGPRs take 80, and 1024 / 80 = 12; 1024 / 128 = 8.
  CHECK(column(rows, 3) == Words{"new", "gone", "same", "changed", "worse"});
  CHECK(column(rows, 4) == Words{"31", "21", "41", "128 → 24", "64 → 65"});
  CHECK(column(rows, 11) == Words{"16", "16", "16", "8 → 16", "16 → 12"});
  CHECK_THAT(dom, Catch::Contains("1 worse, 1 changed otherwise, 1 new, 1 gone."));
  const auto by_change = table_body(dump_dom(folder / "page.html"), "kernels");
  CHECK(column(by_change, 3) == Words{"worse", "gone", "changed", "new", "same"});
  const auto worse = dump_dom(folder / "page.html", "#show=worse");
  CHECK(column(table_body(worse, "kernels"), 1) == Words{"wider", "old"});
  CHECK(write_page(folder, {"--diff", "after.hsaco", "after.hsaco"}).exit_code == 0);
}

TEST_CASE("inspect --html: removed and new code objects are distinguished in modules of one name", "[slow]") {
  Project project;
  const auto build = [&](const std::string& out, const std::string& archs) {
    REQUIRE(project.build({"-o", out + "/k.hpp", "--arch", archs}).exit_code == 0);
    return out + "/k.artifacts/manifest.json";
  };
  project.source("a.b.cu", kernel_source("k"));
  const auto before = build("before", "gfx1100,gfx90a");
  const auto after = build("after", "gfx1100,gfx1030");
  CHECK(write_page(project.folder(), {"--diff", before, after}).exit_code == 1);
  const auto modules = table_body(read(project / "page.html"), "modules");
  REQUIRE(modules.size() == 1);
  // The name, and three columns for each of gfx1100, gfx1030 (from column 4 on) and gfx90a (from column 7 on).
  CHECK(modules[0][0] == "a.b");
  CHECK_THAT(modules[0][4], Catch::EndsWith("(new)"));
  CHECK_THAT(modules[0][7], Catch::StartsWith("gone (was "));
}

TEST_CASE("inspect --html: bad usage and an unwritable page are reported") {
  const Folder folder;
  compile(folder, kernel_using("k", "v1"), "gfx1030", "k.hsaco");
  CHECK(rocm_bindgen({"inspect", "--stats", "stats.json", "k.hsaco"}, {folder.path(), {}}).exit_code == 2);
  CHECK(write_page(folder, {"--json", "k.hsaco"}).exit_code == 2);
  folder.write("page.html", "an earlier one");
  CHECK(write_page(folder, {"k.hsaco", "none.hsaco"}).exit_code == 1);
  CHECK(read(folder / "page.html") == "an earlier one");
  CHECK(write_page(folder, {"k.hsaco"}, "k.hsaco/page.html").exit_code == 4);
}
