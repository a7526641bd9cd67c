// Products of quantized weights and halves or bfloat16s on the device's matrix units. These tests also run on targets
// for which no kernels are shipped.
#include "gpu/bundled_kernels.hpp"
#include "kernels/quantized_products.hpp"
#include "kernels/random_values.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen;

namespace {

// The block size and the tile of the kernels view_mat_mul_*.
constexpr std::uint32_t kThreads = 512;
constexpr std::size_t kTileVectors = 128, kTileRows = 64;
// Two tiles in each dimension, the second of which is partial.
constexpr std::size_t kRows = 70, kVectors = 145;

template <class T>
void check_product(Stream& stream, const quantized::Format& format, const std::string& type) {
  using Element = reference::Element<T>;
  const std::string name = std::string("view_mat_mul_") + format.name + "_" + type;
  // Rows of one block; for formats with blocks of 32 elements, also of five blocks. The other formats have blocks of
  // 256 elements: for them, both numbers of columns are 256.
  for (const std::size_t columns : {format.elements, format.elements == 32 ? std::size_t{160} : std::size_t{256}}) {
    const auto blocks = quantized::random_blocks(format, kRows * columns / format.elements, 31);
    const auto vectors = host::small_values<T>(kVectors * columns, 37);
    const auto weights = Buffer<std::uint8_t>::from(gpu::device(), blocks);
    const auto in = Buffer<T>::from(gpu::device(), vectors);
    const auto out = Buffer<float>::zeros(gpu::device(), kVectors * kRows);
    const auto tiles = (kVectors + kTileVectors - 1) / kTileVectors * ((kRows + kTileRows - 1) / kTileRows);
    gpu::bundled_kernel(name).launch({Dim3{static_cast<std::uint32_t>(tiles)}, Dim3{kThreads}, 0}, stream,
                                     static_cast<const void*>(weights.data()), static_cast<const void*>(in.data()),
                                     static_cast<void*>(out.data()), columns, kRows, kVectors);
    stream.synchronize();
    // The weights, rounded as the matrix units read them.
    std::vector<reference::Real> rounded(kRows * columns);
    for (std::size_t i = 0; i < rounded.size(); ++i) {
      const auto weight = static_cast<float>(format.value(blocks.data(), i));
      rounded[i] = Element::value(Element::nearest(static_cast<reference::Real>(weight)));
    }
    const auto got = out.to_vector();
    std::size_t right = 0;
    for (std::size_t at = 0; at < got.size(); ++at) {
      quantized::Exact exact;
      for (std::size_t c = 0; c < columns; ++c)
        exact.add(rounded[at % kRows * columns + c] * Element::value(vectors[at / kRows * columns + c]));
      right += exact.allows(got[at]) ? 1u : 0u;
    }
    INFO(name << ", " << columns << " columns");
    CHECK(right == kVectors * kRows);
  }
}

}  // namespace

TEST_CASE("gpu matrix units: products of quantized weights with halves and bfloat16s are right") {
  Stream stream(gpu::device());
  for (const auto* const format :
       {&quantized::kQ4_0, &quantized::kQ4_1, &quantized::kQ5_0, &quantized::kQ5_1, &quantized::kQ8_0,
        &quantized::kQ2_K, &quantized::kQ3_K, &quantized::kQ4_K, &quantized::kQ5_K, &quantized::kQ6_K}) {
    check_product<__half>(stream, *format, "f16");
    check_product<__nv_bfloat16>(stream, *format, "bf16");
  }
}
