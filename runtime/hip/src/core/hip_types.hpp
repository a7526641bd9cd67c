// HIP's own types, as Debian's headers of HIP 5.2 declare them: what programs pass to this library.
#pragma once

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-result"
#include <hip/hip_runtime_api.h>
#pragma GCC diagnostic pop
