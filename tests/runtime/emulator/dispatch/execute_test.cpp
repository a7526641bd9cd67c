// Dispatches of a kernel that counts the work-items of each workgroup, with partial workgroups at the end of the grid.
#include "dispatch/kernel_arguments.hpp"
#include "driver/device.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::emulator;

namespace {

/// The results of census() for a workgroup: the number of work-items, and one more than the highest work-item ID in
/// each dimension.
using Census = std::array<std::uint32_t, 4>;

Options options_with(unsigned threads, std::uint64_t seed) {
  Options options;
  options.threads = threads;
  options.seed = seed;
  // Limits that the kernel does not reach.
  options.max_instructions = 1 << 20;
  options.memory_bytes = 1 << 24;
  return options;
}

std::vector<Census> take_census(const std::string& processor, const std::string& artifacts, const std::string& file,
                                const Sizes& items, const Sizes& workgroup, const Options& options) {
  EmulatedDevice device(*find_target(processor), options);
  const auto image =
      test::read(std::string(ROCM_BINDGEN_DEVICE_ARTIFACTS) + "/" + artifacts + "/kernels.artifacts/hsaco/" + file);
  const auto program = device.load(image);
  Dispatch dispatch;
  dispatch.program = program.get();
  dispatch.kernel = program->find_kernel("census");
  REQUIRE(dispatch.kernel != nullptr);
  dispatch.workgroup = workgroup;
  dispatch.grid_items = items;
  const auto blocks = dispatch.workgroups();
  const auto count = std::size_t{blocks[0]} * blocks[1] * blocks[2];
  auto* out = static_cast<Census*>(device.space().allocate(count * sizeof(Census), AllocationKind::device));
  const void* arguments[] = {&out, &blocks[0], &blocks[1]};
  const auto fault = device.launch(dispatch, kernel_arguments(dispatch, arguments));
  CHECK((fault ? fault->text : std::string()) == "");
  const std::vector<Census> result(out, out + count);
  device.space().release(out, AllocationKind::device);
  return result;
}

std::vector<Census> expected_census(const Sizes& items, const Sizes& workgroup) {
  std::vector<Census> result;
  Sizes begin{}, size{};
  for (begin[2] = 0; begin[2] < items[2]; begin[2] += workgroup[2])
    for (begin[1] = 0; begin[1] < items[1]; begin[1] += workgroup[1])
      for (begin[0] = 0; begin[0] < items[0]; begin[0] += workgroup[0]) {
        for (unsigned d = 0; d < 3; ++d) size[d] = std::min(workgroup[d], items[d] - begin[d]);
        result.push_back({size[0] * size[1] * size[2], size[0], size[1], size[2]});
      }
  return result;
}

}  // namespace

TEST_CASE("workgroups at the end of the grid are partial", "[dispatch]") {
  struct Build {
    const char *processor, *artifacts, *file;
  };
  // All artifacts have the same kernels. The digit after "launches" is the version of the code objects, if it is not
  // the default; generic targets need version 6.
  const auto build = GENERATE(values<Build>({{"gfx90a", "launches", "launches.gfx90a.hsaco"},
                                             {"gfx90a", "launches4", "launches.gfx90a.hsaco"},
                                             {"gfx1030", "launches", "launches.gfx1030.hsaco"},
                                             {"gfx1100", "launches4", "launches.gfx1100.hsaco"},
                                             {"gfx1100", "launches6", "launches.gfx11-generic.hsaco"},
                                             {"gfx1201", "launches6", "launches.gfx12-generic.hsaco"}}));
  INFO(build.processor << " " << build.artifacts);
  struct Shape {
    Sizes items, workgroup;
  };
  for (const auto& [items, workgroup] : std::vector<Shape>{{{1, 1, 1}, {64, 1, 1}},
                                                           {{100, 1, 1}, {64, 1, 1}},
                                                           {{10, 7, 5}, {4, 3, 2}},
                                                           {{33, 9, 1}, {32, 8, 1}},
                                                           {{3, 1, 300}, {2, 1, 128}}})
    CHECK(take_census(build.processor, build.artifacts, build.file, items, workgroup, options_with(2, 0)) ==
          expected_census(items, workgroup));
}

TEST_CASE("the sizes of partial workgroups do not depend on the seed or the number of threads", "[dispatch]") {
  const Sizes items{100, 9, 3}, workgroup{32, 2, 2};
  const auto threads = GENERATE(1u, 3u);
  const auto seed = GENERATE(0u, 5u);
  CHECK(take_census("gfx1100", "launches", "launches.gfx1100.hsaco", items, workgroup, options_with(threads, seed)) ==
        expected_census(items, workgroup));
}
