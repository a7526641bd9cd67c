#include "codeobject/kernel_signatures.hpp"

#include <map>
#include <unordered_map>

#include "codeobject/elf_image.hpp"
#include "codeobject/metadata.hpp"
#include "codeobject/msgpack.hpp"

namespace rocm_bindgen::runtime {
namespace {

constexpr std::uint16_t kAmdMachine = 224;   // EM_AMDGPU
constexpr std::uint16_t kCudaMachine = 190;  // EM_CUDA

/// Reads one argument. Source: AMDGPUUsage, "Code Object V3 Metadata", "Argument Metadata".
bool read_argument(MsgPack& reader, std::vector<ParameterSignature>& parameters) {
  std::string_view name, kind;
  std::uint64_t offset = 0, size = 0;
  const bool is_valid = reader.read_map([&](std::string_view key) {
    if (key == ".name") return reader.read_string(name);
    if (key == ".value_kind") return reader.read_string(kind);
    if (key == ".offset") return reader.read_number(offset);
    if (key == ".size") return reader.read_number(size);
    return reader.skip();
  });
  // Hidden arguments, which the driver adds, follow the parameters and are not part of the signature.
  if (!is_valid || kind.substr(0, 7) == "hidden_") return is_valid;
  parameters.push_back({std::string(name), static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size),
                        kind == "global_buffer" || kind == "dynamic_shared_pointer", true});
  return true;
}

template <class ReadEntry>
bool read_array(MsgPack& reader, const ReadEntry& read_entry) {
  const auto array = reader.next();
  if (!array || array->kind != MsgPack::Kind::array) return false;
  for (std::uint32_t i = 0; i < array->length; ++i)
    if (!read_entry()) return false;
  return true;
}

std::vector<KernelSignature> amd_signatures(const ElfImage& image) {
  MsgPack reader(metadata_note(image));
  std::vector<KernelSignature> kernels;
  const auto read_kernel = [&] {
    auto& kernel = kernels.emplace_back();
    return reader.read_map([&](std::string_view key) {
      std::string_view name;
      if (key == ".args") return read_array(reader, [&] { return read_argument(reader, kernel.parameters); });
      if (key != ".name") return reader.skip();
      const bool is_name = reader.read_string(name);
      kernel.name = name;
      return is_name;
    });
  };
  const bool is_valid = reader.read_map(
      [&](std::string_view key) { return key == "amdhsa.kernels" ? read_array(reader, read_kernel) : reader.skip(); });
  if (!is_valid) image.fail("its metadata are damaged at byte " + std::to_string(reader.position()));
  return kernels;
}

// NVIDIA does not document any of these. Source: what nvcc 13.0 writes, and the names that cuobjdump prints.
constexpr unsigned char kEntry = 0x10;      // in st_other: the function is a kernel
constexpr unsigned char kSizedFormat = 4;   // format of a record in .nv.info: a size, followed by that number of bytes
constexpr unsigned char kParameter = 0x17;  // KPARAM_INFO: index, ordinal, offset, size << 18
constexpr unsigned char kWideParameter = 0x45;  // for parameters beyond 4 KB: index, ordinal, offset, size and flags
constexpr std::uint32_t kWideSizeMask = 0xffff;
constexpr std::size_t kRecordHeader = 4;
constexpr std::size_t kParameterRecord = 12;

/// Reads the records of one .nv.info section. A record has a header: its format and its attribute, a byte each, and its
/// size in 16 bits. The records of parameters continue with the index (32 bits), the ordinal and the offset (16 each),
/// and 32 bits with the size.
std::vector<ParameterSignature> cuda_parameters(const ElfImage& image, std::string_view records) {
  std::map<std::uint16_t, ParameterSignature> by_ordinal;
  while (records.size() >= kRecordHeader) {
    const auto format = static_cast<unsigned char>(records[0]), attribute = static_cast<unsigned char>(records[1]);
    const std::size_t size = format == kSizedFormat ? entry_of<std::uint16_t>(records, 1) : 0;
    records.remove_prefix(kRecordHeader);
    if (size > records.size()) image.fail("a record of a kernel's parameters is truncated");
    if ((attribute == kParameter || attribute == kWideParameter) && size >= kParameterRecord) {
      const auto last = entry_of<std::uint32_t>(records, 2);
      by_ordinal[entry_of<std::uint16_t>(records, 2)] = {{},
                                                         entry_of<std::uint16_t>(records, 3),
                                                         attribute == kParameter ? last >> 18 : last & kWideSizeMask,
                                                         false,
                                                         false};
    }
    records.remove_prefix(size);
  }
  std::vector<ParameterSignature> parameters;
  for (auto& [ordinal, parameter] : by_ordinal) parameters.push_back(std::move(parameter));
  return parameters;
}

std::vector<KernelSignature> cuda_signatures(const ElfImage& image) {
  std::unordered_map<std::string_view, std::string_view> info;
  const auto& sections = image.sections();
  const auto names = image.contents(sections[image.header().e_shstrndx]);
  constexpr std::string_view kInfo = ".nv.info.";
  for (std::size_t s = 0; s < sections.size(); ++s) {
    const auto name = image.string(names, sections[s].sh_name, Part("section", s));
    if (name.substr(0, kInfo.size()) == kInfo) info[name.substr(kInfo.size())] = image.contents(sections[s]);
  }
  std::vector<KernelSignature> kernels;
  for (const auto& section : sections) {
    if (section.sh_type != SHT_SYMTAB) continue;
    const auto strings = image.contents(sections[section.sh_link]);
    const auto table = image.contents(section);
    for (std::size_t i = 0; i < table.size() / sizeof(Elf64_Sym); ++i) {
      const auto symbol = entry_of<Elf64_Sym>(table, i);
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF || (symbol.st_other & kEntry) == 0)
        continue;
      const auto name = image.string(strings, symbol.st_name, Part("symbol", i));
      kernels.push_back({std::string(name), cuda_parameters(image, info[name])});
    }
  }
  return kernels;
}

}  // namespace

std::vector<KernelSignature> read_signatures(std::string_view bytes, const CodeObject& code_object,
                                             const Module& module) {
  const bool is_cuda = std::string_view(code_object.target).substr(0, 3) == "sm_";
  const ElfImage image(bytes, is_cuda ? kCudaMachine : kAmdMachine, code_object, module);
  return is_cuda ? cuda_signatures(image) : amd_signatures(image);
}

}  // namespace rocm_bindgen::runtime
