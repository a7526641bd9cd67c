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
