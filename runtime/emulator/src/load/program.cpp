#include "load/program.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <llvm/DebugInfo/DWARF/DWARFCompileUnit.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/AMDGPUMetadata.h>
#include <llvm/Support/MemoryBuffer.h>

#include "load/atomics_scan.hpp"
#include "load/line_table_check.hpp"
#include "load/readable_name.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::object::ELF64LE;
using llvm::object::ELFObjectFile;

/// Compilers load small constants, and values of three dwords, with a load of the aligned block around them. The image
/// therefore ends at a multiple of this size.
constexpr std::uint64_t kConstantBlock = 16;

template <class T>
T value_or_throw(llvm::Expected<T> expected, const char* what) {
  if (!expected) throw std::runtime_error(std::string(what) + ": " + llvm::toString(expected.takeError()));
  return std::move(*expected);
}

using File = llvm::object::ELFFile<ELF64LE>;

std::string name_of(const File& file, const File::Elf_Shdr& table, const File::Elf_Sym& symbol) {
  const auto strings = value_or_throw(file.getStringTableForSymtab(table), "symbols' names");
  return value_or_throw(symbol.getName(strings), "a symbol's name").str();
}

std::string_view checked(std::string_view image) {
  using namespace llvm::ELF;
  if (image.size() < sizeof(Elf64_Ehdr) || image.substr(0, 4) != ElfMagic || image[EI_CLASS] != ELFCLASS64)
    throw std::runtime_error("the image is not a 64-bit ELF file");
  return image;
}

/// LLVM allocates the size that the header of a compressed section states, and ends the process if the allocation
/// fails. Sections that would need more than a gibibyte in total are therefore not read. Neither are sections that
/// cannot be checked.
bool decompresses_to_too_much(const File& file) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  std::uint64_t bytes = 0;
  auto sections = file.sections();
  if (!sections) return llvm::consumeError(sections.takeError()), true;
  for (const auto& section : *sections) {
    if ((section.sh_flags & llvm::ELF::SHF_COMPRESSED) == 0) continue;
    auto contents = file.getSectionContents(section);
    if (!contents) return llvm::consumeError(contents.takeError()), true;
    llvm::ELF::Elf64_Chdr header{};
    if (contents->size() < sizeof header) return true;
    std::memcpy(&header, contents->data(), sizeof header);
    if (header.ch_size > kMostBytes - bytes) return true;
    bytes += header.ch_size;
  }
  return false;
}

/// LLVM searches for functions recursively, with one level of recursion per nested block, so deep nesting in a damaged
/// file could overflow the stack. The limit need not be exact: it has to be above what compilers produce and below what
/// overflows a stack.
bool nests_too_deeply(llvm::DWARFUnit& unit) {
  constexpr unsigned kDeepest = 1000;
  std::vector<unsigned> depths;
  for (const auto& entry : unit.dies()) {
    const auto parent = entry.getParentIdx();
    depths.push_back(parent && *parent < depths.size() ? depths[*parent] + 1 : 0);
    if (depths.back() > kDeepest) return true;
  }
  return false;
}

/// Ranges of the image that no kernel has a reason to write. A GPU allows such writes; after a write to code, the
/// result depends on its instruction cache.
std::vector<ReadOnlyRange> read_only_ranges(File::Elf_Phdr_Range segments) {
  using namespace llvm::ELF;
  std::vector<ReadOnlyRange> ranges;
  for (const auto& segment : segments) {
    const char* what = nullptr;
    if (segment.p_type == PT_GNU_RELRO) what = "table of addresses is";
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) == 0) what = "constants are";
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0) what = "code is";
    if (what != nullptr) ranges.push_back({segment.p_vaddr, segment.p_vaddr + segment.p_memsz, what});
  }
  return ranges;
}

}  // namespace

struct Program::Image {
  explicit Image(std::string_view image)
      : file(checked(image).begin(), image.end()),
        object(value_or_throw(
            ELFObjectFile<ELF64LE>::create(llvm::MemoryBufferRef(llvm::StringRef(file.data(), file.size()), "image")),
            "the image cannot be read")) {}

  std::vector<char> file;  ///< The image is copied, because callers release theirs.
  ELFObjectFile<ELF64LE> object;
  void* memory = nullptr;                     ///< the image in the device's memory
  std::uint64_t bytes = 0;                    ///< from the start of `memory` to the end of the last segment
  std::unique_ptr<llvm::DWARFContext> lines;  ///< created when a source line is first requested
};

/// The dynamic symbols that the code object defines, by name.
struct Program::Symbols {
  explicit Symbols(const Image& image) {
    for (const auto& symbol : image.object.getDynamicSymbolIterators()) {
      const auto flags = value_or_throw(symbol.getFlags(), "a symbol's flags");
      if ((flags & llvm::object::SymbolRef::SF_Undefined) != 0) continue;
      const std::string_view name = value_or_throw(symbol.getName(), "a symbol's name");
      by_name.emplace(name, Range{value_or_throw(symbol.getValue(), "a symbol's value"), symbol.getSize()});
    }
  }

  struct Range {
    std::uint64_t offset, bytes;
  };
  const Range* find(std::string_view name) const {
    const auto found = by_name.find(name);
    return found == by_name.end() ? nullptr : &found->second;
  }

  /// The names point into the file. Copies could take much memory, because many symbols may share one long name.
  std::map<std::string_view, Range> by_name;
};

Program::Program(const Target& target, AddressSpace& space, std::string_view image)
    : target_(target), space_(space), image_(std::make_unique<Image>(image)), managed_(space) {
  map_segments(image_->file);
  try {
    relocate();
    const Symbols symbols(*image_);
    allocate_managed(symbols);
    read_kernels(symbols);
    read_variables();
  } catch (...) {
    space_.release(image_->memory, AllocationKind::code_object);
    throw;
  }
}

Program::~Program() {
  // What is attached to the caches may read instructions in another thread until it is destroyed.
  caches_.clear();
  space_.release(image_->memory, AllocationKind::code_object);
}

void Program::map_segments(const std::vector<char>& file) {
  const auto headers = value_or_throw(image_->object.getELFFile().program_headers(), "program headers");
  std::uint64_t end = 0;
  for (const auto& segment : headers)
    if (segment.p_type == llvm::ELF::PT_LOAD) end = std::max<std::uint64_t>(end, segment.p_vaddr + segment.p_memsz);
  image_->bytes = end;
  image_->memory =
      space_.allocate((end + kConstantBlock - 1) / kConstantBlock * kConstantBlock, AllocationKind::code_object,
                      /*writable=*/true, read_only_ranges(headers));
  if (image_->memory == nullptr) throw std::runtime_error("the device has no memory for the code object");
  base_ = reinterpret_cast<std::uint64_t>(image_->memory);
  space_.mark_initialized(image_->memory, end);
  for (const auto& segment : headers) {
    if (segment.p_type != llvm::ELF::PT_LOAD) continue;
    std::memcpy(reinterpret_cast<void*>(base_ + segment.p_vaddr), file.data() + segment.p_offset, segment.p_filesz);
    if ((segment.p_flags & llvm::ELF::PF_X) == 0) continue;
    code_begin_ = base_ + segment.p_vaddr;
    // Only bytes that are in the file are code, even if a damaged header states a larger size in memory.
    code_end_ = code_begin_ + segment.p_filesz;
  }
}

void* Program::in_image(std::uint64_t offset, std::uint64_t bytes, const char* what) const {
  if (offset > image_->bytes || bytes > image_->bytes - offset)
    throw std::runtime_error(std::string(what) + " is outside of the code object's segments");
  return reinterpret_cast<void*>(base_ + offset);
}

/// Applies the types of relocation that a linked code object can still have (AMDGPUUsage, "Relocation Records").
void Program::relocate() {
  // The sections are read with ELFFile, not with the iterators of ObjectFile: those end the process if a table is
  // damaged.
  const auto& file = image_->object.getELFFile();
  for (const auto& section : value_or_throw(file.sections(), "sections")) {
    if (section.sh_type != llvm::ELF::SHT_RELA || (section.sh_flags & llvm::ELF::SHF_ALLOC) == 0) continue;
    const auto* table = value_or_throw(file.getSection(section.sh_link), "relocations' symbols");
    const auto symbols = value_or_throw(file.symbols(table), "relocations' symbols");
    for (const auto& relocation : value_or_throw(file.relas(section), "relocations")) {
      const auto type = relocation.getType(/*isMips64EL=*/false);
      const auto number = relocation.getSymbol(/*isMips64EL=*/false);
      auto value = static_cast<std::uint64_t>(relocation.r_addend);
      if (type == llvm::ELF::R_AMDGPU_NONE) continue;
      if (type != llvm::ELF::R_AMDGPU_RELATIVE64 && type != llvm::ELF::R_AMDGPU_ABS64)
        throw std::runtime_error("the code object has a relocation of type " + std::to_string(type) +
                                 ", which is not supported");
      if (type == llvm::ELF::R_AMDGPU_RELATIVE64)
        value += base_;
      else if (number < symbols.size() && symbols[number].st_shndx != llvm::ELF::SHN_UNDEF)
        value += base_ + symbols[number].st_value;
      // Symbol 0, and a weak symbol that is not defined, have address 0. Any other undefined symbol is an error,
      // because it would silently become a null pointer.
      else if (number != 0 && number < symbols.size() && symbols[number].getBinding() != llvm::ELF::STB_WEAK)
        throw std::runtime_error("the code object uses '" + name_of(file, *table, symbols[number]) +
                                 "', which it does not define");
      std::memcpy(in_image(relocation.r_offset, sizeof value, "a relocation"), &value, sizeof value);
    }
  }
}

void Program::allocate_managed(const Symbols& symbols) {
  constexpr std::string_view kSuffix = ".managed";
  const auto segments = value_or_throw(image_->object.getELFFile().program_headers(), "program headers");
  for (const auto& [name, initial] : symbols.by_name) {
    if (name.size() <= kSuffix.size() || name.compare(name.size() - kSuffix.size(), kSuffix.size(), kSuffix) != 0)
      continue;
    const auto variable = name.substr(0, name.size() - kSuffix.size());
    const auto* pointer = symbols.find(variable);
    if (pointer == nullptr || pointer->bytes != sizeof(std::uint64_t)) continue;
    // Only bytes that are in the file are copied, so that a large array of zeros does not occupy memory of the host.
    std::uint64_t in_file = 0;
    for (const auto& segment : segments)
      if (segment.p_type == llvm::ELF::PT_LOAD && initial.offset >= segment.p_vaddr &&
          initial.offset - segment.p_vaddr < segment.p_filesz)
        in_file = std::min(initial.bytes, segment.p_vaddr + segment.p_filesz - initial.offset);
    if (!managed_.add(in_image(pointer->offset, sizeof(std::uint64_t), "a managed variable's pointer"),
                      in_image(initial.offset, initial.bytes, "a managed variable"), in_file, initial.bytes))
      throw std::runtime_error("the device has no memory for the " + std::to_string(initial.bytes) +
                               " bytes of the managed variable '" + std::string(variable) + "'");
  }
}

void Program::read_kernels(const Symbols& symbols) {
  std::string blob;
  const auto& file = image_->object.getELFFile();
  for (const auto& segment : value_or_throw(file.program_headers(), "program headers")) {
    if (segment.p_type != llvm::ELF::PT_NOTE) continue;
    auto error = llvm::Error::success();
    for (const auto& note : file.notes(segment, error))
      if (note.getType() == llvm::ELF::NT_AMDGPU_METADATA && note.getName() == "AMDGPU")
        blob = note.getDescAsStringRef(std::max<std::size_t>(segment.p_align, 4)).str();
    if (error) throw std::runtime_error("notes: " + llvm::toString(std::move(error)));
  }
  std::string error;
  auto metadata = read_kernel_metadata(blob, error);
  if (!error.empty()) throw std::runtime_error(error);
  print_entries_ = read_print_entries(blob);
  for (auto& entry : metadata) {
    const auto* descriptor = symbols.find(entry.symbol);
    if (descriptor == nullptr) throw std::runtime_error("there is no symbol '" + entry.symbol + "'");
    const auto* bytes = in_image(descriptor->offset, kKernelDescriptorBytes, "a kernel descriptor");
    const auto address = base_ + descriptor->offset;
    Kernel kernel;
    kernel.descriptor = read_kernel_descriptor(std::span<const std::uint8_t, kKernelDescriptorBytes>(
        static_cast<const std::uint8_t*>(bytes), kKernelDescriptorBytes));
    kernel.entry = address + static_cast<std::uint64_t>(kernel.descriptor.entry_offset);
    if (kernel.entry < code_begin_ || kernel.entry >= code_end_)
      throw std::runtime_error("the entry of '" + entry.name + "' is outside of the code");
    if (const auto* code = symbols.find(entry.name))
      kernel.code_bytes = std::min(code->bytes, code_end_ - kernel.entry);
    kernel.metadata = std::move(entry);
    kernels_.emplace(kernel.metadata.name, std::move(kernel));
  }
}

void Program::read_variables() {
  for (const auto& symbol : image_->object.getDynamicSymbolIterators()) {
    if (value_or_throw(symbol.getType(), "a symbol's type") != llvm::object::SymbolRef::ST_Data) continue;
    if ((value_or_throw(symbol.getFlags(), "a symbol's flags") & llvm::object::SymbolRef::SF_Undefined) != 0) continue;
    const auto name = value_or_throw(symbol.getName(), "a symbol's name").str();
    const auto offset = value_or_throw(symbol.getValue(), "a symbol's value");
    // Kernels' descriptors are data as well; a host has no use for them.
    if (offset > image_->bytes || symbol.getSize() > image_->bytes - offset || name.ends_with(".kd")) continue;
    variables_.emplace(name, Variable{reinterpret_cast<void*>(base_ + offset), symbol.getSize()});
  }
}

Program::Variable Program::find_variable(const std::string& name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? Variable{} : found->second;
}

const Kernel* Program::find_kernel(const std::string& name) const {
  const auto found = kernels_.find(name);
  return found == kernels_.end() ? nullptr : &found->second;
}

InstructionCache& Program::instructions(unsigned lanes) const {
  const std::lock_guard lock(mutex_);
  auto& cache = caches_[lanes];
  if (cache == nullptr) cache = std::make_unique<InstructionCache>(target_, lanes, code_begin_, code_end_);
  return *cache;
}

std::set<std::string> Program::executed() const {
  const std::lock_guard lock(mutex_);
  std::set<std::string> names;
  for (const auto& [lanes, cache] : caches_) names.merge(cache->executed());
  return names;
}

/// A symbol that cannot be read is ignored.
CodeFunction Program::function_at(std::uint64_t address) const {
  const llvm::object::ObjectFile& object = image_->object;
  for (const auto& symbol : object.symbols()) {
    auto type = symbol.getType();
    auto offset = symbol.getValue();
    auto name = symbol.getName();
    const bool readable = static_cast<bool>(type) && static_cast<bool>(offset) && static_cast<bool>(name);
    if (readable && *type == llvm::object::SymbolRef::ST_Function &&
        address - base_ - *offset < llvm::object::ELFSymbolRef(symbol).getSize())
      return {readable_name(*name), base_ + *offset};
    llvm::consumeError(type.takeError());
    llvm::consumeError(offset.takeError());
    llvm::consumeError(name.takeError());
  }
  return {};
}

std::string Program::source_line(std::uint64_t address) const {
  const std::lock_guard lock(mutex_);
  // If debug information is damaged, the message has no source line. LLVM's own errors are discarded, because they
  // would be printed to the program's standard error.
  const auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  if (image_->lines == nullptr && decompresses_to_too_much(image_->object.getELFFile())) return {};
  if (image_->lines == nullptr)
    image_->lines = llvm::DWARFContext::create(image_->object, llvm::DWARFContext::ProcessDebugRelocations::Process,
                                               nullptr, "", ignore, ignore);
  if (!line_tables_are_sound(image_->lines->getDWARFObj().getLineSection().Data)) return {};
  if (auto* unit = image_->lines->getCompileUnitForCodeAddress(address - base_);
      unit != nullptr && nests_too_deeply(*unit))
    return {};
  llvm::DILineInfoSpecifier specifier(llvm::DILineInfoSpecifier::FileLineInfoKind::RawValue);
  // The frames are listed from the innermost to the outermost. All of them are needed: the innermost line of a barrier,
  // for instance, is in one of HIP's headers, and the user needs the line that called it.
  const auto calls = image_->lines->getInliningInfoForAddress({address - base_}, specifier);
  std::string text;
  for (unsigned i = 0; i < calls.getNumberOfFrames(); ++i) {
    const auto& line = calls.getFrame(i);
    if (line.Line == 0) continue;
    text += (text.empty() ? "" : ", inlined at ") + line.FileName + ":" + std::to_string(line.Line);
    if (line.Column != 0) text += ":" + std::to_string(line.Column);
  }
  return text;
}

bool Program::uses_global_atomics(const Kernel& kernel) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = atomics_.find(kernel.entry); known != atomics_.end()) return known->second;
  }
  const auto lanes = kernel.descriptor.wavefront_size_32() ? 32u : 64u;
  // 32 lanes are LLVM's default on the targets that have them.
  const Disassembler disassembler(target_.processor, lanes == 64 ? "+wavefrontsize64" : "");
  const auto found = code_has_global_atomics(disassembler, kernel.entry, kernel.code_bytes, code_begin_, code_end_);
  const std::lock_guard lock(mutex_);
  return atomics_[kernel.entry] = found;
}

}  // namespace rocm_bindgen::emulator
