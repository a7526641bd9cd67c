// Puts CUB and Thrust into a namespace that the program chooses: CUB_WRAPPED_NAMESPACE, THRUST_WRAPPED_NAMESPACE,
// THRUST_CUB_WRAPPED_NAMESPACE for both, or the older CUB_NS_PREFIX and THRUST_NS_PREFIX.
//
// Between this header and end_wrapped_names.hpp, the names of the two libraries' namespaces are macros. Everything that
// is read in between is declared and looked up in the chosen namespace, and the original names stay free for the
// program.
//
// There is no #pragma once, because this pair is included around every header of the libraries, in any order.
#if defined(THRUST_CUB_WRAPPED_NAMESPACE)
#if !defined(CUB_WRAPPED_NAMESPACE)
#define CUB_WRAPPED_NAMESPACE THRUST_CUB_WRAPPED_NAMESPACE
#endif
#if !defined(THRUST_WRAPPED_NAMESPACE)
#define THRUST_WRAPPED_NAMESPACE THRUST_CUB_WRAPPED_NAMESPACE
#endif
#endif

#pragma push_macro("hipcub")
#pragma push_macro("thrust")
#undef hipcub
#undef thrust

// CUB_NS_PREFIX and THRUST_NS_PREFIX are any text that opens namespaces, such as `namespace a { namespace b {`, so they
// cannot qualify a name. With them, the libraries are declared in the namespace rocm_bindgen_wrapped, and
// end_wrapped_names.hpp imports its contents into the namespace that the prefix opens.
#if defined(CUB_WRAPPED_NAMESPACE)
#define hipcub CUB_WRAPPED_NAMESPACE::hipcub
#elif defined(CUB_NS_PREFIX) && defined(CUB_NS_POSTFIX)
#define hipcub rocm_bindgen_wrapped::hipcub
#endif
#if defined(THRUST_WRAPPED_NAMESPACE)
#define thrust THRUST_WRAPPED_NAMESPACE::thrust
#elif defined(THRUST_NS_PREFIX) && defined(THRUST_NS_POSTFIX)
#define thrust rocm_bindgen_wrapped::thrust
#endif
