// How states of MTGP32 are made: hipRAND's where it is installed. Otherwise declarations, which programs compile with;
// linking them takes the library.
#pragma once

#if __has_include_next(<hiprand/hiprand_mtgp32_host.h>)

#include_next <hiprand/hiprand_mtgp32_host.h>

#else

#include <hiprand/hiprand_kernel.h>

hiprandStatus_t hiprandMakeMTGP32Constants(const mtgp32_params_fast_t params[], mtgp32_kernel_params_t* p);
hiprandStatus_t hiprandMakeMTGP32KernelState(hiprandStateMtgp32_t* s, mtgp32_params_fast_t params[],
                                             mtgp32_kernel_params_t* k, int n, unsigned long long seed);

#endif
