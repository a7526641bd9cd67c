// The version of Thrust whose interface is implemented, and the macros of its configuration.
#pragma once

#define THRUST_VERSION 200200
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 2
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_PATCH_NUMBER 0

#define THRUST_DEVICE_SYSTEM_OMP 2
#define THRUST_DEVICE_SYSTEM_TBB 3
#define THRUST_DEVICE_SYSTEM_CPP 4
#define THRUST_DEVICE_SYSTEM_HIP 5
#define THRUST_HOST_SYSTEM_CPP 1
#if !defined(THRUST_DEVICE_SYSTEM)
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_HIP
#endif
#if !defined(THRUST_HOST_SYSTEM)
#define THRUST_HOST_SYSTEM THRUST_HOST_SYSTEM_CPP
#endif
#define THRUST_HOST __host__
#define THRUST_DEVICE __device__
#define THRUST_HOST_DEVICE __host__ __device__

// Macros for programs that add to Thrust's namespace.
#if defined(THRUST_WRAPPED_NAMESPACE)
#define THRUST_NAMESPACE_BEGIN         \
  namespace THRUST_WRAPPED_NAMESPACE { \
  namespace thrust {
#define THRUST_NAMESPACE_END \
  }                          \
  }
#elif defined(THRUST_NS_PREFIX) && defined(THRUST_NS_POSTFIX)
#define THRUST_NAMESPACE_BEGIN     \
  namespace rocm_bindgen_wrapped { \
  namespace thrust {
#define THRUST_NAMESPACE_END \
  }                          \
  }
#else
#define THRUST_NAMESPACE_BEGIN namespace thrust {
#define THRUST_NAMESPACE_END }
#endif
