// A place where builds on several machines exchange files: a folder, or a server that speaks HTTP as Bazel's and
// ccache's caches do (GET and PUT below a URL; 404 for what is missing), such as nginx with WebDAV or bazel-remote.
//
// The functions are called in a worker (see support/worker.hpp), one call per worker: it can be stopped at any time,
// and what a library leaves behind ends with it.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// How long transfers may take. A build must not wait for a server that is dead or overloaded, but should wait for one
/// from which files arrive, because each of them saves a compile.
struct Patience {
  std::chrono::milliseconds base{2000};  ///< for no file at all

  /// What may be added for files that have arrived.
  static std::chrono::milliseconds earned_by(std::size_t files, std::size_t bytes);
};

class RemoteStore {
 public:
  struct File {
    std::string name;  ///< below the store, for example "cas/0123"
    std::string bytes;
  };
  struct Received {
    std::vector<std::optional<std::string>> contents;  ///< nothing: the file does not exist or has not arrived
    std::string failure;                               ///< why the store cannot be used further; empty if it can
  };
  struct Sent {
    std::vector<bool> done;  ///< which files were written
    std::string failure;     ///< why others were not; empty if all were
  };

  virtual ~RemoteStore() = default;
  /// Returns the contents of files, in the order of `names`.
  virtual Received get(const std::vector<std::string>& names, Patience patience) = 0;
  /// Writes files. A reader sees a file completely or not at all, if the server does what HTTP asks of it.
  virtual Sent put(const std::vector<File>& files, Patience patience) = 0;
};

/// Opens a store by its URL: http://, https:// or file:///absolute/path. Nothing is read or written yet. Fails with
/// ExitCode::usage for any other URL, and for one with "?" or "#", after which no name can be appended.
Expected<std::shared_ptr<RemoteStore>> open_remote_store(const std::string& url);

/// The URL without a user's name and password, for messages.
std::string without_credentials(const std::string& url);

}  // namespace rocm_bindgen::build
