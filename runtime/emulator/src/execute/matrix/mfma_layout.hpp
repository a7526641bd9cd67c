// Where the elements of MFMA's matrices are (CDNA 3 ISA, "Matrix Arithmetic Instructions"; AMD's matrix
// instruction calculator prints the same).
#pragma once

namespace rocm_bindgen::emulator::matrix {

constexpr unsigned kMfmaLanes = 64;

/// `blocks` products of a rows x depth by a depth x columns matrix.
struct Shape {
  unsigned rows, columns, depth, blocks;
};

struct Place {
  unsigned lane;
  unsigned element;  ///< of those that the lane holds
};

/// A by its row and k, B by its column and k: `extent` is the number of rows or columns. Lanes go through the rows of
/// one block, then the blocks, then on to further k's; a lane's own elements are consecutive k's.
constexpr Place input_place(const Shape& shape, unsigned extent, unsigned outer, unsigned k, unsigned block) {
  const unsigned lanes_per_step = extent * shape.blocks;
  const unsigned per_lane = shape.depth * lanes_per_step / kMfmaLanes;
  return {k / per_lane * lanes_per_step + block * extent + outer, k % per_lane};
}

/// C and D. Rows come in groups, 4 of f32 and i32 in consecutive registers or 1 of f64; the groups that one register's
/// lanes have room for stand beside each other, of the same group of several blocks first.
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

/// Which block of A is used for `block`: CBSZ makes groups of 2^CBSZ blocks, of each of which block ABID is broadcast.
constexpr unsigned broadcast_block(unsigned block, unsigned cbsz, unsigned abid) {
  return cbsz == 0 ? block : (block >> cbsz << cbsz) + abid;
}

/// Which lane of B is used for `lane`: BLGP 1 and 2 broadcast half of the lanes, 3 rotates by 16, 4 to 7 broadcast a
/// quarter.
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
