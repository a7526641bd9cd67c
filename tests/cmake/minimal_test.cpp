#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A copy of tests/cmake/minimal, built with Ninja as a user would.
class Consumer {
 public:
  Consumer() {
    fs::copy(fs::path(ROCM_BINDGEN_SOURCE_DIR) / "tests/cmake/minimal", source(), fs::copy_options::recursive);
  }

  fs::path source() const { return folder_ / "a consumer"; }  // with a space

  void configure() {
    const auto configured = run({"cmake", "-G", "Ninja", "-S", source(), "-B", binary(),
                                 std::string("-DROCM_BINDGEN_CMAKE_DIR=") + ROCM_BINDGEN_SOURCE_DIR + "/cmake",
                                 "-DROCM_BINDGEN_EXECUTABLE=" + tool()});
    INFO(configured.out << configured.err);
    REQUIRE(configured.exit_code == 0);
  }

  /// What the tool counted in this build; null if it was not run.
  nlohmann::json build() {
    fs::remove(statistics());
    const auto built = run({"cmake", "--build", binary()}, {{}, {{"XDG_CACHE_HOME", ROCM_BINDGEN_TEST_CACHE}}});
    INFO(built.out << built.err);
    REQUIRE(built.exit_code == 0);
    return fs::exists(statistics()) ? nlohmann::json::parse(read(statistics())) : nlohmann::json();
  }

  std::string run_app() { return run({(binary() / "app").string()}).out; }

 private:
  fs::path binary() const { return folder_ / "build"; }
  fs::path statistics() const { return binary() / "my_kernels.rocm-bindgen/my_kernels.stats.json"; }

  Folder folder_;
};

}  // namespace

TEST_CASE("cmake minimal: configure, build, run, and rebuild exactly what depends on a changed header") {
  Consumer consumer;
  consumer.configure();
  const auto first = consumer.build();
  CHECK(first.at("compiled") == 4);
  CHECK(consumer.run_app() == "scale 1 2\nshift 1 2\n");

  CHECK(consumer.build().is_null());

  const auto header = consumer.source() / "include/factor.cuh";
  fs::last_write_time(header, fs::file_time_type::clock::now());
  const auto touched = consumer.build();
  REQUIRE(touched.is_object());
  CHECK(touched.at("compiled") == 0);
  CHECK(touched.at("up_to_date") == 4);

  Folder edit;
  fs::copy_file(edit.write("factor.cuh", "#pragma once\n__device__ inline float factor() { return FACTOR + 1; }\n"),
                header, fs::copy_options::overwrite_existing);
  const auto changed = consumer.build();
  REQUIRE(changed.is_object());
  CHECK(changed.at("compiled") == 2);
  CHECK(changed.at("up_to_date") == 2);
  for (const auto& job : changed.at("jobs")) CHECK(job.at("module") == "scale");
  CHECK(consumer.build().is_null());
}
