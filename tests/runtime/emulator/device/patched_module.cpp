#include "runtime/emulator/device/patched_module.hpp"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <stdexcept>

namespace device_test {
namespace {

constexpr std::size_t kKernargBytesAt = 8, kEntryOffsetAt = 16;  // AMDGPUUsage, "Kernel Descriptor"

template <class T>
T at(const std::vector<unsigned char>& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

const rocm_bindgen::CodeObject& object_for(const rocm_bindgen::Module& module, const std::string& target) {
  for (std::size_t i = 0; i < module.code_object_count; ++i)
    if (module.code_objects[i].target == target) return module.code_objects[i];
  throw std::runtime_error(std::string(module.name) + " has no code object for " + target);
}

std::vector<std::size_t> all_of(const std::vector<unsigned char>& bytes, const std::string& text) {
  const std::vector<unsigned char> sought(text.begin(), text.end());
  std::vector<std::size_t> found;
  for (auto from = bytes.begin();; ++from) {
    from = std::search(from, bytes.end(), sought.begin(), sought.end());
    if (from == bytes.end()) return found;
    found.push_back(static_cast<std::size_t>(from - bytes.begin()));
  }
}

}  // namespace

PatchedModule::PatchedModule(const rocm_bindgen::Module& original, const std::string& target)
    : kernels_(original.kernels, original.kernels + original.kernel_count),
      object_(object_for(original, target)),
      module_(original) {
  image_.assign(object_.data, object_.data + object_.stored_size);
  object_.data = image_.data();
  module_.kernels = kernels_.data();
  module_.code_objects = &object_;
  module_.code_object_count = 1;
}

std::size_t PatchedModule::file_offset(std::uint64_t address) const {
  const auto header = at<Elf64_Ehdr>(image_, 0);
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const auto segment = at<Elf64_Phdr>(image_, header.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
      return address - segment.p_vaddr + segment.p_offset;
  }
  throw std::runtime_error("an address that is in no segment");
}

std::uint64_t PatchedModule::descriptor_address(const std::string& kernel) const {
  const auto header = at<Elf64_Ehdr>(image_, 0);
  const auto section = [&](unsigned i) { return at<Elf64_Shdr>(image_, header.e_shoff + i * sizeof(Elf64_Shdr)); };
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const auto symbols = section(i);
    if (symbols.sh_type != SHT_DYNSYM) continue;
    const auto* names = reinterpret_cast<const char*>(image_.data() + section(symbols.sh_link).sh_offset);
    for (std::size_t s = 0; s < symbols.sh_size; s += sizeof(Elf64_Sym)) {
      const auto symbol = at<Elf64_Sym>(image_, symbols.sh_offset + s);
      if (names + symbol.st_name == kernel + ".kd") return symbol.st_value;
    }
  }
  throw std::runtime_error("no kernel " + kernel);
}

std::size_t PatchedModule::descriptor(const std::string& kernel) const {
  return file_offset(descriptor_address(kernel));
}

std::size_t PatchedModule::entry(const std::string& kernel) const {
  const auto offset = at<std::uint64_t>(image_, descriptor(kernel) + kEntryOffsetAt);
  return file_offset(descriptor_address(kernel) + offset);
}

void PatchedModule::put32(std::size_t offset, std::uint32_t value) {
  std::memcpy(image_.data() + offset, &value, sizeof value);
}

std::uint32_t PatchedModule::get32(std::size_t offset) const {
  return at<std::uint32_t>(image_, offset);
}

void PatchedModule::rename(const std::string& kernel, const std::string& name) {
  if (name.size() != kernel.size()) throw std::runtime_error("names of different lengths");
  const auto& stored_name = names_.emplace_back(name);
  for (auto& info : kernels_)
    if (info.symbol == kernel) info.name = info.symbol = stored_name.c_str();
  for (const auto offset : all_of(image_, kernel)) std::copy(name.begin(), name.end(), image_.data() + offset);
}

void PatchedModule::set_kernarg_bytes(const std::string& kernel, std::uint32_t bytes) {
  const auto before = get32(descriptor(kernel) + kKernargBytesAt);
  put32(descriptor(kernel) + kKernargBytesAt, bytes);
  // Keys are in alphabetical order, so the kernel's ".kernarg_segment_size" is the last one before the kernel's
  // ".name". In msgpack, a short string begins with a byte 0xa0 + length.
  const auto name_offset =
      all_of(image_, ".name" + std::string(1, static_cast<char>(0xa0 + kernel.size())) + kernel).at(0);
  const std::string key = ".kernarg_segment_size";
  std::size_t at = 0;
  for (const auto offset : all_of(image_, key))
    if (offset < name_offset) at = offset + key.size();
  // The size is an integer of 8 bits, or one of 16 bits in big-endian order.
  constexpr unsigned kUint8 = 0xcc, kUint16 = 0xcd;
  const auto width = at == 0 ? 0u : image_[at] == kUint8 ? 1u : image_[at] == kUint16 ? 2u : 0u;
  std::uint32_t found = 0;
  for (unsigned i = 1; i <= width; ++i) found = found << 8 | image_[at + i];
  if (found != before || bytes > before)
    throw std::runtime_error("the metadata's size of the arguments was not found, or is less than the new one");
  for (unsigned i = 1; i <= width; ++i) image_[at + i] = static_cast<unsigned char>(bytes >> 8 * (width - i));
}

}  // namespace device_test
