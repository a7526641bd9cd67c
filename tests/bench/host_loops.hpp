// The host's own loops over the elements that the emulated device's bench gives to kernels.
#pragma once

#include <cstddef>

namespace bench {

/// A loop over `count` elements, from `in` to `out`.
using HostLoop = void (*)(const float* in, float* out, std::size_t count);

/// One element at a time, by the C library's functions.
void exp_loop(const float* in, float* out, std::size_t count);
void gelu_loop(const float* in, float* out, std::size_t count);

/// The same loops as the compiler vectorises them for this host, with the C library's functions of whole vectors.
void exp_vectors(const float* in, float* out, std::size_t count);
void gelu_vectors(const float* in, float* out, std::size_t count);

}  // namespace bench
