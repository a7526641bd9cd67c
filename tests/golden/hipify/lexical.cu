// What only looks like a name, and names that are hard to see.
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

// cudaMalloc in a comment
/* cudaMalloc in a comment */
/* cudaMalloc
   cudaFree */ cudaStream_t after_a_comment;  // HIP: cudaFree */ hipStream_t after_a_comment;
/** \see cudaMemcpy */
// A comment that goes on: cudaMalloc \
   cudaFree
const char* text = "cudaMalloc";                                  // SAME
const char* escaped = "\"cudaMalloc\\";                           // SAME
const char* joined = "cuda" "Malloc";                             // SAME
const char* wide = reinterpret_cast<const char*>(L"cudaMalloc");  // SAME
const char* utf8 = u8"cudaMalloc";                                // SAME
const char* raw = R"(cudaMalloc("))";                             // SAME
const char* delimited = R"cuda(cudaMalloc)" cudaFree)cuda";       // SAME
const char* lines = R"(
  cudaMalloc(&p, 4);
  #include <cuda_runtime.h>
)";
const char character = 'c', quote = '\'', double_quote = '"'; cudaStream_t behind_quotes;
// HIP: const char character = 'c', quote = '\'', double_quote = '"'; hipStream_t behind_quotes;
const long separators = 1'000'000; cudaStream_t behind_separators;
// HIP: const long separators = 1'000'000; hipStream_t behind_separators;
const int hexadecimal = 0xcudaMalloc;                                                                         // SAME
int my_cudaMalloc; int cudaMalloc_mine; int cudaMallocator; int _cudaMalloc; int cudamalloc; int CudaMalloc;  // SAME
int $cudaMalloc; int cudaMalloc$;                                                                             // SAME
struct S { int cudaMallocs; } s; int t = s.cudaMallocs;                                                       // SAME
// Several on a line, without blanks.
cudaError_t f(cudaStream_t a,cudaEvent_t b){return cudaStreamWaitEvent(a,b,0)==cudaSuccess?cudaSuccess:cudaErrorUnknown;}
// HIP: hipError_t f(hipStream_t a,hipEvent_t b){return hipStreamWaitEvent(a,b,0)==hipSuccess?hipSuccess:hipErrorUnknown;}
cudaError_t/*cudaError_t*/g(/*cudaStream_t*/cudaStream_t);
// HIP: hipError_t/*cudaError_t*/g(/*cudaStream_t*/hipStream_t);
::cudaError_t global() { return ::cudaGetLastError(); }  // HIP: ::hipError_t global() { return ::hipGetLastError(); }
using Status = decltype(cudaGetLastError());             // HIP: using Status = decltype(hipGetLastError());
auto* pointer = &cudaFree;                               // HIP: auto* pointer = &hipFree;
// Continued names: the new one stands where the old one began, and every line stays.
int p = cuda\
GetLastError();
// HIP@-2: int p = hipGetLastError\
// HIP@-2: ();
int q = cudaGetLast\
Error(), r = 0;
// HIP@-2: int q = hipGetLastError\
// HIP@-2: (), r = 0;
// Digraphs.
void digraphs() <% cudaEvent_t a<:2:>; %>  // HIP: void digraphs() <% hipEvent_t a<:2:>; %>
%:define DIGRAPH cudaFree                  // HIP: %:define DIGRAPH hipFree
// Letters beyond ASCII.
const char* über = "cudaMalloc → größer"; cudaStream_t größe;
// HIP: const char* über = "cudaMalloc → größer"; hipStream_t größe;
	cudaStream_t tabbed;	// trailing tab  // HIP: hipStream_t tabbed;	// trailing tab
