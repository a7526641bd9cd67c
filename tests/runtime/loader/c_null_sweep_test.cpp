// Calls every function of the C API with null for every pointer: the result is a status, never a crash. The list of
// functions is read from the header, so a function that is added there must be added here too.
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "rocm_bindgen/rocm_bindgen.h"
#include "support/catch.hpp"
#include "support/files.hpp"

namespace {

/// The result of a call that returns no status.
constexpr int kNone = -1;

template <class Function, class... Arguments>
int status_of(Function function, Arguments... arguments) {
  if constexpr (std::is_same_v<decltype(function(arguments...)), rocm_bindgen_status>) {
    return static_cast<int>(function(arguments...));
  } else {
    function(arguments...);
    return kNone;
  }
}

#define ROCM_BINDGEN_CALL(name, ...) \
  {"rocm_bindgen_" #name, [] { return status_of(rocm_bindgen_##name __VA_OPT__(, ) __VA_ARGS__); }}

const std::map<std::string, std::function<int()>>& calls() {
  constexpr std::nullptr_t n = nullptr;
  static const std::map<std::string, std::function<int()>> all{
      ROCM_BINDGEN_CALL(last_error),
      ROCM_BINDGEN_CALL(device_count, n),
      ROCM_BINDGEN_CALL(device_open, 0, n),
      ROCM_BINDGEN_CALL(device_close, n),
      ROCM_BINDGEN_CALL(device_get_info, n, n),
      ROCM_BINDGEN_CALL(device_synchronize, n),
      ROCM_BINDGEN_CALL(device_memory, n, n, n),
      ROCM_BINDGEN_CALL(device_statistics, n, n),
      ROCM_BINDGEN_CALL(device_enable_access, n, n),
      ROCM_BINDGEN_CALL(preload, n, n),
      ROCM_BINDGEN_CALL(unload, n, n),
      ROCM_BINDGEN_CALL(stream_create, n, false, n),
      ROCM_BINDGEN_CALL(stream_borrow, n, n, n),
      ROCM_BINDGEN_CALL(stream_destroy, n),
      ROCM_BINDGEN_CALL(stream_synchronize, n),
      ROCM_BINDGEN_CALL(stream_done, n, n),
      ROCM_BINDGEN_CALL(stream_wait, n, n),
      ROCM_BINDGEN_CALL(stream_begin_capture, n),
      ROCM_BINDGEN_CALL(stream_end_capture, n, n),
      ROCM_BINDGEN_CALL(graph_launch, n, n),
      ROCM_BINDGEN_CALL(graph_destroy, n),
      ROCM_BINDGEN_CALL(event_create, n, n),
      ROCM_BINDGEN_CALL(event_destroy, n),
      ROCM_BINDGEN_CALL(event_record, n, n),
      ROCM_BINDGEN_CALL(event_synchronize, n),
      ROCM_BINDGEN_CALL(event_done, n, n),
      ROCM_BINDGEN_CALL(event_milliseconds, n, n, n),
      ROCM_BINDGEN_CALL(buffer_allocate, n, std::size_t{4}, n),
      ROCM_BINDGEN_CALL(buffer_free, n),
      ROCM_BINDGEN_CALL(buffer_pointer, n),
      ROCM_BINDGEN_CALL(buffer_copy_from_host, n, n, std::size_t{4}, std::size_t{0}, n),
      ROCM_BINDGEN_CALL(buffer_copy_to_host, n, n, std::size_t{4}, std::size_t{0}, n),
      ROCM_BINDGEN_CALL(buffer_copy, n, n, std::size_t{4}, n),
      ROCM_BINDGEN_CALL(buffer_fill, n, std::uint8_t{1}, n),
      ROCM_BINDGEN_CALL(pinned_allocate, n, std::size_t{4}, n),
      ROCM_BINDGEN_CALL(pinned_free, n),
      ROCM_BINDGEN_CALL(pinned_pointer, n),
      ROCM_BINDGEN_CALL(get_kernel, n, n, n, n),
      ROCM_BINDGEN_CALL(launch, rocm_bindgen_kernel{}, n, n, n, std::size_t{3}),
      ROCM_BINDGEN_CALL(set_code_object_folder, n),
      ROCM_BINDGEN_CALL(set_log_callback, n, n),
      ROCM_BINDGEN_CALL(set_log_level, 0),
  };
  return all;
}

/// Functions for which null is a valid value.
const std::set<std::string> kNullIsAValue{"rocm_bindgen_set_code_object_folder"};

std::set<std::string> declared() {
  const auto header =
      test::read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/runtime/loader/include/rocm_bindgen/rocm_bindgen.h");
  const std::regex declaration(R"(ROCM_BINDGEN_API[^;(]*?[ *](rocm_bindgen_\w+)\()");
  std::set<std::string> names;
  for (std::sregex_iterator at(header.begin(), header.end(), declaration), end; at != end; ++at) names.insert((*at)[1]);
  return names;
}

}  // namespace

TEST_CASE("C API: every function refuses null for every pointer") {
  std::set<std::string> called;
  for (const auto& [name, call] : calls()) {
    INFO(name);
    called.insert(name);
    const auto status = call();
    if (status == kNone) continue;
    CHECK(status == (kNullIsAValue.count(name) != 0 ? ROCM_BINDGEN_SUCCESS : ROCM_BINDGEN_BAD_ARGUMENT));
    if (kNullIsAValue.count(name) == 0) CHECK_THAT(rocm_bindgen_last_error(), Catch::EndsWith(" is null"));
  }
  CHECK(called == declared());
  CHECK(called.size() > 40);
}
