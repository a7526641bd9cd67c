// Ends the region that begin_wrapped_names.hpp begins. There is no #pragma once, because it ends each region.
#pragma pop_macro("thrust")
#pragma pop_macro("hipcub")

// Outside all regions, this defines the names that the program uses. Definitions on the command line refer to CUB's
// namespace by CUDA's name, so `cub` becomes an alias of `hipcub`.
#if !defined(hipcub) && !defined(ROCM_BINDGEN_CUB_IS_WRAPPED)
#if defined(CUB_WRAPPED_NAMESPACE)
#define ROCM_BINDGEN_CUB_IS_WRAPPED
namespace CUB_WRAPPED_NAMESPACE {
namespace hipcub {}
namespace cub = hipcub;
}  // namespace CUB_WRAPPED_NAMESPACE
#elif defined(CUB_NS_PREFIX) && defined(CUB_NS_POSTFIX)
#define ROCM_BINDGEN_CUB_IS_WRAPPED
namespace rocm_bindgen_wrapped {
namespace hipcub {}
}  // namespace rocm_bindgen_wrapped
CUB_NS_PREFIX namespace hipcub {
  using namespace ::rocm_bindgen_wrapped::hipcub;
}
namespace cub = hipcub;
CUB_NS_POSTFIX
#endif
#endif

#if !defined(thrust) && !defined(ROCM_BINDGEN_THRUST_IS_WRAPPED)
#if defined(THRUST_WRAPPED_NAMESPACE)
#define ROCM_BINDGEN_THRUST_IS_WRAPPED
#elif defined(THRUST_NS_PREFIX) && defined(THRUST_NS_POSTFIX)
#define ROCM_BINDGEN_THRUST_IS_WRAPPED
namespace rocm_bindgen_wrapped {
namespace thrust {}
}  // namespace rocm_bindgen_wrapped
THRUST_NS_PREFIX namespace thrust {
  using namespace ::rocm_bindgen_wrapped::thrust;
}
THRUST_NS_POSTFIX
#endif
#endif

#if !defined(CUB_NS_QUALIFIER)
#if defined(CUB_WRAPPED_NAMESPACE)
#define CUB_NS_QUALIFIER ::CUB_WRAPPED_NAMESPACE::hipcub
#else
#define CUB_NS_QUALIFIER ::hipcub
#endif
#endif
#if !defined(THRUST_NS_QUALIFIER)
#if defined(THRUST_WRAPPED_NAMESPACE)
#define THRUST_NS_QUALIFIER ::THRUST_WRAPPED_NAMESPACE::thrust
#else
#define THRUST_NS_QUALIFIER ::thrust
#endif
#endif
