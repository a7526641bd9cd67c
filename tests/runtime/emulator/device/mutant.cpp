#include "runtime/emulator/device/mutant.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <elf.h>

namespace device_test {
namespace {

template <class T>
T at(const std::vector<unsigned char>& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// Returns a random number that is less than `limit`.
std::size_t below(std::size_t limit, std::mt19937_64& random) {
  return static_cast<std::size_t>(random() % limit);
}

}  // namespace

Mutator::Mutator(std::vector<unsigned char> original) : original_(std::move(original)) {
  const auto header = at<Elf64_Ehdr>(original_, 0);
  tables_.push_back({0, sizeof(Elf64_Ehdr), 1});
  tables_.push_back({header.e_phoff, sizeof(Elf64_Phdr), header.e_phnum});
  tables_.push_back({header.e_shoff, sizeof(Elf64_Shdr), header.e_shnum});
  // The null section is listed a second time, so that it is changed more often: it contains only zeros, and loaders
  // easily forget to check that.
  tables_.push_back({header.e_shoff, sizeof(Elf64_Shdr), 1});
  add_sections();
}

void Mutator::add_sections() {
  const auto header = at<Elf64_Ehdr>(original_, 0);
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const auto section = at<Elf64_Shdr>(original_, header.e_shoff + i * sizeof(Elf64_Shdr));
    if (section.sh_type == SHT_NULL || section.sh_type == SHT_NOBITS || section.sh_size == 0) continue;
    // Tables are divided into their entries; code, metadata, hash tables and descriptors are divided into words.
    const auto size = section.sh_entsize >= 8 ? section.sh_entsize : 4;
    if (section.sh_size >= size) tables_.push_back({section.sh_offset, size, section.sh_size / size});
  }
}

std::vector<unsigned char> Mutator::mutant(std::uint64_t seed) const {
  Random random(seed);
  auto image = original_;
  // A single change is more likely than several, because most images with several changes are rejected.
  constexpr std::array<unsigned, 5> kChanges{1, 1, 1, 2, 3};
  for (auto changes = kChanges[below(kChanges.size(), random)]; changes != 0; --changes) change(image, random);
  return image;
}

void Mutator::change(std::vector<unsigned char>& image, Random& random) const {
  // Of 42 changes, 20 are in a random byte (kinds below kAnywhere) and 20 in a field of a table; one shortens and one
  // lengthens the file.
  constexpr std::size_t kAnywhere = 20, kShorter = 40, kLonger = 41;
  const auto kind = below(42, random);
  if (kind == kShorter) {
    // The 64 bytes of the ELF header remain, so that there are bytes for further changes.
    image.resize(std::max<std::size_t>(below(image.size(), random), 64));
  } else if (kind == kLonger) {
    image.resize(image.size() + below(4096, random));
  } else if (kind < kAnywhere) {
    image[below(image.size(), random)] ^= static_cast<unsigned char>(1 + below(255, random));
  } else {
    change_entry(image, tables_[below(tables_.size(), random)], random);
  }
}

/// Changes one field. Its width is chosen at random, and its offset is a multiple of the width, as that of real fields.
void Mutator::change_entry(std::vector<unsigned char>& image, const Table& table, Random& random) const {
  // Fields of 2 bytes are rare: most are bytes of the metadata, or have 4 or 8 bytes.
  constexpr std::array<std::size_t, 7> kWidths{1, 1, 2, 4, 4, 8, 8};
  const auto width = std::min(kWidths[below(kWidths.size(), random)], table.size);
  const auto offset =
      table.offset + below(table.count, random) * table.size + below(table.size / width, random) * width;
  if (offset + width > image.size()) return;
  std::uint64_t before = 0;
  std::memcpy(&before, image.data() + offset, width);
  const auto after = value(before, random);
  std::memcpy(image.data() + offset, &after, width);
}

std::uint64_t Mutator::value(std::uint64_t before, Random& random) const {
  const auto size = original_.size();
  // Limits of the integer types, changes of the old value, and offsets and sizes at the end of the file.
  const std::uint64_t values[] = {0,
                                  1,
                                  ~std::uint64_t{0},
                                  before + 1,
                                  before - 1,
                                  before ^ std::uint64_t{1} << below(64, random),
                                  before * 2,
                                  random(),
                                  random() % size,
                                  size,
                                  size + 1,
                                  size - before,
                                  std::uint64_t{1} << below(64, random),
                                  std::uint64_t{0x8000'0000},
                                  std::uint64_t{0x7fff'ffff'ffff'ffff},
                                  ~before};
  return values[below(std::size(values), random)];
}

}  // namespace device_test
