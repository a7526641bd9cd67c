#include "support/jobserver.hpp"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/worker.hpp"

using namespace rocm_bindgen::build;

namespace {

/// A jobserver as make creates it: a pipe with one byte per token.
class Pipe {
 public:
  explicit Pipe(const std::string& tokens) {
    REQUIRE(::pipe(ends_) == 0);
    REQUIRE(::write(ends_[1], tokens.data(), tokens.size()) == static_cast<ssize_t>(tokens.size()));
  }
  ~Pipe() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  std::string auth() const { return std::to_string(ends_[0]) + "," + std::to_string(ends_[1]); }
  std::string left() const {
    ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
    char bytes[64];
    const auto got = ::read(ends_[0], bytes, sizeof bytes);
    return got > 0 ? std::string(bytes, static_cast<std::size_t>(got)) : std::string();
  }

 private:
  int ends_[2] = {-1, -1};
};

}  // namespace

TEST_CASE("jobserver: tokens are taken while available and returned unchanged") {
  const Pipe pipe("xyz");
  {
    // The argument is the value of MAKEFLAGS. After `--` it has definitions of variables, which are not options.
    auto server = Jobserver::connect(" -j --jobserver-auth=" + pipe.auth() + " -- CFLAGS=--jobserver-auth=9,9");
    REQUIRE(server);
    CHECK(server->acquire());
    CHECK(server->acquire());
    CHECK(server->acquire());
    CHECK_FALSE(server->acquire());  // does not block
    server->release();
    CHECK(server->acquire());
    server->release();
  }
  const auto left = pipe.left();
  CHECK(left.size() == 3);
  for (const char token : {'x', 'y', 'z'}) CHECK(left.find(token) != std::string::npos);
}

TEST_CASE("jobserver: a named pipe and the old name of the option are supported") {
  test::Folder folder;
  const auto path = (folder / "GMfifo1").string();
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const int make = ::open(path.c_str(), O_RDWR);
  REQUIRE(::write(make, "++", 2) == 2);
  {
    auto server = Jobserver::connect("w -j3 --jobserver-auth=fifo:" + path);
    REQUIRE(server);
    CHECK(server->acquire());
    CHECK(server->acquire());
    CHECK_FALSE(server->acquire());
  }
  ::close(make);
  const Pipe pipe("+");
  auto old = Jobserver::connect("--jobserver-fds=" + pipe.auth() + " -j");
  REQUIRE(old);
  CHECK(old->acquire());
}

TEST_CASE("jobserver: a missing or unreachable server is no error") {
  test::Folder folder;
  const auto file = folder.write("file", "+");
  // No server, descriptors that are not open or not numbers, a missing file, a file that is not a pipe, and a text
  // after "--", which is not an option.
  for (const std::string& flags :
       {std::string(), std::string("-k"), std::string("--jobserver-auth=901,902"),
        std::string("--jobserver-auth=-2,-2"), std::string("--jobserver-auth="), std::string("--jobserver-auth=a,b"),
        "--jobserver-auth=fifo:" + (folder / "none").string(), "--jobserver-auth=fifo:" + file.string(),
        std::string("-- --jobserver-auth=0,1")}) {
    INFO(flags);
    CHECK_FALSE(Jobserver::connect(flags));
  }
  // An open descriptor that is not a pipe.
  const int other = ::open(file.c_str(), O_RDWR);
  CHECK_FALSE(Jobserver::connect("--jobserver-auth=" + std::to_string(other) + "," + std::to_string(other)));
  ::close(other);
}

TEST_CASE("jobserver: the number of workers is that of tokens plus one") {
  test::Folder folder;
  // Each worker keeps a file for 300 ms and returns the maximum number of files that it saw in this time.
  const auto most_at_a_time = [&](Jobserver* server) {
    const auto place = folder / ("run" + std::to_string(server == nullptr ? 0 : 1));
    std::filesystem::create_directories(place);
    std::vector<WorkerTask> tasks;
    for (int i = 0; i < 6; ++i)
      tasks.push_back({"task", [&, i] {
                         const auto mine = place / std::to_string(i);
                         std::ofstream{mine};
                         std::size_t most = 0;
                         for (int look = 0; look < 30; ++look) {
                           most = std::max<std::size_t>(most, static_cast<std::size_t>(std::distance(
                                                                  std::filesystem::directory_iterator(place), {})));
                           ::usleep(10000);
                         }
                         std::filesystem::remove(mine);
                         return std::to_string(most);
                       }});
    WorkerLimits limits;
    limits.jobs = 4;
    limits.jobserver = server;
    std::size_t most = 0;
    for (const auto& result : run_workers(tasks, limits, [](std::size_t, const WorkerResult&) { return true; }))
      most = std::max<std::size_t>(most, std::stoul(result.payload));
    return most;
  };
  CHECK(most_at_a_time(nullptr) == 4);  // limits.jobs
  const Pipe pipe("+");
  auto server = Jobserver::connect("--jobserver-auth=" + pipe.auth());
  REQUIRE(server);
  CHECK(most_at_a_time(&*server) == 2);  // one for the token, and one that needs none
  CHECK(pipe.left() == "+");
}
