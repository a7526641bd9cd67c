// MFMA and SMFMAC. A and B are converted to arrays of host values in the order of the mathematical matrices, multiplied
// by the functions in matrix_arithmetic.hpp, and stored to the positions that mfma_layout.hpp states. EXEC has no
// effect.
#include <array>
#include <type_traits>

#include "execute/matrix/matrix_arithmetic.hpp"
#include "execute/matrix/matrix_elements.hpp"
#include "execute/matrix/matrix_products.hpp"
#include "execute/matrix/matrix_tables.hpp"
#include "execute/matrix/mfma_layout.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace matrix;

using I8 = Signed<8>;

/// The `rows_per_group` of output_place().
template <class Element>
constexpr unsigned kRowsPerGroup = Element::kBits == 64 ? 1 : 4;
template <class Element>
constexpr bool kIsHalf = std::is_same_v<Element, F16> || std::is_same_v<Element, BF16>;
/// The number of products that flushing_sum() adds at a time. It is two for the bf16 instructions of CDNA 1, which CDNA
/// 2 kept, and four for all others.
constexpr unsigned kGroupOfTwo = 2;
constexpr unsigned kGroupOfFour = 4;

template <class A, class C, unsigned group>
typename C::Host sum_of_products(const Wave& wave, std::span<const typename C::Host> a,
                                 std::span<const typename C::Host> b, typename C::Host start) {
  if constexpr (std::is_same_v<C, I32>) {
    return integer_sum(a, b, start);
  } else if constexpr (kIsHalf<A>) {
    if (wave.target.flushes_matrix_inputs) return canonical(flushing_sum(a, b, start, group));
    return canonical(fused_sum<float>(a, b, start));
  } else if constexpr (A::kBits == 8) {
    return canonical(sum_of_exact(a, b, start));
  } else {
    return canonical(fused_sum<typename C::Host>(a, b, start));
  }
}

/// CDNA 2 reads subnormal f16 and bf16 as 0.
template <class Element>
typename Element::Host input(Wave& wave, const Operand& operand, unsigned lane, unsigned n) {
  const auto value = element<Element>(wave, operand, lane, n);
  if constexpr (kIsHalf<Element>) {
    if (wave.target.flushes_matrix_inputs && std::fabs(value) < Element::kSmallestNormal) return 0;
  }
  return value;
}

template <Shape shape>
constexpr std::size_t result_index(unsigned row, unsigned column, unsigned block) {
  return (std::size_t{block} * shape.rows + row) * shape.columns + column;
}
template <class C, Shape shape>
using Results = std::array<typename C::Host, std::size_t{shape.rows} * shape.columns * shape.blocks>;

template <class C, Shape shape>
void store(Wave& wave, const Operand& destination, const Results<C, shape>& results) {
  for (unsigned block = 0; block < shape.blocks; ++block)
    for (unsigned row = 0; row < shape.rows; ++row)
      for (unsigned column = 0; column < shape.columns; ++column) {
        const auto place = output_place(shape, kRowsPerGroup<C>, row, column, block);
        const auto bits = C::to_bits(results[result_index<shape>(row, column, block)]);
        constexpr unsigned dwords = C::kBits / 32;
        for (unsigned dword = 0; dword < dwords; ++dword)
          wave.row(destination, dwords * place.element + dword)[place.lane] =
              static_cast<std::uint32_t>(bits >> 32 * dword);
      }
}

template <class A, class B, class C, Shape shape, unsigned group>
class Product {
 public:
  using Host = typename C::Host;

  static void execute(Wave& wave, const Instruction& instruction) {
    // The results are stored after all products, because D may be in the registers of A, B or C.
    Results<C, shape> results;
    for (unsigned block = 0; block < shape.blocks; ++block) {
      std::array<Host, std::size_t{shape.rows} * shape.depth> a;
      std::array<Host, std::size_t{shape.columns} * shape.depth> b;
      load(wave, instruction, block, a, b);
      // There is no function for rows of 8-bit floats, whose sums are those of sum_of_exact().
      if (wave.host_vectors && (A::kBits != 8 || std::is_same_v<C, I32>)) {
        multiply_rows(wave, instruction, block, a, b, results);
        continue;
      }
      for (unsigned row = 0; row < shape.rows; ++row)
        for (unsigned column = 0; column < shape.columns; ++column)
          results[result_index<shape>(row, column, block)] =
              sum_of_products<A, C, group>(wave, std::span<const Host>(a).subspan(row * shape.depth, shape.depth),
                                           std::span<const Host>(b).subspan(column * shape.depth, shape.depth),
                                           start(wave, instruction, row, column, block));
    }
    store<C, shape>(wave, instruction.dst, results);
  }

 private:
  /// For f64, BLGP negates A, B and C (CDNA 3 ISA, "Matrix Arithmetic Instructions"). CDNA 2 has no such modifier.
  static bool negates(const Wave& wave, const Instruction& instruction, unsigned source) {
    return C::kBits == 64 && wave.target.negates_f64_matrices && (instruction.matrix[2] >> source & 1) != 0;
  }

  template <class ARows, class BColumns>
  static void load(Wave& wave, const Instruction& instruction, unsigned block, ARows& a, BColumns& b) {
    const auto [cbsz, abid, blgp] = instruction.matrix;
    // The remainder keeps an ABID that is too large inside A's registers.
    const unsigned a_block = shape.blocks == 1 ? 0 : broadcast_block(block, cbsz, abid) % shape.blocks;
    const auto signed_by = [](auto value, bool negative) { return negative ? -value : value; };
    for (unsigned k = 0; k < shape.depth; ++k) {
      for (unsigned row = 0; row < shape.rows; ++row) {
        const auto place = input_place(shape, shape.rows, row, k, a_block);
        a[row * shape.depth + k] =
            signed_by(input<A>(wave, instruction.src[0], place.lane, place.element), negates(wave, instruction, 0));
      }
      for (unsigned column = 0; column < shape.columns; ++column) {
        const auto place = input_place(shape, shape.columns, column, k, block);
        const auto lane = C::kBits == 64 ? place.lane : permuted_lane(place.lane, blgp);
        b[column * shape.depth + k] =
            signed_by(input<B>(wave, instruction.src[1], lane, place.element), negates(wave, instruction, 1));
      }
    }
  }

  /// Computes a row of results at a time.
  template <class ARows, class BColumns>
  static void multiply_rows(Wave& wave, const Instruction& instruction, unsigned block, const ARows& a,
                            const BColumns& b, Results<C, shape>& results) {
    std::array<Host, std::size_t{shape.depth} * shape.columns> by_k;
    for (unsigned column = 0; column < shape.columns; ++column)
      for (unsigned k = 0; k < shape.depth; ++k) by_k[k * shape.columns + column] = b[column * shape.depth + k];
    for (unsigned row = 0; row < shape.rows; ++row) {
      auto* const sums = &results[result_index<shape>(row, 0, block)];
      const auto* const factors = &a[row * shape.depth];
      for (unsigned column = 0; column < shape.columns; ++column)
        sums[column] = start(wave, instruction, row, column, block);
      if constexpr (std::is_same_v<C, I32>) {
        add_integer_row(factors, by_k.data(), shape.depth, shape.columns, sums);
      } else {
        if constexpr (kIsHalf<A>) {
          if (wave.target.flushes_matrix_inputs)
            add_flushing_row(factors, by_k.data(), shape.depth, shape.columns, group, sums);
          else
            add_fused_row(factors, by_k.data(), shape.depth, shape.columns, sums);
        } else {
          add_fused_row(factors, by_k.data(), shape.depth, shape.columns, sums);
        }
        for (unsigned column = 0; column < shape.columns; ++column) sums[column] = canonical(sums[column]);
      }
    }
  }

  static Host start(Wave& wave, const Instruction& instruction, unsigned row, unsigned column, unsigned block) {
    const auto& operand = instruction.src[2];
    const auto place = output_place(shape, kRowsPerGroup<C>, row, column, block);
    const Host value =
        operand.is_constant() ? C::from_bits(operand.value) : element<C>(wave, operand, place.lane, place.element);
    return negates(wave, instruction, 2) ? -value : value;
  }
};

/// A is sparse: of each four consecutive values of k, its rows contain elements for two only. src2 states for which
/// two, with two bits per element of A in a lane. The products are added to D.
template <class A, class B, class C, Shape shape>
class SparseProduct {
 public:
  using Host = typename C::Host;

  static void execute(Wave& wave, const Instruction& instruction) {
    Results<C, shape> results;
    const auto b = load_columns(wave, instruction);
    for (unsigned row = 0; row < shape.rows; ++row) {
      std::array<Host, kKept> a;
      std::array<unsigned, kKept> ks;
      load_row(wave, instruction, row, a, ks);
      for (unsigned column = 0; column < shape.columns; ++column) {
        std::array<Host, kKept> matching;
        for (unsigned n = 0; n < kKept; ++n) matching[n] = b[column][ks[n]];
        const auto place = output_place(shape, kRowsPerGroup<C>, row, column, 0);
        results[result_index<shape>(row, column, 0)] =
            sum_of_products<A, C, kGroupOfFour>(wave, std::span<const Host>(a), std::span<const Host>(matching),
                                                element<C>(wave, instruction.dst, place.lane, place.element));
      }
    }
    store<C, shape>(wave, instruction.dst, results);
  }

 private:
  static constexpr unsigned kKept = shape.depth / 2;                       ///< elements that a row of A stores
  static constexpr Shape kStored = {shape.rows, shape.columns, kKept, 1};  ///< the shape of A without its zeros
  static constexpr unsigned kPerLane = kKept * shape.rows / kMfmaLanes;    ///< elements of A in a lane

  static auto load_columns(Wave& wave, const Instruction& instruction) {
    std::array<std::array<Host, shape.depth>, shape.columns> b;
    for (unsigned column = 0; column < shape.columns; ++column)
      for (unsigned k = 0; k < shape.depth; ++k) {
        const auto place = input_place(shape, shape.columns, column, k, 0);
        b[column][k] = element<B>(wave, instruction.src[1], place.lane, place.element);
      }
    return b;
  }

  template <class Values, class Indices>
  static void load_row(Wave& wave, const Instruction& instruction, unsigned row, Values& a, Indices& ks) {
    // If CBSZ is 0, ABID selects one of the sets of indices in the register; if not, the first set is used. A set has
    // two bits per element of A in a lane.
    const unsigned first_bit = instruction.matrix[0] == 0 ? instruction.matrix[1] * 2 * kPerLane % 32 : 0;
    for (unsigned n = 0; n < kKept; ++n) {
      const auto place = input_place(kStored, shape.rows, row, n, 0);
      const auto indices = wave.row(instruction.src[2])[place.lane] >> first_bit;
      a[n] = element<A>(wave, instruction.src[0], place.lane, place.element);
      ks[n] = n / 2 * 4 + (indices >> 2 * place.element & 3);
    }
  }
};

template <class A, class B, class C, Shape shape, unsigned group = kGroupOfFour>
constexpr Handler mfma = &Product<A, B, C, shape, group>::execute;
template <class A, class B, class C, Shape shape>
constexpr Handler smfmac = &SparseProduct<A, B, C, shape>::execute;

constexpr std::array kOperations = std::to_array<Operation>({
    {"V_MFMA_F32_32X32X1F32", mfma<F32, F32, F32, Shape{32, 32, 1, 2}>},
    {"V_MFMA_F32_16X16X1F32", mfma<F32, F32, F32, Shape{16, 16, 1, 4}>},
    {"V_MFMA_F32_4X4X1F32", mfma<F32, F32, F32, Shape{4, 4, 1, 16}>},
    {"V_MFMA_F32_32X32X2F32", mfma<F32, F32, F32, Shape{32, 32, 2, 1}>},
    {"V_MFMA_F32_16X16X4F32", mfma<F32, F32, F32, Shape{16, 16, 4, 1}>},
    {"V_MFMA_F32_16X16X8XF32", mfma<XF32, XF32, F32, Shape{16, 16, 8, 1}>},
    {"V_MFMA_F32_32X32X4XF32", mfma<XF32, XF32, F32, Shape{32, 32, 4, 1}>},
    {"V_MFMA_F64_16X16X4F64", mfma<F64, F64, F64, Shape{16, 16, 4, 1}>},
    {"V_MFMA_F64_4X4X4F64", mfma<F64, F64, F64, Shape{4, 4, 4, 4}>},
    {"V_MFMA_F32_32X32X4F16", mfma<F16, F16, F32, Shape{32, 32, 4, 2}>},
    {"V_MFMA_F32_16X16X4F16", mfma<F16, F16, F32, Shape{16, 16, 4, 4}>},
    {"V_MFMA_F32_4X4X4F16", mfma<F16, F16, F32, Shape{4, 4, 4, 16}>},
    {"V_MFMA_F32_32X32X8F16", mfma<F16, F16, F32, Shape{32, 32, 8, 1}>},
    {"V_MFMA_F32_16X16X16F16", mfma<F16, F16, F32, Shape{16, 16, 16, 1}>},
    {"V_MFMA_F32_32X32X2BF16", mfma<BF16, BF16, F32, Shape{32, 32, 2, 2}, kGroupOfTwo>},
    {"V_MFMA_F32_16X16X2BF16", mfma<BF16, BF16, F32, Shape{16, 16, 2, 4}, kGroupOfTwo>},
    {"V_MFMA_F32_4X4X2BF16", mfma<BF16, BF16, F32, Shape{4, 4, 2, 16}, kGroupOfTwo>},
    {"V_MFMA_F32_32X32X4BF16", mfma<BF16, BF16, F32, Shape{32, 32, 4, 1}, kGroupOfTwo>},
    {"V_MFMA_F32_16X16X8BF16", mfma<BF16, BF16, F32, Shape{16, 16, 8, 1}, kGroupOfTwo>},
    {"V_MFMA_F32_32X32X4BF16_1K", mfma<BF16, BF16, F32, Shape{32, 32, 4, 2}>},
    {"V_MFMA_F32_16X16X4BF16_1K", mfma<BF16, BF16, F32, Shape{16, 16, 4, 4}>},
    {"V_MFMA_F32_4X4X4BF16_1K", mfma<BF16, BF16, F32, Shape{4, 4, 4, 16}>},
    {"V_MFMA_F32_32X32X8BF16_1K", mfma<BF16, BF16, F32, Shape{32, 32, 8, 1}>},
    {"V_MFMA_F32_16X16X16BF16_1K", mfma<BF16, BF16, F32, Shape{16, 16, 16, 1}>},
    {"V_MFMA_I32_32X32X4I8", mfma<I8, I8, I32, Shape{32, 32, 4, 2}>},
    {"V_MFMA_I32_16X16X4I8", mfma<I8, I8, I32, Shape{16, 16, 4, 4}>},
    {"V_MFMA_I32_4X4X4I8", mfma<I8, I8, I32, Shape{4, 4, 4, 16}>},
    {"V_MFMA_I32_32X32X8I8", mfma<I8, I8, I32, Shape{32, 32, 8, 1}>},
    {"V_MFMA_I32_16X16X16I8", mfma<I8, I8, I32, Shape{16, 16, 16, 1}>},
    {"V_MFMA_I32_32X32X16I8", mfma<I8, I8, I32, Shape{32, 32, 16, 1}>},
    {"V_MFMA_I32_16X16X32I8", mfma<I8, I8, I32, Shape{16, 16, 32, 1}>},
    {"V_MFMA_F32_16X16X32_BF8_BF8", mfma<Bf8, Bf8, F32, Shape{16, 16, 32, 1}>},
    {"V_MFMA_F32_16X16X32_BF8_FP8", mfma<Bf8, Fp8, F32, Shape{16, 16, 32, 1}>},
    {"V_MFMA_F32_16X16X32_FP8_BF8", mfma<Fp8, Bf8, F32, Shape{16, 16, 32, 1}>},
    {"V_MFMA_F32_16X16X32_FP8_FP8", mfma<Fp8, Fp8, F32, Shape{16, 16, 32, 1}>},
    {"V_MFMA_F32_32X32X16_BF8_BF8", mfma<Bf8, Bf8, F32, Shape{32, 32, 16, 1}>},
    {"V_MFMA_F32_32X32X16_BF8_FP8", mfma<Bf8, Fp8, F32, Shape{32, 32, 16, 1}>},
    {"V_MFMA_F32_32X32X16_FP8_BF8", mfma<Fp8, Bf8, F32, Shape{32, 32, 16, 1}>},
    {"V_MFMA_F32_32X32X16_FP8_FP8", mfma<Fp8, Fp8, F32, Shape{32, 32, 16, 1}>},
    {"V_SMFMAC_F32_16X16X32_F16", smfmac<F16, F16, F32, Shape{16, 16, 32, 1}>},
    {"V_SMFMAC_F32_32X32X16_F16", smfmac<F16, F16, F32, Shape{32, 32, 16, 1}>},
    {"V_SMFMAC_F32_16X16X32_BF16", smfmac<BF16, BF16, F32, Shape{16, 16, 32, 1}>},
    {"V_SMFMAC_F32_32X32X16_BF16", smfmac<BF16, BF16, F32, Shape{32, 32, 16, 1}>},
    {"V_SMFMAC_I32_16X16X64_I8", smfmac<I8, I8, I32, Shape{16, 16, 64, 1}>},
    {"V_SMFMAC_I32_32X32X32_I8", smfmac<I8, I8, I32, Shape{32, 32, 32, 1}>},
    {"V_SMFMAC_F32_16X16X64_BF8_BF8", smfmac<Bf8, Bf8, F32, Shape{16, 16, 64, 1}>},
    {"V_SMFMAC_F32_16X16X64_BF8_FP8", smfmac<Bf8, Fp8, F32, Shape{16, 16, 64, 1}>},
    {"V_SMFMAC_F32_16X16X64_FP8_BF8", smfmac<Fp8, Bf8, F32, Shape{16, 16, 64, 1}>},
    {"V_SMFMAC_F32_16X16X64_FP8_FP8", smfmac<Fp8, Fp8, F32, Shape{16, 16, 64, 1}>},
    {"V_SMFMAC_F32_32X32X32_BF8_BF8", smfmac<Bf8, Bf8, F32, Shape{32, 32, 32, 1}>},
    {"V_SMFMAC_F32_32X32X32_BF8_FP8", smfmac<Bf8, Fp8, F32, Shape{32, 32, 32, 1}>},
    {"V_SMFMAC_F32_32X32X32_FP8_BF8", smfmac<Fp8, Bf8, F32, Shape{32, 32, 32, 1}>},
    {"V_SMFMAC_F32_32X32X32_FP8_FP8", smfmac<Fp8, Fp8, F32, Shape{32, 32, 32, 1}>},
});

}  // namespace

Operations mfma_operations() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
