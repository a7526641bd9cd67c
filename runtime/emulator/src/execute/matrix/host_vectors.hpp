// The attributes of functions that use the host's vector instructions. They are compiled for hosts with AVX2, FMA and
// F16C, which the rest of the library does not require; callers have checked the host. GCC vectorizes loops only with
// -O3.
#pragma once

#if defined(__x86_64__) && !defined(__clang__)
#define HOST_VECTORS [[gnu::target("avx2,fma,f16c"), gnu::optimize("O3")]]
#elif defined(__x86_64__)
#define HOST_VECTORS [[gnu::target("avx2,fma,f16c")]]
#else
#define HOST_VECTORS
#endif
