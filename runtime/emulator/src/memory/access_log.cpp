#include "memory/access_log.hpp"

namespace rocm_bindgen::emulator {

AccessLog& AccessLog::of_thread() {
  thread_local AccessLog log;
  return log;
}

}  // namespace rocm_bindgen::emulator
