// Names of member templates in templates. nvcc's front end knows that they are templates, clang requires `template`.
// COMPILES
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

namespace member_templates {

template <class A, class B> struct impl {
  template <int N, class T> static __host__ __device__ T cast(T x) { return x * N; }
  template <int N> struct Rebound {
    using type = A;
    static __host__ __device__ int plus(int x) { return x + N; }
  };
  template <class U> using Other = impl<U, B>;
};

template <class T> struct Box {
  T v;
  template <int N> __host__ __device__ T get() const { return v + N; }
  template <class U, int N> __forceinline__ __host__ __device__ U as(U x) const;
  template <class U> __host__ __device__ void set(U x);
};

struct Counter { int get; };
template <class T>
__host__ __device__ bool is_between(const Counter& counter, T end) {
  return counter.get < end && end > (counter.get);  // SAME
}

template <class T>
template <class U, int N>
__host__ __device__ U Box<T>::as<U, N>(U x) const { return U(v) + x + N; }
// HIP: __host__ __device__ U Box<T>::as(U x) const { return U(v) + x + N; }

template <class T>
template <class U>
__host__ __device__ void Box<T>::set(U x) { v = x; }  // SAME

template <>
template <>
inline __host__ __device__ void Box<char>::set<long>(long x) { v = 'x'; }  // SAME

template <class T> struct Derived : impl<T, T>::Rebound<2> {
  // HIP: template <class T> struct Derived : impl<T, T>::template Rebound<2> {
  using Impl = impl<T, T>;
  using type = typename impl<T, T>::Rebound<3>::type;
  // HIP: using type = typename impl<T, T>::template Rebound<3>::type;
  using Nested = Box<typename impl<T, T>::Other<int>>;
  // HIP: using Nested = Box<typename impl<T, T>::template Other<int>>;
  Box<T> box;

  __host__ __device__ T calls(const Box<T>* p) {
    box.set<long>(2);
    // HIP: box.template set<long>(2);
    T sum = impl<T, T>::cast<2>(box.v) + p->get<1>();
    // HIP: T sum = impl<T, T>::template cast<2>(box.v) + p->template get<1>();
    sum += this->box.as<T, sizeof(T)>(T(3)) * Impl::cast<4>(sum);
    // HIP: sum += this->box.template as<T, sizeof(T)>(T(3)) * Impl::template cast<4>(sum);
    sum += impl<T, T>::template cast<2>(sum);  // SAME
    sum += member_templates::impl<Box<T>, Box<Box<T>>>::Rebound<1>::plus(2);
    // HIP: sum += member_templates::impl<Box<T>, Box<Box<T>>>::template Rebound<1>::plus(2);
    return box.v < sum ? sum : applied(sum, &impl<T, T>::cast<1, T>);
    // HIP: return box.v < sum ? sum : applied(sum, &impl<T, T>::template cast<1, T>);
  }
  __host__ __device__ T applied(T x, T (*f)(T)) { return f(x); }
};

#define CALL(n) impl<T, T>::cast<n>(x)  // HIP: #define CALL(n) impl<T, T>::template cast<n>(x)

template <class T> __global__ void k(T* out, Derived<T> derived) {
  const T x = *out;
  *out = derived.calls(&derived.box) + CALL(2);
}

inline int plain(const Box<int>& box) { return box.get<1>() + impl<int, int>::cast<2>(3); }  // SAME

void launch(int* out) { k<<<1, 1>>>(out, Derived<int>{}); }
void launch(float* out, cudaStream_t stream) { k<<<1, 1, 0, stream>>>(out, Derived<float>{}); }
// HIP: void launch(float* out, hipStream_t stream) { k<<<1, 1, 0, stream>>>(out, Derived<float>{}); }

}  // namespace member_templates
