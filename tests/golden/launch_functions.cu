// What each kernel's launch function looks like. "// ->" in front of a kernel is its launch function, without what all
// of them begin with (stream and configuration); "where" tells what a struct passed by value is checked for. A comment
// that is indented goes on with the line above. A template has one expectation per instance.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

// -> no_parameters()
extern "C" __global__ void no_parameters() {}

// Arithmetic types, by width.
// -> floats(float a, double b)
extern "C" __global__ void floats(float a, const double b) {}
// -> bytes(bool a, char b, ::std::int8_t c, ::std::uint8_t d)
extern "C" __global__ void bytes(bool a, char b, signed char c, unsigned char d) {}
// -> integers(::std::int16_t a, ::std::uint16_t b, ::std::int32_t c, ::std::uint32_t d)
extern "C" __global__ void integers(short a, unsigned short b, int c, unsigned d) {}
// -> wide(::std::int64_t a, ::std::uint64_t b, ::std::int64_t c, ::std::uint64_t d, ::std::uint64_t e)
extern "C" __global__ void wide(long a, unsigned long b, long long c, unsigned long long d, size_t e) {}
// -> characters(::std::int32_t a, ::std::uint16_t b, ::std::uint32_t c)
extern "C" __global__ void characters(wchar_t a, char16_t b, char32_t c) {}
enum Plain { first };
enum class Small : unsigned char { first };
// -> enumerations(::std::uint32_t a, ::std::uint8_t b, ::std::uint8_t* c)
extern "C" __global__ void enumerations(Plain a, Small b, Small* c) {}

// 16- and 8-bit floats, by value and behind pointers.
// -> halves(::rocm_bindgen::f16 a, ::rocm_bindgen::f16* b, const ::rocm_bindgen::f16* c, ::rocm_bindgen::f16 d)
extern "C" __global__ void halves(__half a, __half* b, const half* c, _Float16 d) {}
// -> bfloats(::rocm_bindgen::bf16 a, ::rocm_bindgen::bf16* b, const ::rocm_bindgen::bf16* c)
extern "C" __global__ void bfloats(__nv_bfloat16 a, __nv_bfloat16* b, const __nv_bfloat16* c) {}
// -> eighths(::rocm_bindgen::f8e4m3 a, ::rocm_bindgen::f8e4m3* b, const ::rocm_bindgen::f8e4m3* c)
extern "C" __global__ void eighths(__nv_fp8_e4m3 a, __nv_fp8_e4m3* b, const __nv_fp8_e4m3* c) {}

// Pointers to arithmetic types as themselves, to anything else as void.
struct Shape {
  unsigned long sizes[3];
};
// -> pointers(float* a, const double* b, ::std::int32_t* c, const ::std::uint8_t* d, char* e, bool* f)
extern "C" __global__ void pointers(float* a, const double* __restrict__ b, int c[], const unsigned char* const d,
                                    char* e, bool* f) {}
// -> other_pointers(void* a, const void* b, void* c, const void* d, void* e, const void* f, void* g)
extern "C" __global__ void other_pointers(void* a, const void* b, Shape* c, const Shape* d, float** e, float* const* f,
                                          __half2* g) {}
// -> function_pointer(void* a)
extern "C" __global__ void function_pointer(void (*a)(int)) {}
// -> references(::std::int32_t* a, const void* b)
extern "C" __global__ void references(int& a, const Shape& b) {}

// Structs by value: any type that is trivially copyable and of that size and alignment.
struct alignas(16) Aligned {
  char bytes[48];
};
union Either {
  int integer;
  double real;
};
// -> template <class Struct0> structs(const Struct0& shape) where Struct0 is 24 bytes, aligned to 8
extern "C" __global__ void structs(Shape shape) {}
// -> template <class Struct1, class Struct2, class Struct3> more_structs(float a, const Struct1& b, const Struct2& c,
//        const Struct3& d)
//        where Struct1 is 48 bytes, aligned to 16
//        where Struct2 is 8 bytes, aligned to 8
//        where Struct3 is 4 bytes, aligned to 4
extern "C" __global__ void more_structs(float a, Aligned b, const Either c, __half2 d) {}
// -> template <class Struct0> vector_type(const Struct0& a, const void* b) where Struct0 is 16 bytes, aligned to 16
extern "C" __global__ void vector_type(float4 a, const float4* b) {}

// Not extern "C": named by the qualified name.
namespace outer {
namespace inner {
// -> outer_inner_nested(::std::int32_t a)
__global__ void nested(int a) {}
}  // namespace inner
struct Class {
  // -> outer_Class_member(float* a)
  static __global__ void member(float* a) {}
};
}  // namespace outer

// Overloads are numbered.
// -> overloaded(float a)
__global__ void overloaded(float a) {}
// -> overloaded_2(::std::int32_t a)
__global__ void overloaded(int a) {}
// -> overloaded_3(float a, float b)
__global__ void overloaded(float a, float b) {}

// Template arguments are folded into the name; instances that the file launches count.
// -> filled_float_4(float* out, float value)
// -> filled_int_8(::std::int32_t* out, ::std::int32_t value)
template <class T, int kCount>
__global__ void filled(T* out, T value) {}
template __global__ void filled<float, 4>(float*, float);
void launch_filled(int* out) {
  filled<int, 8><<<1, 1>>>(out, 1);
}
// -> of_half_half(::rocm_bindgen::f16* out)
template <class T>
__global__ void of_half(T* out) {}
template __global__ void of_half<__half>(__half*);
// -> nested_argument_outer_Class_true(const void* in)
template <class T, bool kFlag>
__global__ void nested_argument(const T* in) {}
template __global__ void nested_argument<outer::Class, true>(const outer::Class*);

// Names that C++ or the header has a use for.
// -> concept_(::std::int32_t requires_, float co_await_)
extern "C" __global__ void concept(int requires, float co_await) {}
// -> ALL_MODULES_(::std::int32_t a)
extern "C" __global__ void ALL_MODULES(int a) {}
// -> embedded_(::std::int32_t embedded_)
extern "C" __global__ void embedded(int embedded) {}
// -> m_underscored(::std::int32_t _first, ::std::int32_t two__three)
extern "C" __global__ void _underscored(int _first, int two__three) {}
// -> std_(::std::int32_t std_)
extern "C" __global__ void std_(int std) {}
// -> linux_(::std::int32_t rocm_bindgen_, ::rocm_bindgen::f16 unix_)
// GNU C++ has macros of these names, and so do programs that come without.
#undef linux
#undef unix
extern "C" __global__ void linux(int rocm_bindgen, __half unix) {}
// -> launch(::std::int32_t launch)
extern "C" __global__ void launch(int launch) {}
// -> parameter_names(::std::int32_t stream_, ::std::int32_t stream__, ::std::int32_t config_, float arguments_,
//                    double argument_4, double argument_5)
extern "C" __global__ void parameter_names(int stream, int stream_, int config, float arguments, double, double) {}
// -> template <class Struct1> Struct1_(::std::int32_t Struct0_, const Struct1& Struct1_)
//        where Struct1 is 24 bytes, aligned to 8
extern "C" __global__ void Struct1(int Struct0, Shape Struct1) {}
