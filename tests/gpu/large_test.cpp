// Elementwise kernels on more elements than a signed 32-bit index can count.
#include <cstdint>

#include "gpu/bundled_kernels.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen;

namespace {

constexpr std::size_t kCount = (std::size_t{1} << 31) + 3;
/// Computes each byte from its index; 251 is prime, so neighbouring rows, pages and halves differ.
std::uint8_t value_at(std::size_t i) {
  return static_cast<std::uint8_t>(i % 251);
}

std::vector<std::uint8_t> values() {
  std::vector<std::uint8_t> all(kCount);
  for (std::size_t i = 0; i < kCount; ++i) all[i] = value_at(i);
  return all;
}

/// The number of elements that equal `expected(i)`.
template <class Expected>
std::size_t count_equal(const std::vector<std::uint8_t>& results, Expected expected) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < kCount; ++i) count += results[i] == expected(i);
  return count;
}

}  // namespace

TEST_CASE("gpu large: 2^31 + 3 bytes are copied, added, scaled in place and cast") {
  const auto& device = gpu::device();
  Stream stream(device);
  const auto in = Buffer<std::uint8_t>::from(device, values());
  Buffer<std::uint8_t> out(device, kCount);
  const std::size_t none = 0;
  const LaunchConfig one_thread_each{{static_cast<std::uint32_t>((kCount + 1023) / 1024)}, {1024}, 0};
  const LaunchConfig few_threads{{4096}, {256}, 0};
  SECTION("copied") {
    for (const auto& config : {one_thread_each, few_threads}) {
      out.clear(stream);
      gpu::bundled_kernel("ucopy_u8").launch(config, stream, kCount, none, nullptr, in, out);
      CHECK(count_equal(out.to_vector(), value_at) == kCount);
    }
  }
  SECTION("copied by strides as the transpose of three rows") {
    // Memory (3, n), read in the order of its transpose (n, 3).
    constexpr std::size_t kRows = 3, kColumns = kCount / kRows;
    static_assert(kRows * kColumns <= kCount);
    const auto info = Buffer<std::size_t>::from(device, std::vector<std::size_t>{kColumns, kRows, 1, kColumns});
    out.clear(stream);
    gpu::bundled_kernel("ucopy_u8").launch(few_threads, stream, kRows * kColumns, std::size_t{2}, info, in, out);
    const auto results = out.to_vector();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < kRows * kColumns; ++i)
      wrong += results[i] != value_at(i / kRows + i % kRows * kColumns);
    CHECK(wrong == 0);
  }
  SECTION("added to itself") {
    gpu::bundled_kernel("badd_u8").launch(one_thread_each, stream, kCount, none, nullptr, in, in, out);
    CHECK(count_equal(out.to_vector(), [](std::size_t i) { return static_cast<std::uint8_t>(2 * value_at(i)); }) ==
          kCount);
  }
  SECTION("scaled in place") {
    gpu::bundled_kernel("ucopy_u8").launch(few_threads, stream, kCount, none, nullptr, in, out);
    gpu::bundled_kernel("affine_u8")
        .launch(few_threads, stream, kCount, none, nullptr, nullptr, out, std::uint8_t{3}, std::uint8_t{1});
    CHECK(count_equal(out.to_vector(), [](std::size_t i) { return static_cast<std::uint8_t>(3 * value_at(i) + 1); }) ==
          kCount);
  }
  SECTION("cast") {
    gpu::bundled_kernel("cast_u8_u8").launch(few_threads, stream, kCount, none, nullptr, in, out);
    CHECK(count_equal(out.to_vector(), value_at) == kCount);
  }
}
