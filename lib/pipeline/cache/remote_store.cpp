#include "pipeline/cache/remote_store.hpp"

#include <fmt/format.h>

#include "pipeline/cache/folder_store.hpp"
#include "pipeline/cache/http_store.hpp"

namespace rocm_bindgen::build {

std::chrono::milliseconds Patience::earned_by(std::size_t files, std::size_t bytes) {
  // A compile takes longer than this, and a connection with less than 2 MB/s is slow for such files.
  constexpr std::size_t kPerFile = 30, kBytesPerMillisecond = 2000;
  return std::chrono::milliseconds(files * kPerFile + bytes / kBytesPerMillisecond);
}

Expected<std::shared_ptr<RemoteStore>> open_remote_store(const std::string& url) {
  constexpr std::string_view kFolder = "file://";
  const bool is_server = url.starts_with("http://") || url.starts_with("https://");
  if (is_server && url.find_first_of("?#") == std::string::npos) return make_http_store(url);
  if (url.starts_with(kFolder) && url.size() > kFolder.size() && url[kFolder.size()] == '/')
    return make_folder_store(url.substr(kFolder.size()));
  return Failure(ExitCode::usage, fmt::format("'{}' is not the URL of a remote cache", without_credentials(url)),
                 "give http://HOST/PATH, https://HOST/PATH or file:///PATH");
}

std::string without_credentials(const std::string& url) {
  // A password may contain any character, also "/", if it was written carelessly.
  const auto at = url.rfind('@');
  if (at == std::string::npos) return url;
  const auto scheme = url.find("://");
  return (scheme < at ? url.substr(0, scheme + 3) : std::string()) + url.substr(at + 1);
}

}  // namespace rocm_bindgen::build
