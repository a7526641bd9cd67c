#pragma once

#include <memory>
#include <string>

#include "pipeline/cache/remote_store.hpp"

namespace rocm_bindgen::build {

/// A server, by libcurl. A user's name and password are those of the URL or, if it has none, those of ~/.netrc. The
/// certificates that are trusted and the proxies are those of libcurl.
std::shared_ptr<RemoteStore> make_http_store(std::string url);

}  // namespace rocm_bindgen::build
