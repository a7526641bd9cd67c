// WMMA (RDNA 3 and 4) and SWMMAC (RDNA 4): D = A * B + C with 16 x 16 results. EXEC has no effect. The two generations
// have different layouts, which are template parameters here; wmma_layout.hpp describes them.
#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

#include "execute/float/half.hpp"
#include "execute/matrix/matrix_arithmetic.hpp"
#include "execute/matrix/matrix_elements.hpp"
#include "execute/matrix/matrix_products.hpp"
#include "execute/matrix/matrix_rows.hpp"
#include "execute/matrix/matrix_tables.hpp"
#include "execute/matrix/wmma_layout.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace matrix;

/// Integers that are signed if the instruction's neg_lo is set.
template <unsigned bit_count>
struct Integer {
  using Host = std::int32_t;
  static constexpr unsigned kBits = bit_count;
};

/// Returns an element of A or B. neg_lo and neg_hi negate f16 and bf16 in the low and high halves of registers.
template <class Element>
typename Element::Host input(Wave& wave, const Operand& operand, WmmaPlace place) {
  if constexpr (std::is_same_v<typename Element::Host, std::int32_t>) {
    return operand.negate ? element<Signed<Element::kBits>>(wave, operand, place.lane, place.element)
                          : element<Unsigned<Element::kBits>>(wave, operand, place.lane, place.element);
  } else {
    const auto value = element<Element>(wave, operand, place.lane, place.element);
    if constexpr (Element::kBits != 16) return value;
    return (place.element % 2 == 0 ? operand.negate : operand.negate_high) ? -value : value;
  }
}

/// Converts an inline constant to an element of C. Integers are sign-extended. LLVM returns floats in C's format for
/// RDNA 4. For RDNA 3 it returns them as f64, or as f32 if C has four registers, whatever C's type is.
template <class C>
typename C::Host constant(std::uint64_t bits) {
  const bool integer = bits >> 32 == 0xffffffff;
  float single;
  if (bits >> 32 != 0 && !integer)
    single = static_cast<float>(std::bit_cast<double>(bits));
  else if (bits >> 16 != 0 && !integer)
    single = F32::from_bits(bits);
  else
    return C::from_bits(bits);
  if constexpr (std::is_same_v<C, I32>)
    return std::bit_cast<std::int32_t>(single);
  else
    return C::from_bits(C::to_bits(single));
}

/// On RDNA 3, op_sel of src2 selects the halves of the registers that contain a 16-bit C and D.
template <class C, class Layout>
WmmaPlace accumulator_place(const Wave& wave, const Instruction& instruction, unsigned row, unsigned column) {
  auto place = Layout::output(wave, row, column, C::kBits);
  if (C::kBits == 16 && Layout::kReplicates && instruction.src[2].op_sel) ++place.element;
  return place;
}

/// Returns an element of C. neg_lo negates it, and neg_hi selects its absolute value.
template <class C, class Layout>
typename C::Host start(Wave& wave, const Instruction& instruction, const Operand& operand, unsigned row,
                       unsigned column) {
  const auto place = accumulator_place<C, Layout>(wave, instruction, row, column);
  auto value =
      operand.is_constant() ? constant<C>(operand.value) : element<C>(wave, operand, place.lane, place.element);
  if constexpr (!std::is_same_v<C, I32>) {
    if (operand.negate_high) value = std::fabs(value);
    if (operand.negate) value = -value;
  }
  return value;
}

template <class A, class Host>
Host sum_of_products(const Instruction& instruction, std::span<const Host> a, std::span<const Host> b, Host sum) {
  if constexpr (std::is_same_v<Host, std::int32_t>)
    return integer_sum(a, b, sum, instruction.modifiers.clamp);
  else if constexpr (A::kBits == 8)
    return canonical(sum_of_exact(a, b, sum));
  else
    return canonical(fused_sum<float>(a, b, sum));
}

template <class C>
using Results = std::array<std::array<typename C::Host, kWmmaSide>, kWmmaSide>;

/// On RDNA 3, a 16-bit result keeps the other half of its register. On RDNA 4, both halves are results.
template <class C, class Layout>
void store(Wave& wave, const Instruction& instruction, const Results<C>& results) {
  for (unsigned row = 0; row < kWmmaSide; ++row)
    for (unsigned column = 0; column < kWmmaSide; ++column) {
      const auto place = accumulator_place<C, Layout>(wave, instruction, row, column);
      const unsigned bit = place.element * C::kBits;
      auto& dword = wave.row(instruction.dst, bit / 32)[place.lane];
      const auto bits = static_cast<std::uint32_t>(C::to_bits(results[row][column]));
      if constexpr (C::kBits == 32)
        dword = bits;
      else
        dword = (dword & ~(0xffffu << bit % 32)) | bits << bit % 32;
    }
}

/// The rows of A or the columns of B: one copy, or as many copies as the registers contain, which are at most 4 (64
/// lanes in groups of 16).
template <class Element, class Host, unsigned depth, class Layout>
using Vectors = std::array<std::array<Host, depth>, kWmmaSide*(Layout::kReplicates ? 4 : 1)>;

template <class Element, class Host, unsigned depth, class Layout>
void load(Wave& wave, const Operand& operand, Vectors<Element, Host, depth, Layout>& vectors) {
  for (unsigned copy = 0; copy < Layout::copies(wave); ++copy)
    for (unsigned outer = 0; outer < kWmmaSide; ++outer)
      for (unsigned k = 0; k < depth; ++k)
        vectors[copy * kWmmaSide + outer][k] =
            input<Element>(wave, operand, Layout::input(wave, copy, outer, k, depth, Element::kBits));
}

/// The row form: whole registers and rows of results at a time, by the host's vector instructions. It is not a template
/// of A, B and the depth, so that there is one function for many instructions.
template <class Host>
struct Inputs {
  unsigned depth;
  unsigned bits;  ///< of an element of A and of B
  ReadRows<Host> read_a, read_b;
};

/// Like input(), for all lanes.
template <class Element>
void read_input(Wave& wave, const Operand& operand, unsigned count, LaneElements<typename Element::Host>& elements) {
  if constexpr (std::is_same_v<typename Element::Host, std::int32_t>) {
    if (operand.negate)
      read_rows<Signed<Element::kBits>>(wave, operand, count, elements);
    else
      read_rows<Unsigned<Element::kBits>>(wave, operand, count, elements);
  } else {
    read_rows<Element>(wave, operand, count, elements);
    if constexpr (Element::kBits != 16) return;
    for (unsigned n = 0; n < count; ++n) {
      if (!(n % 2 == 0 ? operand.negate : operand.negate_high)) continue;
      auto* const values = &elements[std::size_t{n} * kMaxLanes];
      for (unsigned lane = 0; lane < wave.lanes; ++lane) values[lane] = -values[lane];
    }
  }
}

constexpr unsigned kMostDepth = 4 * kWmmaSide;
/// For each k, 16 elements of A's column or of B's row, which are in consecutive lanes.
template <class Host>
using Lines = std::array<const Host*, kMostDepth>;
/// Rows of B, one per k.
template <class Host>
using RowsByK = std::array<Host, std::size_t{kMostDepth} * kWmmaSide>;

template <class Layout, class Host>
Lines<Host> lines_of(const Wave& wave, unsigned copy, unsigned depth, unsigned bits,
                     const LaneElements<Host>& elements) {
  Lines<Host> lines;
  for (unsigned k = 0; k < depth; ++k) {
    const auto place = Layout::input(wave, copy, 0, k, depth, bits);
    lines[k] = &elements[std::size_t{place.element} * kMaxLanes + place.lane];
  }
  return lines;
}

template <class Host>
void copy_line(const Host* line, unsigned k, RowsByK<Host>& by_k) {
  std::copy_n(line, kWmmaSide, &by_k[std::size_t{k} * kWmmaSide]);
}

/// Like start(), for a row.
template <class C, class Layout>
void start_row(Wave& wave, const Instruction& instruction, const Operand& operand, unsigned row,
               std::array<typename C::Host, kWmmaSide>& sums) {
  if (operand.is_constant()) {
    sums.fill(constant<C>(operand.value));
  } else {
    const auto place = accumulator_place<C, Layout>(wave, instruction, row, 0);
    read_row<C>(wave, operand, place.element, place.lane, kWmmaSide, sums.data());
  }
  if constexpr (!std::is_same_v<C, I32>) {
    for (auto& sum : sums) {
      if (operand.negate_high) sum = std::fabs(sum);
      if (operand.negate) sum = -sum;
    }
  }
}

/// Like sum_of_products(), for a row. Products of 8-bit floats are exact, so they may be fused. The products of a row
/// of integers without C do not overflow.
template <class Host>
void add_products(const Instruction& instruction, const Host* a, const Host* by_k, unsigned depth,
                  std::array<Host, kWmmaSide>& sums) {
  if constexpr (!std::is_same_v<Host, std::int32_t>) {
    add_fused_row(a, by_k, depth, kWmmaSide, sums.data());
    for (auto& sum : sums) sum = canonical(sum);
  } else if (!instruction.modifiers.clamp) {
    add_integer_row(a, by_k, depth, kWmmaSide, sums.data());
  } else {
    std::array<Host, kWmmaSide> products{};
    add_integer_row(a, by_k, depth, kWmmaSide, products.data());
    for (unsigned column = 0; column < kWmmaSide; ++column)
      sums[column] = saturated(std::int64_t{sums[column]} + products[column]);
  }
}

template <class C, class Layout>
void store_rows(Wave& wave, const Instruction& instruction, const Results<C>& results) {
  for (unsigned row = 0; row < kWmmaSide; ++row) {
    const auto place = accumulator_place<C, Layout>(wave, instruction, row, 0);
    write_row<C>(wave, instruction.dst, place.element, place.lane, kWmmaSide, results[row].data());
  }
}

/// The row form of multiply().
template <class C, class Layout>
void multiply_by_rows(Wave& wave, const Instruction& instruction, const Inputs<typename C::Host>& inputs) {
  using Host = typename C::Host;
  LaneElements<Host> a, b;
  const unsigned per_lane = Layout::per_lane(wave, inputs.depth, inputs.bits);
  inputs.read_a(wave, instruction.src[0], per_lane, a);
  inputs.read_b(wave, instruction.src[1], per_lane, b);
  Results<C> results;
  for (unsigned copy = 0; copy < Layout::copies(wave); ++copy) {
    const auto a_lines = lines_of<Layout, Host>(wave, copy, inputs.depth, inputs.bits, a);
    const auto b_lines = lines_of<Layout, Host>(wave, copy, inputs.depth, inputs.bits, b);
    RowsByK<Host> by_k;
    for (unsigned k = 0; k < inputs.depth; ++k) copy_line(b_lines[k], k, by_k);
    for (unsigned row = 0; row < kWmmaSide; ++row) {
      // All results of a row are in one group of 16 lanes, so they use the same copies.
      if (Layout::kReplicates && Layout::output(wave, row, 0, C::kBits).lane / kWmmaSide != copy) continue;
      std::array<Host, kMostDepth> factors;
      for (unsigned k = 0; k < inputs.depth; ++k) factors[k] = a_lines[k][row];
      start_row<C, Layout>(wave, instruction, instruction.src[2], row, results[row]);
      add_products(instruction, factors.data(), by_k.data(), inputs.depth, results[row]);
    }
  }
  store_rows<C, Layout>(wave, instruction, results);
}

template <class A, class B, class C, unsigned depth, class Layout>
void multiply(Wave& wave, const Instruction& instruction) {
  using Host = typename C::Host;
  if (wave.host_vectors)
    return multiply_by_rows<C, Layout>(wave, instruction, {depth, A::kBits, &read_input<A>, &read_input<B>});
  Vectors<A, Host, depth, Layout> a;
  Vectors<B, Host, depth, Layout> b;
  load<A, Host, depth, Layout>(wave, instruction.src[0], a);
  load<B, Host, depth, Layout>(wave, instruction.src[1], b);
  // The results are stored after all products, because D may be in the registers of A, B or C.
  Results<C> results;
  for (unsigned row = 0; row < kWmmaSide; ++row)
    for (unsigned column = 0; column < kWmmaSide; ++column) {
      // If each group of 16 lanes has its own copy of A and B, a result uses the copies in the group of its lane.
      const unsigned lane = Layout::output(wave, row, column, C::kBits).lane;
      const unsigned copy = Layout::kReplicates ? lane / kWmmaSide * kWmmaSide : 0;
      results[row][column] =
          sum_of_products<A, Host>(instruction, a[copy + row], b[copy + column],
                                   start<C, Layout>(wave, instruction, instruction.src[2], row, column));
    }
  store<C, Layout>(wave, instruction, results);
}

/// The k of the elements that a row of a sparse A stores. The last source states it, with two bits per element of A in
/// a lane. It contains as many sets of indices as fit, and the index key selects one.
class KeptIndices {
 public:
  /// A row of A stores `kept` elements of `bits` bits.
  KeptIndices(Wave& wave, const Instruction& instruction, unsigned kept, unsigned bits)
      : wave_(wave),
        indices_(wave.row(instruction.src[instruction.sources - 1u])),
        kept_(kept),
        bits_(bits),
        first_bit_(instruction.matrix[0] * 2 * Rdna4Layout::per_lane(wave, kept, bits) % 32) {}

  WmmaPlace place(unsigned row, unsigned n) const { return Rdna4Layout::input(wave_, 0, row, n, kept_, bits_); }
  /// The k of stored element `n`, which is at `place`.
  unsigned k(unsigned n, WmmaPlace place) const {
    return n / 2 * 4 + (indices_[place.lane] >> first_bit_ >> 2 * place.element & 3);
  }

 private:
  const Wave& wave_;
  const std::uint32_t* indices_;
  unsigned kept_, bits_, first_bit_;
};

/// The row form of multiply_sparse().
template <class C>
void multiply_sparse_by_rows(Wave& wave, const Instruction& instruction, const Inputs<typename C::Host>& inputs) {
  using Host = typename C::Host;
  using Layout = Rdna4Layout;
  const unsigned kept = inputs.depth / 2;
  LaneElements<Host> a, b;
  inputs.read_a(wave, instruction.src[0], Layout::per_lane(wave, kept, inputs.bits), a);
  inputs.read_b(wave, instruction.src[1], Layout::per_lane(wave, inputs.depth, inputs.bits), b);
  const auto a_lines = lines_of<Layout, Host>(wave, 0, kept, inputs.bits, a);
  const auto b_lines = lines_of<Layout, Host>(wave, 0, inputs.depth, inputs.bits, b);
  RowsByK<Host> matching;
  const KeptIndices indices(wave, instruction, kept, inputs.bits);
  Results<C> results;
  for (unsigned row = 0; row < kWmmaSide; ++row) {
    std::array<Host, kMostDepth> factors;
    for (unsigned n = 0; n < kept; ++n) {
      factors[n] = a_lines[n][row];
      copy_line(b_lines[indices.k(n, indices.place(row, n))], n, matching);
    }
    start_row<C, Layout>(wave, instruction, instruction.dst, row, results[row]);
    add_products(instruction, factors.data(), matching.data(), kept, results[row]);
  }
  store_rows<C, Layout>(wave, instruction, results);
}

/// A is sparse: of each four consecutive values of k, its rows contain elements for two only.
template <class A, class B, class C, unsigned depth>
void multiply_sparse(Wave& wave, const Instruction& instruction) {
  using Host = typename C::Host;
  using Layout = Rdna4Layout;
  if (wave.host_vectors)
    return multiply_sparse_by_rows<C>(wave, instruction, {depth, A::kBits, &read_input<A>, &read_input<B>});
  constexpr unsigned kept = depth / 2;  // elements that a row of A stores
  const KeptIndices indices(wave, instruction, kept, A::kBits);
  Vectors<B, Host, depth, Layout> b;
  load<B, Host, depth, Layout>(wave, instruction.src[1], b);
  Results<C> results;
  for (unsigned row = 0; row < kWmmaSide; ++row) {
    std::array<Host, kept> a, matching;
    std::array<unsigned, kept> ks;
    for (unsigned n = 0; n < kept; ++n) {
      const auto place = indices.place(row, n);
      a[n] = input<A>(wave, instruction.src[0], place);
      ks[n] = indices.k(n, place);
    }
    for (unsigned column = 0; column < kWmmaSide; ++column) {
      for (unsigned n = 0; n < kept; ++n) matching[n] = b[column][ks[n]];
      // C is the destination, and has no modifiers.
      const auto c = start<C, Layout>(wave, instruction, instruction.dst, row, column);
      results[row][column] = sum_of_products<A, Host>(instruction, a, matching, c);
    }
  }
  store<C, Layout>(wave, instruction, results);
}

template <class A, class B, class C, unsigned depth = kWmmaSide>
void wmma(Wave& wave, const Instruction& instruction) {
  if (wave.target.generation >= Generation::gfx12)
    multiply<A, B, C, depth, Rdna4Layout>(wave, instruction);
  else
    multiply<A, B, C, depth, Rdna3Layout>(wave, instruction);
}

constexpr unsigned kTwice = 2 * kWmmaSide, kFourTimes = 4 * kWmmaSide;

constexpr std::array kOperations = std::to_array<Operation>({
    {"V_WMMA_F32_16X16X16_F16", wmma<F16, F16, F32>},
    {"V_WMMA_F32_16X16X16_BF16", wmma<BF16, BF16, F32>},
    {"V_WMMA_F16_16X16X16_F16", wmma<F16, F16, F16>},
    {"V_WMMA_BF16_16X16X16_BF16", wmma<BF16, BF16, BF16>},
    {"V_WMMA_I32_16X16X16_IU8", wmma<Integer<8>, Integer<8>, I32>},
    {"V_WMMA_I32_16X16X16_IU4", wmma<Integer<4>, Integer<4>, I32>},
    {"V_WMMA_I32_16X16X32_IU4", wmma<Integer<4>, Integer<4>, I32, kTwice>},
    {"V_WMMA_F32_16X16X16_FP8_FP8", wmma<Fp8, Fp8, F32>},
    {"V_WMMA_F32_16X16X16_FP8_BF8", wmma<Fp8, Bf8, F32>},
    {"V_WMMA_F32_16X16X16_BF8_FP8", wmma<Bf8, Fp8, F32>},
    {"V_WMMA_F32_16X16X16_BF8_BF8", wmma<Bf8, Bf8, F32>},
    {"V_SWMMAC_F32_16X16X32_F16", multiply_sparse<F16, F16, F32, kTwice>},
    {"V_SWMMAC_F32_16X16X32_BF16", multiply_sparse<BF16, BF16, F32, kTwice>},
    {"V_SWMMAC_F16_16X16X32_F16", multiply_sparse<F16, F16, F16, kTwice>},
    {"V_SWMMAC_BF16_16X16X32_BF16", multiply_sparse<BF16, BF16, BF16, kTwice>},
    {"V_SWMMAC_I32_16X16X32_IU8", multiply_sparse<Integer<8>, Integer<8>, I32, kTwice>},
    {"V_SWMMAC_I32_16X16X32_IU4", multiply_sparse<Integer<4>, Integer<4>, I32, kTwice>},
    {"V_SWMMAC_I32_16X16X64_IU4", multiply_sparse<Integer<4>, Integer<4>, I32, kFourTimes>},
    {"V_SWMMAC_F32_16X16X32_FP8_FP8", multiply_sparse<Fp8, Fp8, F32, kTwice>},
    {"V_SWMMAC_F32_16X16X32_FP8_BF8", multiply_sparse<Fp8, Bf8, F32, kTwice>},
    {"V_SWMMAC_F32_16X16X32_BF8_FP8", multiply_sparse<Bf8, Fp8, F32, kTwice>},
    {"V_SWMMAC_F32_16X16X32_BF8_BF8", multiply_sparse<Bf8, Bf8, F32, kTwice>},
});

}  // namespace

Operations wmma_operations() {
  return kOperations;
}

}  // namespace rocm_bindgen::emulator
