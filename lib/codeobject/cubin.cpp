#include "codeobject/cubin.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/Object/ELF.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/Error.h>

namespace rocm_bindgen::build {
namespace {

using llvm::StringRef;
using llvm::object::ELF64LE;
using ElfFile = llvm::object::ELFFile<ELF64LE>;
using Section = ElfFile::Elf_Shdr;

// NVIDIA does not document the numbers and formats below. Sources: what nvcc 13.0 writes, LLVM's ELF.h (EF_CUDA_*),
// and the names that cuobjdump prints.
/// ELF header: the newest ABI version, that of nvcc 13. Since this version, bits 8-15 of e_flags contain the SM number;
/// before, bits 0-7.
constexpr unsigned kNewestAbi = 8;
/// Before ABI version 8, this bit distinguishes sm_90a from sm_90.
constexpr unsigned kAcceleratedFlag = 0x800;
/// The bit of st_other that marks a function as a kernel.
constexpr unsigned char kEntry = 0x10;
/// The type of the note in .note.nv.tkinfo, which contains the command line of the tool that made the file.
constexpr std::uint32_t kToolNote = 2000;

/// A record in .nv.info: format (1 byte), attribute (1 byte), then 2 bytes, which are the value or, for format 4, the
/// length of the payload that follows.
struct Attribute {
  unsigned number = 0;
  StringRef payload;  ///< empty unless the format is 4
};
constexpr unsigned kSizedFormat = 4;
constexpr unsigned kParameter = 0x17;      ///< KPARAM_INFO: index (4 bytes), ordinal (2), offset (2), size << 18 (4)
constexpr unsigned kWideParameter = 0x45;  ///< for parameters beyond 4 KB; the last 4 bytes are size and flags
constexpr std::uint32_t kWideSizeMask = 0xffff;
constexpr unsigned kRegisters = 0x2f;  ///< REGCOUNT, in .nv.info: symbol (4 bytes), registers (4)
/// The minimum sizes of these payloads.
constexpr std::size_t kParameterPayload = 12;
constexpr std::size_t kRegistersPayload = 8;

Failure corrupt_cubin(const std::string& name, std::string_view what) {
  Diagnostic diagnostic;
  diagnostic.file = name;
  diagnostic.text = fmt::format("not a valid cubin: {}", what);
  return Failure(std::move(diagnostic));
}

std::uint32_t word_at(StringRef bytes, std::size_t offset) {
  return llvm::support::endian::read32le(bytes.data() + offset);
}

std::uint32_t half_at(StringRef bytes, std::size_t offset) {
  return llvm::support::endian::read16le(bytes.data() + offset);
}

/// Parses the records of a section; nullopt if one exceeds the section.
std::optional<std::vector<Attribute>> attributes(StringRef section) {
  std::vector<Attribute> records;
  while (!section.empty()) {
    if (section.size() < 4) return std::nullopt;
    Attribute attribute{static_cast<unsigned char>(section[1]), {}};
    const bool sized = section[0] == kSizedFormat;
    const std::size_t length = sized ? half_at(section, 2) : 0;
    section = section.drop_front(4);
    if (length > section.size()) return std::nullopt;
    attribute.payload = section.take_front(length);
    section = section.drop_front(length);
    records.push_back(attribute);
  }
  return records;
}

/// A file that is being read: its sections by name, and its symbol table.
class CubinReader {
 public:
  CubinReader(const ElfFile& elf, const std::string& name) : elf_(elf), name_(name) {}

  Expected<Done> index_sections() {
    auto sections = elf_.sections();
    if (!sections) return corrupt_cubin(name_, llvm::toString(sections.takeError()));
    sections_ = *sections;
    for (const auto& section : sections_) {
      auto label = elf_.getSectionName(section);
      if (!label) return corrupt_cubin(name_, llvm::toString(label.takeError()));
      by_name_.emplace(label->str(), &section);
      if (section.sh_type == llvm::ELF::SHT_SYMTAB) symbol_table_ = &section;
    }
    return Done{};
  }

  /// The bytes of a section; empty if it does not exist.
  Expected<StringRef> content(const std::string& section) const {
    const auto found = by_name_.find(section);
    if (found == by_name_.end() || found->second->sh_type == llvm::ELF::SHT_NOBITS) return StringRef();
    auto bytes = elf_.getSectionContents(*found->second);
    if (!bytes) return corrupt_cubin(name_, llvm::toString(bytes.takeError()));
    return StringRef(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  }

  Expected<std::vector<KernelMetadata>> kernels() const {
    std::vector<KernelMetadata> found;
    if (symbol_table_ == nullptr) return corrupt_cubin(name_, "no symbol table");
    auto symbols = elf_.symbols(symbol_table_);
    if (!symbols) return corrupt_cubin(name_, llvm::toString(symbols.takeError()));
    auto names = elf_.getStringTableForSymtab(*symbol_table_, sections_);
    if (!names) return corrupt_cubin(name_, llvm::toString(names.takeError()));
    ROCM_BINDGEN_TRY(const auto registers, registers_by_symbol());
    for (std::size_t i = 0; i < symbols->size(); ++i) {
      const auto& symbol = (*symbols)[i];
      const bool is_kernel = symbol.getType() == llvm::ELF::STT_FUNC && (symbol.st_other & kEntry) != 0 &&
                             symbol.st_shndx != llvm::ELF::SHN_UNDEF;
      if (!is_kernel) continue;
      auto label = symbol.getName(*names);
      if (!label) return corrupt_cubin(name_, llvm::toString(label.takeError()));
      KernelMetadata kernel;
      kernel.name = label->str();
      kernel.local = symbol.getBinding() == llvm::ELF::STB_LOCAL;
      if (by_name_.count(".text." + kernel.name) == 0)
        return corrupt_cubin(name_, fmt::format("kernel '{}' has no code", kernel.name));
      ROCM_BINDGEN_TRY(kernel.arguments, parameters(kernel.name));
      const auto counted = registers.find(static_cast<std::uint32_t>(i));
      if (counted != registers.end()) kernel.vgprs = counted->second;
      found.push_back(std::move(kernel));
    }
    // The order of the symbol table has no meaning, so kernels are sorted by name.
    std::sort(found.begin(), found.end(),
              [](const KernelMetadata& a, const KernelMetadata& b) { return a.name < b.name; });
    return found;
  }

  /// The architecture that ptxas was called with: the word after "-arch" in the note that it writes; empty if there is
  /// none.
  Expected<std::string> requested_arch() const {
    ROCM_BINDGEN_TRY(const auto note, content(".note.nv.tkinfo"));
    // The note consists of name size, content size, type, the name "NVIDIA Corp", and the content, which ends with
    // strings.
    if (note.size() < 12 || word_at(note, 8) != kToolNote) return std::string();
    const auto at = note.find("-arch ");
    if (at == StringRef::npos) return std::string();
    const auto rest = note.drop_front(at + StringRef("-arch ").size());
    return rest.take_until([](char c) { return c == ' ' || c == '\0'; }).str();
  }

 private:
  Expected<std::vector<Attribute>> attributes_of(const std::string& section) const {
    ROCM_BINDGEN_TRY(const auto bytes, content(section));
    auto found = attributes(bytes);
    if (!found) return corrupt_cubin(name_, fmt::format("a record of {} exceeds the section", section));
    return std::move(*found);
  }

  Expected<std::map<std::uint32_t, std::uint32_t>> registers_by_symbol() const {
    ROCM_BINDGEN_TRY(const auto records, attributes_of(".nv.info"));
    std::map<std::uint32_t, std::uint32_t> registers;
    // The numbers of registers are only reported, so a record that is too short is not an error. Parameters, below, are
    // compared with the source.
    for (const auto& record : records)
      if (record.number == kRegisters && record.payload.size() >= kRegistersPayload)
        registers.emplace(word_at(record.payload, 0), word_at(record.payload, 4));
    return registers;
  }

  /// The parameters in the order of the parameter list; the records may be in another order.
  Expected<std::vector<KernelArgument>> parameters(const std::string& kernel) const {
    const auto section = ".nv.info." + kernel;
    ROCM_BINDGEN_TRY(const auto records, attributes_of(section));
    std::map<std::uint32_t, KernelArgument> by_ordinal;
    for (const auto& record : records) {
      if (record.number != kParameter && record.number != kWideParameter) continue;
      if (record.payload.size() < kParameterPayload)
        return corrupt_cubin(name_, fmt::format("a parameter's record in {} is too short", section));
      const auto last = word_at(record.payload, 8);
      const auto size = record.number == kParameter ? last >> 18 : last & kWideSizeMask;
      // A cubin has neither the names nor the types of parameters. Nothing compares their kind.
      by_ordinal.emplace(half_at(record.payload, 4), KernelArgument{"", "by_value", half_at(record.payload, 6), size});
    }
    std::vector<KernelArgument> arguments;
    for (auto& [ordinal, argument] : by_ordinal) {
      if (ordinal != arguments.size())
        return corrupt_cubin(name_, fmt::format("{} has no record of parameter {}", section, arguments.size()));
      arguments.push_back(std::move(argument));
    }
    return arguments;
  }

  const ElfFile& elf_;
  const std::string& name_;
  ElfFile::Elf_Shdr_Range sections_;
  std::map<std::string, const Section*> by_name_;
  const Section* symbol_table_ = nullptr;
};

}  // namespace

bool is_cubin(std::string_view image) {
  // Checks only the magic number and e_machine, the 2 bytes at offset 18; the rest is left to the reader.
  // The magic number is two literals, because the 'E' would be read as a third digit of the hexadecimal escape.
  return image.size() >= 20 &&
         image.starts_with(
             "\x7f"
             "ELF") &&
         half_at(StringRef(image), 18) == llvm::ELF::EM_CUDA;
}

Expected<CodeObjectInfo> read_cubin(std::string_view image, const std::string& name) {
  auto elf = ElfFile::create(StringRef(image));
  if (!elf) return corrupt_cubin(name, llvm::toString(elf.takeError()));
  const auto& header = elf->getHeader();
  if (!header.checkMagic() || header.getFileClass() != llvm::ELF::ELFCLASS64 ||
      header.getDataEncoding() != llvm::ELF::ELFDATA2LSB || header.e_machine != llvm::ELF::EM_CUDA)
    return corrupt_cubin(name, "not a 64-bit NVIDIA ELF");

  // The program headers are not used, but they are at the end of the file: a truncated file is detected here.
  if (auto segments = elf->program_headers(); !segments)
    return corrupt_cubin(name, llvm::toString(segments.takeError()));
  CubinReader reader(*elf, name);
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto indexed, reader.index_sections());
  CodeObjectInfo info;
  info.code_object_version = header.e_ident[llvm::ELF::EI_ABIVERSION];
  // The runtime refuses ABI versions that it does not know, so they are already refused here.
  if (info.code_object_version > static_cast<int>(kNewestAbi))
    return corrupt_cubin(
        name, fmt::format("ELF ABI version {} is newer than this release supports", info.code_object_version));
  const std::uint32_t flags = header.e_flags;
  const bool is_newest_abi = header.e_ident[llvm::ELF::EI_ABIVERSION] >= kNewestAbi;
  const auto sm = is_newest_abi ? flags >> 8 & 0xff : flags & 0xff;
  if (sm == 0) return corrupt_cubin(name, "e_flags contain no architecture");
  info.processor = fmt::format("sm_{}", sm);
  ROCM_BINDGEN_TRY(const auto requested_arch, reader.requested_arch());
  // Since ABI version 8, only the note distinguishes "sm_90a" from "sm_90". A note with another number than e_flags
  // would contradict the code and is ignored. No digit may follow, because "sm_100" starts with "sm_10".
  const bool note_agrees = StringRef(requested_arch).starts_with(info.processor) &&
                           requested_arch.find_first_of("0123456789", info.processor.size()) == std::string::npos;
  info.target = note_agrees ? requested_arch : info.processor;
  if (!note_agrees && !is_newest_abi && (flags & kAcceleratedFlag) != 0) info.target += 'a';
  ROCM_BINDGEN_TRY(info.kernels, reader.kernels());
  return info;
}

Expected<CodeObjectInfo> read_any_code_object(std::string_view image, const std::string& name) {
  return is_cubin(image) ? read_cubin(image, name) : read_code_object(image, name);
}

}  // namespace rocm_bindgen::build
