#include "codeobject/occupancy.hpp"

#include "codeobject/compare.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

unsigned waves(const std::string& processor, unsigned vgprs, unsigned wavefront_size = 32, unsigned sgprs = 16,
               unsigned agprs = 0) {
  KernelMetadata kernel;
  kernel.vgprs = vgprs;
  kernel.agprs = agprs;
  kernel.sgprs = sgprs;
  kernel.wavefront_size = wavefront_size;
  return waves_per_simd(kernel, processor).value_or(0);
}

KernelMetadata kernel(const std::string& name, unsigned vgprs, unsigned scratch = 0) {
  KernelMetadata made;
  made.name = name;
  made.vgprs = vgprs;
  made.scratch = scratch;
  made.wavefront_size = 32;
  return made;
}

}  // namespace

TEST_CASE("occupancy: a SIMD runs the waves whose registers fit into its files, up to a maximum") {
  // 256 VGPRs, allocated in fours; at most 10 waves.
  CHECK(waves("gfx906", 24, 64) == 10);
  CHECK(waves("gfx906", 25, 64) == 9);  // 256 / 28
  CHECK(waves("gfx906", 256, 64) == 1);
  CHECK(waves("gfx906", 8, 64, 96) == 8);  // with 89 to 100 SGPRs, 8 waves fit
  // 1024 VGPRs, allocated in eights; at most 20 waves.
  CHECK(waves("gfx1010", 48) == 20);  // not 1024 / 48 = 21
  // 1024 VGPRs, allocated in sixteens; at most 16 waves. Waves of 64 lanes have half of each.
  CHECK(waves("gfx1030", 64) == 16);
  CHECK(waves("gfx1030", 65) == 12);     // 1024 / 80
  CHECK(waves("gfx1030", 64, 64) == 8);  // 512 / 64
  // 1536 VGPRs, allocated by 24; at most 16 waves.
  CHECK(waves("gfx1100", 96) == 16);
  CHECK(waves("gfx1100", 97) == 12);  // 1536 / 120
  CHECK(waves("gfx1201", 256) == 5);  // 1536 / 264
  // Register files like those of gfx1030.
  CHECK(waves("gfx1102", 96) == 10);  // 1024 / 96
  CHECK(waves("gfx11-generic", 96) == 10);
  CHECK(waves("gfx1030", 0) == 16);  // at least one granule is allocated
}

TEST_CASE("occupancy: accumulation registers share the register file or have their own") {
  // 512 registers for both kinds, allocated in eights; at most 8 waves.
  CHECK(waves("gfx90a", 64, 64) == 8);
  CHECK(waves("gfx90a", 512, 64) == 1);
  CHECK(waves("gfx90a", 128, 64, 16, 64) == 4);  // 512 / 128: the VGPR count includes both kinds
  CHECK(waves("gfx908", 24, 64, 16, 128) == 2);  // 256 / 128 AGPRs, which have their own file
}

TEST_CASE("occupancy: unknown processors and impossible counts have no result") {
  CHECK(waves("gfx600", 24, 64) == 0);
  CHECK(waves("sm_90", 24) == 0);
  CHECK(waves("gfx1100", 300) == 0);  // a wave has at most 256 VGPRs
}

TEST_CASE("compare: reports changed, worse, removed and new kernels") {
  // "slower": with 65 VGPRs, 12 waves fit instead of 16. "spilt" now uses scratch memory, which is
  // worse although it has one VGPR fewer. A removed kernel counts as worse.
  const std::vector<ModuleObject> before{
      {"m",
       {"gfx1030", "gfx1030", 5, {kernel("same", 8), kernel("slower", 64), kernel("spilt", 8), kernel("gone", 1)}}}};
  const std::vector<ModuleObject> after{
      {"m",
       {"gfx1030", "gfx1030", 5, {kernel("same", 8), kernel("slower", 65), kernel("spilt", 7, 16), kernel("new", 1)}}},
      {"other", {"gfx1030", "gfx1030", 5, {kernel("same", 9)}}}};
  std::vector<std::string> reported;  // module and kernel (one kernel is named "gone", another "new"), and the change
  for (const auto& change : compare_kernels(before, after))
    reported.push_back(change.module + " " + change.kernel + (change.is_worse ? " worse" : "") +
                       (change.before == nullptr ? " new" : "") + (change.after == nullptr ? " gone" : ""));
  CHECK(reported == std::vector<std::string>{"m gone worse gone", "m new new", "m slower worse", "m spilt worse",
                                             "other same new"});
  CHECK(compare_kernels(before, before).empty());
  const auto better = compare_kernels({before.front()}, {{"m", {"gfx1030", "gfx1030", 5, {kernel("slower", 32)}}}});
  CHECK(better.size() == 4);  // "slower" has changed, and the other three kernels are gone
}
