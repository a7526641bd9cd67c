#include "support/workers.hpp"

#include <chrono>
#include <filesystem>
#include <thread>

#include "support/catch.hpp"
#include "support/process.hpp"
#include "support/project.hpp"
#include "support/tool.hpp"

namespace test {
namespace fs = std::filesystem;
namespace {

bool is_tool(pid_t process) {
  std::error_code error;
  return fs::read_symlink("/proc/" + std::to_string(process) + "/exe", error) == fs::canonical(compiler_of(tool()));
}

}  // namespace

void write_endless_sources(const Folder& folder, const std::string& below) {
  for (unsigned i = 0; i < kEndlessSources; ++i)
    folder.write(below + "/s" + std::to_string(i) + ".cu", endless_source("k" + std::to_string(i)));
}

bool has_only_compiles_left(const fs::path& artifacts) {
  // The record of the last source's translation. Translations start in this order, so at most those that started just
  // before are still running; check_settles_at() waits for them.
  return fs::exists(artifacts / ".rocm-bindgen" / ("s" + std::to_string(kEndlessSources - 1) + ".hip.record"));
}

std::size_t workers_below(pid_t program) {
  std::size_t workers = 0;
  for (const auto child : children_of(program))
    workers += is_tool(child) ? children_of(child).size() : workers_below(child);
  return workers;
}

void check_settles_at(std::size_t expected, const std::function<std::size_t()>& count) {
  INFO("expected " << expected);
  REQUIRE(wait_until([&] { return count() == expected; }));
  for (unsigned look = 0; look < 15; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    REQUIRE(count() == expected);
  }
}

}  // namespace test
