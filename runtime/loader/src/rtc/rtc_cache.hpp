// The cache on disk of images that were compiled at run time.
#pragma once

#include <optional>
#include <string>

#include "entry_folder.hpp"

namespace rocm_bindgen::runtime {

/// An entry that cannot be read or written costs a compile and is no error. Safe for several threads and processes.
class RtcCache {
 public:
  /// Uses the folder that rtc.hpp documents. If there is none, nothing is found and nothing is stored.
  RtcCache();

  /// Returns the image stored with exactly this key; nothing if there is no such entry or it is damaged.
  std::optional<std::string> find(const std::string& key) const;
  void store(const std::string& key, const std::string& image) const;

 private:
  EntryFolder folder_;
};

}  // namespace rocm_bindgen::runtime
