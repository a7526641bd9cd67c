// Sums and scales of blocks that are NaN or infinite, or beyond the range of a half.
#include <functional>

#include "quantized_launches.hpp"

namespace {

using namespace quantized;

// Multiplies one row by one vector whose block sums are beyond the range of a half.
void check_infinite_sums(const Format& format, const std::string& name, Sum sum,
                         const std::function<void(const launcher::Geometry&, const Bytes&, const Activations&,
                                                  host::Output<float>&)>& launch) {
  constexpr size_t kColumns = 256;
  std::vector<float> large(kColumns, 3000.0f);
  for (size_t i = 7; i < kColumns; i += 32) large[i] = -2000.0f;  // block sums: 31 * 3000 - 2000 = 91,000 > 65,504
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

}  // namespace

TEST_CASE("quantized kernels: block sums beyond the range of a half leave the products finite") {
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

TEST_CASE("quantized kernels: NaN and infinite scales affect only their rows and infinite sums affect nothing") {
  constexpr size_t kColumns = 64;
  // Three rows of two blocks of 18 bytes: block 2 begins row 1, and block 4 row 2.
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
  // The sum of the first block, 32 * 3000 = 96,000, is beyond the range of a half, 65,504.
  std::vector<float> large(kColumns, 3000.0f);
  large[40] = -2000.0f;
  const Activations overflowing(large, kColumns);
  REQUIRE(std::isinf(quantized::half_at(overflowing.block(0, 0) + 2)));
  quantized::set_half(weights.data() + 2 * 18, 0.5);
  quantized::set_half(weights.data() + 4 * 18, -0.5);
  for (size_t row = 0; row < 3; ++row) {
    // A row has 36 bytes.
    const Bytes one(weights.begin() + static_cast<long>(row * 36), weights.begin() + static_cast<long>(row * 36 + 36));
    const float got = single_product(one, overflowing);
    CHECK(product(quantized::kQ4_0, one, 0, kColumns, overflowing, 0, Sum::kStored).allows(got));
  }
}
