// MFMA and SMFMAC. A and B are converted to arrays of host values in the order of the mathematical matrices, multiplied
// by the functions in matrix_arithmetic.hpp, and stored to the positions that mfma_layout.hpp states. EXEC has no
// effect.
#include <algorithm>
#include <array>
#include <type_traits>

#include "execute/matrix/matrix_arithmetic.hpp"
#include "execute/matrix/matrix_elements.hpp"
#include "execute/matrix/matrix_products.hpp"
#include "execute/matrix/matrix_rows.hpp"
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

/// For f64, BLGP negates A, B and C (CDNA 3 ISA, "Matrix Arithmetic Instructions"). CDNA 2 has no such modifier.
template <class C>
bool negates(const Wave& wave, const Instruction& instruction, unsigned source) {
  return C::kBits == 64 && wave.target.negates_f64_matrices && (instruction.matrix[2] >> source & 1) != 0;
}

/// Returns the block of A that is used for `block`. The remainder keeps an ABID that is too large inside A's registers.
unsigned block_of_a(const Instruction& instruction, const Shape& shape, unsigned block) {
  return shape.blocks == 1 ? 0 : broadcast_block(block, instruction.matrix[0], instruction.matrix[1]) % shape.blocks;
}

/// The row form: whole registers and rows of results at a time, by the host's vector instructions. It is not a template
/// of A, B and the shape, so that there is one function for many instructions.
template <class Host>
struct Inputs {
  Shape shape;
  ReadRows<Host> read_a, read_b;
  unsigned group;  ///< the number of products that flushing_sum() adds at a time; 0: they are not flushed on any target
};

/// Like input(), for all lanes.
template <class Element>
void read_input(Wave& wave, const Operand& operand, unsigned count, LaneElements<typename Element::Host>& elements) {
  read_rows<Element>(wave, operand, count, elements);
  if constexpr (kIsHalf<Element>) {
    if (!wave.target.flushes_matrix_inputs) return;
    for (std::size_t n = 0; n < std::size_t{count} * kMfmaLanes; ++n)
      elements[n] = std::fabs(elements[n]) < Element::kSmallestNormal ? 0.0f : elements[n];
  }
}

template <class Host>
void negate_all(unsigned count, LaneElements<Host>& elements) {
  for (std::size_t n = 0; n < std::size_t{count} * kMfmaLanes; ++n) elements[n] = -elements[n];
}

constexpr std::size_t kMostInputs = 1024, kMostResults = 2048;
constexpr unsigned kMostDepth = 64;
/// For each k, the elements of A's column or of B's row, which are in consecutive lanes.
template <class Host>
using Lines = std::array<const Host*, kMostDepth>;
/// Rows of B, one per k.
template <class Host>
using RowsByK = std::array<Host, kMostInputs>;

/// `extent` is the length of a line.
template <class Host>
Lines<Host> lines_of(const Shape& shape, unsigned extent, unsigned block, const LaneElements<Host>& elements) {
  Lines<Host> lines;
  for (unsigned k = 0; k < shape.depth; ++k) {
    const auto place = input_place(shape, extent, 0, k, block);
    lines[k] = &elements[std::size_t{place.element} * kMaxLanes + place.lane];
  }
  return lines;
}

/// The columns of B that are in neighbouring lanes stay neighbours within groups of 16 lanes, whatever BLGP is.
template <class Host>
void copy_rows(const Instruction& instruction, const Shape& shape, unsigned block, const LaneElements<Host>& b,
               RowsByK<Host>& by_k) {
  constexpr unsigned kGroup = 16;
  const unsigned blgp = sizeof(Host) == 8 ? 0 : instruction.matrix[2];
  const unsigned step = std::min(shape.columns, kGroup);
  for (unsigned k = 0; k < shape.depth; ++k)
    for (unsigned column = 0; column < shape.columns; column += step) {
      const auto place = input_place(shape, shape.columns, column, k, block);
      std::copy_n(&b[std::size_t{place.element} * kMaxLanes + permuted_lane(place.lane, blgp)], step,
                  &by_k[std::size_t{k} * shape.columns + column]);
    }
}

template <class Host>
void add_products(const Wave& wave, const Inputs<Host>& inputs, const Host* a, const Host* by_k, unsigned depth,
                  Host* sums) {
  const unsigned columns = inputs.shape.columns;
  if constexpr (std::is_same_v<Host, std::int32_t>) {
    add_integer_row(a, by_k, depth, columns, sums);
  } else {
    if constexpr (std::is_same_v<Host, float>) {
      if (inputs.group != 0 && wave.target.flushes_matrix_inputs)
        add_flushing_row(a, by_k, depth, columns, inputs.group, sums);
      else
        add_fused_row(a, by_k, depth, columns, sums);  // also for 8-bit floats, whose products are exact
    } else {
      add_fused_row(a, by_k, depth, columns, sums);
    }
    for (unsigned column = 0; column < columns; ++column) sums[column] = canonical(sums[column]);
  }
}

template <class C>
void start_row(Wave& wave, const Instruction& instruction, const Shape& shape, unsigned row, unsigned block,
               typename C::Host* sums) {
  const auto& operand = instruction.src[2];
  if (operand.is_constant()) {
    std::fill_n(sums, shape.columns, C::from_bits(operand.value));
  } else {
    const auto place = output_place(shape, kRowsPerGroup<C>, row, 0, block);
    read_row<C>(wave, operand, place.element, place.lane, shape.columns, sums);
  }
  if (negates<C>(wave, instruction, 2))
    for (unsigned column = 0; column < shape.columns; ++column) sums[column] = -sums[column];
}

template <class C>
void store_rows(Wave& wave, const Operand& destination, const Shape& shape, const typename C::Host* results) {
  for (unsigned block = 0; block < shape.blocks; ++block)
    for (unsigned row = 0; row < shape.rows; ++row, results += shape.columns) {
      const auto place = output_place(shape, kRowsPerGroup<C>, row, 0, block);
      write_row<C>(wave, destination, place.element, place.lane, shape.columns, results);
    }
}

/// The row form of Product::execute().
template <class C>
void multiply_by_rows(Wave& wave, const Instruction& instruction, const Inputs<typename C::Host>& inputs) {
  using Host = typename C::Host;
  const auto& shape = inputs.shape;
  const unsigned a_per_lane = shape.depth * shape.rows * shape.blocks / kMfmaLanes;
  const unsigned b_per_lane = shape.depth * shape.columns * shape.blocks / kMfmaLanes;
  LaneElements<Host> a, b;
  inputs.read_a(wave, instruction.src[0], a_per_lane, a);
  inputs.read_b(wave, instruction.src[1], b_per_lane, b);
  if (negates<C>(wave, instruction, 0)) negate_all<Host>(a_per_lane, a);
  if (negates<C>(wave, instruction, 1)) negate_all<Host>(b_per_lane, b);
  std::array<Host, kMostResults> results;
  auto* sums = results.data();
  for (unsigned block = 0; block < shape.blocks; ++block) {
    RowsByK<Host> by_k;
    copy_rows<Host>(instruction, shape, block, b, by_k);
    const auto a_lines = lines_of<Host>(shape, shape.rows, block_of_a(instruction, shape, block), a);
    for (unsigned row = 0; row < shape.rows; ++row, sums += shape.columns) {
      std::array<Host, kMostDepth> factors;
      for (unsigned k = 0; k < shape.depth; ++k) factors[k] = a_lines[k][row];
      start_row<C>(wave, instruction, shape, row, block, sums);
      add_products<Host>(wave, inputs, factors.data(), by_k.data(), shape.depth, sums);
    }
  }
  store_rows<C>(wave, instruction.dst, shape, results.data());
}

template <class A, class B, class C, Shape shape, unsigned group>
class Product {
 public:
  using Host = typename C::Host;

  static void execute(Wave& wave, const Instruction& instruction) {
    if (wave.host_vectors)
      return multiply_by_rows<C>(wave, instruction, {shape, &read_input<A>, &read_input<B>, kIsHalf<A> ? group : 0});
    // The results are stored after all products, because D may be in the registers of A, B or C.
    Results<C, shape> results;
    for (unsigned block = 0; block < shape.blocks; ++block) {
      std::array<Host, std::size_t{shape.rows} * shape.depth> a;
      std::array<Host, std::size_t{shape.columns} * shape.depth> b;
      load(wave, instruction, block, a, b);
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
  template <class ARows, class BColumns>
  static void load(Wave& wave, const Instruction& instruction, unsigned block, ARows& a, BColumns& b) {
    const unsigned a_block = block_of_a(instruction, shape, block), blgp = instruction.matrix[2];
    const auto signed_by = [](auto value, bool negative) { return negative ? -value : value; };
    for (unsigned k = 0; k < shape.depth; ++k) {
      for (unsigned row = 0; row < shape.rows; ++row) {
        const auto place = input_place(shape, shape.rows, row, k, a_block);
        a[row * shape.depth + k] =
            signed_by(input<A>(wave, instruction.src[0], place.lane, place.element), negates<C>(wave, instruction, 0));
      }
      for (unsigned column = 0; column < shape.columns; ++column) {
        const auto place = input_place(shape, shape.columns, column, k, block);
        const auto lane = C::kBits == 64 ? place.lane : permuted_lane(place.lane, blgp);
        b[column * shape.depth + k] =
            signed_by(input<B>(wave, instruction.src[1], lane, place.element), negates<C>(wave, instruction, 1));
      }
    }
  }

  static Host start(Wave& wave, const Instruction& instruction, unsigned row, unsigned column, unsigned block) {
    const auto& operand = instruction.src[2];
    const auto place = output_place(shape, kRowsPerGroup<C>, row, column, block);
    const Host value =
        operand.is_constant() ? C::from_bits(operand.value) : element<C>(wave, operand, place.lane, place.element);
    return negates<C>(wave, instruction, 2) ? -value : value;
  }
};

/// The elements of a sparse A: of each four consecutive values of k, its rows contain elements for two only. src2
/// states for which two, with two bits per element of A in a lane. If CBSZ is 0, ABID selects one of the sets of
/// indices in the register; if not, the first set is used.
class KeptIndices {
 public:
  /// `shape` is that of the product.
  KeptIndices(Wave& wave, const Instruction& instruction, const Shape& shape)
      : stored_{shape.rows, shape.columns, shape.depth / 2, 1},
        indices_(wave.row(instruction.src[2])),
        first_bit_(instruction.matrix[0] == 0 ? instruction.matrix[1] * 2u * per_lane() % 32 : 0) {}

  /// The shape of A without its zeros.
  const Shape& stored() const { return stored_; }
  /// The number of elements of A in a lane.
  unsigned per_lane() const { return stored_.depth * stored_.rows / kMfmaLanes; }
  Place place(unsigned row, unsigned n) const { return input_place(stored_, stored_.rows, row, n, 0); }
  /// The k of stored element `n`, which is at `place`.
  unsigned k(unsigned n, Place place) const {
    return n / 2 * 4 + (indices_[place.lane] >> first_bit_ >> 2 * place.element & 3);
  }

 private:
  Shape stored_;
  const std::uint32_t* indices_;
  unsigned first_bit_;
};

/// The row form of SparseProduct::execute().
template <class C>
void multiply_sparse_by_rows(Wave& wave, const Instruction& instruction, const Inputs<typename C::Host>& inputs) {
  using Host = typename C::Host;
  const auto& shape = inputs.shape;
  const KeptIndices indices(wave, instruction, shape);
  const unsigned kept = shape.depth / 2;
  LaneElements<Host> a, b;
  inputs.read_a(wave, instruction.src[0], indices.per_lane(), a);
  inputs.read_b(wave, instruction.src[1], shape.depth * shape.columns / kMfmaLanes, b);
  const auto a_lines = lines_of<Host>(indices.stored(), shape.rows, 0, a);
  const auto b_lines = lines_of<Host>(shape, shape.columns, 0, b);
  RowsByK<Host> matching;
  std::array<Host, kMostResults> results;
  auto* sums = results.data();
  for (unsigned row = 0; row < shape.rows; ++row, sums += shape.columns) {
    std::array<Host, kMostDepth> factors;
    for (unsigned n = 0; n < kept; ++n) {
      factors[n] = a_lines[n][row];
      std::copy_n(b_lines[indices.k(n, indices.place(row, n))], shape.columns,
                  &matching[std::size_t{n} * shape.columns]);
    }
    const auto place = output_place(shape, kRowsPerGroup<C>, row, 0, 0);
    read_row<C>(wave, instruction.dst, place.element, place.lane, shape.columns, sums);
    add_products<Host>(wave, inputs, factors.data(), matching.data(), kept, sums);
  }
  store_rows<C>(wave, instruction.dst, shape, results.data());
}

/// A is sparse. The products are added to D.
template <class A, class B, class C, Shape shape>
class SparseProduct {
 public:
  using Host = typename C::Host;

  static void execute(Wave& wave, const Instruction& instruction) {
    if (wave.host_vectors)
      return multiply_sparse_by_rows<C>(wave, instruction,
                                        {shape, &read_rows<A>, &read_rows<B>, kIsHalf<A> ? kGroupOfFour : 0});
    Results<C, shape> results;
    const KeptIndices indices(wave, instruction, shape);
    const auto b = load_columns(wave, instruction);
    for (unsigned row = 0; row < shape.rows; ++row) {
      std::array<Host, kKept> a;
      std::array<unsigned, kKept> ks;
      load_row(wave, instruction, indices, row, a, ks);
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
  static constexpr unsigned kKept = shape.depth / 2;  ///< elements that a row of A stores

  static auto load_columns(Wave& wave, const Instruction& instruction) {
    std::array<std::array<Host, shape.depth>, shape.columns> b;
    for (unsigned column = 0; column < shape.columns; ++column)
      for (unsigned k = 0; k < shape.depth; ++k) {
        const auto place = input_place(shape, shape.columns, column, k, 0);
        b[column][k] = element<B>(wave, instruction.src[1], place.lane, place.element);
      }
    return b;
  }

  template <class Values, class Ks>
  static void load_row(Wave& wave, const Instruction& instruction, const KeptIndices& indices, unsigned row, Values& a,
                       Ks& ks) {
    for (unsigned n = 0; n < kKept; ++n) {
      const auto place = indices.place(row, n);
      a[n] = element<A>(wave, instruction.src[0], place.lane, place.element);
      ks[n] = indices.k(n, place);
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
