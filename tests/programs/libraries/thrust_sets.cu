// Thrust's operations on sorted ranges: searches, merges and set operations, with comparisons and with values that move
// with their keys. Elements occur several times, so that the numbers of duplicates are checked, too.
#include <algorithm>
#include <iterator>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/merge.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>

#include "../program.cuh"

using Ints = std::vector<int>;

Ints host_of(const thrust::device_vector<int>& v) {
  Ints values(v.size());
  thrust::copy(v.begin(), v.end(), values.begin());
  return values;
}

Ints sorted_numbers(uint32_t seed, int count, int end) {
  Numbers numbers(/*seed=*/seed);
  Ints values(count);
  for (int& value : values) value = numbers.below(end);
  std::sort(values.begin(), values.end());
  return values;
}

// Two sets with values, and the outputs of an operation.
struct Sets {
  Ints a, b, expected;
  thrust::device_vector<int> keys_a, keys_b, values_a, values_b, keys, values;

  Sets(const Ints& a, const Ints& b) : a(a), b(b), keys_a(a), keys_b(b) {
    Ints of_a, of_b;
    // A value's last digit is the number of its set.
    for (const int key : a) of_a.push_back(10 * key + 1);
    for (const int key : b) of_b.push_back(10 * key + 2);
    values_a = of_a;
    values_b = of_b;
    reset();
  }
  void reset() {
    expected.clear();
    keys.assign(a.size() + b.size(), -1);
    values.assign(a.size() + b.size(), -1);
  }
  bool right(thrust::device_vector<int>::iterator end) {
    keys.resize(end - keys.begin());
    return host_of(keys) == expected;
  }
  // Whether each value belongs to its key, and `from_a` of the values come from the first set.
  bool right(const thrust::pair<thrust::device_vector<int>::iterator, thrust::device_vector<int>::iterator>& ends,
             size_t from_a) {
    values.resize(ends.second - values.begin());
    if (!right(ends.first) || values.size() != keys.size()) return false;
    const Ints host_values = host_of(values);
    size_t count = 0;
    for (size_t i = 0; i < host_values.size(); ++i) {
      if (host_values[i] / 10 != expected[i]) return false;
      count += host_values[i] % 10 == 1 ? 1 : 0;
    }
    return count == from_a;
  }
};

void check_sets(Sets& s) {
  std::set_intersection(s.a.begin(), s.a.end(), s.b.begin(), s.b.end(), std::back_inserter(s.expected));
  const size_t both = s.expected.size();
  expect(s.right(thrust::set_intersection(s.keys_a.begin(), s.keys_a.end(), s.keys_b.begin(), s.keys_b.end(),
                                          s.keys.begin())),
         "an intersection");
  s.keys.resize(s.a.size());
  expect(s.right(thrust::set_intersection_by_key(s.keys_a.begin(), s.keys_a.end(), s.keys_b.begin(), s.keys_b.end(),
                                                 s.values_a.begin(), s.keys.begin(), s.values.begin()),
                 both),
         "an intersection by key");
  s.reset();
  std::set_difference(s.a.begin(), s.a.end(), s.b.begin(), s.b.end(), std::back_inserter(s.expected));
  expect(s.right(thrust::set_difference_by_key(thrust::device, s.keys_a.begin(), s.keys_a.end(), s.keys_b.begin(),
                                               s.keys_b.end(), s.values_a.begin(), s.values_b.begin(), s.keys.begin(),
                                               s.values.begin()),
                 s.a.size() - both),
         "a difference by key");
  s.reset();
  std::set_union(s.a.begin(), s.a.end(), s.b.begin(), s.b.end(), std::back_inserter(s.expected));
  expect(s.right(thrust::set_union_by_key(s.keys_a.begin(), s.keys_a.end(), s.keys_b.begin(), s.keys_b.end(),
                                          s.values_a.begin(), s.values_b.begin(), s.keys.begin(), s.values.begin(),
                                          thrust::less<int>()),
                 s.a.size()),
         "a union by key");
  s.reset();
  std::set_symmetric_difference(s.a.begin(), s.a.end(), s.b.begin(), s.b.end(), std::back_inserter(s.expected));
  expect(s.right(thrust::set_symmetric_difference(thrust::device, s.keys_a.begin(), s.keys_a.end(), s.keys_b.begin(),
                                                  s.keys_b.end(), s.keys.begin())),
         "a symmetric difference");
  s.reset();
  std::set_symmetric_difference(s.a.begin(), s.a.end(), s.b.begin(), s.b.end(), std::back_inserter(s.expected));
  expect(s.right(thrust::set_symmetric_difference_by_key(s.keys_a.begin(), s.keys_a.end(), s.keys_b.begin(),
                                                         s.keys_b.end(), s.values_a.begin(), s.values_b.begin(),
                                                         s.keys.begin(), s.values.begin()),
                 s.a.size() - both),
         "a symmetric difference by key");
  s.reset();
  std::merge(s.a.begin(), s.a.end(), s.b.begin(), s.b.end(), std::back_inserter(s.expected));
  expect(s.right(thrust::merge_by_key(s.keys_a.begin(), s.keys_a.end(), s.keys_b.begin(), s.keys_b.end(),
                                      s.values_a.begin(), s.values_b.begin(), s.keys.begin(), s.values.begin()),
                 s.a.size()),
         "a merge by key");
}

// The same in descending order, and on the host.
void check_orders(Ints a, Ints b) {
  Ints expected, on_host(a.size() + b.size());
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
  on_host.resize(thrust::set_difference(thrust::host, a.begin(), a.end(), b.begin(), b.end(), on_host.begin()) -
                 on_host.begin());
  expect(on_host == expected, "a difference on the host");
  std::reverse(a.begin(), a.end());
  std::reverse(b.begin(), b.end());
  const thrust::device_vector<int> x = a, y = b;
  thrust::device_vector<int> out(a.size() + b.size());
  expected.clear();
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected), std::greater<int>());
  out.resize(thrust::set_union(x.begin(), x.end(), y.begin(), y.end(), out.begin(), thrust::greater<int>()) -
             out.begin());
  expect(host_of(out) == expected, "a union in descending order");
  out.resize(a.size() + b.size());
  expected.clear();
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected), std::greater<int>());
  thrust::merge(thrust::device, x.begin(), x.end(), y.begin(), y.end(), out.begin(), thrust::greater<int>());
  expect(host_of(out) == expected, "a merge in descending order");
}

void check_searches(const Ints& values) {
  const thrust::device_vector<int> in = values;
  const Ints descending(values.rbegin(), values.rend());
  const thrust::device_vector<int> falling = descending;
  const thrust::greater<int> greater;
  for (const int wanted : {-5, 0, 77, values.front(), values.back(), 1 << 20}) {
    expect(thrust::lower_bound(in.begin(), in.end(), wanted) - in.begin() ==
               std::lower_bound(values.begin(), values.end(), wanted) - values.begin(),
           "a lower bound");
    expect(thrust::upper_bound(thrust::device, falling.begin(), falling.end(), wanted, greater) - falling.begin() ==
               std::upper_bound(descending.begin(), descending.end(), wanted, std::greater<int>()) - descending.begin(),
           "an upper bound in descending order");
    expect(thrust::binary_search(falling.begin(), falling.end(), wanted, greater) ==
               std::binary_search(values.begin(), values.end(), wanted),
           "a binary search");
    const auto range = thrust::equal_range(falling.begin(), falling.end(), wanted, greater);
    expect(range.second - range.first == std::count(values.begin(), values.end(), wanted), "an equal range");
    expect(thrust::lower_bound(thrust::seq, values.begin(), values.end(), wanted) ==
               std::lower_bound(values.begin(), values.end(), wanted),
           "a lower bound on the host");
  }
  const thrust::device_vector<int> wanted(Ints{1, 4, -9, values.back()});
  thrust::device_vector<bool> found(4);
  thrust::binary_search(falling.begin(), falling.end(), wanted.begin(), wanted.end(), found.begin(), greater);
  for (int i = 0; i < 4; ++i)
    expect(found[i] == std::binary_search(values.begin(), values.end(), int(wanted[i])), "many binary searches");
  expect(thrust::is_sorted_until(in.begin(), in.end()) == in.end(), "a sorted range");
  expect(thrust::is_sorted_until(in.begin(), in.end(), greater) - in.begin() ==
             std::is_sorted_until(values.begin(), values.end(), std::greater<int>()) - values.begin(),
         "the sorted begin of a range");
}

int main() {
  const Ints a = sorted_numbers(3, 3000, 900), b = sorted_numbers(4, 2500, 1200);
  Sets sets(a, b), with_nothing(a, Ints());
  check_sets(sets);
  check_sets(with_nothing);
  check_orders(a, b);
  check_searches(a);
  return verdict();
}
