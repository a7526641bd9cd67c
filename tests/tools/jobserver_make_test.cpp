#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/project.hpp"
#include "support/workers.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A jobserver of versions of make newer than Debian 12's: tokens are bytes in a named pipe.
class Fifo {
 public:
  explicit Fifo(const fs::path& path) : path_(path) {
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    file_ = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    REQUIRE(file_ >= 0);
  }
  ~Fifo() { ::close(file_); }
  void put(const std::string& tokens) const {
    REQUIRE(::write(file_, tokens.data(), tokens.size()) == static_cast<ssize_t>(tokens.size()));
  }
  /// Removes the tokens in it and returns them sorted.
  std::string take() const {
    char bytes[64];
    const auto got = ::read(file_, bytes, sizeof bytes);
    std::string tokens(bytes, got > 0 ? static_cast<std::size_t>(got) : 0);
    std::sort(tokens.begin(), tokens.end());
    return tokens;
  }
  std::map<std::string, std::string> environment() const {
    auto variables = tool_environment();
    variables["MAKEFLAGS"] = " -j9 --jobserver-auth=fifo:" + path_.string();
    return variables;
  }

 private:
  fs::path path_;
  int file_ = -1;
};

/// Runs `make -j3` with two simultaneous builds of the project, each by a recipe that begins with `prefix` and has
/// `flags`. Calls `look` while they run, and then ends them.
template <class Look>
void while_making(const Project& project, const std::string& prefix, const std::string& flags, const Look& look) {
  write_endless_sources(project.folder(), "src");
  project.folder().write("Makefile", "all: one two\none two:\n\t" + prefix + tool() +
                                         " build src -o $@/k.hpp --arch gfx1100 --no-cache --no-pch -q " +
                                         kEndlessFlag + " " + flags + "\n");
  auto variables = tool_environment();
  variables.insert({{"MAKEFLAGS", ""}, {"MAKELEVEL", ""}, {"MFLAGS", ""}});
  Background make({"make", "-j3"}, {project.path(), variables});
  REQUIRE(wait_until([&] {
    return has_only_compiles_left(project / "one/k.artifacts") && has_only_compiles_left(project / "two/k.artifacts");
  }));
  look(make);
  make.send(SIGTERM);
  const auto ended = make.wait();
  CHECK_THAT(ended.err, !Catch::Contains("jobserver"));
  CHECK_THAT(ended.err, !Catch::Contains("warning"));
}

}  // namespace

TEST_CASE("jobserver: two builds under make -j3 share three workers") {
  Project project;
  while_making(project, "+", "-j4",
               [](const Background& make) { check_settles_at(3, [&] { return workers_below(make.pid()); }); });
}

TEST_CASE("jobserver: the tool's own -j is an additional limit") {
  Project project;
  // Two tools with one worker each.
  while_making(project, "+", "-j1",
               [](const Background& make) { check_settles_at(2, [&] { return workers_below(make.pid()); }); });
}

TEST_CASE("jobserver: a recipe without access to make's server has the number of workers of -j and no message") {
  Project project;
  // Without "+" before the command, make does not pass its job server. Two tools have two workers each.
  while_making(project, "", "-j2",
               [](const Background& make) { check_settles_at(4, [&] { return workers_below(make.pid()); }); });
}

TEST_CASE("jobserver: a tool has one worker without a token and one more per token and returns all tokens") {
  Project project;
  write_endless_sources(project.folder(), "src");
  const Fifo fifo(project / "fifo");
  Background tool(project.command({kEndlessFlag, "--no-pch", "-q", "-j3"}), {project.path(), fifo.environment()});
  REQUIRE(wait_until([&] { return has_only_compiles_left(project / "out/k.artifacts"); }));
  const auto workers = [&] { return children_of(tool.pid()).size(); };
  check_settles_at(1, workers);
  fifo.put("x");
  check_settles_at(2, workers);
  // One of these tokens is not taken, because of -j3: of the three workers, one needs no token.
  fifo.put("yz");
  check_settles_at(3, workers);
  const auto left = fifo.take();
  CHECK(left.size() == 1);

  tool.send(SIGINT);
  CHECK(tool.wait().exit_code == 130);
  auto all = left + fifo.take();
  std::sort(all.begin(), all.end());
  CHECK(all == "xyz");
}

TEST_CASE("jobserver: a build that ends has returned every token whatever the result of its jobs") {
  Project project;
  for (const std::string name : {"a", "b", "c"}) project.source(name + ".cu", kernel_source(name));
  project.source("bad.cu", "extern \"C\" __global__ void bad(int* p) { *p = missing; }\n");
  const Fifo fifo(project / "fifo");
  for (const int exit_code : {1, 0}) {
    fifo.put("abc");
    const auto ended = run(project.command({"-O0", "-j4"}), {project.path(), fifo.environment()});
    INFO(ended.err);
    CHECK(ended.exit_code == exit_code);
    CHECK(fifo.take() == "abc");
    fs::remove(project / "src/bad.cu");
  }
}
