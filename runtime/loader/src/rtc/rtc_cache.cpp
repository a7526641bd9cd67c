#include "rtc/rtc_cache.hpp"

#include "log.hpp"

namespace rocm_bindgen::runtime {

RtcCache::RtcCache() : folder_(user_cache("ROCM_BINDGEN_RTC_CACHE", "rtc")) {}

std::optional<std::string> RtcCache::find(const std::string& key) const {
  return folder_.find(key);
}

void RtcCache::store(const std::string& key, const std::string& image) const {
  if (!folder_.store(key, image))
    log(LogLevel::info, "'" + folder_.path() + "' is not used as a cache: other users can write to it");
}

}  // namespace rocm_bindgen::runtime
