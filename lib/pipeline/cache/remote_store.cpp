#include "pipeline/cache/remote_store.hpp"

#include <fmt/format.h>

#include "pipeline/cache/folder_store.hpp"
#include "pipeline/cache/http_store.hpp"

namespace rocm_bindgen::build {

Expected<std::shared_ptr<RemoteStore>> open_remote_store(const std::string& url) {
  constexpr std::string_view kFolder = "file://";
  if (url.starts_with("http://") || url.starts_with("https://")) return make_http_store(url);
  if (url.starts_with(kFolder) && url.size() > kFolder.size() && url[kFolder.size()] == '/')
    return make_folder_store(url.substr(kFolder.size()));
  return Failure(ExitCode::usage, fmt::format("'{}' is not the URL of a remote cache", without_credentials(url)),
                 "give http://HOST/PATH, https://HOST/PATH or file:///PATH");
}

std::string without_credentials(const std::string& url) {
  const auto scheme = url.find("://");
  if (scheme == std::string::npos) return url;
  const auto host = scheme + 3;
  const auto end = url.find_first_of("/?#", host);
  const auto at = url.rfind('@', end);
  return at == std::string::npos || at < host ? url : url.substr(0, host) + url.substr(at + 1);
}

}  // namespace rocm_bindgen::build
