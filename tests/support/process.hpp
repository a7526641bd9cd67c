#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace test {

/// What a program left behind.
struct Finished {
  int exit_code = -1;  ///< -1: killed by a signal
  int signal = 0;
  std::string out;
  std::string err;
};

struct RunOptions {
  std::filesystem::path folder;                    ///< working folder; empty = ours
  std::map<std::string, std::string> environment;  ///< added to ours; an empty value removes the variable
};

/// Runs argv[0] (looked up in PATH) and waits for it; never a shell. Standard input is empty.
Finished run(const std::vector<std::string>& argv, const RunOptions& options = {});

/// A program running in the background; wait() collects it.
class Background {
 public:
  Background(const std::vector<std::string>& argv, const RunOptions& options = {});
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void send(int signal) const;
  pid_t pid() const { return pid_; }
  /// What it has written to standard error up to now.
  std::string error_output() const;
  Finished wait();

 private:
  pid_t pid_ = -1;
  std::filesystem::path out_, err_;
};

/// Looks until `condition` holds; false if it does not within `limit`.
bool wait_until(const std::function<bool()>& condition, std::chrono::seconds limit = std::chrono::seconds(60));

/// The processes that `parent` started and that still run.
std::vector<pid_t> children_of(pid_t parent);

bool is_running(pid_t process);

/// What to put before a command so that it runs as a user whom file modes bind: nothing for an ordinary user, setpriv
/// for root.
std::vector<std::string> as_unprivileged();

/// Can `program` be found in PATH?
bool has_program(const std::string& program);

}  // namespace test
