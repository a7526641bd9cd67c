// CUB and Thrust in a namespace of the program's: CUB_WRAPPED_NAMESPACE, THRUST_WRAPPED_NAMESPACE, both as
// THRUST_CUB_WRAPPED_NAMESPACE, or the older CUB_NS_PREFIX and THRUST_NS_PREFIX. Until wrapped_names_end.hpp the names
// of the two libraries' namespaces are macros, so that all that is read between is declared, and looked up, in there;
// the names alone are left to the program.
// No #pragma once: headers are read between the two in any order, each once.
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

// A prefix may be any text that opens namespaces, which cannot be put in front of a name: what it opens gets the
// contents of a namespace of ours.
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
