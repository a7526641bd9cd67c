// HIP's words in front of functions, with __noinline__ as clang itself knows it: HIP 5.2 defines it as nothing, which
// also empties the attribute of that name in the standard library.
#pragma once

#include_next <hip/amd_detail/host_defines.h>

#if defined(__HIP__)
#if __has_feature(cuda_noinline_keyword)
#undef __noinline__
#endif
#endif
