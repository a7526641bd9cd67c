// The native code of regions on disk, for other processes.
//
// Besides what its user passes, a key contains what determines the code of a region: this library and LLVM's, each by
// the build ID that the linker has given it. If one of them has none, no cache is used.
#pragma once

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
  void store(const std::string& key, const std::string& object) const { folder_.store(engine_ + key, object); }

 private:
  std::string engine_;
  runtime::EntryFolder folder_{""};
};

/// Returns the build ID of the program or library that contains the address, as bytes; empty if it has none.
std::string build_id_of(const void* address);

}  // namespace rocm_bindgen::emulator
