#include "support/process.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <signal.h>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "support/files.hpp"

namespace test {
namespace fs = std::filesystem;
namespace {

fs::path temporary_file() {
  std::string name = (fs::temp_directory_path() / "rocm-bindgen-test-XXXXXX").string();
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) throw std::runtime_error("mkstemp failed");
  ::close(descriptor);
  return name;
}

[[noreturn]] void exec_child(const std::vector<std::string>& argv, const RunOptions& options, const fs::path& out,
                             const fs::path& err) {
  if (!options.folder.empty() && ::chdir(options.folder.c_str()) != 0) ::_exit(126);
  for (const auto& [name, value] : options.environment) {
    if (value.empty()) {
      ::unsetenv(name.c_str());
    } else {
      ::setenv(name.c_str(), value.c_str(), 1);
    }
  }
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::dup2(::open(out.c_str(), O_WRONLY | O_TRUNC), STDOUT_FILENO);
  ::dup2(::open(err.c_str(), O_WRONLY | O_TRUNC), STDERR_FILENO);
  // The parent of the test program may have set signals to be ignored, which children inherit.
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) ::signal(signal, SIG_DFL);
  std::vector<char*> words;
  for (const auto& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execvp(words[0], words.data());  // returns only if it fails; shells use 126 and 127 too
  ::_exit(127);
}

}  // namespace

Background::Background(const std::vector<std::string>& argv, const RunOptions& options)
    : out_(temporary_file()), err_(temporary_file()) {
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("fork failed");
  if (pid_ == 0) exec_child(argv, options, out_, err_);
}

Background::~Background() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  std::error_code ignored;
  fs::remove(out_, ignored);
  fs::remove(err_, ignored);
}

void Background::send(int signal) const {
  ::kill(pid_, signal);
}

std::string Background::error_output() const {
  return read(err_);
}

Finished Background::wait() {
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
  Finished finished;
  if (WIFEXITED(status)) finished.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) finished.signal = WTERMSIG(status);
  finished.out = read(out_);
  finished.err = read(err_);
  return finished;
}

Finished run(const std::vector<std::string>& argv, const RunOptions& options) {
  return Background(argv, options).wait();
}

bool wait_until(const std::function<bool()>& condition, std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

std::vector<pid_t> children_of(pid_t parent) {
  // /proc/PID/task/PID/children exists only in kernels that are configured with it.
  std::vector<pid_t> children;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const auto name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto status = read(entry.path() / "status");
    if (status.find("\nPPid:\t" + std::to_string(parent) + "\n") == std::string::npos) continue;
    // A zombie (Z) has ended.
    if (status.find("\nState:\tZ") == std::string::npos) children.push_back(std::stoi(name));
  }
  return children;
}

bool is_running(pid_t process) {
  const auto status = read(fs::path("/proc") / std::to_string(process) / "status");
  return !status.empty() && status.find("\nState:\tZ") == std::string::npos;
}

std::vector<std::string> as_unprivileged() {
  if (::geteuid() != 0) return {};
  // 65534 is the user nobody.
  return {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"};
}

bool has_program(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string folders = path != nullptr ? path : "";
  for (std::size_t start = 0; start <= folders.size();) {
    const auto end = std::min(folders.find(':', start), folders.size());
    if (::access((folders.substr(start, end - start) + "/" + program).c_str(), X_OK) == 0) return true;
    start = end + 1;
  }
  return false;
}

}  // namespace test
