// The native code of regions on disk, for other processes.
//
// Besides what its user passes, a key contains what determines the code of a region: this library, by the build ID that
// the linker has given it, and the version of LLVM. A library without a build ID uses no cache.
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
  runtime::EntryFolder folder_;
};

/// The build ID of the program or library that contains this function, as bytes; empty if it has none.
std::string own_build_id();

}  // namespace rocm_bindgen::emulator
