// The version of Thrust whose interface is implemented.
#pragma once

#define THRUST_VERSION 200200
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 2
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_PATCH_NUMBER 0

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
