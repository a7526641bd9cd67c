// A module whose code object the test modifies.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "rocm_bindgen/module.hpp"

namespace device_test {

/// A copy of a module with only its code object for one target. A device loads a module once and then knows it by its
/// address. Therefore changes must be made before the first use, and the object must outlive the device.
class PatchedModule {
 public:
  PatchedModule(const rocm_bindgen::Module& original, const std::string& target);
  PatchedModule(const PatchedModule&) = delete;
  PatchedModule& operator=(const PatchedModule&) = delete;

  const rocm_bindgen::Module& module() const { return module_; }

  /// The offsets in the file of a kernel's descriptor and of its first instruction.
  std::size_t descriptor(const std::string& kernel) const;
  std::size_t entry(const std::string& kernel) const;
  /// Write and read four bytes at an offset in the file.
  void put32(std::size_t offset, std::uint32_t value);
  std::uint32_t get32(std::size_t offset) const;

  /// Renames a kernel in all symbols and metadata. Both names must have the same length.
  void rename(const std::string& kernel, const std::string& name);
  /// Reduces the size of the kernel's arguments in the metadata and in the descriptor to `bytes`.
  void set_kernarg_bytes(const std::string& kernel, std::uint32_t bytes);

 private:
  std::size_t file_offset(std::uint64_t address) const;
  std::uint64_t descriptor_address(const std::string& kernel) const;

  std::vector<unsigned char> image_;
  std::deque<std::string> names_;
  std::vector<rocm_bindgen::KernelInfo> kernels_;
  rocm_bindgen::CodeObject object_;
  rocm_bindgen::Module module_;
};

}  // namespace device_test
