// Events of streams that record graphs.
#include <algorithm>

#include "driver/emulated_driver.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen;
using rocm_bindgen::runtime::kSuccess;

namespace {

/// A driver on which `stream` records a graph, and has recorded `event` in it. `other` does not record.
struct Recording {
  std::unique_ptr<runtime::Driver> driver = emulator::make_emulated_driver("gfx1100", "");
  runtime::StreamHandle stream = nullptr, other = nullptr;
  runtime::EventHandle event = nullptr;

  Recording() {
    REQUIRE(driver->create_stream(stream, false) == kSuccess);
    REQUIRE(driver->create_stream(other, false) == kSuccess);
    REQUIRE(driver->create_event(event) == kSuccess);
    REQUIRE(driver->begin_capture(stream) == kSuccess);
    REQUIRE(driver->record_event(event, stream) == kSuccess);
  }
  ~Recording() {
    driver->destroy_stream(stream);
    driver->destroy_stream(other);
  }
};

}  // namespace

TEST_CASE("a graph can be launched after the events recorded in it are destroyed", "[driver]") {
  Recording recording;
  auto& driver = *recording.driver;
  runtime::GraphHandle graph = nullptr;
  REQUIRE(driver.wait_event(recording.stream, recording.event) == kSuccess);
  REQUIRE(driver.end_capture(recording.stream, graph) == kSuccess);
  // An event that was recorded in a graph has no time.
  float milliseconds = 0;
  CHECK(driver.elapsed_milliseconds(milliseconds, recording.event, recording.event) != kSuccess);
  REQUIRE(driver.destroy_event(recording.event) == kSuccess);
  CHECK(driver.launch_graph(graph, recording.stream) == kSuccess);
  driver.destroy_graph(graph);
}

TEST_CASE("making a second stream wait for an event of a recording stream is an error", "[driver]") {
  Recording recording;
  auto& driver = *recording.driver;
  const auto status = driver.wait_event(recording.other, recording.event);
  CHECK(driver.error_kind(status) == ErrorCode::unsupported);
  CHECK_THAT(driver.error_text(status), Catch::Contains("graphs of several streams"));
  // Once a stream that does not record a graph has recorded the event, the event is an ordinary one again.
  REQUIRE(driver.record_event(recording.event, recording.other) == kSuccess);
  CHECK(driver.wait_event(recording.other, recording.event) == kSuccess);
  driver.destroy_event(recording.event);
}
