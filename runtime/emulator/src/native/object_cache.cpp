#include "native/object_cache.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <link.h>
#include <string_view>
#include <system_error>
#include <vector>

#include <llvm/TargetParser/Host.h>

namespace rocm_bindgen::emulator {
namespace fs = std::filesystem;
namespace {

/// The most that the folder keeps. The code of a region has some tens of kilobytes.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
/// A process measures the folder when it has stored this much more, and at its first entry. So the folder may exceed
/// kMostBytes by as much per process.
constexpr std::uint64_t kBytesBetweenMeasurements = std::uint64_t{64} << 20;

struct StoredEntry {
  fs::file_time_type written;
  std::uint64_t bytes = 0;
  fs::path file;
};

/// Entries have names of 16 hexadecimal digits (entry_folder.cpp).
bool is_entry(const std::string& name) {
  return name.size() == 16 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool is_temporary(const std::string& name) {
  return name.rfind(".new-", 0) == 0;
}

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

void ObjectCache::store(const std::string& key, const std::string& object) {
  if (folder_.path().empty() || !folder_.store(engine_ + key, object)) return;
  const auto before = stored_bytes_.fetch_add(object.size());
  if (before == 0 || before / kBytesBetweenMeasurements != (before + object.size()) / kBytesBetweenMeasurements)
    remove_oldest_entries(folder_.path(), kMostBytes);
}

void remove_oldest_entries(const std::string& folder, std::uint64_t max_bytes) {
  std::vector<StoredEntry> entries;
  std::uint64_t total = 0;
  // No writer needs that long.
  const auto abandoned = fs::file_time_type::clock::now() - std::chrono::hours(24);
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    // Another process may remove the file meanwhile.
    std::error_code gone;
    const auto name = at->path().filename().string();
    if ((!is_entry(name) && !is_temporary(name)) || !fs::is_regular_file(at->symlink_status(gone))) continue;
    StoredEntry entry{at->last_write_time(gone), at->file_size(gone), at->path()};
    if (gone) continue;
    if (is_temporary(name)) {
      if (entry.written < abandoned) fs::remove(entry.file, gone);
      continue;
    }
    total += entry.bytes;
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.written < b.written; });
  for (const auto& entry : entries) {
    if (total <= max_bytes) break;
    std::error_code gone;
    fs::remove(entry.file, gone);
    total -= entry.bytes;
  }
}

}  // namespace rocm_bindgen::emulator
