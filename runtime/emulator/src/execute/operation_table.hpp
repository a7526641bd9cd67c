// Tables of operations whose names are made of a prefix per address space and a suffix that they share.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {

class OperationTable {
 public:
  OperationTable() = default;
  // The names that the operations point to stay where they are when the table is moved.
  OperationTable(OperationTable&&) = default;
  OperationTable& operator=(OperationTable&&) = default;

  void add(std::string name, Handler execute) {
    operations_.push_back({names_.emplace_back(std::move(name)).c_str(), execute});
  }
  Operations operations() const { return operations_; }

 private:
  std::deque<std::string> names_;
  std::vector<Operation> operations_;
};

}  // namespace rocm_bindgen::emulator
