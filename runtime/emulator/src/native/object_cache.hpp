// The native code of regions on disk, for other processes.
//
// Besides what its user passes, a key contains what determines the code of a region: this library and LLVM's, each by
// the build ID that the linker has given it. If one of them has none, no cache is used.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "entry_folder.hpp"

namespace rocm_bindgen::emulator {

/// Thread safe.
class ObjectCache {
 public:
  /// Uses the folder that docs/emulator.md documents.
  ObjectCache();

  std::optional<std::string> find(const std::string& key) const { return folder_.find(engine_ + key); }
  /// Also removes the oldest entries from time to time, so that the folder stays below a size.
  void store(const std::string& key, const std::string& object);

 private:
  std::string engine_;
  runtime::EntryFolder folder_{""};
  std::atomic<std::uint64_t> stored_bytes_{0};  ///< by this process
};

/// Removes the oldest entries of a folder until at most `max_bytes` are left, and what interrupted writers left behind.
/// Files that are no entries are kept.
void remove_oldest_entries(const std::string& folder, std::uint64_t max_bytes);

/// Returns the build ID of the program or library that contains the address, as bytes; empty if it has none.
std::string build_id_of(const void* address);

}  // namespace rocm_bindgen::emulator
