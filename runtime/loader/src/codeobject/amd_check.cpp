#include "codeobject/amd_check.hpp"

#include <unordered_map>
#include <unordered_set>

#include "codeobject/bad_code_object.hpp"
#include "codeobject/dynamic_table.hpp"
#include "codeobject/elf_image.hpp"
#include "codeobject/metadata.hpp"
#include "codeobject/processors.hpp"

namespace rocm_bindgen::runtime {
namespace {

// Source: LLVM's AMDGPUUsage, "Header".
constexpr std::uint16_t kMachine = 224;         // EM_AMDGPU
constexpr unsigned char kOsAbi = 64;            // ELFOSABI_AMDGPU_HSA
constexpr unsigned char kOldestAbiVersion = 2;  // ELFABIVERSION_AMDGPU_HSA_V4
constexpr unsigned char kNewestAbiVersion = 4;  // ELFABIVERSION_AMDGPU_HSA_V6

// Source: AMDGPUUsage, tables "e_flags for Code Object V4 and After" and "V6".
constexpr std::uint32_t kMachineMask = 0xff;
constexpr std::uint32_t kXnackMask = 0x300;
constexpr std::uint32_t kXnackShift = 8;
constexpr std::uint32_t kSrameccMask = 0xc00;
constexpr std::uint32_t kSrameccShift = 10;
constexpr std::uint32_t kGenericVersionMask = 0xff000000;

// Source: AMDGPUUsage, "Kernel Descriptor".
constexpr std::uint64_t kDescriptorSize = 64;  // also its alignment
constexpr std::size_t kEntryOffsetAt = 16;     // KERNEL_CODE_ENTRY_BYTE_OFFSET, from the descriptor
constexpr std::uint64_t kEntryAlignment = 256;

/// The value of a feature's two bits in e_flags.
std::uint32_t feature_bits(bool supported, Feature feature) {
  if (!supported) return 0;
  switch (feature) {
    case Feature::any:
      return 1;
    case Feature::off:
      return 2;
    case Feature::on:
      return 3;
  }
  return 0;
}

void check_flags(const ElfImage& image, const TargetId& target) {
  const auto flags = image.header().e_flags;
  const auto* processor = find_processor(target.processor);
  if (processor == nullptr) image.fail("its target is a processor that this runtime does not support");
  if ((flags & kMachineMask) != processor->machine) {
    const auto* actual = find_machine(flags & kMachineMask);
    image.fail("the image is for " + (actual != nullptr ? std::string(actual->name) : "an unknown processor") +
               " (e_flags are " + hex(flags) + ")");
  }
  if ((flags & kXnackMask) >> kXnackShift != feature_bits(processor->xnack, target.xnack) ||
      (flags & kSrameccMask) >> kSrameccShift != feature_bits(processor->sramecc, target.sramecc))
    image.fail("the image is for different features (e_flags are " + hex(flags) + ")");
  const bool is_generic = (flags & kGenericVersionMask) != 0;
  if (is_generic != processor->is_generic() ||
      (is_generic && image.header().e_ident[EI_ABIVERSION] != kNewestAbiVersion))
    image.fail("e_flags (" + hex(flags) + ") and ABI version " + std::to_string(image.header().e_ident[EI_ABIVERSION]) +
               " do not match " + target.processor);
  if ((flags & ~(kMachineMask | kXnackMask | kSrameccMask | kGenericVersionMask)) != 0)
    image.fail("e_flags have unknown bits (" + hex(flags) + ")");
}

void check_header(const ElfImage& image, const TargetId& target) {
  const auto& header = image.header();
  const auto abi_version = header.e_ident[EI_ABIVERSION];
  if (header.e_ident[EI_OSABI] != kOsAbi) image.fail("unexpected OS ABI " + std::to_string(header.e_ident[EI_OSABI]));
  if (abi_version < kOldestAbiVersion || abi_version > kNewestAbiVersion)
    image.fail("ABI version " + std::to_string(abi_version) + " is not that of code object versions 4 to 6");
  if (header.e_type != ET_DYN)
    image.fail("e_type " + std::to_string(header.e_type) + " is not that of a shared object");
  if (header.e_entry != 0) image.fail("e_entry is " + hex(header.e_entry) + ", not 0");
  check_flags(image, target);
}

/// Checks that the descriptor is complete and points to code.
void check_descriptor(const ElfImage& image, const LoadedSegments& loaded, const DynamicSymbol& descriptor) {
  const Part name("kernel descriptor", descriptor.name);
  const auto& symbol = descriptor.symbol;
  if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx == SHN_UNDEF || symbol.st_size != kDescriptorSize)
    image.fail(name + std::string(" is not an object of ") + std::to_string(kDescriptorSize) + " bytes");
  if (symbol.st_value % kDescriptorSize != 0)
    image.fail(name + std::string(" at ") + hex(symbol.st_value) + " is not aligned");
  const auto bytes = loaded.bytes(symbol.st_value, kDescriptorSize, name);
  // The offset is signed in the format; modulo 2^64 the unsigned sum is the same.
  const auto entry = symbol.st_value + entry_of<std::uint64_t>(bytes.substr(kEntryOffsetAt), 0);
  const auto* code = loaded.in_file(entry, 1);
  if (code == nullptr || (code->p_flags & PF_X) == 0 || entry % kEntryAlignment != 0)
    image.fail(name + std::string(" has its code at ") + hex(entry) + ", which is not executable or not aligned");
}

void check_kernels(const ElfImage& image, const LoadedSegments& loaded, const std::vector<DynamicSymbol>& symbols,
                   const Metadata& metadata) {
  std::unordered_map<std::string_view, const DynamicSymbol*> by_name;
  for (const auto& symbol : symbols) by_name.emplace(symbol.name, &symbol);
  const std::unordered_set<std::string_view> described(metadata.kernel_symbols.begin(), metadata.kernel_symbols.end());
  const auto& module = image.module();
  for (std::size_t i = 0; i < module.kernel_count; ++i) {
    const auto name = std::string(module.kernels[i].symbol) + ".kd";
    const auto found = by_name.find(name);
    if (found == by_name.end()) image.fail("no symbol '" + name + "' for kernel '" + module.kernels[i].name + "'");
    if (described.count(name) == 0)
      image.fail("its metadata lack '" + name + "' of kernel '" + module.kernels[i].name + "'");
  }
  // Drivers may read the descriptors of all kernels, not only of those in the module, so all are checked.
  for (const auto& name : metadata.kernel_symbols) {
    const auto found = by_name.find(name);
    if (found == by_name.end()) image.fail("its metadata contain '" + std::string(name) + "', but its symbols do not");
    check_descriptor(image, loaded, *found->second);
  }
}

/// The target in the metadata, "amdgcn-amd-amdhsa--gfx90a:xnack-", must be that of the code object. Some compilers
/// write "unknown" between the last two dashes.
void check_metadata_target(const ElfImage& image, const Metadata& metadata, const TargetId& target) {
  constexpr std::string_view triple = "amdgcn-amd-amdhsa-";
  const auto text = metadata.target;
  const auto start = text.find("gfx");
  const bool is_hsa = text.substr(0, triple.size()) == triple && start != std::string_view::npos;
  const auto actual = is_hsa ? parse_target_id(text.substr(start)) : std::nullopt;
  if (!actual || *actual != target) image.fail("its metadata are for '" + std::string(text) + "'");
}

}  // namespace

void check_amd(std::string_view bytes, const TargetId& target, const CodeObject& code_object, const Module& module) {
  const ElfImage image(bytes, kMachine, code_object, module);
  check_header(image, target);
  const LoadedSegments loaded(image);
  const auto symbols = read_dynamic_symbols(image, loaded);
  const auto metadata = read_metadata(image);
  check_metadata_target(image, metadata, target);
  check_kernels(image, loaded, symbols, metadata);
}

}  // namespace rocm_bindgen::runtime
