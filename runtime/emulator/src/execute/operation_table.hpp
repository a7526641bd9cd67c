// A table of operations that is built at run time, for names that consist of a prefix and a suffix that several
// operations share.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {

/// Owns the names of its operations, so it must outlive the span that operations() returns.
class OperationTable {
 public:
  OperationTable() = default;
  // Moving keeps the operations' pointers valid: a deque does not move its elements when it is moved.
  OperationTable(OperationTable&&) = default;
  OperationTable& operator=(OperationTable&&) = default;

  /// Adds an operation. Invalidates spans that operations() returned earlier.
  void add(std::string name, Handler execute) {
    operations_.push_back({names_.emplace_back(std::move(name)).c_str(), execute});
  }
  Operations operations() const { return operations_; }

 private:
  std::deque<std::string> names_;
  std::vector<Operation> operations_;
};

}  // namespace rocm_bindgen::emulator
