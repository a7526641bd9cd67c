#pragma once

#include <iterator>
#include <vector>

namespace rocm_bindgen::build {

/// Moves the elements of `more` to the end of `into`.
template <class T>
void append(std::vector<T>& into, std::vector<T> more) {
  into.insert(into.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace rocm_bindgen::build
