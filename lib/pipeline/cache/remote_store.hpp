// A place where builds on several machines exchange files: a folder, or a server that speaks HTTP as Bazel's and
// ccache's caches do (GET and PUT below a URL; 404 for what is missing), such as nginx with WebDAV or bazel-remote.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

class RemoteStore {
 public:
  struct File {
    std::string name;  ///< below the store, for example "cas/0123"
    std::string bytes;
  };

  virtual ~RemoteStore() = default;
  /// Returns the content of each file, in the order of `names`; nothing for those that do not exist. Fails as a whole
  /// if the store cannot be used: it cannot be reached, refuses, stalls or breaks off.
  virtual Expected<std::vector<std::optional<std::string>>> get(const std::vector<std::string>& names) = 0;
  /// Writes files. A reader sees a file completely or not at all, if the server does what HTTP asks of it. Fails like
  /// get().
  virtual Expected<Done> put(const std::vector<File>& files) = 0;
};

/// Opens a store by its URL: http://, https:// or file:///absolute/path. Nothing is read or written yet. Fails with
/// ExitCode::usage for any other URL.
Expected<std::shared_ptr<RemoteStore>> open_remote_store(const std::string& url);

/// The URL without a user's name and password, for messages.
std::string without_credentials(const std::string& url);

}  // namespace rocm_bindgen::build
