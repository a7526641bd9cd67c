// The positions of the elements of MFMA's matrices in lanes and registers (CDNA 3 ISA, "Matrix Arithmetic
// Instructions"; AMD's matrix instruction calculator prints the same).
#pragma once

namespace rocm_bindgen::emulator::matrix {

constexpr unsigned kMfmaLanes = 64;

/// `blocks` products of a rows x depth matrix and a depth x columns matrix.
struct Shape {
  unsigned rows, columns, depth, blocks;
};

/// The position of an element.
struct Place {
  unsigned lane;
  unsigned element;  ///< the index among the elements of the lane
};

/// The position in A of (row, k), or in B of (column, k). `extent` is the number of rows or columns, and `outer` is the
/// row or column. Consecutive lanes have the rows of one block, then those of the other blocks, then the next values of
/// k. The elements of one lane are consecutive values of k.
constexpr Place input_place(const Shape& shape, unsigned extent, unsigned outer, unsigned k, unsigned block) {
  const unsigned lanes_per_step = extent * shape.blocks;
  const unsigned per_lane = shape.depth * lanes_per_step / kMfmaLanes;
  return {k / per_lane * lanes_per_step + block * extent + outer, k % per_lane};
}

/// The position in C and D. Rows are in groups: four rows of f32 or i32 are in consecutive registers, and a row of f64
/// is a group by itself. One register has several groups in its lanes: first the same group of several blocks, then the
/// next groups.
constexpr Place output_place(const Shape& shape, unsigned rows_per_group, unsigned row, unsigned column,
                             unsigned block) {
  const unsigned groups_per_register = kMfmaLanes / shape.columns;
  const unsigned groups_per_block = shape.rows / rows_per_group;
  const unsigned blocks_per_register =
      groups_per_block < groups_per_register ? groups_per_register / groups_per_block : 1;
  const unsigned group = row / rows_per_group;
  const unsigned lane =
      (group % groups_per_register * blocks_per_register + block % blocks_per_register) * shape.columns + column;
  const unsigned element = block * (shape.rows * shape.columns / kMfmaLanes) +
                           group / groups_per_register * rows_per_group + row % rows_per_group;
  return {lane, element};
}

/// Returns the block of A that is used for `block`. CBSZ forms groups of 2^CBSZ blocks, in each of which block ABID is
/// broadcast.
constexpr unsigned broadcast_block(unsigned block, unsigned cbsz, unsigned abid) {
  return cbsz == 0 ? block : (block >> cbsz << cbsz) + abid;
}

/// Returns the lane of B that is used for `lane`. BLGP 1 and 2 broadcast half of the lanes, 3 rotates by 16 lanes, and
/// 4 to 7 broadcast a quarter of the lanes.
constexpr unsigned permuted_lane(unsigned lane, unsigned blgp) {
  switch (blgp) {
    case 0:
      return lane;
    case 1:
      return lane % 32;
    case 2:
      return lane % 32 + 32;
    case 3:
      return (lane + 16) % kMfmaLanes;
    default:
      return lane % 16 + 16 * (blgp - 4);
  }
}

}  // namespace rocm_bindgen::emulator::matrix
