#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace test {

/// The result of a program that has ended.
struct Finished {
  int exit_code = -1;  ///< -1 if a signal killed it
  int signal = 0;      ///< the signal that killed it; 0 if none did
  std::string out;
  std::string err;
};

struct RunOptions {
  std::filesystem::path folder;  ///< working folder; if empty, that of this process
  std::map<std::string, std::string>
      environment;  ///< added to this process's environment; an empty value removes the variable
};

/// Runs argv[0] (searched for in PATH) without a shell and waits for it. Standard input is empty.
Finished run(const std::vector<std::string>& argv, const RunOptions& options = {});

/// A program that runs in the background; wait() returns its result.
class Background {
 public:
  Background(const std::vector<std::string>& argv, const RunOptions& options = {});
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void send(int signal) const;
  pid_t pid() const { return pid_; }
  /// What it has written to standard error so far.
  std::string error_output() const;
  Finished wait();

 private:
  pid_t pid_ = -1;
  std::filesystem::path out_, err_;
};

/// Polls until `condition` holds; returns false if it does not hold within `limit`.
bool wait_until(const std::function<bool()>& condition, std::chrono::seconds limit = std::chrono::seconds(60));

/// The running child processes of `parent`.
std::vector<pid_t> children_of(pid_t parent);

bool is_running(pid_t process);

/// The words to put before a command so that file modes apply to the user that runs it: none for an ordinary user,
/// setpriv for root.
std::vector<std::string> as_unprivileged();

/// Whether `program` is found in PATH.
bool has_program(const std::string& program);

}  // namespace test
