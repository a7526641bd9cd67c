// Loads and stores of all sizes and alignments, scratch, constants, and global variables.
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

using Byte = unsigned char;

std::vector<Byte> bytes(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  return filled<Byte>(count, [&] { return static_cast<Byte>(random.word()); });
}

}  // namespace

TEST_CASE("probe: vectors of all sizes through LDS") {
  // The sizes of the types that the kernel uses, in its order.
  constexpr std::size_t kBytes = 4800, kSizes[] = {1, 2, 4, 2, 8, 4, 8, 12, 16, 8, 16};
  const auto in = bytes(kBytes, 1);
  const auto out = unwritten<Byte>(std::size(kSizes) * kBytes);
  run("vector_accesses", blocks(1, 128), upload(in), out);
  std::vector<Byte> expected;
  for (const std::size_t size : kSizes)
    for (std::size_t at = kBytes; at > 0; at -= size)
      expected.insert(expected.end(), in.begin() + static_cast<std::ptrdiff_t>(at - size),
                      in.begin() + static_cast<std::ptrdiff_t>(at));
  check_equal("elements in reverse", out.to_vector(), expected);
}

TEST_CASE("probe: accesses at any alignment") {
  constexpr std::size_t kThreads = 128, kBytes = kThreads * 32;
  const auto in = bytes(kBytes, 2);
  const auto out = zeros<Byte>(8 * kBytes);
  run("unaligned_accesses", blocks(1, kThreads), upload(in), out);
  std::vector<Byte> expected(8 * kBytes);
  std::size_t part = 0;
  for (int memory = 0; memory < 2; ++memory)  // global memory, then LDS
    for (const std::size_t size : {2, 4, 8, 16}) {
      for (std::size_t thread = 0; thread < kThreads; ++thread) {
        const std::size_t at = thread * 32 + thread % 16;
        std::memcpy(&expected[part * kBytes + at], &in[at], size);
        expected[part * kBytes + at + size / 2] ^= 0xff;
      }
      ++part;
    }
  check_equal("pieces", out.to_vector(), expected);
}

TEST_CASE("probe: adjacent bytes and shorts") {
  constexpr unsigned kThreads = 128;
  Random random(3);
  const auto in = filled<int>(kThreads, [&] { return static_cast<int>(random.word()); });
  const auto narrow = unwritten<signed char>(kThreads);
  const auto shorts = unwritten<short>(kThreads);
  run("narrow_stores", blocks(1, kThreads), upload(in), narrow, shorts);
  std::vector<signed char> expected;
  auto expected_shorts = unwritten<short>(kThreads).to_vector();
  for (unsigned i = 0; i < kThreads; ++i) {
    const int sum = static_cast<signed char>(in[i ^ 1]) + static_cast<short>(in[i ^ 3] >> 4);
    expected.push_back(static_cast<signed char>(sum));
    if (i % 2 == 0) expected_shorts[i] = static_cast<short>(sum >> 1);
  }
  check_equal("bytes", narrow.to_vector(), expected);
  check_equal("shorts", shorts.to_vector(), expected_shorts);
}

TEST_CASE("probe: volatile accesses") {
  const auto cells = zeros<int>(64);
  const auto out = unwritten<int>(64);
  run("volatile_accesses", blocks(1, 64), cells, out);
  std::vector<int> left, expected;
  for (int i = 0; i < 64; ++i) {
    left.push_back(2 * (i + 1));
    expected.push_back(3 * (i + 1));
  }
  check_equal("cells", cells.to_vector(), left);
  check_equal("read", out.to_vector(), expected);
}

TEST_CASE("probe: arrays in scratch") {
  constexpr unsigned kThreads = 192;
  std::vector<unsigned> permutation(64);
  for (unsigned k = 0; k < 64; ++k) permutation[k] = (k * 29 + 11) % 64;
  const auto out = unwritten<int>(kThreads);
  run("scratch_arrays", blocks(2, kThreads / 2), upload(permutation), out);
  std::vector<int> expected;
  for (unsigned i = 0; i < kThreads; ++i) {
    int words[64];
    unsigned char narrow[64];
    short shorts[64];
    double doubles[8];
    for (unsigned k = 0; k < 64; ++k) {
      const unsigned place = permutation[k] ^ (i & 63);
      words[place] = static_cast<int>(k * i);
      narrow[place] = static_cast<unsigned char>(k + i);
      shorts[place] = static_cast<short>(static_cast<int>(k * 100) - static_cast<int>(i));
    }
    for (unsigned k = 0; k < 8; ++k) doubles[permutation[k] % 8] = k + 0.5;
    for (unsigned k = 0; k < 8; ++k) doubles[(permutation[k] + 1) % 8] += i;
    unsigned sum = 0;
    for (unsigned k = 0; k < 64; ++k)
      sum = sum * 31 +
            static_cast<unsigned>(words[k] + narrow[k] * shorts[63 - k] + static_cast<int>(doubles[k % 8] * 2));
    expected.push_back(static_cast<int>(sum));
  }
  check_equal("sums", out.to_vector(), expected);
}

TEST_CASE("probe: structures by value in scratch") {
  constexpr unsigned kThreads = 96;
  const auto out = unwritten<double>(kThreads);
  run("scratch_structures", blocks(1, kThreads), out);
  std::vector<double> expected;
  for (unsigned i = 0; i < kThreads; ++i) {
    int head[4];
    double numbers[5], z[4];
    int text[24];
    for (int k = 0; k < 4; ++k) head[k] = k;
    for (int k = 0; k < 5; ++k) numbers[k] = k * 1.25;
    for (int k = 0; k < 24; ++k) text[k] = 'a' + k;
    for (double& value : z) value = 3;
    for (unsigned round = 0; round < 4; ++round) {
      const unsigned by = i + round * 3;
      head[by % 4] += 7;
      numbers[by % 5] *= 2;
      text[by % 24] = 'x';
      z[by % 4] = by;
    }
    double sum = 0;
    for (const int value : head) sum += value;
    for (const double value : numbers) sum += value * 10;
    for (int k = 0; k < 24; ++k) sum += text[k] * k;
    for (int k = 0; k < 4; ++k) sum += z[k] + k;
    expected.push_back(sum);
  }
  check_equal("sums", out.to_vector(), expected);
}

TEST_CASE("probe: pointers to three kinds of memory") {
  constexpr int kThreads = 128;
  std::vector<int> global(kThreads);
  for (int i = 0; i < kThreads; ++i) global[static_cast<std::size_t>(i)] = i * i;
  const auto memory = upload(global);
  const auto out = unwritten<int>(kThreads);
  run("generic_pointers", blocks(1, kThreads), memory, out);
  std::vector<int> expected, left = global, shared;
  const auto private_element = [](int i, int k) { return k % (1 + i % 2) == 0 ? k * 100 + i : 0; };
  for (int i = 0; i < kThreads; ++i) shared.push_back(i * 2 + (i % 3 == 1 ? 1000 : 0));
  for (int i = 0; i < kThreads; i += 3) left[static_cast<std::size_t>(i)] += 1000;
  for (int i = 0; i < kThreads; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (i % 3 == 0)
      // The sum is over the first four elements of the thread's own array, of which odd threads have set only two.
      expected.push_back(left[at] + private_element(i, 0) + private_element(i, 1) + private_element(i, 2) +
                         private_element(i, 3));
    else if (i % 3 == 1)
      expected.push_back(shared[at] + left[0] + left[1] + left[2] + left[3]);
    else
      expected.push_back(private_element(i, i * 2) + 1000 + shared[0] + shared[1] + shared[2] + shared[3]);
  }
  check_equal("values", out.to_vector(), expected);
  check_equal("global memory", memory.to_vector(), left);
}

TEST_CASE("probe: constants") {
  constexpr unsigned kThreads = 120;
  const auto out = unwritten<double>(kThreads);
  const double primes[] = {2, 3, 5, 4294967311.0, 18446744073709551557.0};
  const char* texts[] = {"zero", "one!"};
  run("constant_tables", blocks(1, kThreads), out);
  std::vector<double> expected;
  std::vector<long double> allowed;
  for (unsigned i = 0; i < kThreads; ++i) {
    expected.push_back(1.0 / (1 << i % 8) + primes[i % 5] * (static_cast<int>(i % 3) - 1) +
                       (i % 10) * (i % 10) * 1000.0 + 40 + i % 2 + texts[i % 2][i % 4] + primes[1]);
    // Two of the summands differ greatly in size, so the order of additions affects the result.
    allowed.push_back(std::fabs(expected.back()) * 0x1p-51);
  }
  check_within("sums", widened(out.to_vector()), widened(expected), allowed);
}

TEST_CASE("probe: globals keep values between launches") {
  constexpr unsigned kThreads = 100;
  const auto where = zeros<int*>(1);
  const auto out = unwritten<double>(kThreads);
  double accumulated[4] = {0.5, 1.5, 2.5, 3.5};
  std::vector<unsigned> counts(kThreads);
  int launches = 100;
  device().unload(module_of("globals"));  // the module is in its initial state afterwards
  for (unsigned step = 0; step < 4; ++step) {
    run("globals", blocks(1, kThreads), step, where, out);
    if (step == 2) launches += 1000;
    ++launches;
    for (double& value : accumulated) value *= 2;
    std::vector<double> expected;
    for (unsigned i = 0; i < kThreads; ++i) {
      counts[i] += step + i;
      expected.push_back(launches + accumulated[i % 4] + counts[i]);
    }
    check_equal("launch " + std::to_string(step), out.to_vector(), expected);
  }
  // A pointer to a global variable, as returned by the device, is a valid argument of another kernel.
  const auto value = unwritten<int>(1);
  run("through_pointer", blocks(1, 1), where.to_vector()[0], value);
  check_equal("through a pointer", value.to_vector(), {launches});
  // The first call has replaced the value by -5.
  run("through_pointer", blocks(1, 1), where.to_vector()[0], value);
  check_equal("through a pointer, again", value.to_vector(), {-5});
}

TEST_CASE("probe: uniform loads") {
  constexpr unsigned kBlocks = 9, kThreads = 40;
  Random random(9);
  const auto words = filled<int>(16 * kBlocks, [&] { return random.integer(-1000, 1000); });
  const auto narrow = bytes(kBlocks + 2, 10);
  const auto shorts = filled<short>(kBlocks, [&] { return random.integer(-32768, 32767); });
  const auto doubles = filled<double>(kBlocks + 1, [&] { return random.integer(-100, 100) * 0.5; });
  const auto out = unwritten<double>(kBlocks * kThreads);
  run("uniform_loads", blocks(kBlocks, kThreads), upload(words), upload(narrow), upload(shorts), upload(doubles), out);
  std::vector<double> expected;
  for (unsigned block = 0; block < kBlocks; ++block) {
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += words[block * 16 + static_cast<unsigned>(k)] * (k + 1);
    sum += narrow[block] + narrow[block + 1] * 2 + shorts[block] * 3 + static_cast<signed char>(narrow[block + 2]);
    for (unsigned i = 0; i < kThreads; ++i) expected.push_back(sum + doubles[block] * i + doubles[block + 1]);
  }
  check_equal("sums", out.to_vector(), expected);
}
