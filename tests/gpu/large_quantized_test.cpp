// A matrix of quantized weights with more bytes, and more elements, than 32 bits can count.
#include <cstdint>
#include <cstring>
#include <vector>

#include "gpu/bundled_kernels.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen;

namespace {

constexpr std::size_t kColumns = 8192, kRows = 600'000, kElements = 32;
constexpr std::size_t kBlocks = kColumns / kElements;
/// A block of Q8_0 is a scale (2 bytes) and 32 codes of one byte. A block of Q8_1 has a sum (2 bytes) after the scale.
constexpr std::size_t kWeightBytes = 34, kVectorBytes = 36, kRowBytes = kBlocks * kWeightBytes;
static_assert(kRows * kRowBytes > std::size_t{1} << 32 && kRows * kColumns > std::size_t{1} << 32);
constexpr std::uint16_t kOneAsHalf = 0x3c00;

/// Rows that are not zero: the first, the last, and those where bytes and elements pass 2^31 and 2^32. A row has 8704
/// bytes and 8192 elements: 2^31 / 8704 = 246,723.7 and 2^31 / 8192 = 262,144.
const std::vector<std::uint32_t> kMarked{0,       246'723, 246'724, 262'143, 262'144,
                                         493'447, 493'448, 524'287, 524'288, 599'999};

int weight_at(std::size_t row, std::size_t column) {
  return static_cast<int>((row + column) % 15) - 7;
}
int input_at(std::size_t column) {
  return static_cast<int>(column % 9) - 4;
}

/// Writes a row of blocks with scale 1. The sum of Q8_1 stays 0: products with Q8_0 do not use it.
template <class Code>
void write_blocks(std::uint8_t* to, std::size_t block_bytes, Code code) {
  for (std::size_t b = 0; b < kBlocks; ++b, to += block_bytes) {
    std::memcpy(to, &kOneAsHalf, sizeof kOneAsHalf);
    for (std::size_t i = 0; i < kElements; ++i)
      to[block_bytes - kElements + i] = static_cast<std::uint8_t>(code(b * kElements + i));
  }
}

std::vector<std::uint8_t> weights() {
  std::vector<std::uint8_t> all(kRows * kRowBytes);
  for (const auto row : kMarked)
    write_blocks(all.data() + row * kRowBytes, kWeightBytes, [&](std::size_t c) { return weight_at(row, c); });
  return all;
}

/// The expected products. They are sums of small integers, which are exact in any order.
std::vector<float> products() {
  std::vector<float> all(kRows);
  for (const auto row : kMarked) {
    int sum = 0;
    for (std::size_t c = 0; c < kColumns; ++c) sum += weight_at(row, c) * input_at(c);
    REQUIRE(sum != 0);
    all[row] = static_cast<float>(sum);
  }
  return all;
}

}  // namespace

TEST_CASE("gpu large: quantized weights of more than 2^32 bytes are read") {
  const auto& device = gpu::device();
  Stream stream(device);
  const auto matrix = Buffer<std::uint8_t>::from(device, weights());
  const auto rows = static_cast<std::uint32_t>(kRows);
  SECTION("multiplied by a vector") {
    const auto expected = products();
    std::vector<float> inputs(kColumns);
    for (std::size_t c = 0; c < kColumns; ++c) inputs[c] = static_cast<float>(input_at(c));
    std::vector<std::uint8_t> blocks(kBlocks * kVectorBytes);
    write_blocks(blocks.data(), kVectorBytes, input_at);
    const auto floats = Buffer<float>::from(device, inputs);
    const auto bytes = Buffer<std::uint8_t>::from(device, blocks);
    Buffer<float> out(device, kRows);
    const auto check_products = [&](const std::string& kernel, const auto& launch) {
      INFO(kernel);
      out.clear(stream);
      launch(gpu::bundled_kernel(kernel));
      stream.synchronize();
      // The comparison is not left to Catch, which would print 600,000 numbers.
      CHECK((out.to_vector() == expected));
    };
    const int columns = static_cast<int>(kColumns), row_count = static_cast<int>(kRows);
    check_products("dequantize_mul_mat_vec_q8_0_cuda", [&](const Kernel& kernel) {
      kernel.launch({{rows}, {32}, 0}, stream, matrix, floats, out, columns, row_count);
    });
    check_products("mul_mat_vec_q8_0_q8_1_cuda1", [&](const Kernel& kernel) {
      kernel.launch({{rows}, {128}, 0}, stream, matrix, bytes, out, columns, row_count, columns, row_count);
    });
    const LaunchConfig staged{{(rows + 15) / 16}, {128}, 0};  // a workgroup for each 16 rows
    check_products("view_staged_mat_vec_q8_0_f32",
                   [&](const Kernel& kernel) { kernel.launch(staged, stream, matrix, floats, out, kColumns, kRows); });
    check_products("view_staged_mat_vec_q8_0_q8_1",
                   [&](const Kernel& kernel) { kernel.launch(staged, stream, matrix, bytes, out, kColumns, kRows); });
  }
  SECTION("rows picked by ids") {
    const auto ids = Buffer<std::uint32_t>::from(device, kMarked);
    Buffer<float> out(device, kMarked.size() * kColumns);
    const LaunchConfig config{{static_cast<std::uint32_t>(kMarked.size()), 4}, {128}, 0};
    const auto count_wrong = [&] {
      stream.synchronize();
      const auto results = out.to_vector();
      std::size_t count = 0;
      for (std::size_t i = 0; i < results.size(); ++i)
        count += results[i] != static_cast<float>(weight_at(kMarked[i / kColumns], i % kColumns));
      return count;
    };
    out.clear(stream);
    gpu::bundled_kernel("get_rows_q8_0")
        .launch(config, stream, matrix, ids, out, static_cast<std::int64_t>(kColumns), kRowBytes);
    CHECK(count_wrong() == 0);
    out.clear(stream);
    gpu::bundled_kernel("view_get_rows_q8_0_f32").launch(config, stream, matrix, ids, out, kColumns, kRows);
    CHECK(count_wrong() == 0);
  }
}
