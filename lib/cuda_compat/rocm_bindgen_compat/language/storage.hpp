// The replacement for `__shared__ S s;` if S has a constructor: storage in which no constructor runs, as in CUDA.
#pragma once

#if defined(__HIP__)

namespace rocm_bindgen {

template <typename T>
struct Storage {
  alignas(T) unsigned char bytes[sizeof(T)];
  __host__ __device__ T& value() { return *reinterpret_cast<T*>(bytes); }
};

}  // namespace rocm_bindgen

#endif
