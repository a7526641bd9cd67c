// Searches the block size for which a multiprocessor holds the most threads, for kernels whose shared memory depends on
// the block size. HIP has this search only for a fixed amount of shared memory.
#pragma once

namespace rocm_bindgen {

// Sets *block to the block size with the most resident threads (if several have, to the largest), and *grid to the
// number of blocks that fills the device. count(&blocks, threads) determines how many blocks of `threads` threads a
// multiprocessor holds. If `limit` is not 0, it is the largest size that the caller wants.
template <typename Count>
inline hipError_t find_best_block(int* grid, int* block, int largest, int limit, Count count) {
  int device = 0;
  int multiprocessors = 0;
  int wave = 0;
  hipError_t error = hipGetDevice(&device);
  if (error == hipSuccess)
    error = hipDeviceGetAttribute(&multiprocessors, hipDeviceAttributeMultiprocessorCount, device);
  if (error == hipSuccess) error = hipDeviceGetAttribute(&wave, hipDeviceAttributeWarpSize, device);
  if (error != hipSuccess) return error;
  if (limit > 0 && limit < largest) largest = limit;
  int best = 0;
  *grid = *block = 0;
  for (int size = (largest + wave - 1) / wave * wave; size > 0; size -= wave) {
    const int threads = size < largest ? size : largest;
    int blocks = 0;
    error = count(&blocks, threads);
    if (error != hipSuccess) return error;
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *block = threads;
    *grid = blocks * multiprocessors;
  }
  return hipSuccess;
}

}  // namespace rocm_bindgen
