// The host functions that create MTGP32 states: hipRAND's header if it is installed, otherwise declarations. With the
// declarations, programs compile; linking needs the library.
#pragma once

#if __has_include_next(<hiprand/hiprand_mtgp32_host.h>)

#include_next <hiprand/hiprand_mtgp32_host.h>

#else

#include <hiprand/hiprand_kernel.h>

hiprandStatus_t hiprandMakeMTGP32Constants(const mtgp32_params_fast_t params[], mtgp32_kernel_params_t* p);
hiprandStatus_t hiprandMakeMTGP32KernelState(hiprandStateMtgp32_t* s, mtgp32_params_fast_t params[],
                                             mtgp32_kernel_params_t* k, int n, unsigned long long seed);

#endif
