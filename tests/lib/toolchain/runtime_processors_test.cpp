// The runtime does not link LLVM and has its own table of processors, which is compared with LLVM's here.
#include <algorithm>
#include <set>
#include <string>

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBufferRef.h>

#include "../../../runtime/loader/src/codeobject/processors.hpp"
#include "support/catch.hpp"
#include "toolchain/target_id.hpp"

using namespace rocm_bindgen::build;

namespace {

/// LLVM's name of an EF_AMDGPU_MACH, read from a header without further data.
std::string llvm_name(std::uint32_t machine) {
  llvm::ELF::Elf64_Ehdr header{};
  std::copy_n(llvm::ELF::ElfMagic, 4, header.e_ident);
  header.e_ident[llvm::ELF::EI_CLASS] = llvm::ELF::ELFCLASS64;
  header.e_ident[llvm::ELF::EI_DATA] = llvm::ELF::ELFDATA2LSB;
  header.e_ident[llvm::ELF::EI_VERSION] = llvm::ELF::EV_CURRENT;
  header.e_type = llvm::ELF::ET_DYN;
  header.e_machine = llvm::ELF::EM_AMDGPU;
  header.e_version = llvm::ELF::EV_CURRENT;
  header.e_ehsize = sizeof(header);
  header.e_flags = machine;
  const llvm::StringRef bytes(reinterpret_cast<const char*>(&header), sizeof(header));
  auto object = llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(bytes, "header"));
  REQUIRE(static_cast<bool>(object));
  const auto name = (*object)->tryGetCPUName();
  return name ? name->str() : "";
}

int wave_of(std::string_view processor) {
#define ROCM_BINDGEN_TARGET(name, machine, family, features, generic, wave, registers, matrix, use, llvm) \
  if (processor == name) return wave;
#include "rocm_bindgen/targets.def"
  return 0;
}

}  // namespace

// A processor's member newer_llvm is the first version of LLVM that knows it, or 0 if the tool's LLVM does.

TEST_CASE("runtime processors: names, features and generics are LLVM's and no processor is missing") {
  std::set<std::string> seen;
  for (const auto& known : known_processors()) {
    INFO(known.name);
    const auto* processor = rocm_bindgen::runtime::find_processor(known.name);
    REQUIRE(processor != nullptr);
    seen.insert(known.name);
    CHECK(processor->newer_llvm == 0);
    const auto names = [&](const char* feature) {
      return std::find(known.features.begin(), known.features.end(), feature) != known.features.end();
    };
    CHECK(processor->sramecc == names("sramecc"));
    CHECK(processor->xnack == names("xnack"));
    CHECK(wave_of(known.name) == known.wavefront_size);
    // A generic target of a later LLVM is not in the tool's table.
    const auto* generic = rocm_bindgen::runtime::find_processor(processor->generic);
    const bool generic_is_newer = generic != nullptr && generic->newer_llvm != 0;
    CHECK(known.generic == (generic_is_newer ? "" : std::string(processor->generic)));
    CHECK(processor->is_generic() == parse_target_id(known.name)->is_generic());
  }
  for (const auto& processor : rocm_bindgen::runtime::kProcessors) {
    INFO(processor.name);
    CHECK((processor.newer_llvm == 0) == (seen.count(std::string(processor.name)) == 1));
  }
}

TEST_CASE("runtime processors: numbers are LLVM's") {
  for (const auto& processor : rocm_bindgen::runtime::kProcessors) {
    if (processor.newer_llvm != 0) continue;
    INFO(processor.name);
    CHECK(llvm_name(processor.machine) == processor.name);
  }
}

TEST_CASE("runtime processors: numbers and names are unique and generics are in the table") {
  std::set<unsigned> numbers;
  std::set<std::string_view> names;
  for (const auto& processor : rocm_bindgen::runtime::kProcessors) {
    INFO(processor.name);
    CHECK(numbers.insert(processor.machine).second);
    CHECK(names.insert(processor.name).second);
    if (processor.generic.empty()) continue;
    REQUIRE(rocm_bindgen::runtime::find_processor(processor.generic) != nullptr);
    CHECK(rocm_bindgen::runtime::find_processor(processor.generic)->is_generic());
  }
}
