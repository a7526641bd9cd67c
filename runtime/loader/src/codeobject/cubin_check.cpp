#include "codeobject/cubin_check.hpp"

#include <unordered_map>

#include "codeobject/bad_code_object.hpp"
#include "codeobject/elf_image.hpp"

namespace rocm_bindgen::runtime {
namespace {

constexpr std::uint16_t kMachine = 190;  // EM_CUDA

// ELFOSABI_CUDA: the first value is used by nvcc up to version 12, the second by version 13.
constexpr unsigned char kOsAbis[] = {51, 65};

/// The byte of e_flags with the architecture depends on the ABI version: it is the lowest byte in version 7, and the
/// second in version 8 (all cubins of nvcc 13).
constexpr unsigned char kOlderAbiVersion = 7;
constexpr unsigned char kNewerAbiVersion = 8;

void check_header(const ElfImage& image, const TargetId& target) {
  const auto& header = image.header();
  const auto* ident = header.e_ident;
  if (header.e_type != ET_EXEC) image.fail("e_type " + std::to_string(header.e_type) + " is not that of an executable");
  const auto os_abi = ident[EI_OSABI];
  const auto abi_version = ident[EI_ABIVERSION];
  if ((os_abi != kOsAbis[0] && os_abi != kOsAbis[1]) ||
      (abi_version != kOlderAbiVersion && abi_version != kNewerAbiVersion))
    image.fail("OS ABI " + std::to_string(os_abi) + ", version " + std::to_string(abi_version) +
               ", is not supported by this runtime");
  const auto sm = header.e_flags >> (abi_version == kNewerAbiVersion ? 8 : 0) & 0xff;
  if (sm != target.capability_major * 10 + target.capability_minor)
    image.fail("the image is for sm_" + std::to_string(sm) + " (e_flags are " + hex(header.e_flags) + ")");
}

std::unordered_map<std::string_view, Elf64_Sym> read_functions(const ElfImage& image) {
  std::unordered_map<std::string_view, Elf64_Sym> functions;
  functions.reserve(image.module().kernel_count);
  for (const auto& section : image.sections()) {
    if (section.sh_type != SHT_SYMTAB) continue;
    const auto strings = image.contents(image.sections()[section.sh_link]);
    const auto table = image.contents(section);
    for (std::size_t i = 0; i < table.size() / sizeof(Elf64_Sym); ++i) {
      const auto symbol = entry_of<Elf64_Sym>(table, i);
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
        functions.emplace(image.string(strings, symbol.st_name, Part("symbol", i)), symbol);
    }
  }
  return functions;
}

void check_kernel(const ElfImage& image, std::string_view symbol_name, const Elf64_Sym& symbol) {
  const Part name("kernel", symbol_name);
  if (symbol.st_shndx >= image.sections().size()) image.fail(name + std::string(" is not in a section"));
  const auto& section = image.sections()[symbol.st_shndx];
  if (section.sh_type != SHT_PROGBITS || (section.sh_flags & SHF_EXECINSTR) == 0)
    image.fail(name + std::string(" is in section ") + std::to_string(symbol.st_shndx) + ", which contains no code");
  if (symbol.st_size == 0 || symbol.st_value > section.sh_size || symbol.st_size > section.sh_size - symbol.st_value)
    image.fail(name + std::string(" (") + std::to_string(symbol.st_size) + " bytes at " + hex(symbol.st_value) +
               ") ends beyond its section");
}

}  // namespace

void check_cubin(std::string_view bytes, const TargetId& target, const CodeObject& code_object, const Module& module) {
  const ElfImage image(bytes, kMachine, code_object, module);
  check_header(image, target);
  const auto functions = read_functions(image);
  for (std::size_t i = 0; i < module.kernel_count; ++i) {
    const std::string_view symbol = module.kernels[i].symbol;
    const auto found = functions.find(symbol);
    if (found == functions.end()) image.fail("no function '" + std::string(symbol) + "'");
    check_kernel(image, symbol, found->second);
  }
}

}  // namespace rocm_bindgen::runtime
