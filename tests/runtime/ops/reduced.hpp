// Lists the elements that each result of a reduction is computed from.
#pragma once

#include "runtime/ops/random_tensors.hpp"

namespace test {

/// A reduction of a tensor along some of its dimensions.
struct Reduction {
  Layout in;
  std::vector<bool> reduced;  ///< one entry per dimension of `in`
  bool keeps_dims = false;

  Dims out_dims() const {
    Dims dims;
    for (std::size_t d = 0; d < in.dims.size(); ++d) {
      if (!reduced[d]) dims.push_back(in.dims[d]);
      if (reduced[d] && keeps_dims) dims.push_back(1);
    }
    return dims;
  }
  /// The reduced dimensions, as a caller of an op may name them: some are counted from the end.
  std::vector<std::int64_t> named_dims() const {
    std::vector<std::int64_t> dims;
    const auto rank = static_cast<std::int64_t>(in.dims.size());
    for (std::int64_t d = 0; d < rank; ++d)
      if (reduced[static_cast<std::size_t>(d)]) dims.push_back(d % 2 == 0 ? d : d - rank);
    return dims;
  }

  /// For each result, the elements that it is computed from, in row-major order.
  template <class T>
  std::vector<std::vector<T>> terms(const std::vector<std::uint8_t>& bytes) const {
    std::int64_t results = 1;
    for (std::size_t d = 0; d < in.dims.size(); ++d)
      if (!reduced[d]) results *= in.dims[d];
    std::vector<std::vector<T>> all(static_cast<std::size_t>(results));
    for (std::int64_t i = 0; i < in.numel(); ++i) {
      std::int64_t rest = i, result = 0, stride = 1;
      for (std::size_t d = in.dims.size(); d-- != 0;) {
        if (!reduced[d]) {
          result += rest % in.dims[d] * stride;
          stride *= in.dims[d];
        }
        rest /= in.dims[d];
      }
      all[static_cast<std::size_t>(result)].push_back(element<T>(bytes, in.offset(i)));
    }
    return all;
  }
};

/// The index of the first of the largest (or smallest) elements, or of the first NaN if there is one.
template <class T>
std::size_t extreme_of(const std::vector<T>& terms, bool largest) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto x = Element<T>::value(terms[i]), y = Element<T>::value(terms[best]);
    if (std::isnan(y)) return best;
    if (std::isnan(x) || (largest ? x > y : x < y)) best = i;
  }
  return best;
}

}  // namespace test
