// All products of quantized weights with large and odd sizes: 4097 rows, each one block longer than 4096 elements; one
// to eight vectors, and 33 and 129 vectors. For some rows, all results are compared with a reference in Real; for all
// others, the test checks that a result was written.
#include <cmath>
#include <limits>

#include "gpu/bundled_kernels.hpp"
#include "kernels/quantized_products.hpp"
#include "kernels/random_values.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen;

namespace {

using quantized::Exact;
using quantized::Sum;

constexpr std::size_t kRows = 4097;
constexpr std::size_t kMostVectors = 129;

struct Weights {
  const quantized::Format& format;
  std::size_t columns = 4096 + format.elements;
  std::size_t row_bytes = columns / format.elements * format.bytes;
  quantized::Bytes blocks = quantized::random_blocks(format, kRows* columns / format.elements, 41);

  /// The kernel for vectors of floats is dequantize_mul_mat_vec_ with this suffix: for instance q4_0_cuda for blocks of
  /// 32 elements, and q4_k for the format q4_K.
  std::string float_kernel_suffix() const {
    const std::string name = format.name;
    return format.elements == quantized::kBlock ? name + "_cuda" : name.substr(0, 3) + "k";
  }
};

/// The vectors as floats and as blocks of Q8_1.
struct Vectors {
  std::vector<float> values;
  quantized::Bytes blocks;

  explicit Vectors(std::size_t columns)
      : values(host::small_values<float>(kMostVectors * columns, columns)),
        blocks(values.size() / quantized::kBlock * quantized::kBlockBytes) {
    for (std::size_t b = 0; b < values.size() / quantized::kBlock; ++b)
      quantized::quantize_q8_1(values.data() + b * quantized::kBlock, blocks.data() + b * quantized::kBlockBytes);
  }
};

/// Selects the rows that are compared with the reference: the last rows of the first tiles of 64 rows, the last two
/// rows, and every 211th row. 211 is odd, so both first and second rows of the pairs that a workgroup computes are
/// among them.
bool is_compared(std::size_t row) {
  return row % 211 == 0 || (row % 64 == 63 && row < 200) || row >= kRows - 2;
}

/// Checks that out[vector * kRows + row] is expected(row, vector).
template <class Expected>
void check_results(const Buffer<float>& out, std::size_t vectors, Expected expected) {
  const auto got = out.to_vector();
  std::size_t missing = 0, wrong = 0;
  for (std::size_t at = 0; at < vectors * kRows; ++at) {
    missing += std::isnan(got[at]) ? 1u : 0u;
    if (is_compared(at % kRows)) wrong += expected(at % kRows, at / kRows).allows(got[at]) ? 0u : 1u;
  }
  CHECK(missing == 0);
  CHECK(wrong == 0);
}

/// Runs and checks the products of one format, with the vectors as blocks or as floats.
class Products {
 public:
  explicit Products(const Weights& weights) : weights_(weights), vectors_(weights.columns) {}

  void by_blocks(const std::string& name, std::size_t vectors, std::uint32_t workgroups, Sum sum) {
    INFO(name << ", " << weights_.columns << " columns");
    auto out = results();
    const auto columns = static_cast<int>(weights_.columns), rows = static_cast<int>(kRows);
    const LaunchConfig launch{Dim3{workgroups}, Dim3{32, 4}, 0};
    const auto kernel = gpu::bundled_kernel(name);
    // The kernels for up to eight vectors have the number of vectors in their names; the others have a parameter for
    // it.
    if (vectors <= 8) {
      kernel.launch(launch, stream_, weights(), blocks(), static_cast<void*>(out.data()), columns, rows, columns, rows);
    } else {
      kernel.launch(launch, stream_, weights(), blocks(), static_cast<void*>(out.data()), columns, rows,
                    static_cast<int>(vectors), columns, rows);
    }
    stream_.synchronize();
    check_results(out, vectors, [&](std::size_t row, std::size_t vector) {
      Exact exact;
      for (std::size_t e = 0; e < weights_.columns; e += quantized::kBlock)
        quantized::add_products(
            exact, weights_.format, weights_.blocks.data() + row * weights_.row_bytes, e,
            vectors_.blocks.data() + (vector * weights_.columns + e) / quantized::kBlock * quantized::kBlockBytes, sum);
      return exact;
    });
  }

  void by_floats() {
    const auto name = "dequantize_mul_mat_vec_" + weights_.float_kernel_suffix();
    INFO(name << ", " << weights_.columns << " columns");
    auto out = results();
    const LaunchConfig launch{Dim3{static_cast<std::uint32_t>(kRows)}, Dim3{32}, 0};
    const auto kernel = gpu::bundled_kernel(name);
    const auto columns = static_cast<int>(weights_.columns);
    const auto* const in = static_cast<const void*>(values_on_device_.data());
    // Only the kernel for q5_K has no parameter for the number of rows.
    if (weights_.float_kernel_suffix() == "q5_k") {
      kernel.launch(launch, stream_, weights(), in, static_cast<void*>(out.data()), columns);
    } else {
      kernel.launch(launch, stream_, weights(), in, static_cast<void*>(out.data()), columns, static_cast<int>(kRows));
    }
    stream_.synchronize();
    check_results(out, 1, [&](std::size_t row, std::size_t) {
      Exact exact;
      for (std::size_t e = 0; e < weights_.columns; ++e)
        exact.add(weights_.format.value(weights_.blocks.data() + row * weights_.row_bytes, e) * vectors_.values[e]);
      return exact;
    });
  }

 private:
  Buffer<float> results() const {
    return Buffer<float>::from(gpu::device(),
                               std::vector<float>(kMostVectors * kRows, std::numeric_limits<float>::quiet_NaN()));
  }
  const void* weights() const { return weights_on_device_.data(); }
  const void* blocks() const { return blocks_on_device_.data(); }

  const Weights& weights_;
  Vectors vectors_;
  Stream stream_{gpu::device()};
  Buffer<std::uint8_t> weights_on_device_ = Buffer<std::uint8_t>::from(gpu::device(), weights_.blocks);
  Buffer<std::uint8_t> blocks_on_device_ = Buffer<std::uint8_t>::from(gpu::device(), vectors_.blocks);
  Buffer<float> values_on_device_ = Buffer<float>::from(gpu::device(), vectors_.values);
};

}  // namespace

TEST_CASE("gpu large quantized products: an odd number of rows of an odd number of blocks by any number of vectors") {
  for (const auto& [format, mat_vec_sum, mat_mul_sum] : quantized::kProductFormats) {
    const Weights weights{format};
    Products products(weights);
    const std::string name = format.name;
    // A workgroup computes one row for one vector, and two rows for several vectors.
    for (std::size_t vectors = 1; vectors <= 8; ++vectors)
      products.by_blocks("mul_mat_vec_" + name + "_q8_1_cuda" + std::to_string(vectors), vectors,
                         static_cast<std::uint32_t>(vectors == 1 ? kRows : (kRows + 1) / 2), mat_vec_sum);
    // A tile has 64 rows and 64 vectors: 33 vectors are a part of a tile, and 129 are two tiles and one vector. There
    // are 65 workgroups, one for each 64 rows.
    for (const std::size_t vectors : {std::size_t{33}, kMostVectors})
      products.by_blocks("mul_mat_" + name, vectors, 65, mat_mul_sum);
    products.by_floats();
  }
}
