// Adds C functions that the device has to std. A <cstring> that was included before HIP's headers declared only the
// host's versions in std.
#pragma once

#if defined(__HIP__)
#include <stdio.h>
#include <string.h>

namespace std {
using ::memcpy;
using ::memset;
using ::printf;
}  // namespace std
#endif
