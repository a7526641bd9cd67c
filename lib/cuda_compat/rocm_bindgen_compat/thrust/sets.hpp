// Thrust's merges and set operations of sorted ranges, also with values that move with their keys.
#pragma once

#include "rocm_bindgen_compat/thrust/bounds.hpp"
#include "rocm_bindgen_compat/thrust/selecting.hpp"

namespace thrust {
namespace detail {

// Two sorted ranges in their raw forms.
template <class A, class B, class Less>
struct TwoSets {
  A a;
  size_t in_a;
  B b;
  size_t in_b;
  Less less;

  // Whether element i of `a` (or of `b`) is in both sets. Duplicates count: the k-th of equal elements of a set (from
  // 0) is in both if the other set has more than k of them.
  __host__ __device__ bool shares_of_a(size_t i) const { return shares(a, in_a, b, in_b, i); }
  __host__ __device__ bool shares_of_b(size_t i) const { return shares(b, in_b, a, in_a, i); }

 private:
  template <class X, class Y>
  __host__ __device__ bool shares(X x, size_t in_x, Y y, size_t in_y, size_t i) const {
    const ValueAt<X> value = x[static_cast<ptrdiff_t>(i)];
    const size_t before = i - rank<false>(x, in_x, value, less);
    return before < rank<true>(y, in_y, value, less) - rank<false>(y, in_y, value, less);
  }
};
template <class A, class B, class Less>
__host__ __device__ TwoSets<RawOf<A>, RawOf<B>, Less> two_sets(A first1, A last1, B first2, B last2, Less less) {
  return {raw(first1), static_cast<size_t>(last1 - first1), raw(first2), static_cast<size_t>(last2 - first2), less};
}

// Copies element i of the first range, `a`, or of the second one, `b`, to a position of the output. PutPairs uses one
// PutKeys for keys and one for values.
template <class A, class B, class Out>
struct PutKeys {
  A a;
  B b;
  Out out;
  __host__ __device__ void from_a(size_t i, size_t place) const { out[place] = a[static_cast<ptrdiff_t>(i)]; }
  __host__ __device__ void from_b(size_t i, size_t place) const { out[place] = b[static_cast<ptrdiff_t>(i)]; }
};
template <class A, class B, class Out>
__host__ __device__ PutKeys<RawOf<A>, RawOf<B>, RawOf<Out>> put_keys(A a, B b, Out out) {
  return {raw(a), raw(b), raw(out)};
}
template <class Keys, class Values>
struct PutPairs {
  Keys keys;
  Values values;
  __host__ __device__ void from_a(size_t i, size_t place) const {
    keys.from_a(i, place);
    values.from_a(i, place);
  }
  __host__ __device__ void from_b(size_t i, size_t place) const {
    keys.from_b(i, place);
    values.from_b(i, place);
  }
};
template <class Keys, class Values>
__host__ __device__ PutPairs<Keys, Values> put_pairs(const Keys& keys, const Values& values) {
  return {keys, values};
}

// Merges selected elements: those of `a` at the `in_a` positions in `kept_a`, and those of `b` at the `in_b` positions
// in `kept_b`.
template <class Policy, class Sets, class Put>
__host__ __device__ size_t merge_kept(const Policy& policy, const Sets& sets, const size_t* kept_a, size_t in_a,
                                      const size_t* kept_b, size_t in_b, const Put& put) {
  const auto a = make_permutation_iterator(sets.a, kept_a);
  const auto b = make_permutation_iterator(sets.b, kept_b);
  const auto less = sets.less;
  loop(policy, in_a + in_b, [=] __host__ __device__(size_t i) {
    const size_t j = i - in_a;
    if (i < in_a)
      put.from_a(kept_a[i], i + rank<false>(b, in_b, a[static_cast<ptrdiff_t>(i)], less));
    else
      put.from_b(kept_b[j], j + rank<true>(a, in_a, b[static_cast<ptrdiff_t>(j)], less));
  });
  return in_a + in_b;
}

template <class Policy, class Sets, class Put>
__host__ __device__ ptrdiff_t merge_sets(const Policy& policy, const Sets& sets, const Put& put) {
  const auto a = sets.a;
  const auto b = sets.b;
  const auto less = sets.less;
  const size_t in_a = sets.in_a, in_b = sets.in_b;
  loop(policy, in_a + in_b, [=] __host__ __device__(size_t i) {
    const size_t j = i - in_a;
    if (i < in_a)
      put.from_a(i, i + rank<false>(b, in_b, a[static_cast<ptrdiff_t>(i)], less));
    else
      put.from_b(j, j + rank<true>(a, in_a, b[static_cast<ptrdiff_t>(j)], less));
  });
  return static_cast<ptrdiff_t>(in_a + in_b);
}
// The elements of the first set that are also in the second (InBoth), or those that are not.
template <bool InBoth, class Policy, class Sets, class Put>
__host__ __device__ ptrdiff_t of_first(const Policy& policy, const Sets& sets, const Put& put) {
  return static_cast<ptrdiff_t>(select(
      policy, sets.in_a, [=] __host__ __device__(size_t i) { return sets.shares_of_a(i) == InBoth; },
      [=] __host__ __device__(size_t i, size_t place) { put.from_a(i, place); }));
}
// The union (Shared), or the symmetric difference. Elements that are in both sets are copied from the first one.
template <bool Shared, class Policy, class Sets, class Put>
__host__ __device__ ptrdiff_t of_either(const Policy& policy, const Sets& sets, const Put& put) {
  const counting_iterator<size_t> index(0);
  const Copied<Policy, size_t> positions_a(policy, index, sets.in_a), positions_b(policy, index, sets.in_b);
  size_t* kept_a = positions_a.data();
  size_t* kept_b = positions_b.data();
  size_t in_a = sets.in_a;
  if constexpr (!Shared)
    in_a = select(
        policy, sets.in_a, [=] __host__ __device__(size_t i) { return !sets.shares_of_a(i); },
        [=] __host__ __device__(size_t i, size_t place) { kept_a[place] = i; });
  const size_t in_b = select(
      policy, sets.in_b, [=] __host__ __device__(size_t i) { return !sets.shares_of_b(i); },
      [=] __host__ __device__(size_t i, size_t place) { kept_b[place] = i; });
  return static_cast<ptrdiff_t>(merge_kept(policy, sets, kept_a, in_a, kept_b, in_b, put));
}

struct Merging {
  template <class Policy, class Sets, class Put>
  static __host__ __device__ ptrdiff_t apply(const Policy& policy, const Sets& sets, const Put& put) {
    return merge_sets(policy, sets, put);
  }
};
template <bool InBoth>
struct OfFirst {
  template <class Policy, class Sets, class Put>
  static __host__ __device__ ptrdiff_t apply(const Policy& policy, const Sets& sets, const Put& put) {
    return of_first<InBoth>(policy, sets, put);
  }
};
template <bool Shared>
struct OfEither {
  template <class Policy, class Sets, class Put>
  static __host__ __device__ ptrdiff_t apply(const Policy& policy, const Sets& sets, const Put& put) {
    return of_either<Shared>(policy, sets, put);
  }
};

template <class Operation, class P, class A, class B, class Out, class Less>
__host__ __device__ Out operate(const execution_policy<P>& policy, A first1, A last1, B first2, B last2, Out out,
                                Less less) {
  return out +
         Operation::apply(derived(policy), two_sets(first1, last1, first2, last2, less), put_keys(first1, first2, out));
}
template <class Operation, class P, class A, class B, class X, class Y, class KeysOut, class ValuesOut, class Less>
__host__ __device__ pair<KeysOut, ValuesOut> operate_by_key(const execution_policy<P>& policy, A first1, A last1,
                                                            B first2, B last2, X values1, Y values2, KeysOut keys_out,
                                                            ValuesOut values_out, Less less) {
  const ptrdiff_t made =
      Operation::apply(derived(policy), two_sets(first1, last1, first2, last2, less),
                       put_pairs(put_keys(first1, first2, keys_out), put_keys(values1, values2, values_out)));
  return pair<KeysOut, ValuesOut>(keys_out + made, values_out + made);
}

}  // namespace detail

// Each function accepts a comparison as its last argument.
#define ROCM_BINDGEN_THRUST_SETS(name, Operation)                                                                \
  template <class P, class A, class B, class Out, class... Less>                                                 \
  __host__ __device__ Out name(const execution_policy<P>& policy, A first1, A last1, B first2, B last2, Out out, \
                               Less... less) {                                                                   \
    return detail::operate<Operation>(policy, first1, last1, first2, last2, out, detail::order(less...));        \
  }                                                                                                              \
  ROCM_BINDGEN_THRUST_WITHOUT_POLICY(name)
#define ROCM_BINDGEN_THRUST_SETS_BY_KEY(name, Operation)                                                            \
  template <class P, class A, class B, class X, class Y, class KeysOut, class ValuesOut, class... Less>             \
  __host__ __device__ pair<KeysOut, ValuesOut> name(const execution_policy<P>& policy, A first1, A last1, B first2, \
                                                    B last2, X values1, Y values2, KeysOut keys_out,                \
                                                    ValuesOut values_out, Less... less) {                           \
    return detail::operate_by_key<Operation>(policy, first1, last1, first2, last2, values1, values2, keys_out,      \
                                             values_out, detail::order(less...));                                   \
  }                                                                                                                 \
  ROCM_BINDGEN_THRUST_WITHOUT_POLICY(name)
ROCM_BINDGEN_THRUST_SETS(merge, detail::Merging)
ROCM_BINDGEN_THRUST_SETS(set_intersection, detail::OfFirst<true>)
ROCM_BINDGEN_THRUST_SETS(set_difference, detail::OfFirst<false>)
ROCM_BINDGEN_THRUST_SETS(set_union, detail::OfEither<true>)
ROCM_BINDGEN_THRUST_SETS(set_symmetric_difference, detail::OfEither<false>)
ROCM_BINDGEN_THRUST_SETS_BY_KEY(merge_by_key, detail::Merging)
ROCM_BINDGEN_THRUST_SETS_BY_KEY(set_difference_by_key, detail::OfFirst<false>)
ROCM_BINDGEN_THRUST_SETS_BY_KEY(set_union_by_key, detail::OfEither<true>)
ROCM_BINDGEN_THRUST_SETS_BY_KEY(set_symmetric_difference_by_key, detail::OfEither<false>)
#undef ROCM_BINDGEN_THRUST_SETS
#undef ROCM_BINDGEN_THRUST_SETS_BY_KEY

// An intersection copies values of the first set only, so the second `values1` is not read.
template <class P, class A, class B, class X, class KeysOut, class ValuesOut, class... Less>
__host__ __device__ pair<KeysOut, ValuesOut> set_intersection_by_key(const execution_policy<P>& policy, A first1,
                                                                     A last1, B first2, B last2, X values1,
                                                                     KeysOut keys_out, ValuesOut values_out,
                                                                     Less... less) {
  return detail::operate_by_key<detail::OfFirst<true>>(policy, first1, last1, first2, last2, values1, values1, keys_out,
                                                       values_out, detail::order(less...));
}
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(set_intersection_by_key)

}  // namespace thrust
