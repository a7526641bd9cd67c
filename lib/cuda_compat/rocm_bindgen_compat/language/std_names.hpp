// C's functions that the device has, by their names in std, too: a <cstring> that came before HIP's headers named but
// the host's.
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
