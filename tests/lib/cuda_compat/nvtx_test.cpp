#include <cstring>
#include <thread>

#include "roctracer/roctx.h"
#include "support/catch.hpp"

namespace {

nvtxEventAttributes_t event_named(const char* text) {
  nvtxEventAttributes_t event{};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.colorType = NVTX_COLOR_ARGB;
  event.color = 0xff00ff00;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = text;
  return event;
}

}  // namespace

TEST_CASE("nvtx: ranges nest within each thread") {
  // Push and pop return the depth of the range, from 0 for the outermost one.
  const auto event = event_named("inner");
  CHECK(roctxRangePush("outer") == 0);
  CHECK(nvtxRangePushEx(&event) == 1);
  std::thread([] {
    CHECK(roctxRangePushA("elsewhere") == 0);
    CHECK(roctxRangePop() == 0);
  }).join();
  CHECK(roctxRangePop() == 1);
  // All domains share the thread's one stack, so this ends "outer".
  CHECK(nvtxDomainRangePop(nvtxDomainCreate("domain")) == 0);
  CHECK(roctxRangePop() < 0);  // no range is left
}

TEST_CASE("nvtx: started ranges have unique numbers") {
  const auto event = event_named("range");
  const auto first = roctxRangeStart("first"), second = nvtxRangeStartEx(&event);
  CHECK(first != second);
  roctxRangeStop(first);
  nvtxDomainRangeEnd(nullptr, second);
}

TEST_CASE("nvtx: the text of an event is found whether or not it is registered") {
  auto event = event_named("text");
  CHECK(std::strcmp(rocm_bindgen::text_of(&event), "text") == 0);
  char name[] = "registered";
  event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  event.message.registered = nvtxDomainRegisterString(nvtxDomainCreateA("domain"), name);
  name[0] = '?';  // registering has copied the text
  CHECK(std::strcmp(rocm_bindgen::text_of(&event), "registered") == 0);
  event.messageType = NVTX_MESSAGE_TYPE_UNICODE;
  event.message.unicode = L"wide";
  CHECK(*rocm_bindgen::text_of(&event) == 0);
  CHECK(*rocm_bindgen::text_of(nullptr) == 0);
  CHECK(sizeof(nvtxEventAttributes_t) == 48);
}
