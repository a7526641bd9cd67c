#include "native/object_cache.hpp"

#include <cstdint>
#include <cstring>
#include <link.h>
#include <string_view>

#include <llvm/TargetParser/Host.h>

namespace rocm_bindgen::emulator {
namespace {

/// Names of notes and their descriptions are padded to this many bytes.
constexpr std::size_t padded(std::size_t bytes) {
  return (bytes + 3) / 4 * 4;
}

/// Finds a note in the memory of a segment PT_NOTE (System V ABI, "Note Section").
std::string build_id_in(const char* note, std::size_t bytes) {
  constexpr std::string_view kName("GNU", 4);  // with the final zero
  ElfW(Nhdr) header;
  while (bytes >= sizeof header) {
    std::memcpy(&header, note, sizeof header);
    const auto size = sizeof header + padded(header.n_namesz) + padded(header.n_descsz);
    if (size > bytes) break;
    const auto* name = note + sizeof header;
    if (header.n_type == NT_GNU_BUILD_ID && std::string_view(name, header.n_namesz) == kName)
      return {name + padded(header.n_namesz), header.n_descsz};
    note += size;
    bytes -= size;
  }
  return {};
}

struct Search {
  std::uintptr_t address;
  std::string id;
};

/// Called for each loaded object. Returns 1 to end the search.
int visit(dl_phdr_info* object, std::size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  const auto offset = search.address - object->dlpi_addr;
  bool contains = false;
  std::string id;
  for (unsigned n = 0; n < object->dlpi_phnum; ++n) {
    const auto& segment = object->dlpi_phdr[n];
    if (segment.p_type == PT_LOAD && offset - segment.p_vaddr < segment.p_memsz) contains = true;
    if (segment.p_type == PT_NOTE && id.empty())
      id = build_id_in(reinterpret_cast<const char*>(object->dlpi_addr + segment.p_vaddr), segment.p_memsz);
  }
  if (contains) search.id = id;
  return contains ? 1 : 0;
}

}  // namespace

std::string build_id_of(const void* address) {
  Search search{reinterpret_cast<std::uintptr_t>(address), {}};
  dl_iterate_phdr(visit, &search);
  return search.id;
}

ObjectCache::ObjectCache() {
  const auto own = build_id_of(reinterpret_cast<const void*>(&build_id_of));
  const auto llvm = build_id_of(reinterpret_cast<const void*>(&llvm::sys::getHostCPUName));
  if (own.empty() || llvm.empty()) return;
  engine_ = own + llvm;
  folder_ = runtime::EntryFolder(runtime::user_cache("ROCM_BINDGEN_EMULATOR_CACHE", "emulator"));
}

}  // namespace rocm_bindgen::emulator
