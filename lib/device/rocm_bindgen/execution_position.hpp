// The types of threadIdx, blockIdx, blockDim and gridDim: their components are plain unsigned integers, as templates,
// variadic functions and overload sets of CUDA programs need them; as a whole they convert to uint3 and (dim3 says how)
// to dim3.
#pragma once

#include "rocm_bindgen/vector_types.hpp"

extern "C" {
__device__ __attribute__((const)) __SIZE_TYPE__ __ockl_get_local_id(unsigned);
__device__ __attribute__((const)) __SIZE_TYPE__ __ockl_get_group_id(unsigned);
__device__ __attribute__((const)) __SIZE_TYPE__ __ockl_get_local_size(unsigned);
__device__ __attribute__((const)) __SIZE_TYPE__ __ockl_get_num_groups(unsigned);
}

namespace rocm_bindgen {

// A component is read where it is used; nothing is stored.
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
using BlockExtent = Position<__ockl_get_local_size>;
using GridExtent = Position<__ockl_get_num_groups>;

}  // namespace rocm_bindgen
