#include "codeobject/choose.hpp"

#include <string>
#include <vector>

#include "rocm_bindgen/error.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen;

namespace {

using Targets = std::vector<const char*>;

/// The chosen target; if nothing fits, "" and the message in `error`.
std::string choose(const std::string& device, const Targets& targets, bool takes_generics, std::string& error) {
  std::vector<CodeObject> code_objects;
  for (const char* target : targets) code_objects.push_back({target, nullptr, 0, 0, Compression::none});
  const Module module{"unary", 0, nullptr, 0, code_objects.data(), code_objects.size()};
  try {
    return runtime::choose_code_object(module, device, takes_generics)->target;
  } catch (const Error& thrown) {
    CHECK(thrown.code() == ErrorCode::no_code_object);
    error = thrown.what();
    return "";
  }
}

constexpr bool kNew = true;   // a driver that loads generic code objects
constexpr bool kOld = false;  // a driver that does not

struct Row {
  const char* device;
  Targets module;
  bool takes_generics;
  const char* chosen;  ///< "" if nothing fits
};

const std::vector<Row> kRows{
    // The processor itself is chosen; code of neighbouring processors does not run on it.
    {"gfx1030", {"gfx1100", "gfx1030"}, kNew, "gfx1030"},
    {"gfx1031", {"gfx1100", "gfx1030"}, kNew, ""},
    {"gfx1030", {}, kNew, ""},
    {"gfx1030", {"gfx90a:xnack+", "sm_90", "rubbish"}, kNew, ""},
    // A feature that is not named fits any setting; a named one must match the device.
    {"gfx90a:sramecc+:xnack-", {"gfx90a"}, kNew, "gfx90a"},
    {"gfx90a:sramecc+:xnack-", {"gfx90a:xnack-"}, kNew, "gfx90a:xnack-"},
    {"gfx90a:sramecc+:xnack-", {"gfx90a:xnack+"}, kNew, ""},
    {"gfx90a:sramecc+:xnack-", {"gfx90a:xnack+", "gfx90a:xnack-"}, kNew, "gfx90a:xnack-"},
    {"gfx90a:sramecc+:xnack-", {"gfx90a:sramecc-:xnack-"}, kNew, ""},
    {"gfx90a", {"gfx90a:xnack-"}, kNew, ""},
    // The complete target ID is preferred over a part of it, and a part over none; the first of equals is chosen.
    {"gfx90a:sramecc+:xnack-", {"gfx90a", "gfx90a:xnack-", "gfx90a:sramecc+:xnack-"}, kNew, "gfx90a:sramecc+:xnack-"},
    {"gfx90a:sramecc+:xnack-", {"gfx90a", "gfx90a:xnack-", "gfx90a:xnack+"}, kNew, "gfx90a:xnack-"},
    {"gfx90a:xnack-:sramecc+", {"gfx90a:sramecc+:xnack-"}, kNew, "gfx90a:sramecc+:xnack-"},
    {"gfx90a:sramecc+:xnack-", {"gfx90a:sramecc+", "gfx90a:xnack-"}, kNew, "gfx90a:sramecc+"},
    // The generic target that covers the processor is used if there is none for the processor itself and the driver
    // loads it.
    {"gfx1036", {"gfx1030", "gfx10-3-generic"}, kNew, "gfx10-3-generic"},
    {"gfx1036", {"gfx10-3-generic", "gfx1036"}, kNew, "gfx1036"},
    {"gfx1036", {"gfx10-3-generic"}, kOld, ""},
    {"gfx1036", {"gfx10-1-generic", "gfx11-generic"}, kNew, ""},
    {"gfx1153", {"gfx11-generic"}, kNew, "gfx11-generic"},
    {"gfx906:sramecc+:xnack-", {"gfx9-generic"}, kNew, "gfx9-generic"},
    {"gfx906:sramecc+:xnack-", {"gfx9-generic:xnack+"}, kNew, ""},
    {"gfx906:sramecc+:xnack-", {"gfx9-generic", "gfx9-generic:xnack-"}, kNew, "gfx9-generic:xnack-"},
    {"gfx906:sramecc+:xnack-", {"gfx9-generic:xnack-", "gfx906"}, kNew, "gfx906"},
    {"gfx942:sramecc+:xnack-", {"gfx9-4-generic", "gfx9-generic"}, kNew, "gfx9-4-generic"},
    {"gfx1201", {"gfx12-generic"}, kNew, "gfx12-generic"},
    // No generic target covers these.
    {"gfx908:sramecc+:xnack-", {"gfx9-generic"}, kNew, ""},
    {"gfx90a:sramecc+:xnack-", {"gfx9-generic", "gfx9-4-generic"}, kNew, ""},
    // A processor that this release does not know runs its own code objects.
    {"gfx1999", {"gfx1100", "gfx1999"}, kNew, "gfx1999"},
    // On NVIDIA, code runs on the same or a later minor version of the same major version. Code for an 'f' target runs
    // on later versions of its family, and code for an 'a' target on its own version only. The latest version is
    // chosen, and of its forms the most specific one.
    {"sm_90", {"sm_80", "sm_90"}, kOld, "sm_90"},
    {"sm_89", {"sm_80", "sm_86", "sm_90"}, kOld, "sm_86"},
    {"sm_80", {"sm_86", "sm_75"}, kOld, ""},
    {"sm_90", {"sm_90", "sm_90a"}, kOld, "sm_90a"},
    {"sm_103", {"sm_100a"}, kOld, ""},
    {"sm_103", {"sm_100a", "sm_100f", "sm_100"}, kOld, "sm_100f"},
    {"sm_100", {"sm_100f", "sm_100a", "sm_100"}, kOld, "sm_100a"},
    {"sm_120", {"sm_100", "sm_121"}, kOld, ""},
    {"sm_90", {"gfx1030"}, kNew, ""},
};

}  // namespace

TEST_CASE("choose: the code object that fits the device best is chosen, or none") {
  for (const auto& row : kRows) {
    std::string listed;
    for (const char* target : row.module) listed += std::string(" ") + target;
    INFO("device " << row.device << ", module has" << listed << ", takes generics: " << row.takes_generics);
    std::string error;
    CHECK(choose(row.device, row.module, row.takes_generics, error) == row.chosen);
  }
}

TEST_CASE("choose: if nothing fits, the message names what to build") {
  struct Message {
    const char* device;
    Targets module;
    bool takes_generics;
    const char* text;
  };
  const std::vector<Message> messages{
      {"gfx1036",
       {"gfx1030", "gfx90a"},
       kNew,
       "module 'unary' has no code object for gfx1036; it has gfx1030, gfx90a; rebuild with --arch gfx1036 or "
       "gfx10-3-generic"},
      {"gfx1036",
       {"gfx1030", "gfx90a"},
       kOld,
       "module 'unary' has no code object for gfx1036; it has gfx1030, gfx90a; rebuild with --arch gfx1036"},
      {"gfx1036",
       {"gfx10-3-generic"},
       kOld,
       "module 'unary' has no code object for gfx1036; it has gfx10-3-generic; gfx10-3-generic would fit, but this "
       "driver "
       "does not load code object version 6, which generic targets need: use a newer driver, or rebuild with --arch "
       "gfx1036"},
      {"gfx908:sramecc+:xnack-",
       {},
       kNew,
       "module 'unary' has no code object for gfx908:sramecc+:xnack-; it has none; rebuild with --arch gfx908"},
      {"gfx90a:sramecc+:xnack-",
       {"gfx90a:xnack+"},
       kNew,
       "module 'unary' has no code object for gfx90a:sramecc+:xnack-; it has gfx90a:xnack+; rebuild with --arch "
       "gfx90a:xnack-"},
      {"gfx1153",
       {"gfx1030"},
       kNew,
       "module 'unary' has no code object for gfx1153; it has gfx1030; rebuild with --arch gfx11-generic"},
      {"gfx950:sramecc+:xnack-",
       {"gfx942"},
       kNew,
       "module 'unary' has no code object for gfx950:sramecc+:xnack-; it has gfx942; rebuild with a rocm-bindgen that "
       "contains LLVM 20 or later, the first version that supports gfx950"},
      {"gfx942:sramecc+:xnack-",
       {"gfx90a"},
       kNew,
       "module 'unary' has no code object for gfx942:sramecc+:xnack-; it has gfx90a; rebuild with --arch gfx942"},
      {"sm_90",
       {"gfx1030"},
       kOld,
       "module 'unary' has no code object for sm_90; it has gfx1030; rebuild with --arch sm_90"},
      {"Tahiti",
       {"gfx1030"},
       kNew,
       "module 'unary' has no code object for Tahiti; it has gfx1030; the driver's name for the device, 'Tahiti', is "
       "not a "
       "target ID"},
  };
  for (const auto& message : messages) {
    std::string error;
    CHECK(choose(message.device, message.module, message.takes_generics, error).empty());
    CHECK(error == message.text);
  }
}
