// The elements of matrix operands, a whole register at a time, by the host's vector instructions. The values are those
// of element(), so results have the same bits. The host must have AVX2, FMA and F16C, as Wave::host_vectors states.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator::matrix {

/// The largest number of elements that a lane has of A or of B.
constexpr unsigned kMostPerLane = 32;

/// Elements of all lanes: element `n` of a lane is at [n * kMaxLanes + lane]. Lanes that the wave does not have are not
/// set.
template <class Host>
using LaneElements = std::array<Host, std::size_t{kMostPerLane} * kMaxLanes>;

/// Reads elements 0 to `count - 1` of each lane.
template <class Host>
using ReadRows = void (*)(Wave& wave, const Operand& operand, unsigned count, LaneElements<Host>& elements);

/// A ReadRows for each type of elements in matrix_elements.hpp: F64, F32, XF32, F16, BF16, Fp8, Bf8, and Signed and
/// Unsigned integers of 4 and 8 bits.
template <class Element>
void read_rows(Wave& wave, const Operand& operand, unsigned count, LaneElements<typename Element::Host>& elements);

/// Reads `columns` consecutive elements of C from the registers, in C's type. `element` and `lane` are the place of the
/// first one. `columns` is a multiple of 4, and of 8 for F16 and BF16.
template <class C>
void read_row(Wave& wave, const Operand& operand, unsigned element, unsigned lane, unsigned columns,
              typename C::Host* values);
/// Writes what read_row() reads. 16-bit elements leave the other half of their registers unchanged.
template <class C>
void write_row(Wave& wave, const Operand& operand, unsigned element, unsigned lane, unsigned columns,
               const typename C::Host* values);

}  // namespace rocm_bindgen::emulator::matrix
