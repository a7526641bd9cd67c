// Products of quantized weights and vectors of floats.
#include "quantized_launches.hpp"

namespace {

using namespace quantized;

// The exact product of the weights and the floats.
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

}  // namespace

TEST_CASE("quantized kernels: weights are multiplied by a vector of floats") {
  check_floats_of("q4_0_cuda", quantized::kQ4_0, dequantize_mul_mat_vec_q4_0_cuda);
  check_floats_of("q4_1_cuda", quantized::kQ4_1, dequantize_mul_mat_vec_q4_1_cuda);
  check_floats_of("q5_0_cuda", quantized::kQ5_0, dequantize_mul_mat_vec_q5_0_cuda);
  check_floats_of("q5_1_cuda", quantized::kQ5_1, dequantize_mul_mat_vec_q5_1_cuda);
  check_floats_of("q8_0_cuda", quantized::kQ8_0, dequantize_mul_mat_vec_q8_0_cuda);
  check_floats_of("q2_k", quantized::kQ2_K, dequantize_mul_mat_vec_q2_k);
  check_floats_of("q3_k", quantized::kQ3_K, dequantize_mul_mat_vec_q3_k);
  check_floats_of("q4_k", quantized::kQ4_K, dequantize_mul_mat_vec_q4_k);
  check_floats_of("q6_k", quantized::kQ6_K, dequantize_mul_mat_vec_q6_k);
  // Only the kernel for q5_K has no parameter for the number of rows, so check_floats_of() cannot launch it.
  const std::string name = "dequantize_mul_mat_vec_q5_k";
  check_floats(name, quantized::kQ5_K,
               [&](const auto& geometry, const auto& regions, const Bytes& weights, const auto& vector,
                   host::Output<float>& out) {
                 launcher::run(name, dequantize_mul_mat_vec_q5_k, geometry, regions, weights.data(), vector.data(),
                               out.data(), static_cast<int>(vector.size()));
               });
}
