// Copies by all threads of a group, for CUDA's asynchronous copy interfaces. The copies are synchronous: a thread's
// part is complete when the function returns, so waiting for a copy means waiting for the other threads.
#pragma once

#include <hip/hip_runtime.h>

#include "rocm_bindgen_compat/warp/participants.hpp"

namespace rocm_bindgen::detail {

struct Bytes4 {
  alignas(4) unsigned words[1];
};
struct Bytes16 {
  alignas(16) unsigned words[4];
};

/// Copies the thread's part in units of this type. Returns false if an address or the size is not a multiple of it.
template <class Unit>
__host__ __device__ bool copy_in_units(char* to, const char* from, size_t bytes, size_t rank, size_t threads) {
  const size_t misaligned = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from) | bytes;
  if (misaligned % sizeof(Unit) != 0) return false;
  for (size_t i = rank; i < bytes / sizeof(Unit); i += threads)
    reinterpret_cast<Unit*>(to)[i] = reinterpret_cast<const Unit*>(from)[i];
  return true;
}

/// Does the part of thread `rank` of a copy by `threads` threads.
__host__ __device__ inline void copy_part(void* to, const void* from, size_t bytes, size_t rank, size_t threads) {
  char* const target = static_cast<char*>(to);
  const char* const source = static_cast<const char*>(from);
  if (copy_in_units<Bytes16>(target, source, bytes, rank, threads)) return;
  if (copy_in_units<Bytes4>(target, source, bytes, rank, threads)) return;
  copy_in_units<char>(target, source, bytes, rank, threads);
}
__host__ __device__ inline void copy_part(void* to, const void* from, size_t bytes, Participants participants) {
  copy_part(to, from, bytes, participants.rank, participants.count);
}

}  // namespace rocm_bindgen::detail
