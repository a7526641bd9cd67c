// Code objects with a few changes, such as damage or an attacker could make.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace device_test {

/// Changes a code object. The changes depend only on a seed. Most of them are in structures that loaders read: the
/// fields of the ELF header, of program and section headers, symbols, relocations, dynamic entries, notes, metadata and
/// kernel descriptors. The others are in random bytes, or change the size of the file.
class Mutator {
 public:
  explicit Mutator(std::vector<unsigned char> original);

  /// Returns the original with the changes of this seed.
  std::vector<unsigned char> mutant(std::uint64_t seed) const;

 private:
  /// `count` entries of `size` bytes at `offset` in the file.
  struct Table {
    std::size_t offset, size, count;
  };
  using Random = std::mt19937_64;

  void add_sections();
  void change(std::vector<unsigned char>& image, Random& random) const;
  void change_entry(std::vector<unsigned char>& image, const Table& table, Random& random) const;
  /// Returns a new value for a field whose value is `before`.
  std::uint64_t value(std::uint64_t before, Random& random) const;

  std::vector<unsigned char> original_;
  std::vector<Table> tables_;  ///< the structures that loaders read
};

}  // namespace device_test
