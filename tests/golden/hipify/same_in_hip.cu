// Definitions that differ by types which are one type in HIP.
#include <cuda.h>          // HIP: #include <hip/hip_runtime.h>
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

const char* text(cudaError_t e) { return "a"; }  // HIP: const char* text(hipError_t e) { return "a"; }
const char* text(CUresult r) { return "b"; }     // HIP: const char* text(hipError_t r) { return "b"; }
// WARNING@-1: 'text' is a redefinition in HIP: cudaError_t and CUresult are the same type there, and line 5
template <class T> struct Name;
template <> struct Name<cudaError_t> {};  // HIP: template <> struct Name<hipError_t> {};
template <> struct Name<CUresult> {};     // HIP: template <> struct Name<hipError_t> {};
// WARNING@-1: 'Name' is a redefinition in HIP
namespace deep {
inline int code(int n, const cudaError_t& e = {}) noexcept { return 1; }
// HIP: inline int code(int n, const hipError_t& e = {}) noexcept { return 1; }
inline int code(int count, const CUresult&) noexcept { return 2; }
// HIP: inline int code(int count, const hipError_t&) noexcept { return 2; }
// WARNING@-2: 'code' is a redefinition in HIP
struct Report {
  void add(cudaError_t e) {}  // HIP: void add(hipError_t e) {}
  void add(CUresult r) {}     // HIP: void add(hipError_t r) {}
  // WARNING@-1: 'add' is a redefinition in HIP
};
}  // namespace deep

// Other scopes, other functions, or never together.
namespace one { inline void f(cudaError_t) {} }  // HIP: namespace one { inline void f(hipError_t) {} }
namespace two { inline void f(CUresult) {} }     // HIP: namespace two { inline void f(hipError_t) {} }
struct Both {
  int f(cudaError_t) const { return 1; }  // HIP: int f(hipError_t) const { return 1; }
  int f(CUresult) { return 1; }           // HIP: int f(hipError_t) { return 1; }
};
#ifdef DRIVER
inline void g(CUresult) {}     // HIP: inline void g(hipError_t) {}
#else
inline void g(cudaError_t) {}  // HIP: inline void g(hipError_t) {}
#endif
void declared(cudaError_t);  // HIP: void declared(hipError_t);
void declared(CUresult);     // HIP: void declared(hipError_t);
