#include <functional>

#include "../../kernels/candle/quantized.cu"
#include "host_launch.hpp"
#include "near.hpp"
#include "quantized_blocks.hpp"

namespace {

using quantized::Bytes;
using quantized::Format;
using reference::Real;

// Whether `got` is the exact value rounded to float, and rounded once more if T is narrower.
template <class T>
bool is_right(T got, Real exact) {
  const auto rounded = reference::Element<float>::nearest(exact);
  return host::is_near(got, static_cast<Real>(rounded), 0);
}

// Checks every `step`-th element of each block. The first one changes from block to block, so that all positions in a
// block are checked.
template <class T>
void check_elements(host::Output<T>& out, const Format& format, const Bytes& blocks, size_t step = 1) {
  size_t wrong = out.numel;
  for (size_t i = 0; i < out.numel && wrong == out.numel; ++i) {
    if ((i + i / format.elements) % step == 0 && !is_right(out.data()[i], format.value(blocks.data(), i))) wrong = i;
  }
  if (wrong < out.numel) {
    const auto got = static_cast<double>(reference::Element<T>::value(out.data()[wrong]));
    const auto wanted = static_cast<double>(format.value(blocks.data(), wrong));
    CAPTURE(wrong, got, wanted);
    FAIL_CHECK("wrong element");
  }
  CHECK(wrong == out.numel);
  CHECK(out.guards_intact());
}

// How a kernel gets the size of its input: a parameter is the number of blocks or of elements, or the grid has one
// thread block per block of elements.
enum class Count { kBlocks, kElements, kGrid };

template <class T>
struct Kernel {
  const Format& format;
  Count count;
  void (*counted)(const void*, T*, int);
  void (*by_grid)(const void*, T*);

  std::string name() const {
    return std::string("dequantize_block_") + format.name + (sizeof(T) == 4 ? "_f32" : "_f16");
  }
  void run(const launcher::Geometry& geometry, const Bytes& blocks, host::Output<T>& out) const {
    const std::vector<launcher::Region> regions{launcher::region(blocks), out.region()};
    const size_t count_of_blocks = blocks.size() / format.bytes;
    const size_t k = count == Count::kBlocks ? count_of_blocks : out.numel;
    if (count == Count::kGrid) {
      launcher::run(name(), by_grid, geometry, regions, blocks.data(), out.data());
    } else {
      launcher::run(name(), counted, geometry, regions, blocks.data(), out.data(), static_cast<int>(k));
    }
  }
};

// Converts all elements of the blocks except the last `missing`, in every geometry.
template <class T>
void check_blocks(const Kernel<T>& kernel, const Bytes& blocks, size_t out_start, size_t missing = 0) {
  const size_t count = blocks.size() / kernel.format.bytes;
  const size_t elements = count * kernel.format.elements - missing;
  // A thread writes packs of 16 bytes, which are four floats, so a quarter of the elements is the number of threads
  // with work.
  const auto geometries =
      kernel.count == Count::kGrid ? launcher::row_geometries(count) : launcher::geometries({3, 2, 2}, elements / 4);
  for (const auto& geometry : geometries) {
    INFO(kernel.name() << ", " << count << " blocks, off by " << out_start << ", " << host::described(geometry));
    host::Output<T> out(out_start, elements);
    kernel.run(geometry, blocks, out);
    check_elements(out, kernel.format, blocks);
  }
}

// Blocks whose scales, and minimums if the format has them, are all 65,536 bit patterns of a half. Every 17th pattern
// is enough for results in half, which differ from float only in the last rounding, and every 509th where time is
// short.
template <class T>
Bytes blocks_of_all_scales(const Format& format) {
  const bool has_time = launcher::runs_on_host() || launcher::has_time_for_large_sizes();
  const size_t step = !has_time ? 509 : sizeof(T) == 4 ? 1 : 17;
  const size_t count = (0x10000 + step - 1) / step;
  Bytes blocks = quantized::random_blocks(format, count, 41);
  for (size_t i = 0; i < count; ++i) {
    const size_t bits = i * step;
    uint8_t* const block = blocks.data() + i * format.bytes;
    size_t other = bits;
    for (const size_t at : format.halves) {
      block[at] = static_cast<uint8_t>(other);
      block[at + 1] = static_cast<uint8_t>(other >> 8);
      // The factor is odd, so that the minimums take all values too, in another order than the scales.
      other = other * 40503 % 0x10000;
    }
    // A scale in float gets the bits as its upper half, which holds sign, exponent and the first mantissa bits.
    if (format.halves.empty()) {
      block[2] = static_cast<uint8_t>(bits);
      block[3] = static_cast<uint8_t>(bits >> 8);
    }
  }
  return blocks;
}

template <class T>
void check(const Kernel<T>& kernel) {
  for (const size_t count : {1, 2, 7, 33})
    check_blocks(kernel, quantized::random_blocks(kernel.format, count, count), 0);
  for (const size_t start : {1, 2, 3}) check_blocks(kernel, quantized::random_blocks(kernel.format, 5, 40), start);
  // Only a number of elements can end within a block: 5 of the last block's 32 elements are requested.
  if (kernel.count == Count::kElements) check_blocks(kernel, quantized::random_blocks(kernel.format, 3, 42), 0, 27);
  const Bytes all = blocks_of_all_scales<T>(kernel.format);
  const size_t count = all.size() / kernel.format.bytes;
  const auto by_rows = launcher::row_geometries(count);
  INFO(kernel.name() << ", all scales");
  host::Output<T> out(0, count * kernel.format.elements);
  // On a device, index 1 has 32 threads for each block of elements; the host has one geometry only. To check the
  // scales, it is enough to compare 32 elements of each block.
  kernel.run(by_rows[by_rows.size() > 1 ? 1 : 0], all, out);
  check_elements(out, kernel.format, all, kernel.format.elements / 32);
}

#define CHECK_COUNTED(NAME, FORMAT, COUNT)                                                       \
  check(Kernel<float>{quantized::FORMAT, Count::COUNT, dequantize_block_##NAME##_f32, nullptr}); \
  check(Kernel<__half>{quantized::FORMAT, Count::COUNT, dequantize_block_##NAME##_f16, nullptr});
#define CHECK_BY_GRID(NAME, FORMAT)                                                              \
  check(Kernel<float>{quantized::FORMAT, Count::kGrid, nullptr, dequantize_block_##NAME##_f32}); \
  check(Kernel<__half>{quantized::FORMAT, Count::kGrid, nullptr, dequantize_block_##NAME##_f16});

template <class Source>
struct GetRows {
  std::string name;
  void (*kernel)(const Source*, const uint32_t*, float*, int64_t, size_t);
  // The value of element `column` of a row.
  std::function<Real(const uint8_t* row, size_t column)> value;

  // Picks some rows twice and some not at all.
  void check(const Bytes& rows, size_t columns, size_t row_bytes, size_t count) const {
    const std::vector<uint32_t> ids{3, 0, static_cast<uint32_t>(count - 1), 3, 1};
    for (auto geometry : launcher::row_geometries(ids.size())) {
      for (const unsigned layers : {1u, 3u}) {
        geometry.grid.y = layers;
        INFO(name << ", " << columns << " columns, " << host::described(geometry));
        host::Output<float> out(columns % 3, ids.size() * columns);
        launcher::run(name, kernel, geometry, {launcher::region(rows), launcher::region(ids), out.region()},
                      reinterpret_cast<const Source*>(rows.data()), ids.data(), out.data(),
                      static_cast<int64_t>(columns), row_bytes);
        size_t first_wrong = 0;
        while (first_wrong < out.numel &&
               is_right(out.data()[first_wrong],
                        value(rows.data() + ids[first_wrong / columns] * row_bytes, first_wrong % columns)))
          ++first_wrong;
        CHECK(first_wrong == out.numel);
        CHECK(out.guards_intact());
      }
    }
  }
};

void check_quantized_rows(const std::string& name,
                          void (*kernel)(const void*, const uint32_t*, float*, int64_t, size_t), const Format& format) {
  constexpr size_t kRows = 6;
  for (const size_t blocks : {1, 3, 9}) {
    const auto memory = quantized::random_blocks(format, kRows * blocks, blocks);
    GetRows<void>{name, kernel, [&](const uint8_t* row, size_t e) { return format.value(row, e); }}.check(
        memory, blocks * format.elements, blocks * format.bytes, kRows);
  }
}

template <class T>
void check_float_rows(const std::string& name, void (*kernel)(const T*, const uint32_t*, float*, int64_t, size_t)) {
  constexpr size_t kRows = 6;
  for (const size_t columns : {1, 37, 64, 1000}) {
    // There may be a gap between rows.
    const size_t pitch = columns + (columns == 1000 ? 24 : 0);
    const auto values = host::any_values<T>(kRows * pitch, columns);
    Bytes memory(values.size() * sizeof(T));
    std::memcpy(memory.data(), values.data(), memory.size());
    const auto value = [](const uint8_t* row, size_t e) {
      T element;
      std::memcpy(&element, row + e * sizeof(T), sizeof(T));
      return reference::Element<T>::value(element);
    };
    GetRows<T>{name, kernel, value}.check(memory, columns, pitch * sizeof(T), kRows);
  }
}

#define GET_CHECKED(NAME, FORMAT) check_quantized_rows("get_rows_" #NAME, get_rows_##NAME, quantized::FORMAT);

// Checks rows of `columns` floats. The result is padded to a multiple of 512 columns, as hosts do. A Q8_1 block has 32
// elements in 36 bytes: a half for the scale, a half for the sum, and 32 codes.
void check_q8_1(const std::vector<float>& rows, size_t columns) {
  const size_t count = rows.size() / columns;
  const size_t padded = (columns + 511) / 512 * 512;
  for (auto geometry : launcher::row_geometries(1)) {
    for (const unsigned blocks : {1u, 3u}) {
      geometry.grid = {blocks, static_cast<unsigned>(count), 1};
      INFO("quantize_q8_1: " << columns << " columns, " << host::described(geometry));
      host::Output<uint8_t> out(0, count * padded / 32 * 36);
      launcher::run("quantize_q8_1", quantize_q8_1, geometry, {launcher::region(rows), out.region()}, rows.data(),
                    static_cast<void*>(out.data()), static_cast<int>(columns), static_cast<int>(padded));
      size_t right = 0;
      for (size_t b = 0; b < count * padded / 32; ++b) {
        const size_t row = b / (padded / 32);
        const size_t begin = b % (padded / 32) * 32;
        float from[32] = {};
        Real sum = 0;
        Real magnitude = 0;
        for (size_t i = 0; i < 32 && begin + i < columns; ++i) {
          from[i] = rows[row * columns + begin + i];
          sum += from[i];
          magnitude += std::fabs(static_cast<Real>(from[i]));
        }
        uint8_t expected[36];
        quantized::quantize_q8_1(from, expected);
        const uint8_t* const got = out.data() + b * 36;
        __half got_sum;
        std::memcpy(&got_sum, got + 2, sizeof got_sum);
        if (std::memcmp(got, expected, 2) == 0 && std::memcmp(got + 4, expected + 4, 32) == 0 &&
            host::is_near(got_sum, sum, magnitude * 32 * host::compute_epsilon<float>()))
          ++right;
      }
      CHECK(right == count * padded / 32);
      CHECK(out.guards_intact());
    }
  }
}

}  // namespace

TEST_CASE("quantized kernels: blocks become floats"){
    CHECK_COUNTED(q4_0, kQ4_0, kBlocks) CHECK_COUNTED(q4_1, kQ4_1, kBlocks) CHECK_COUNTED(q5_0, kQ5_0, kElements)
        CHECK_COUNTED(q5_1, kQ5_1, kElements) CHECK_COUNTED(q8_0, kQ8_0, kBlocks)}

TEST_CASE("quantized kernels: blocks of 256 become floats"){
    CHECK_BY_GRID(q2_K, kQ2_K) CHECK_BY_GRID(q3_K, kQ3_K) CHECK_BY_GRID(q4_K, kQ4_K) CHECK_BY_GRID(q5_K, kQ5_K)
        CHECK_BY_GRID(q6_K, kQ6_K) CHECK_BY_GRID(q8_K, kQ8_K)}

TEST_CASE("quantized kernels: rows picked by ids become floats") {
  check_float_rows<float>("get_rows_f32", get_rows_f32);
  check_float_rows<__half>("get_rows_f16", get_rows_f16);
  check_float_rows<__nv_bfloat16>("get_rows_bf16", get_rows_bf16);
  GET_CHECKED(q4_0, kQ4_0)
  GET_CHECKED(q4_1, kQ4_1)
  GET_CHECKED(q5_0, kQ5_0)
  GET_CHECKED(q5_1, kQ5_1)
  GET_CHECKED(q8_0, kQ8_0)
  GET_CHECKED(q2_K, kQ2_K)
  GET_CHECKED(q3_K, kQ3_K)
  GET_CHECKED(q4_K, kQ4_K)
  GET_CHECKED(q5_K, kQ5_K)
  GET_CHECKED(q6_K, kQ6_K)
}

TEST_CASE("quantized kernels: activations become Q8_1 blocks") {
  for (const size_t columns : {1, 31, 32, 33, 100, 512, 777})
    check_q8_1(host::small_values<float>(3 * columns, columns), columns);
  // All zeros; scales beyond the range of a half at both ends; sums beyond it.
  check_q8_1(std::vector<float>(64, 0.0f), 64);
  check_q8_1(std::vector<float>(64, -0.0f), 64);
  for (const float size : {1e-6f, 1e-30f, 2e-43f, 1e-44f, 6000.0f, 1e7f, 1e37f}) {
    auto values = host::small_values<float>(96, 7);
    for (float& value : values) value *= size / 4;
    check_q8_1(values, 96);
  }
  // NaN and infinities affect only the scale and the sum of their block.
  for (const float special : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                              -std::numeric_limits<float>::infinity()}) {
    auto values = host::small_values<float>(96, 8);
    values[40] = special;
    check_q8_1(values, 96);
  }
}
