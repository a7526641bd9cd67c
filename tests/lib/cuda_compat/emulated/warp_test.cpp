// Warps have 32 lanes with any wave size: each test runs four of them, on two or four waves.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

constexpr unsigned kThreads = 128, kLanes = 32;

using Column = std::function<unsigned(unsigned)>;

/// Runs a kernel and compares each column with the value that `expected` gives for a thread.
template <class T, class In>
void check_columns(const char* kernel, const std::vector<In>& in,
                   const std::vector<std::pair<const char*, std::function<T(unsigned)>>>& expected) {
  const auto out = unwritten<T>(expected.size() * kThreads);
  run(kernel, blocks(1, kThreads), upload(in), out);
  const auto results = out.to_vector();
  for (std::size_t c = 0; c < expected.size(); ++c) {
    std::vector<T> column_expected;
    for (unsigned i = 0; i < kThreads; ++i) column_expected.push_back(expected[c].second(i));
    check_equal(std::string(kernel) + ": " + expected[c].first, column(results, c, kThreads), column_expected);
  }
}

template <class T>
void check_shuffles(const char* kernel) {
  Random random(sizeof(T));
  const auto in = filled<T>(kThreads, [&] { return random.uniform(1, 1e9); });
  const auto from = [&in](unsigned (*lane)(unsigned)) {
    return [&in, lane](unsigned i) { return in[(i & ~31u) + lane(i & 31)]; };
  };
  check_columns<T>(kernel, in,
                   {
                       {"lane 37", from([](unsigned) { return 5u; })},
                       {"lane -1", from([](unsigned) { return 31u; })},
                       {"any of 4", from([](unsigned lane) { return (lane & ~3u) + lane * 5 % 4; })},
                       {"up 31", from([](unsigned lane) { return lane == 31 ? 0 : lane; })},
                       {"up 2 of 8", from([](unsigned lane) { return lane % 8 < 2 ? lane : lane - 2; })},
                       {"down half", from([](unsigned lane) { return lane < 16 ? lane + 16 : lane; })},
                       {"down 3 of 16", from([](unsigned lane) { return lane % 16 > 12 ? lane : lane + 3; })},
                       {"xor 31", from([](unsigned lane) { return lane ^ 31u; })},
                       // A lane reads from the section before its own, but not from the one after.
                       {"xor 9 of 8", from([](unsigned lane) { return (lane & 8) != 0 ? lane ^ 9u : lane; })},
                       {"mask of 64 bits", from([](unsigned) { return 7u; })},
                   });
}

/// One bit for each lane of thread i's warp whose thread is chosen.
template <class Chosen>
unsigned ballot(unsigned i, Chosen chosen) {
  unsigned bits = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (chosen((i & ~31u) + lane)) bits |= 1u << lane;
  return bits;
}

template <class T>
void check_matches(const char* kernel, const std::vector<T>& in) {
  const auto group = [](unsigned i) { return 0xffffu << (i & 16); };
  const auto equal = [&in](unsigned i) { return ballot(i, [&](unsigned j) { return in[j] == in[i]; }); };
  check_columns<unsigned>(kernel, in,
                          {
                              {"any", equal},
                              {"any in a group", [=](unsigned i) { return equal(i) & group(i); }},
                              {"all", [=](unsigned i) { return equal(i) == ~0u ? ~0u : 0; }},
                              {"the flag of all", [=](unsigned i) { return equal(i) == ~0u ? 1 : 0; }},
                              {"all in a group", group},
                              {"the flag of all in a group", [](unsigned) { return 1; }},
                          });
}

template <class T>
void check_reductions(const char* kernel) {
  Random random(3);
  const auto in = filled<T>(kThreads, [&] { return static_cast<T>(random.word()); });
  using Fold = T (*)(T, T);
  const std::pair<const char*, Fold> folds[] = {
      {"add", [](T a, T b) { return static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b)); }},
      {"min", [](T a, T b) { return std::min(a, b); }},
      {"max", [](T a, T b) { return std::max(a, b); }},
      {"and", [](T a, T b) { return static_cast<T>(a & b); }},
      {"or", [](T a, T b) { return static_cast<T>(a | b); }},
      {"xor", [](T a, T b) { return static_cast<T>(a ^ b); }},
  };
  std::vector<std::pair<const char*, std::function<T(unsigned)>>> expected;
  for (const unsigned step : {1u, 2u})
    for (const auto& [name, fold] : folds)
      expected.emplace_back(name, [&in, step, fold = fold](unsigned i) {
        T result = in[(i & ~31u) + i % step];
        for (unsigned lane = i % step + step; lane < kLanes; lane += step) result = fold(result, in[(i & ~31u) + lane]);
        return result;
      });
  expected.emplace_back("add of five", [&in, fold = folds[0].second](unsigned i) {
    T sum = 0;
    for (unsigned lane = 0; lane < 5; ++lane) sum = fold(sum, in[(i & ~31u) + lane]);
    return i % kLanes < 5 ? sum : in[i];
  });
  check_columns<T>(kernel, in, expected);
}

std::vector<int> small_numbers(int low, int high) {
  Random random(9);
  return filled<int>(kThreads, [&] { return random.integer(low, high); });
}

}  // namespace

TEST_CASE("shuffles in a warp are right") {
  check_shuffles<int>("warp_shuffle_i32");
  check_shuffles<unsigned>("warp_shuffle_u32");
  check_shuffles<long>("warp_shuffle_i64");
  check_shuffles<unsigned long long>("warp_shuffle_u64");
  check_shuffles<float>("warp_shuffle_f32");
  check_shuffles<double>("warp_shuffle_f64");
}

TEST_CASE("votes of a warp are right") {
  // The limits in the kernel are near the ends of this range, so that votes differ between groups of lanes.
  auto in = small_numbers(-99, 99);
  // A group of 8 lanes, 40 to 47, has equal values, so that the votes of all its lanes agree.
  std::fill(in.begin() + 40, in.begin() + 48, 99);
  const auto positive = [&in](unsigned j) { return in[j] > 0; };
  const auto group = [](unsigned i) { return 0xffu << (i & 24); };
  const auto of_group = [group](unsigned i, auto chosen) { return ballot(i, chosen) & group(i); };
  const auto above = [&in](int limit) { return [&in, limit](unsigned j) { return in[j] > limit; }; };
  const auto same_branch = [&in](unsigned i) {
    return ballot(i, [&, i](unsigned j) { return (in[j] > 0) == (in[i] > 0); });
  };
  const auto beyond_50 = [&in](unsigned i) {
    return ballot(i, [&, i](unsigned j) { return in[i] > 0 ? in[j] > 50 : in[j] < -50; });
  };
  check_columns<unsigned>("warp_votes", in,
                          {
                              {"warpSize", [](unsigned) { return kLanes; }},
                              {"ballot", [=](unsigned i) { return ballot(i, positive); }},
                              {"ballot of a group", [=](unsigned i) { return of_group(i, positive); }},
                              {"any", [=](unsigned i) { return of_group(i, above(90)) != 0 ? 1 : 0; }},
                              {"all", [=](unsigned i) { return of_group(i, above(-90)) == group(i) ? 1 : 0; }},
                              {"uniform",
                               [=](unsigned i) {
                                 const unsigned votes = of_group(i, positive);
                                 return votes == 0 || votes == group(i) ? 1 : 0;
                               }},
                              {"active lanes", same_branch},
                              {"ballot of active lanes", [=](unsigned i) { return beyond_50(i) & same_branch(i); }},
                              {"vote of active lanes", [=](unsigned i) { return positive(i) ? 1 : 0; }},
                              // The mask is 0xffffffff0000ffff. Its upper half applies to every second warp if waves
                              // have 64 lanes, as on gfx90a, and to none on the other target.
                              {"mask of 64 bits",
                               [=](unsigned i) {
                                 const bool upper = processor() == "gfx90a" && (i & 32) != 0;
                                 return ballot(i, positive) & (upper ? 0xffffffffu : 0x0000ffffu);
                               }},
                          });
}

TEST_CASE("functions of a warp without a mask are right") {
  const auto in = small_numbers(-99, 99);
  const auto votes = [&in](unsigned i, int limit) { return ballot(i, [&](unsigned j) { return in[j] > limit; }); };
  const auto from = [&in](unsigned i, unsigned lane) { return static_cast<unsigned>(in[(i & ~31u) + lane]); };
  check_columns<unsigned>("warp_without_mask", in,
                          {
                              {"ballot", [=](unsigned i) { return votes(i, 0); }},
                              {"any", [=](unsigned i) { return votes(i, 97) != 0 ? 1 : 0; }},
                              {"all", [=](unsigned i) { return votes(i, -95) == ~0u ? 1 : 0; }},
                              {"lane 3", [=](unsigned i) { return from(i, 3); }},
                              {"up 1", [=](unsigned i) { return from(i, i % 32 == 0 ? 0 : i % 32 - 1); }},
                              {"down 16", [=](unsigned i) { return from(i, i % 32 < 16 ? i % 32 + 16 : i % 32); }},
                              {"xor 5", [=](unsigned i) { return from(i, i % 32 ^ 5u); }},
                          });
}

TEST_CASE("lanes of a warp with equal values are matched") {
  check_matches("warp_match_i32", small_numbers(0, 4));
  // Most numbers differ only in the lower half of the double. All lanes of the second warp match.
  auto doubles =
      filled<double>(kThreads, [random = Random(4)]() mutable { return 1.0 + random.integer(0, 3) * 1e-15; });
  std::fill(doubles.begin() + 32, doubles.begin() + 64, 0.25);
  check_matches("warp_match_f64", doubles);
}

TEST_CASE("reductions of a warp are right") {
  check_reductions<int>("warp_reduce_i32");
  check_reductions<unsigned>("warp_reduce_u32");
}

TEST_CASE("a block's sum by warps is right") {
  constexpr unsigned kBlocks = 2, kSize = 256;
  std::vector<float> in;
  for (unsigned i = 0; i < kBlocks * kSize; ++i) in.push_back(static_cast<float>(i % 61));
  const auto sums = unwritten<float>(kBlocks);
  run("warp_block_sums", blocks(kBlocks, kSize), upload(in), sums);
  std::vector<float> expected(kBlocks);
  for (unsigned i = 0; i < in.size(); ++i) expected[i / kSize] += in[i];
  check_equal("sums", sums.to_vector(), expected);
}

TEST_CASE("barriers that count predicates are right, and __fns finds the n-th set bit") {
  const auto in = small_numbers(-80, 99);
  const auto count = static_cast<int>(std::count_if(in.begin(), in.end(), [](int x) { return x > 0; }));
  const int any = std::any_of(in.begin(), in.end(), [](int x) { return x > 98; }) ? 1 : 0;
  check_columns<int>("warp_counts", in,
                     {
                         {"count", [=](unsigned) { return count; }},
                         {"and", [](unsigned) { return 1; }},  // all numbers are above -90
                         {"or", [=](unsigned) { return any; }},
                         // Bits 0, 4 to 7 and 20 to 23 are set; from bit 4, the cases are three, two and one downwards,
                         // the bit itself, and upwards.
                         {"n-th set bit",
                          [](unsigned i) {
                            const int positions[] = {-1, 0, 4, 4, 4, 5, 6};
                            return positions[i % 7];
                          }},
                     });
}
