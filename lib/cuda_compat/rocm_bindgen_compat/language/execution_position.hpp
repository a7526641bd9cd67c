// The types of threadIdx, blockIdx, blockDim and gridDim. Their components are plain unsigned integers, because
// templates, variadic functions and overload sets of CUDA programs require that. As a whole, they convert to uint3 and,
// by a constructor of dim3, to dim3.
//
// All blocks of a launch have the same size, as everywhere in CUDA and as clang assumes (-foffload-uniform-block). The
// device library's functions support a smaller last block, at the cost of a dozen instructions and two dependent loads
// for each component. They are used if ROCM_BINDGEN_PARTIAL_BLOCKS is defined.
#pragma once

#include "rocm_bindgen_compat/vectors/vector_types.hpp"

extern "C" {
__device__ __attribute__((const)) __SIZE_TYPE__ __ockl_get_local_id(unsigned);
__device__ __attribute__((const)) __SIZE_TYPE__ __ockl_get_group_id(unsigned);
__device__ __attribute__((const)) __SIZE_TYPE__ __ockl_get_local_size(unsigned);
__device__ __attribute__((const)) __SIZE_TYPE__ __ockl_get_num_groups(unsigned);
// The code object version times 100. It determines the implicit arguments of a kernel.
extern const __constant__ __attribute__((visibility("hidden"))) int __oclc_ABI_version;
}

namespace rocm_bindgen {

__device__ inline __SIZE_TYPE__ block_extent(unsigned axis) {
#ifdef ROCM_BINDGEN_PARTIAL_BLOCKS
  return __ockl_get_local_size(axis);
#else
  return axis == 0   ? __builtin_amdgcn_workgroup_size_x()
         : axis == 1 ? __builtin_amdgcn_workgroup_size_y()
                     : __builtin_amdgcn_workgroup_size_z();
#endif
}

__device__ inline __SIZE_TYPE__ grid_extent(unsigned axis) {
#ifndef ROCM_BINDGEN_PARTIAL_BLOCKS
  // Since version 5, hidden_block_count_x, _y and _z are the first implicit arguments. They are in constant memory,
  // address space 4.
  if (__oclc_ABI_version >= 500)
    return ((const __attribute__((address_space(4))) unsigned*)__builtin_amdgcn_implicitarg_ptr())[axis];
#endif
  return __ockl_get_num_groups(axis);
}

// A position in a launch or the extent of a block or grid. A component is read when it is used; nothing is stored.
template <__SIZE_TYPE__ (*component)(unsigned)>
struct Position {
  __device__ static unsigned get_x() { return static_cast<unsigned>(component(0)); }
  __device__ static unsigned get_y() { return static_cast<unsigned>(component(1)); }
  __device__ static unsigned get_z() { return static_cast<unsigned>(component(2)); }
  __declspec(property(get = get_x)) unsigned x;
  __declspec(property(get = get_y)) unsigned y;
  __declspec(property(get = get_z)) unsigned z;

  __device__ operator uint3() const { return {get_x(), get_y(), get_z()}; }
};

using ThreadPosition = Position<__ockl_get_local_id>;
using BlockPosition = Position<__ockl_get_group_id>;
using BlockExtent = Position<block_extent>;
using GridExtent = Position<grid_extent>;

}  // namespace rocm_bindgen
