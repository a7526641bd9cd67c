// HIP's types and functions, from the installed headers (Debian's are of HIP 5.2). Programs pass these types to this
// library.
#pragma once

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-result"
#include <hip/hip_runtime_api.h>
#pragma GCC diagnostic pop
