#pragma once

#include <memory>
#include <string>

#include "support/files.hpp"
#include "support/process.hpp"

namespace test {

/// A web server on a free port of this machine, with WebDAV's PUT in its folder `files`. Ends with the object.
class Nginx {
 public:
  /// `rules` are directives for the server's configuration ("listen" is among them for TLS only), or a whole
  /// "server {...}".
  explicit Nginx(const std::string& rules = {});

  /// Starts again with other rules, with the same files and port.
  void restart(const std::string& rules);
  void stop() { server_.reset(); }

  std::string host() const { return "127.0.0.1:" + std::to_string(port_); }
  std::string url() const { return "http://" + host() + "/cache"; }
  std::filesystem::path files() const { return folder_ / "files/cache"; }
  /// The requests so far, as "GET /cache/ac/... 200" in a line each.
  std::string log() const { return read(folder_ / "access.log"); }
  const Folder& folder() const { return folder_; }

 private:
  /// Returns false if nginx cannot use the port.
  bool start(const std::string& rules);

  Folder folder_;
  int port_ = 0;
  std::unique_ptr<Background> server_;
};

}  // namespace test
