// What a kernel reads about its launch, for code object versions 4, 5 and 6.
#include <array>
#include <cstring>

#include "runtime/emulator/device/patched_module.hpp"
#include "runtime/emulator/device/session.hpp"
#include "runtime/emulator/device/targets.hpp"

using namespace device_test;
using rocm_bindgen::Dim3;
using rocm_bindgen::LaunchConfig;

namespace {

/// A target, and the artifacts that contain code for it.
struct Build {
  std::string target, artifacts;
};

/// Returns all builds. "launches" has code object version 5, "launches4" version 4, "launches6" version 6 (for generic
/// targets), and "launches64" version 5 with waves of 64.
std::vector<Build> builds() {
  std::vector<Build> all;
  for (const auto& target : kTargets) {
    all.push_back({target, "launches"});
    all.push_back({target, "launches4"});
    // No generic target of "launches6" covers gfx90a and gfx942.
    if (target.rfind("gfx9", 0) == 0) continue;
    all.push_back({target, "launches6"});
    // HIP's headers do not support waves of 64 on gfx10.
    if (target != "gfx1030") all.push_back({target, "launches64"});
  }
  return all;
}

using Triple = std::array<std::uint32_t, 3>;

/// What a thread reads in the kernel `places` (launches.cu).
struct Place {
  Triple thread, block, threads, blocks;
};

Triple triple(const Dim3& sizes) {
  return {sizes.x, sizes.y, sizes.z};
}

/// Returns the number of threads that read a wrong ID or size.
std::size_t wrong_places(Session& session, const LaunchConfig& config) {
  const auto threads = triple(config.workgroup), blocks = triple(config.grid);
  Triple items;
  for (unsigned d = 0; d < 3; ++d) items[d] = threads[d] * blocks[d];
  const auto out = session.zeros<Place>(std::size_t{items[0]} * items[1] * items[2]);
  session.run("places", config, static_cast<void*>(out.data()));
  const auto places = out.to_vector();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Triple item{static_cast<std::uint32_t>(i % items[0]), static_cast<std::uint32_t>(i / items[0] % items[1]),
                      static_cast<std::uint32_t>(i / items[0] / items[1])};
    bool correct = places[i].threads == threads && places[i].blocks == blocks;
    for (unsigned d = 0; d < 3; ++d)
      correct = correct && places[i].thread[d] == item[d] % threads[d] && places[i].block[d] == item[d] / threads[d];
    wrong += correct ? 0u : 1u;
  }
  return wrong;
}

/// Returns 1, 1/2, 1/3, ..., whose sum depends on the order of the additions.
std::vector<float> numbers(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = 1.0f / static_cast<float>(i + 1);
  return values;
}

template <class T>
T value_at(const std::vector<unsigned char>& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

}  // namespace

TEST_CASE("device: work-items have their IDs in grids of three dimensions") {
  const auto build = GENERATE(from_range(builds()));
  Session session(build.target, {}, build.artifacts);
  INFO(build.target << " " << build.artifacts);
  for (const auto& config : std::vector<LaunchConfig>{{{1}, {1}},
                                                      {{3}, {100}},
                                                      {{5, 3, 2}, {7, 5, 3}},
                                                      {{1, 4, 1}, {1, 33, 1}},
                                                      {{2, 1, 7}, {3, 1, 11}},
                                                      {{1, 1, 2}, {1, 1, 64}},
                                                      {{2}, {1024}},
                                                      {{1, 2}, {32, 32}},
                                                      {{1}, {16, 8, 8}}})
    CHECK(wrong_places(session, config) == 0);
}

TEST_CASE("device: hidden arguments have the values of the launch") {
  const auto build = GENERATE(from_range(builds()));
  if (build.artifacts == "launches4") return;  // version 4 has the hidden arguments at other offsets
  Session session(build.target, {}, build.artifacts);
  constexpr std::uint32_t kBytes = 256;  // the size of the hidden arguments since version 5
  constexpr std::uint32_t kLds = 1000;
  const auto out = session.zeros<unsigned char>(kBytes);
  session.run("hidden", {{4, 3, 2}, {96, 2, 1}, kLds}, static_cast<void*>(out.data()), kBytes);
  const auto bytes = out.to_vector();
  // AMDGPUUsage, "Kernel Argument Metadata": hidden_block_count_x, hidden_group_size_x, hidden_remainder_x, and those
  // of y and z.
  for (unsigned d = 0; d < 3; ++d) {
    CHECK(value_at<std::uint32_t>(bytes, 4 * d) == 4 - d);  // the grid is 4 x 3 x 2
    CHECK(value_at<std::uint16_t>(bytes, 12 + 2 * d) == std::array{96, 2, 1}[d]);
    CHECK(value_at<std::uint16_t>(bytes, 18 + 2 * d) == 0);
    CHECK(value_at<std::uint64_t>(bytes, 40 + 8 * d) == 0);  // hidden_global_offset_x
  }
  CHECK(value_at<std::uint16_t>(bytes, 64) == 3);      // hidden_grid_dims
  CHECK(value_at<std::uint32_t>(bytes, 120) == kLds);  // hidden_dynamic_lds_size
}

TEST_CASE("device: a code object of a generic target is refused on a device that it does not cover") {
  Session session("gfx90a", {}, "launches6");
  CHECK(error_of([&] { session.kernel("places"); }, {"gfx90a", "gfx11-generic"}).code() ==
        rocm_bindgen::ErrorCode::no_code_object);
}

TEST_CASE("device: a grid can have more than 65536 workgroups") {
  Session session(GENERATE(from_range(kTargets)), {}, "launches");
  constexpr std::uint32_t kBlocks = 70'001;  // any number above 65536 would do
  const auto out = session.zeros<unsigned>(kBlocks);
  session.run("mark_blocks", {{kBlocks}, {1}}, out);
  const auto marks = out.to_vector();
  std::size_t wrong = 0;
  for (std::uint32_t i = 0; i < kBlocks; ++i) wrong += marks[i] == i + 1 ? 0u : 1u;
  CHECK(wrong == 0);
}

TEST_CASE("device: a kernel's name does not affect its results") {
  const auto target = GENERATE(from_range(kTargets));
  PatchedModule patched(module_with("launches", "block_sums"), target);
  patched.rename("block_sums", "expf_f16_2");  // a name of the same length
  Session session(target, {}, "launches");
  const auto in = session.upload(numbers(3 * 1024));
  const auto sums = session.zeros<float>(3), same = session.zeros<float>(3);
  const LaunchConfig config{{3}, {1024}};
  session.run("block_sums", config, in, sums);
  session.device().kernel(patched.module(), "expf_f16_2").launch(config, session.stream(), in, same);
  CHECK(same.to_vector() == sums.to_vector());
  CHECK(sums.to_vector()[2] > 0);
  error_of([&] { session.device().kernel(patched.module(), "block_sums"); }, {"block_sums"});
}

namespace {

const std::vector<std::string> kHostThreadCounts{"1", "2", "8"};

/// Returns the results of a launch with this number of host threads and this seed.
std::vector<float> sum_with(const std::string& target, const std::string& kernel, const std::string& threads,
                            unsigned seed) {
  Session session(target, {{"THREADS", threads}, {"SEED", std::to_string(seed)}}, "launches");
  const auto in = session.upload(numbers(64 * 64));
  const auto out = session.zeros<float>(64);
  session.run(kernel, {{64}, {64}}, in, out);
  return out.to_vector();
}

}  // namespace

TEST_CASE("device: the same seed gives the same results with any number of host threads") {
  const auto target = GENERATE(as<std::string>{}, "gfx90a", "gfx1100");
  std::size_t different = 0;
  const auto in_order = sum_with(target, "whole_grid_sum", "1", 0);
  const auto block_sums = sum_with(target, "block_sums", "1", 0);
  for (const unsigned seed : {0u, 1u, 2u, 3u}) {
    const auto first = sum_with(target, "whole_grid_sum", "1", seed);
    different += first != in_order ? 1u : 0u;
    CHECK(first[0] == Approx(in_order[0]));
    for (const auto& threads : kHostThreadCounts) {
      CHECK(sum_with(target, "whole_grid_sum", threads, seed) == first);
      // These sums do not depend on the order of workgroups, so they do not depend on the seed.
      CHECK(sum_with(target, "block_sums", threads, seed) == block_sums);
    }
  }
  // At least one seed selects an order with another sum; seed 0 keeps the order.
  CHECK(different > 0);
}

TEST_CASE("device: a seed changes the order of workgroups") {
  const auto target = GENERATE(as<std::string>{}, "gfx90a", "gfx1100");
  // Returns for each workgroup how many ran before it.
  const auto turns = [&](const std::string& seed, const std::string& threads) {
    Session session(target, {{"THREADS", threads}, {"SEED", seed}}, "launches");
    const auto next = session.zeros<unsigned>(1), out = session.zeros<unsigned>(50);
    session.run("turns", {{50}, {64}}, next, out);
    return out.to_vector();
  };
  std::vector<unsigned> in_order(50);
  for (unsigned i = 0; i < 50; ++i) in_order[i] = i;
  CHECK(turns("", "8") == in_order);
  auto shuffled = turns("7", "1");
  CHECK(shuffled == turns("7", "8"));
  CHECK(shuffled != turns("8", "1"));
  CHECK(shuffled != in_order);
  std::sort(shuffled.begin(), shuffled.end());
  CHECK(shuffled == in_order);
}
