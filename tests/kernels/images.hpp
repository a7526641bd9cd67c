// The memory layout of test images: dimensions and strides are ordered outermost first, as in the kernels' info.
#pragma once

#include "host_launch.hpp"
#include "near.hpp"
#include "random_values.hpp"

namespace host {

struct ImageView {
  Sizes dims;
  Sizes strides;

  size_t numel() const {
    size_t n = 1;
    for (const size_t d : dims) n *= d;
    return n;
  }
  // The number of elements of the memory between the first and the last element of the view, both included.
  size_t reach() const {
    size_t last = 0;
    for (size_t d = 0; d < dims.size(); ++d) last += dims[d] == 0 ? 0 : (dims[d] - 1) * strides[d];
    return last + 1;
  }
  template <class... Index>
  size_t at(Index... index) const {
    size_t offset = 0;
    size_t d = 0;
    ((offset += static_cast<size_t>(index) * strides[d++]), ...);
    return offset;
  }
  void append_to(Sizes& info) const {
    info.insert(info.end(), dims.begin(), dims.end());
    info.insert(info.end(), strides.begin(), strides.end());
  }
};

// A dense layout in the order of `order`, outermost first; the identity is the usual layout.
inline ImageView laid_out(const Sizes& dims, const Sizes& order) {
  ImageView view{dims, Sizes(dims.size())};
  size_t stride = 1;
  for (size_t i = dims.size(); i-- != 0;) {
    view.strides[order[i]] = stride;
    stride *= dims[order[i]];
  }
  return view;
}

// Computes a result with `launch` in all geometries, and checks that element i is within slack(i) of expected(i).
template <class T, class Launch, class Expected, class Slack>
void check_image(size_t numel, Launch launch, Expected expected, Slack slack) {
  for (const auto& geometry : launcher::geometries({3, 2, 1}, numel)) {
    INFO(described(geometry));
    Output<T> out(0, numel);
    launch(geometry, out);
    size_t first_wrong = 0;
    while (first_wrong < numel && is_near(out.data()[first_wrong], expected(first_wrong), slack(first_wrong)))
      ++first_wrong;
    if (first_wrong < numel) {
      const auto got = static_cast<double>(reference::Element<T>::value(out.data()[first_wrong]));
      const auto wanted = static_cast<double>(expected(first_wrong));
      CAPTURE(first_wrong, got, wanted);
      FAIL_CHECK("wrong element");
    }
    CHECK(out.guards_intact());
  }
}

// A sum of products: the exact value and the sum of the magnitudes, for the permitted error. Integers wrap.
template <class T>
struct Accumulated {
  reference::Real sum = 0;
  reference::Real magnitude = 0;
  uint64_t wrapped = 0;

  void add(T x, T y) {
    using E = reference::Element<T>;
    if constexpr (E::kFloat) {
      sum += E::value(x) * E::value(y);
      magnitude += std::fabs(E::value(x) * E::value(y));
    } else {
      wrapped += static_cast<uint64_t>(x) * static_cast<uint64_t>(y);
    }
  }
  reference::Real expected() const {
    if constexpr (reference::Element<T>::kFloat) {
      return sum;
    } else {
      return static_cast<reference::Real>(static_cast<T>(wrapped));
    }
  }
  // The tests add at most 4 x 4 x 4 = 64 products (kCases in host_conv_test.cpp), so a sum has at most 64 rounding
  // errors. A test with more terms needs more.
  reference::Real slack() const { return reference::Element<T>::kFloat ? magnitude * 64 * compute_epsilon<T>() : 0; }
};

}  // namespace host
