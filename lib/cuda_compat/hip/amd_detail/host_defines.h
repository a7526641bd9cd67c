// Extends HIP's header of the same name, which defines the function specifiers. Where __noinline__ is a keyword of
// clang, HIP's macro is removed: HIP 5.2 defines it as empty, which would also remove the attribute of that name in the
// standard library's headers.
#pragma once

#include_next <hip/amd_detail/host_defines.h>

#if defined(__HIP__)
#if __has_feature(cuda_noinline_keyword)
#undef __noinline__
#endif
#endif
