// inspect --profile: the tables of a profile that the emulated device wrote.
#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

/// A profile with one kernel, which has one source line and one instruction without a line.
constexpr const char* kProfile = R"json({"profile": 1, "target": "gfx90a", "kernels": [{
  "name": "turn(float*)", "symbol": "_Z4turnPf", "launches": 2, "faulted_launches": 1, "workgroups": 4, "waves": 16,
  "vgprs": 4, "sgprs": 12,
  "shapes": [{"launches": 2, "workgroup": [256, 1, 1], "workgroups": [2, 1, 1], "wavefront_size": 64, "lds_bytes": 0,
              "waves_per_simd": 8, "workgroups_per_compute_unit": 8}],
  "counts": {"instructions": {"valu": 30, "global_memory": 16}, "vector_instructions": 46, "active_lanes": 2208,
             "idle_lanes": 736, "barriers": 3, "waits": 5,
             "global": {"loads": {"requests": 16, "bytes": 4096, "distinct_bytes": 1024, "sectors_64": 64,
                                  "sectors_128": 64, "sector_bytes_64": 4096, "sector_bytes_128": 8192}},
             "lds": {"stores": {"requests": 16, "bytes": 4096, "cycles": 96, "conflict_cycles": 64}},
             "scratch_bytes": {}, "scalar_bytes": 0},
  "lines": [
    {"source": "turn.cu:7", "counts": {"instructions": {"global_memory": 16}, "vector_instructions": 16,
      "active_lanes": 75, "idle_lanes": 25, "barriers": 0, "waits": 0,
      "global": {"loads": {"requests": 16, "bytes": 4096, "distinct_bytes": 1024, "sectors_64": 64,
                           "sectors_128": 64, "sector_bytes_64": 4096, "sector_bytes_128": 8192}},
      "lds": {}, "scratch_bytes": {}, "scalar_bytes": 0}},
    {"function": "turn(float*)", "offset": 28, "instruction": "ds_write_b32 v0, v1", "counts": {
      "instructions": {"valu": 30}, "vector_instructions": 30, "active_lanes": 0, "idle_lanes": 0, "barriers": 3,
      "waits": 5, "global": {}, "lds": {"stores": {"requests": 16, "bytes": 4096, "cycles": 96, "conflict_cycles": 64}},
      "scratch_bytes": {}, "scalar_bytes": 0}}]}]})json";

Finished inspect(const Folder& folder, const std::vector<std::string>& words) {
  std::vector<std::string> all{"inspect"};
  all.insert(all.end(), words.begin(), words.end());
  return rocm_bindgen(all, {folder.path(), {}});
}

}  // namespace

TEST_CASE("inspect --profile: totals of a kernel, then the lines with the largest counts") {
  const Folder folder;
  folder.write("profile.json", kProfile);
  const auto shown = inspect(folder, {"--profile", "profile.json"});
  CHECK(shown.exit_code == 0);
  CHECK(
      shown.out ==
      "profile.json: gfx90a, 1 kernels\n"
      "  turn(float*)\n"
      "    2 launches, 4 workgroups, 16 waves; 1 launches ended with a fault and are not counted\n"
      "    instructions    global_memory 16, valu 30\n"
      "    lanes           75% active\n"
      "    barriers 3, waits 5\n"
      "    occupancy       8 waves per SIMD by registers, 8 workgroups per compute unit\n"
      "    global loads    16 requests, 4096 bytes asked for; sectors of 64: 4096 bytes, 25% used; of 128: 8192 bytes, "
      "12% used\n"
      "    LDS stores      16 requests, 4096 bytes, 96 cycles, of which 64 for bank conflicts\n"
      "    bound           0.0025 us on MI210: memory 0.0025, LDS 0.000543, arithmetic 0.00017\n"
      "    bound           0.0025 us on MI250X, one die: memory 0.0025, LDS 0.000513, arithmetic 0.00016\n"
      "    most bytes of global memory, in sectors of 64\n"
      "                4096  turn.cu:7\n"
      "    most cycles for bank conflicts\n"
      "                  64  turn(float*)+0x1c: ds_write_b32 v0, v1\n"
      "    most idle lanes\n"
      "                  25  turn.cu:7\n");
}

TEST_CASE("inspect --profile --html: plots, and the counts next to the sources that are found") {
  const Folder folder;
  folder.write("profile.json", kProfile);
  folder.write("kernels/deep/turn.cu", "1\n2\n3\n4\n5\n6\nif (a < b) x = y;\n8\n9\n10\n");
  const auto page_of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"--profile", "profile.json", "--html", "page.html"};
    words.insert(words.end(), more.begin(), more.end());
    const auto written = inspect(folder, words);
    INFO(written.err);
    REQUIRE(written.exit_code == 0);
    CHECK(written.out.empty());
    return read(folder / "page.html");
  };
  const auto page = page_of({"--sources", "kernels"});
  CHECK_THAT(page, Catch::Contains("<h2>turn(float*)</h2>"));
  // 30 of 46 instructions, and the bounds of two GPUs.
  CHECK_THAT(page, Catch::Contains("valu</th><td class=\"bar\" style=\"--share: 65.2\">30<"));
  CHECK_THAT(page, Catch::Contains("<h3>Bound on MI210</h3>"));
  CHECK_THAT(page, Catch::Contains("LDS</th><td class=\"bar\" style=\"--share: 21.7\">0.000543 µs<"));
  // The line of the source with two lines around it.
  CHECK_THAT(page, Catch::Contains("<td class=\"bar\" style=\"--share: 53.3\">16</td>"));
  CHECK_THAT(page, Catch::Contains(">4096</td><td class=\"bar\" style=\"--share: 0\">25%</td>"));
  CHECK_THAT(page, Catch::Contains("<td class=\"faint\">7</td><td class=\"source\">if (a &lt; b) x = y;</td>"));
  for (const std::string line : {"5", "6", "8", "9"})
    CHECK_THAT(page, Catch::Contains("<td class=\"source\">" + line + "</td>"));
  for (const std::string line : {"4", "10"})
    CHECK(page.find("<td class=\"source\">" + line + "</td>") == std::string::npos);
  CHECK_THAT(page, Catch::Contains("<td class=\"place\">turn(float*)+0x1c: ds_write_b32 v0, v1</td>"));
  CHECK(page == page_of({}));  // found below the current folder as well
  // Two files with the name: it is unknown which one is meant.
  folder.write("kernels/turn.cu", "");
  CHECK_THAT(page_of({}), Catch::Contains("<td class=\"place\">turn.cu:7</td>"));
}

TEST_CASE("inspect --profile --html: a page that cannot be written or made is refused") {
  const Folder folder;
  folder.write("profile.json", kProfile);
  folder.write("other.json", "{}");
  const auto same = inspect(folder, {"--profile", "profile.json", "--html", "profile.json"});
  CHECK(same.exit_code == 2);
  CHECK_THAT(same.err, Catch::Contains("the profile"));
  CHECK(read(folder / "profile.json") == kProfile);
  CHECK(inspect(folder, {"--profile", "other.json", "--html", "page.html"}).exit_code == 1);
  CHECK(inspect(folder, {"--profile", "profile.json", "--html", "profile.json/page.html"}).exit_code == 4);
  CHECK(inspect(folder, {"--profile", "profile.json", "--sources", "."}).exit_code == 2);
  CHECK(inspect(folder, {"--profile", "profile.json", "--html", "page.html", "--sources", "none"}).exit_code == 2);
  CHECK_FALSE(std::filesystem::exists(folder / "page.html"));
}

TEST_CASE("inspect --profile: files that are not profiles are refused") {
  const Folder folder;
  folder.write("other.json", "{}");
  folder.write("later.json", R"({"profile": 2, "target": "gfx90a", "kernels": []})");
  CHECK(inspect(folder, {"--profile", "missing.json"}).exit_code == 1);
  const auto other = inspect(folder, {"--profile", "other.json"});
  CHECK(other.exit_code == 1);
  CHECK_THAT(other.err, Catch::Contains("'other.json' is not a profile"));
  const auto later = inspect(folder, {"--profile", "later.json"});
  CHECK(later.exit_code == 1);
  CHECK_THAT(later.err, Catch::Contains("the profile 'later.json' has another format than 1"));
  CHECK(inspect(folder, {"--profile", "other.json", "--json"}).exit_code == 2);
  CHECK(inspect(folder, {}).exit_code == 2);
}
