// The profile of kernels whose counts can be worked out by hand. Unless a test states another number, one workgroup of
// 256 threads runs, which is four waves on gfx90a and eight on gfx1100.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>

#include <nlohmann/json.hpp>

#include "runtime/emulator/device/session.hpp"
#include "support/files.hpp"

using namespace device_test;

namespace {

using Json = nlohmann::json;

constexpr unsigned kProfiledThreads = 256;
const std::vector<std::string> kProfiledTargets{"gfx90a", "gfx1100"};

/// A device that writes a profile when it is closed.
class ProfiledRun {
 public:
  explicit ProfiledRun(const std::string& target, Options options = {}) {
    options.emplace_back("PROFILE", path_.string());
    session_.emplace(target, options, "profile");
    lanes = session_->lanes();
    waves = kProfiledThreads / lanes;
  }
  Session& session() { return *session_; }
  /// Runs a kernel with one buffer and other arguments. The device is open for as long as a buffer exists, so no buffer
  /// outlives the call.
  template <class... Arguments>
  void run(const std::string& name, const Arguments&... arguments) {
    const auto out = session_->zeros<unsigned>(kProfiledThreads);
    session_->run(name, {{1}, {kProfiledThreads}}, out, arguments...);
  }
  /// The same, with two buffers of `count` floats.
  template <class... Arguments>
  void run_with_buffers(const std::string& name, std::size_t count, const Arguments&... arguments) {
    run_workgroups(1, name, count, arguments...);
  }
  template <class... Arguments>
  void run_workgroups(unsigned workgroups, const std::string& name, std::size_t count, const Arguments&... arguments) {
    const auto in = session_->zeros<float>(count), out = session_->zeros<float>(count);
    session_->run(name, {{workgroups}, {kProfiledThreads}}, in, out, arguments...);
  }
  /// Closes the device and returns the text of the profile.
  std::string text() {
    session_.reset();
    return test::read(path_);
  }
  /// As above, and returns the part about the first kernel.
  Json kernel() { return Json::parse(text()).at("kernels").at(0); }

  std::uint64_t lanes = 0, waves = 0;

 private:
  test::Folder folder_;
  std::filesystem::path path_ = folder_ / "profile.json";
  std::optional<Session> session_;
};

/// The line, as in "memory.cu:7", in the kernels' source that ends with the comment "line: MARK".
std::string marked(const std::string& file, const std::string& mark) {
  std::istringstream text(test::read(std::string(ROCM_BINDGEN_DEVICE_TESTS) + "/profile/" + file));
  unsigned number = 1;
  for (std::string line; std::getline(text, line); ++number)
    if (line.ends_with("// line: " + mark)) return file + ":" + std::to_string(number);
  FAIL("no line ends with '// line: " << mark << "'");
  return {};
}

/// The counts of the marked line. If it was inlined, the other lines follow in the text.
Json counts_at(const Json& kernel, const std::string& file, const std::string& mark) {
  const auto wanted = marked(file, mark);
  for (const auto& line : kernel.at("lines")) {
    const auto source = line.value("source", std::string());
    if (!source.starts_with(wanted)) continue;
    if (const auto end = source.substr(wanted.size()); end.empty() || end.starts_with(", inlined at "))
      return line.at("counts");
  }
  FAIL("the profile has no line " << wanted << ":\n" << kernel.dump(1));
  return {};
}

/// What a profile has about accesses to global memory of one kind.
Json global(std::uint64_t requests, std::uint64_t bytes, std::uint64_t distinct, std::uint64_t sectors_64,
            std::uint64_t sectors_128) {
  return {{"requests", requests},
          {"bytes", bytes},
          {"distinct_bytes", distinct},
          {"sectors_64", sectors_64},
          {"sectors_128", sectors_128},
          {"sector_bytes_64", sectors_64 * 64},
          {"sector_bytes_128", sectors_128 * 128}};
}

Json local(std::uint64_t requests, std::uint64_t bytes, std::uint64_t cycles, std::uint64_t conflict_cycles) {
  return {{"requests", requests}, {"bytes", bytes}, {"cycles", cycles}, {"conflict_cycles", conflict_cycles}};
}

/// Runs a kernel of memory.cu from one buffer to another and returns the counts of the marked line.
template <class... Arguments>
Json memory_counts(ProfiledRun& run, const std::string& kernel, const std::string& mark,
                   const Arguments&... arguments) {
  run.run_with_buffers(kernel, 32 * kProfiledThreads, arguments...);
  return counts_at(run.kernel(), "memory.cu", mark);
}

/// The same for local.cu.
template <class... Arguments>
Json local_kernel(ProfiledRun& run, const std::string& kernel, const Arguments&... arguments) {
  run.run_with_buffers(kernel, 4 * kProfiledThreads, arguments...);
  return run.kernel();
}

}  // namespace

TEST_CASE("profile: contiguous accesses use whole sectors") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  const auto counts = memory_counts(run, "contiguous", "contiguous");
  CHECK(counts.at("global") ==
        Json{{"loads", global(run.waves, 1024, 1024, 16, 8)}, {"stores", global(run.waves, 1024, 1024, 16, 8)}});
  CHECK(counts.at("idle_lanes") == 0);
}

TEST_CASE("profile: every other element uses half of each sector") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  CHECK(memory_counts(run, "every_other", "every other").at("global") ==
        Json{{"loads", global(run.waves, 1024, 1024, 32, 16)}, {"stores", global(run.waves, 1024, 1024, 16, 8)}});
}

TEST_CASE("profile: a column of a matrix touches a sector per lane") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  CHECK(memory_counts(run, "column", "column").at("global") ==
        Json{{"loads", global(run.waves, 1024, 1024, 256, 256)}, {"stores", global(run.waves, 1024, 1024, 16, 8)}});
}

TEST_CASE("profile: one element for all lanes touches one sector per instruction") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  CHECK(memory_counts(run, "one_element", "one element", 0u).at("global").at("loads") ==
        global(run.waves, 1024, 4 * run.waves, run.waves, run.waves));
}

TEST_CASE("profile: misaligned accesses touch one more sector per instruction") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  const auto counts = memory_counts(run, "misaligned", "misaligned");
  // A wave accesses 4 * lanes bytes, from four bytes after a multiple of 128 on.
  const auto expected = global(run.waves, 1024, 1024, 16 + run.waves, 8 + run.waves);
  CHECK(counts.at("global") == Json{{"loads", expected}, {"stores", expected}});
}

TEST_CASE("profile: accesses to bytes") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  // A wave of 64 lanes uses a whole sector of 64 bytes, one of 32 lanes half of it.
  const auto expected = global(run.waves, 256, 256, run.waves, run.waves);
  CHECK(memory_counts(run, "bytes", "bytes").at("global") == Json{{"loads", expected}, {"stores", expected}});
}

TEST_CASE("profile: accesses to 16 bytes") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  const auto expected = global(run.waves, 4096, 4096, 64, 32);
  CHECK(memory_counts(run, "vectors", "vectors").at("global") == Json{{"loads", expected}, {"stores", expected}});
}

TEST_CASE("profile: lanes that a condition excludes are idle") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  const auto counts = memory_counts(run, "half_empty", "half empty");
  const auto expected = global(run.waves, 512, 512, 16, 8);
  CHECK(counts.at("global") == Json{{"loads", expected}, {"stores", expected}});
  // The condition itself is computed by all lanes.
  CHECK(counts.at("idle_lanes") >= 2 * kProfiledThreads / 2);
  CHECK(counts.at("active_lanes").get<std::uint64_t>() + counts.at("idle_lanes").get<std::uint64_t>() ==
        counts.at("vector_instructions").get<std::uint64_t>() * run.lanes);
}

TEST_CASE("profile: atomics are counted apart from loads and stores") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  run.run("atomics");
  CHECK(run.kernel().at("counts").at("global") == Json{{"atomics", global(run.waves, 1024, 1024, 16, 8)}});
}

TEST_CASE("profile: bank conflicts follow from the stride") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  struct Case {
    const char* kernel;
    std::uint64_t cycles;  // of each of the eight groups of 32 lanes
  };
  const auto [name, cycles] =
      GENERATE(values<Case>({{"no_conflict", 1}, {"two_ways", 2}, {"all_ways", 32}, {"padded", 1}}));
  INFO(name);
  const auto kernel = local_kernel(run, name);
  const auto expected = local(run.waves, 1024, 8 * cycles, 8 * (cycles - 1));
  CHECK(counts_at(kernel, "local.cu", "write").at("lds") == Json{{"stores", expected}});
  CHECK(counts_at(kernel, "local.cu", "read").at("lds") == Json{{"loads", expected}});
}

TEST_CASE("profile: wide accesses to LDS take a cycle per 128 bytes") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  const auto [name, bytes] = GENERATE(table<std::string, std::uint64_t>({{"pairs", 8}, {"quads", 16}}));
  const auto kernel = local_kernel(run, name);
  const auto expected = local(run.waves, kProfiledThreads * bytes, kProfiledThreads * bytes / 128, 0);
  // Copies of vectors are on lines of a header.
  CHECK(kernel.at("counts").at("lds") == Json{{"loads", expected}, {"stores", expected}});
}

TEST_CASE("profile: the bytes of a dword are in one bank") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  CHECK(counts_at(local_kernel(run, "bytes_of_lds"), "local.cu", "read").at("lds") ==
        Json{{"loads", local(run.waves, 256, 8, 0)}});
}

TEST_CASE("profile: all lanes can read one dword in one cycle") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  CHECK(counts_at(local_kernel(run, "one_dword", 0u), "local.cu", "one dword").at("lds").at("loads") ==
        local(run.waves, 1024, 8, 0));
}

TEST_CASE("profile: atomics on one dword of LDS are executed one after the other") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  run.run("one_counter", 0u);
  CHECK(run.kernel().at("counts").at("lds").at("atomics") == local(run.waves, 1024, 256, 248));
}

TEST_CASE("profile: barriers are counted for each wave") {
  ProfiledRun run(GENERATE(from_range(kProfiledTargets)));
  run.run("three_barriers");
  const auto kernel = run.kernel();
  CHECK(kernel.at("counts").at("barriers") == 3 * run.waves);
  CHECK(kernel.at("waves") == run.waves);
  CHECK(kernel.at("workgroups") == 1);
}

TEST_CASE("profile: it does not depend on threads, on the engine or on the seed") {
  const auto target = GENERATE(from_range(kProfiledTargets));
  const auto profile_with = [&](const Options& options) {
    ProfiledRun run(target, options);
    for (int i = 0; i < 2; ++i) run.run_workgroups(16, "contiguous", 16 * kProfiledThreads);
    run.run_with_buffers("two_ways", kProfiledThreads);
    return run.text();
  };
  const auto profile = profile_with({{"THREADS", "1"}});
  CHECK(profile_with({{"THREADS", "4"}}) == profile);
  CHECK(profile_with({{"THREADS", "3"}, {"SEED", "7"}}) == profile);
  {
    const test::Environment engine("ROCM_BINDGEN_EMULATOR_ENGINE", "eager");
    CHECK(profile_with({}) == profile);
  }
  const auto kernels = Json::parse(profile).at("kernels");
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].at("launches") == 2);
  CHECK(kernels[0].at("workgroups") == 32);
  CHECK(kernels[0].at("counts").at("global").at("loads").at("bytes") == 2 * 16 * 1024);
}

TEST_CASE("profile: launches with a fault are counted, but not what they executed") {
  ProfiledRun run("gfx1100");
  {
    const auto out = run.session().zeros<float>(kProfiledThreads);
    run.session().fault_of("beyond", {"0,0,0", "0,0,0"}, {{1}, {1}}, out);
  }
  const auto kernel = run.kernel();
  CHECK(kernel.at("name") == "beyond");
  CHECK(kernel.at("launches") == 0);
  CHECK(kernel.at("faulted_launches") == 1);
  CHECK(kernel.at("lines").empty());
}

TEST_CASE("profile: a profile that cannot be written does not fail the program") {
  Session session("gfx1100", {{"PROFILE", "/nowhere/profile.json"}});
  session.check_works();
}
