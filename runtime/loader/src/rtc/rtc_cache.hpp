// Images that were compiled at run time, on disk.
#pragma once

#include <optional>
#include <string>

namespace rocm_bindgen::runtime {

/// A folder of entries, each a file. Whatever cannot be read or written costs a compile and nothing else. Safe for many
/// threads and processes.
class RtcCache {
 public:
  /// The user's, as rtc.hpp has it; one that keeps nothing if there is none.
  RtcCache();

  /// Nothing if no entry has that very key, or it is not what was stored.
  std::optional<std::string> find(const std::string& key) const;
  void store(const std::string& key, const std::string& image) const;

 private:
  std::string path_of(const std::string& key) const;

  std::string folder_;  ///< empty: none
};

}  // namespace rocm_bindgen::runtime
