// Sources in which warps have HIP's meaning, in all or part of the code: the expected values depend on the size of a
// wave. The meaning is a setting of the whole source, so each source is a translation unit of its own, in units/.
#include <bit>
#include <functional>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

constexpr unsigned kThreads = 128;

unsigned wave() {
  return is_any_of({"gfx90a", "gfx942"}) ? 64 : 32;
}

template <class T>
void check_columns(const std::vector<T>& results, const std::vector<std::function<T(unsigned)>>& expected) {
  for (std::size_t c = 0; c < expected.size(); ++c) {
    std::vector<T> actual, wanted;
    for (unsigned i = 0; i < kThreads; ++i) {
      actual.push_back(results[c * kThreads + i]);
      wanted.push_back(expected[c](i));
    }
    check_equal("column " + std::to_string(c), actual, wanted);
  }
}

/// The sum of the thread numbers in thread i's group of `width`.
unsigned sum_of_group(unsigned i, unsigned width) {
  const unsigned first = i / width * width;
  return width * first + width * (width - 1) / 2;
}

/// One bit for each chosen thread of thread i's group.
unsigned long long votes(unsigned i, unsigned width, const std::function<bool(unsigned)>& chosen) {
  unsigned long long bits = 0;
  for (unsigned lane = 0; lane < width; ++lane)
    if (chosen(i / width * width + lane)) bits |= 1ull << lane;
  return bits;
}

}  // namespace

TEST_CASE("HIP's branches, and code shared by CUDA and HIP, operate on waves") {
  const auto out = unwritten<int>(6 * kThreads);
  run("hip_branch_waves", blocks(1, kThreads), out);
  check_columns<int>(out.to_vector(),
                     {
                         // sum_of_wave() in a branch for HIP, and the same sum in code for both.
                         [](unsigned i) { return sum_of_group(i, wave()); },
                         [](unsigned i) { return sum_of_group(i, wave()); },
                         // The sum and the ballot with a mask of 32 bits. Such a mask exists only in CUDA, so it
                         // describes a warp of 32 lanes.
                         [](unsigned i) { return sum_of_group(i, 32); },
                         [](unsigned i) { return votes(i, 32, [](unsigned t) { return t % 7 == 0; }); },
                         // The project's own __dp4a(i, 2, 3), which is i * 100 + 2 * 10 + 3, and __vadd4(i, 1).
                         [](unsigned i) { return i * 100 + 23; },
                         [](unsigned i) { return i * 2 + 1; },
                     });
}

TEST_CASE("masks of 64 bits cover the wave in sources that operate on waves") {
  const auto out = unwritten<unsigned long long>(9 * kThreads);
  run("hip_branch_masks", blocks(1, kThreads), out);
  using Value = unsigned long long;
  check_columns<Value>(out.to_vector(),
                       {
                           // __shfl_xor_sync() by wave - 1
                           [](unsigned i) -> Value { return i ^ (wave() - 1); },
                           // the sum by __shfl_down_sync()
                           [](unsigned i) -> Value { return sum_of_group(i, wave()); },
                           // __shfl_up_sync() by half a wave
                           [](unsigned i) -> Value { return i % wave() < wave() / 2 ? i : i - wave() / 2; },
                           // __ballot_sync()
                           [](unsigned i) { return votes(i, wave(), [](unsigned t) { return t % 3 == 0; }); },
                           // __match_any_sync()
                           [](unsigned i) { return votes(i, wave(), [i](unsigned t) { return t % 5 == i % 5; }); },
                           // __reduce_add_sync()
                           [](unsigned i) -> Value { return sum_of_group(i, wave()); },
                           // __activemask()
                           [](unsigned i) { return votes(i, wave(), [](unsigned) { return true; }); },
                           // the number of bits in __ballot() of every other lane
                           [](unsigned) -> Value { return wave() / 2; },
                           // __shfl() of a __half, from the last lane
                           [](unsigned i) -> Value { return i / wave() * wave() + wave() - 1; },
                       });
}

TEST_CASE("a source written for HIP operates on waves") {
  const auto out = unwritten<int>(4 * kThreads);
  run("hip_alone_waves", blocks(1, kThreads), out);
  // The sum of the wave, warpSize, the number of set bits in __ballot(1), and the sum with a mask of 64 bits.
  check_columns<int>(out.to_vector(), {
                                          [](unsigned i) { return sum_of_group(i, wave()); },
                                          [](unsigned) { return wave(); },
                                          [](unsigned) { return wave(); },
                                          [](unsigned i) { return sum_of_group(i, wave()); },
                                      });
}

TEST_CASE("a project may detect HIP by its own macro and define functions with CUDA's names") {
  const auto out = unwritten<int>(4 * kThreads);
  run("hip_macro_waves", blocks(1, kThreads), out);
  check_columns<int>(out.to_vector(), {
                                          [](unsigned) { return wave(); },
                                          [](unsigned i) { return sum_of_group(i, wave()); },
                                          [](unsigned i) { return sum_of_group(i, 16); },
                                          // The project's __activemask() returns 0x5, which has two bits.
                                          [](unsigned) { return 2; },
                                      });
}
