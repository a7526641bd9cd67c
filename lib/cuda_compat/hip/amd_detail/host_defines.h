// Extends HIP's header of the same name, which defines the function specifiers. __noinline__ stays a keyword where
// clang has it as one: HIP 5.2 defines it as an empty macro, which would also remove the attribute of that name from
// the standard library.
#pragma once

#include_next <hip/amd_detail/host_defines.h>

#if defined(__HIP__)
#if __has_feature(cuda_noinline_keyword)
#undef __noinline__
#endif
#endif
