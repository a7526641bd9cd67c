// Products of quantized weights and Q8_1 activations, as vectors and as matrices.
#include "quantized_launches.hpp"

namespace {

using namespace quantized;

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
      // Each number of vectors is tested with an odd number of rows. To save time, the longest rows are tested with 1
      // and 5 vectors only: the loop over the blocks of a row is the same for every number.
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

void check_mat_mul(const Format& format, Sum sum, MatMul kernel) {
  const std::string name = std::string("mul_mat_") + format.name;
  for (const size_t columns : columns_for(format)) {
    for (const size_t batch : {1, 8, 33}) {
      if (columns > 1000 && batch > 8) continue;  // to save time
      constexpr size_t kRows = 37;
      const Bytes weights = weights_for(format, kRows, columns);
      const Activations activations(host::small_values<float>(batch * columns, columns), columns);
      // There are fewer threads than results: geometries() gets an eighth of their number, and on a device, the last
      // geometry has a single block.
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

}  // namespace

TEST_CASE("quantized kernels: 4-bit weights times vectors"){
    MAT_VECS(q4_0, kQ4_0, Sum::kStored)
        MAT_VECS(q4_1, kQ4_1, Sum::kStored)} TEST_CASE("quantized kernels: 5-bit weights times vectors"){
    MAT_VECS(q5_0, kQ5_0, Sum::kStored)
        MAT_VECS(q5_1, kQ5_1, Sum::kStored)} TEST_CASE("quantized kernels: 8-bit weights times vectors"){
    MAT_VECS(q8_0, kQ8_0, Sum::kCodes)} TEST_CASE("quantized kernels: 2-bit and 3-bit weights of 256 times vectors"){
    MAT_VECS(q2_K, kQ2_K, Sum::kCodes)
        MAT_VECS(q3_K, kQ3_K,
                 Sum::kCodes)} TEST_CASE("quantized kernels: 4-bit and 5-bit weights of 256 times vectors"){
    MAT_VECS(q4_K, kQ4_K, Sum::kCodes)
        MAT_VECS(q5_K, kQ5_K, Sum::kCodes)} TEST_CASE("quantized kernels: 6-bit weights of 256 times vectors"){
    MAT_VECS(q6_K, kQ6_K, Sum::kCodes)}

TEST_CASE("quantized kernels: results of vectors have the given pitch and nothing is written between them") {
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

TEST_CASE("quantized kernels: weights are multiplied by a matrix") {
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
