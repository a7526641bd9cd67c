#include <functional>

#include "host_launch.hpp"
#include "quantized_products.hpp"

// The kernels, which host_dequantize_test.cpp has.
#define DECLARE_MAT_VEC(NAME, VECTORS) \
  extern "C" void mul_mat_vec_##NAME##_q8_1_cuda##VECTORS(const void*, const void*, float*, int, int, int, int);
#define DECLARE(NAME)      \
  DECLARE_MAT_VEC(NAME, 1) \
  DECLARE_MAT_VEC(NAME, 2) \
  DECLARE_MAT_VEC(NAME, 3) \
  DECLARE_MAT_VEC(NAME, 4) \
  DECLARE_MAT_VEC(NAME, 5) \
  DECLARE_MAT_VEC(NAME, 6) \
  DECLARE_MAT_VEC(NAME, 7) \
  DECLARE_MAT_VEC(NAME, 8) \
  extern "C" void mul_mat_##NAME(const void*, const void*, float*, int, int, int, int, int);
#define DECLARE_FLOATS(NAME) extern "C" void dequantize_mul_mat_vec_##NAME(const void*, const float*, float*, int, int);
#define DECLARE_EXPERTS(NAME)                                                                                         \
  extern "C" void indexed_moe_forward_##NAME##_q8_1(const void*, const void*, const uint32_t*, float*, int, int, int, \
                                                    int, int, int);

DECLARE(q4_0)
DECLARE(q4_1)
DECLARE(q5_0)
DECLARE(q5_1)
DECLARE(q8_0)
DECLARE(q2_K)
DECLARE(q3_K)
DECLARE(q4_K)
DECLARE(q5_K)
DECLARE(q6_K)
DECLARE_FLOATS(q4_0_cuda)
DECLARE_FLOATS(q4_1_cuda)
DECLARE_FLOATS(q5_0_cuda)
DECLARE_FLOATS(q5_1_cuda)
DECLARE_FLOATS(q8_0_cuda)
DECLARE_FLOATS(q2_k)
DECLARE_FLOATS(q3_k)
DECLARE_FLOATS(q4_k)
extern "C" void dequantize_mul_mat_vec_q5_k(const void*, const float*, float*, int);
DECLARE_FLOATS(q6_k)
DECLARE_EXPERTS(q2k)
DECLARE_EXPERTS(q3k)
DECLARE_EXPERTS(q4k)
DECLARE_EXPERTS(q5k)
DECLARE_EXPERTS(q6k)
DECLARE_EXPERTS(q8_0)

namespace {

using quantized::add_products;
using quantized::Bytes;
using quantized::Exact;
using quantized::Format;
using quantized::kBlock;
using quantized::kBlockBytes;
using quantized::Sum;
using reference::Real;

// Rows of activations as Q8_1 blocks, `columns` of them used. Those behind, up to the pitch, hold NaN: nobody reads
// them.
struct Activations {
  size_t columns;
  size_t pitch;
  Bytes blocks;

  Activations(const std::vector<float>& rows, size_t row_columns)
      : columns(row_columns), pitch((row_columns + 511) / 512 * 512), blocks() {
    const size_t count = rows.size() / columns;
    blocks.assign(count * pitch / kBlock * kBlockBytes, 0xff);
    for (size_t r = 0; r < count; ++r) {
      for (size_t b = 0; b < columns / kBlock; ++b)
        quantized::quantize_q8_1(rows.data() + r * columns + b * kBlock, block(r, b));
    }
  }
  uint8_t* block(size_t row, size_t b) { return blocks.data() + (row * pitch / kBlock + b) * kBlockBytes; }
  const uint8_t* block(size_t row, size_t b) const { return blocks.data() + (row * pitch / kBlock + b) * kBlockBytes; }
};

Exact product(const Format& format, const Bytes& weights, size_t row, size_t columns, const Activations& activations,
              size_t input, Sum sum) {
  const size_t row_bytes = columns / format.elements * format.bytes;
  const size_t usable = columns / format.elements * format.elements;
  Exact exact;
  for (size_t e = 0; e < usable; e += kBlock)
    add_products(exact, format, weights.data() + row * row_bytes, e, activations.block(input, e / kBlock), sum);
  return exact;
}

// dst[column * rows + row]
template <class Expected>
void check_products(host::Output<float>& out, size_t rows, Expected expected) {
  size_t right = 0;
  while (right < out.numel && expected(right % rows, right / rows).allows(out.data()[right])) ++right;
  if (right < out.numel) {
    const auto got = static_cast<double>(out.data()[right]);
    const auto wanted = static_cast<double>(expected(right % rows, right / rows).value);
    CAPTURE(right, rows, got, wanted);
    FAIL_CHECK("wrong product");
  }
  CHECK(right == out.numel);
  CHECK(out.guards_intact());
}

// Columns worth trying: fewer than a block, one, one step of most, and some more than many steps.
std::vector<size_t> columns_for(const Format& format) {
  if (format.elements == kBlock) return {16, 32, 96, 256, 4096 + 32};
  return {16, 256, 512, 4096 + 256};
}
Bytes weights_for(const Format& format, size_t rows, size_t columns) {
  return quantized::random_blocks(format, rows * (columns / format.elements), rows + columns);
}

// Of products in integers no block has more threads.
std::vector<launcher::Geometry> without_large_blocks(std::vector<launcher::Geometry> geometries) {
  constexpr unsigned kMost = 256;
  for (auto& geometry : geometries) {
    if (geometry.block.x > kMost) geometry.block.x = kMost;
  }
  return geometries;
}

// The blocks of a host's launch, and others.
std::vector<launcher::Geometry> geometries_for(size_t rows) {
  auto geometries = without_large_blocks(launcher::row_geometries(rows));
  auto fewer = geometries.back();
  fewer.grid = {static_cast<unsigned>(rows / 3 + 1), 1, 1};
  geometries.push_back(fewer);
  if (!launcher::runs_on_host()) {
    geometries.push_back({{static_cast<unsigned>((rows + 1) / 2), 1, 1}, {32, 4, 1}});
    geometries.push_back({{static_cast<unsigned>((rows + 1) / 2), 1, 1}, {32, 2, 1}});
  }
  return geometries;
}

using MatVec = void (*)(const void*, const void*, float*, int, int, int, int);

struct MatVecCase {
  size_t rows;
  size_t columns;
};

void check_mat_vec(const Format& format, Sum sum, MatVec kernel, size_t vectors, const MatVecCase& c) {
  const std::string name = std::string("mul_mat_vec_") + format.name + "_q8_1_cuda" + std::to_string(vectors);
  const Bytes weights = weights_for(format, c.rows, c.columns);
  const Activations activations(host::small_values<float>(vectors * c.columns, c.columns), c.columns);
  for (const auto& geometry : geometries_for(c.rows)) {
    INFO(name << ", " << c.rows << " rows, " << c.columns << " columns, " << host::described(geometry));
    host::Output<float> out(0, vectors * c.rows);
    launcher::run(name, kernel, geometry,
                  {launcher::region(weights), launcher::region(activations.blocks), out.region()}, weights.data(),
                  activations.blocks.data(), out.data(), static_cast<int>(c.columns), static_cast<int>(c.rows),
                  static_cast<int>(activations.pitch), static_cast<int>(c.rows));
    check_products(out, c.rows, [&](size_t row, size_t vector) {
      return product(format, weights, row, c.columns, activations, vector, sum);
    });
  }
}

void check_mat_vecs(const Format& format, Sum sum, std::initializer_list<MatVec> kernels) {
  size_t vectors = 0;
  for (const MatVec kernel : kernels) {
    ++vectors;
    for (const size_t columns : columns_for(format)) {
      // All widths see odd rows; the longest sums are the same code for all.
      if (columns > 1000 && vectors % 4 != 1) continue;
      check_mat_vec(format, sum, kernel, vectors, {7, columns});
    }
    check_mat_vec(format, sum, kernel, vectors, {1, format.elements});
    check_mat_vec(format, sum, kernel, vectors, {8, format.elements * 3});
    if (launcher::has_time_for_large_sizes()) check_mat_vec(format, sum, kernel, vectors, {4097, 512});
  }
}

#define MAT_VECS(NAME, FORMAT, SUM)                                                                                  \
  check_mat_vecs(quantized::FORMAT, SUM,                                                                             \
                 {mul_mat_vec_##NAME##_q8_1_cuda1, mul_mat_vec_##NAME##_q8_1_cuda2, mul_mat_vec_##NAME##_q8_1_cuda3, \
                  mul_mat_vec_##NAME##_q8_1_cuda4, mul_mat_vec_##NAME##_q8_1_cuda5, mul_mat_vec_##NAME##_q8_1_cuda6, \
                  mul_mat_vec_##NAME##_q8_1_cuda7, mul_mat_vec_##NAME##_q8_1_cuda8});

using MatMul = void (*)(const void*, const void*, float*, int, int, int, int, int);

void check_mat_mul(const Format& format, Sum sum, MatMul kernel) {
  const std::string name = std::string("mul_mat_") + format.name;
  for (const size_t columns : columns_for(format)) {
    for (const size_t batch : {1, 8, 33}) {
      if (columns > 1000 && batch > 8) continue;
      constexpr size_t kRows = 37;
      const Bytes weights = weights_for(format, kRows, columns);
      const Activations activations(host::small_values<float>(batch * columns, columns), columns);
      auto geometries = without_large_blocks(launcher::geometries({3, 2, 2}, kRows * batch / 8));
      if (!launcher::runs_on_host()) geometries.push_back({{1, 1, 1}, {32, 4, 1}});
      for (const auto& geometry : geometries) {
        INFO(name << ", " << columns << " columns, batch " << batch << ", " << host::described(geometry));
        host::Output<float> out(0, batch * kRows);
        launcher::run(name, kernel, geometry,
                      {launcher::region(weights), launcher::region(activations.blocks), out.region()}, weights.data(),
                      activations.blocks.data(), out.data(), static_cast<int>(columns), static_cast<int>(kRows),
                      static_cast<int>(batch), static_cast<int>(activations.pitch), static_cast<int>(kRows));
        check_products(out, kRows, [&](size_t row, size_t column) {
          return product(format, weights, row, columns, activations, column, sum);
        });
      }
    }
  }
}

// Weights times floats.
Exact product(const Format& format, const Bytes& weights, size_t row, const std::vector<float>& vector) {
  const size_t row_blocks = vector.size() / format.elements;
  Exact exact;
  for (size_t e = 0; e < row_blocks * format.elements; ++e)
    exact.add(format.value(weights.data() + row * row_blocks * format.bytes, e) * vector[e]);
  return exact;
}

template <class Launch>
void check_floats(const std::string& name, const Format& format, Launch launch) {
  for (const size_t columns : columns_for(format)) {
    for (const size_t rows : {1, 7}) {
      const Bytes weights = weights_for(format, rows, columns);
      const auto vector = host::small_values<float>(columns, columns);
      for (const auto& geometry : launcher::row_geometries(rows)) {
        INFO(name << ", " << rows << " rows, " << columns << " columns, " << host::described(geometry));
        host::Output<float> out(0, rows);
        launch(geometry,
               std::vector<launcher::Region>{launcher::region(weights), launcher::region(vector), out.region()},
               weights, vector, out);
        check_products(out, rows, [&](size_t row, size_t) { return product(format, weights, row, vector); });
      }
    }
  }
}

void check_floats_of(const std::string& suffix, const Format& format,
                     void (*kernel)(const void*, const float*, float*, int, int)) {
  const std::string name = "dequantize_mul_mat_vec_" + suffix;
  check_floats(name, format,
               [&](const auto& geometry, const auto& regions, const Bytes& weights, const auto& vector,
                   host::Output<float>& out) {
                 launcher::run(name, kernel, geometry, regions, weights.data(), vector.data(), out.data(),
                               static_cast<int>(vector.size()), static_cast<int>(out.numel));
               });
}

using Experts = void (*)(const void*, const void*, const uint32_t*, float*, int, int, int, int, int, int);

void check_experts(const std::string& short_name, const Format& format, Experts kernel) {
  const std::string name = "indexed_moe_forward_" + short_name + "_q8_1";
  constexpr size_t kExperts = 3;
  constexpr size_t kRows = 5;
  constexpr size_t kBatch = 2;
  constexpr size_t kTopk = 3;
  const std::vector<uint32_t> picks{2, 0, 1, 1, 2, 2};
  const size_t columns = 2 * format.elements;
  const Bytes weights = weights_for(format, kExperts * kRows, columns);
  for (const bool per_batch : {true, false}) {
    const size_t inputs = per_batch ? kBatch : kBatch * kTopk;
    const Activations activations(host::small_values<float>(inputs * columns, inputs), columns);
    auto geometries = without_large_blocks(launcher::row_geometries(kRows));
    for (auto& geometry : geometries) geometry.grid = {kRows, kBatch, kTopk};
    geometries.push_back(geometries.back());
    geometries.back().grid = {4, 1, 1};
    for (const auto& geometry : geometries) {
      INFO(name << (per_batch ? ", an input for each batch, " : ", an input for each task, ")
                << host::described(geometry));
      host::Output<float> out(0, kBatch * kTopk * kRows);
      launcher::run(
          name, kernel, geometry,
          {launcher::region(weights), launcher::region(activations.blocks), launcher::region(picks), out.region()},
          weights.data(), activations.blocks.data(), picks.data(), out.data(), static_cast<int>(kRows),
          static_cast<int>(columns), static_cast<int>(kBatch), static_cast<int>(kTopk),
          static_cast<int>(activations.pitch), per_batch ? 1 : static_cast<int>(kTopk));
      check_products(out, kRows, [&](size_t row, size_t task) {
        return product(format, weights, picks[task] * kRows + row, columns, activations,
                       per_batch ? task / kTopk : task, Sum::kCodes);
      });
    }
  }
}

// Q4_0 blocks of floats as GGML makes them: the value farthest from zero has the code 0.
Bytes as_q4_0(const std::vector<float>& values) {
  Bytes blocks(values.size() / kBlock * 18);
  for (size_t b = 0; b < values.size() / kBlock; ++b) {
    const float* const from = values.data() + b * kBlock;
    float farthest = 0;
    for (size_t i = 0; i < kBlock; ++i) {
      if (std::fabs(from[i]) > std::fabs(farthest)) farthest = from[i];
    }
    const float scale = farthest / -8;
    uint8_t* const block = blocks.data() + b * 18;
    quantized::set_half(block, scale);
    for (size_t i = 0; i < kBlock; ++i) {
      const float inverse = scale == 0 ? 0 : 1 / scale;
      const int code = std::min(15, static_cast<int>(from[i] * inverse + 8.5f));
      block[2 + i % 16] = static_cast<uint8_t>(block[2 + i % 16] | code << (i < 16 ? 0 : 4));
    }
  }
  return blocks;
}

float single_product(const Bytes& weights, const Activations& activations) {
  host::Output<float> out(0, 1);
  launcher::run("mul_mat_vec_q4_0_q8_1_cuda1", mul_mat_vec_q4_0_q8_1_cuda1, geometries_for(1).front(),
                {launcher::region(weights), launcher::region(activations.blocks), out.region()}, weights.data(),
                activations.blocks.data(), out.data(), static_cast<int>(activations.columns), 1,
                static_cast<int>(activations.pitch), 1);
  return out.data()[0];
}

std::vector<float> counted(size_t count, float step) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i) * step;
  return values;
}

}  // namespace

TEST_CASE("quantized kernels: nibbles times vectors"){
    MAT_VECS(q4_0, kQ4_0, Sum::kStored)
        MAT_VECS(q4_1, kQ4_1, Sum::kStored)} TEST_CASE("quantized kernels: five bits times vectors"){
    MAT_VECS(q5_0, kQ5_0, Sum::kStored)
        MAT_VECS(q5_1, kQ5_1, Sum::kStored)} TEST_CASE("quantized kernels: bytes times vectors"){
    MAT_VECS(q8_0, kQ8_0, Sum::kCodes)} TEST_CASE("quantized kernels: two and three bits of 256 times vectors"){
    MAT_VECS(q2_K, kQ2_K, Sum::kCodes)
        MAT_VECS(q3_K, kQ3_K, Sum::kCodes)} TEST_CASE("quantized kernels: four and five bits of 256 times vectors"){
    MAT_VECS(q4_K, kQ4_K, Sum::kCodes)
        MAT_VECS(q5_K, kQ5_K, Sum::kCodes)} TEST_CASE("quantized kernels: six bits of 256 times vectors"){
    MAT_VECS(q6_K, kQ6_K, Sum::kCodes)}

TEST_CASE("quantized kernels: results of vectors are as far apart as it is said, and nothing is written between them") {
  constexpr size_t kRows = 5, kPitch = 9, kColumns = 96;
  const struct {
    size_t vectors;
    MatVec kernel;
  } cases[] = {{1, mul_mat_vec_q4_0_q8_1_cuda1}, {2, mul_mat_vec_q4_0_q8_1_cuda2}, {8, mul_mat_vec_q4_0_q8_1_cuda8}};
  const Bytes weights = weights_for(quantized::kQ4_0, kRows, kColumns);
  for (const auto& [vectors, kernel] : cases) {
    const std::string name = "mul_mat_vec_q4_0_q8_1_cuda" + std::to_string(vectors);
    const Activations activations(host::small_values<float>(vectors * kColumns, 3), kColumns);
    for (const auto& geometry : geometries_for(kPitch)) {
      INFO(name << ", " << host::described(geometry));
      host::Output<float> out(0, vectors * kPitch);
      const float unwritten = out.data()[0];
      launcher::run(name, kernel, geometry,
                    {launcher::region(weights), launcher::region(activations.blocks), out.region()}, weights.data(),
                    activations.blocks.data(), out.data(), static_cast<int>(kColumns), static_cast<int>(kRows),
                    static_cast<int>(activations.pitch), static_cast<int>(kPitch));
      for (size_t at = 0; at < out.numel; ++at) {
        CAPTURE(at, out.data()[at]);
        if (at % kPitch >= kRows) {
          CHECK(out.data()[at] == unwritten);
        } else {
          CHECK(product(quantized::kQ4_0, weights, at % kPitch, kColumns, activations, at / kPitch, Sum::kStored)
                    .allows(out.data()[at]));
        }
      }
      CHECK(out.guards_intact());
    }
  }
}

TEST_CASE("quantized kernels: weights times a matrix") {
  check_mat_mul(quantized::kQ4_0, Sum::kStored, mul_mat_q4_0);
  check_mat_mul(quantized::kQ4_1, Sum::kStored, mul_mat_q4_1);
  check_mat_mul(quantized::kQ5_0, Sum::kCodes, mul_mat_q5_0);
  check_mat_mul(quantized::kQ5_1, Sum::kStored, mul_mat_q5_1);
  check_mat_mul(quantized::kQ8_0, Sum::kCodes, mul_mat_q8_0);
  check_mat_mul(quantized::kQ2_K, Sum::kCodes, mul_mat_q2_K);
  check_mat_mul(quantized::kQ3_K, Sum::kCodes, mul_mat_q3_K);
  check_mat_mul(quantized::kQ4_K, Sum::kStored, mul_mat_q4_K);
  check_mat_mul(quantized::kQ5_K, Sum::kStored, mul_mat_q5_K);
  check_mat_mul(quantized::kQ6_K, Sum::kCodes, mul_mat_q6_K);
}

TEST_CASE("quantized kernels: weights times a vector of floats") {
  check_floats_of("q4_0_cuda", quantized::kQ4_0, dequantize_mul_mat_vec_q4_0_cuda);
  check_floats_of("q4_1_cuda", quantized::kQ4_1, dequantize_mul_mat_vec_q4_1_cuda);
  check_floats_of("q5_0_cuda", quantized::kQ5_0, dequantize_mul_mat_vec_q5_0_cuda);
  check_floats_of("q5_1_cuda", quantized::kQ5_1, dequantize_mul_mat_vec_q5_1_cuda);
  check_floats_of("q8_0_cuda", quantized::kQ8_0, dequantize_mul_mat_vec_q8_0_cuda);
  check_floats_of("q2_k", quantized::kQ2_K, dequantize_mul_mat_vec_q2_k);
  check_floats_of("q3_k", quantized::kQ3_K, dequantize_mul_mat_vec_q3_k);
  check_floats_of("q4_k", quantized::kQ4_K, dequantize_mul_mat_vec_q4_k);
  check_floats_of("q6_k", quantized::kQ6_K, dequantize_mul_mat_vec_q6_k);
  const std::string name = "dequantize_mul_mat_vec_q5_k";
  check_floats(name, quantized::kQ5_K,
               [&](const auto& geometry, const auto& regions, const Bytes& weights, const auto& vector,
                   host::Output<float>& out) {
                 launcher::run(name, dequantize_mul_mat_vec_q5_k, geometry, regions, weights.data(), vector.data(),
                               out.data(), static_cast<int>(vector.size()));
               });
}

TEST_CASE("quantized kernels: inputs times the weights of picked experts") {
  check_experts("q2k", quantized::kQ2_K, indexed_moe_forward_q2k_q8_1);
  check_experts("q3k", quantized::kQ3_K, indexed_moe_forward_q3k_q8_1);
  check_experts("q4k", quantized::kQ4_K, indexed_moe_forward_q4k_q8_1);
  check_experts("q5k", quantized::kQ5_K, indexed_moe_forward_q5k_q8_1);
  check_experts("q6k", quantized::kQ6_K, indexed_moe_forward_q6k_q8_1);
  check_experts("q8_0", quantized::kQ8_0, indexed_moe_forward_q8_0_q8_1);
}

TEST_CASE("quantized kernels: the values that a framework's own tests have") {
  const auto line = counted(256, 1);
  const Bytes weights = as_q4_0(line);
  CHECK(std::fabs(single_product(weights, Activations(line, 256)) - 5561664.5f) <= 0.5f);

  host::Output<float> by_floats(0, 1);
  launcher::run("dequantize_mul_mat_vec_q4_0_cuda", dequantize_mul_mat_vec_q4_0_cuda,
                launcher::row_geometries(1).back(),
                {launcher::region(weights), launcher::region(line), by_floats.region()}, weights.data(), line.data(),
                by_floats.data(), 256, 1);
  // Of 256 floats: another order of the same sum is a few units of the last place away.
  CHECK(std::fabs(by_floats.data()[0] - 5561851.0f) <= 4);

  const auto square = counted(1024, 0.25f);
  const Bytes rows = as_q4_0(square);
  const Activations inputs(square, 256);
  host::Output<float> out(0, 16);
  launcher::run("mul_mat_q4_0", mul_mat_q4_0, geometries_for(1).back(),
                {launcher::region(rows), launcher::region(inputs.blocks), out.region()}, rows.data(),
                inputs.blocks.data(), out.data(), 256, 4, 4, static_cast<int>(inputs.pitch), 4);
  const struct {
    size_t at;
    float value;
  } known[] = {{0, 347604.0f},   {1, 888153.06f},  {4, 869780.7f},   {5, 2483145.0f},
               {11, 9407368.0f}, {14, 9470856.0f}, {15, 13138824.0f}};
  for (const auto& expected : known) {
    CAPTURE(expected.at);
    CHECK(std::fabs(out.data()[expected.at] - expected.value) <= expected.value * 0x1p-22f);
  }
}

// One row times one vector, whose blocks' sums are more than a half holds.
void check_infinite_sums(const Format& format, const std::string& name, Sum sum,
                         const std::function<void(const launcher::Geometry&, const Bytes&, const Activations&,
                                                  host::Output<float>&)>& launch) {
  constexpr size_t kColumns = 256;
  std::vector<float> large(kColumns, 3000.0f);
  for (size_t i = 7; i < kColumns; i += 32) large[i] = -2000.0f;
  const Activations activations(large, kColumns);
  REQUIRE(std::isinf(quantized::half_at(activations.block(0, 0) + 2)));
  const Bytes weights = weights_for(format, 1, kColumns);
  for (const auto& geometry : geometries_for(1)) {
    INFO(name << ", " << host::described(geometry));
    host::Output<float> out(0, 1);
    launch(geometry, weights, activations, out);
    check_products(out, 1, [&](size_t, size_t) { return product(format, weights, 0, kColumns, activations, 0, sum); });
  }
}

void check_infinite_sums(const Format& format, MatVec kernel, Sum sum) {
  const std::string name = std::string("mul_mat_vec_") + format.name + "_q8_1_cuda1";
  check_infinite_sums(
      format, name, sum, [&](const auto& geometry, const auto& weights, const auto& activations, auto& out) {
        launcher::run(name, kernel, geometry,
                      {launcher::region(weights), launcher::region(activations.blocks), out.region()}, weights.data(),
                      activations.blocks.data(), out.data(), 256, 1, static_cast<int>(activations.pitch), 1);
      });
}

void check_infinite_sums(const Format& format, MatMul kernel, Sum sum) {
  const std::string name = std::string("mul_mat_") + format.name;
  check_infinite_sums(
      format, name, sum, [&](const auto& geometry, const auto& weights, const auto& activations, auto& out) {
        launcher::run(name, kernel, geometry,
                      {launcher::region(weights), launcher::region(activations.blocks), out.region()}, weights.data(),
                      activations.blocks.data(), out.data(), 256, 1, 1, static_cast<int>(activations.pitch), 1);
      });
}

TEST_CASE("quantized kernels: sums of blocks beyond a half's range spoil no product that reads them") {
  check_infinite_sums(quantized::kQ4_0, mul_mat_vec_q4_0_q8_1_cuda1, Sum::kStored);
  check_infinite_sums(quantized::kQ4_1, mul_mat_vec_q4_1_q8_1_cuda1, Sum::kStored);
  check_infinite_sums(quantized::kQ5_0, mul_mat_vec_q5_0_q8_1_cuda1, Sum::kStored);
  check_infinite_sums(quantized::kQ5_1, mul_mat_vec_q5_1_q8_1_cuda1, Sum::kStored);
  check_infinite_sums(quantized::kQ4_0, mul_mat_q4_0, Sum::kStored);
  check_infinite_sums(quantized::kQ4_1, mul_mat_q4_1, Sum::kStored);
  check_infinite_sums(quantized::kQ5_1, mul_mat_q5_1, Sum::kStored);
  check_infinite_sums(quantized::kQ4_K, mul_mat_q4_K, Sum::kStored);
  check_infinite_sums(quantized::kQ5_K, mul_mat_q5_K, Sum::kStored);
}

TEST_CASE("quantized kernels: scales that are no numbers spoil their rows, infinite sums nothing") {
  constexpr size_t kColumns = 64;
  Bytes weights = quantized::random_blocks(quantized::kQ4_0, 3 * 2, 5);
  quantized::set_half(weights.data() + 2 * 18, std::numeric_limits<Real>::quiet_NaN());
  quantized::set_half(weights.data() + 4 * 18, std::numeric_limits<Real>::infinity());
  Activations activations(host::small_values<float>(kColumns, 6), kColumns);
  for (const auto& geometry : geometries_for(3)) {
    host::Output<float> out(0, 3);
    launcher::run("mul_mat_vec_q4_0_q8_1_cuda1", mul_mat_vec_q4_0_q8_1_cuda1, geometry,
                  {launcher::region(weights), launcher::region(activations.blocks), out.region()}, weights.data(),
                  activations.blocks.data(), out.data(), static_cast<int>(kColumns), 3,
                  static_cast<int>(activations.pitch), 3);
    CHECK(product(quantized::kQ4_0, weights, 0, kColumns, activations, 0, Sum::kStored).allows(out.data()[0]));
    CHECK(std::isnan(out.data()[1]));
    CHECK(std::isinf(out.data()[2]));
  }
  // 32 times 3000 is more than a half holds.
  std::vector<float> large(kColumns, 3000.0f);
  large[40] = -2000.0f;
  const Activations overflowing(large, kColumns);
  REQUIRE(std::isinf(quantized::half_at(overflowing.block(0, 0) + 2)));
  quantized::set_half(weights.data() + 2 * 18, 0.5);
  quantized::set_half(weights.data() + 4 * 18, -0.5);
  for (size_t row = 0; row < 3; ++row) {
    const Bytes one(weights.begin() + static_cast<long>(row * 36), weights.begin() + static_cast<long>(row * 36 + 36));
    const float got = single_product(one, overflowing);
    CHECK(product(quantized::kQ4_0, one, 0, kColumns, overflowing, 0, Sum::kStored).allows(got));
  }
}
