// bin/nvcc of the toolkit folder. Build systems derive the toolkit's folder from the path of nvcc, links resolved, so
// this must be a file of its own in that folder. It starts the tool under the name of this file, by which the tool
// knows the folder and that it has to behave as nvcc.
//
// The tool is bin/rocm-bindgen of the prefix in which the toolkit folder is installed. A copy of the folder elsewhere
// uses the rocm-bindgen in PATH.

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

/// The path of this program, with links resolved; empty if it cannot be determined.
std::string own_path() {
  std::vector<char> path(65536);
  const auto length = ::readlink("/proc/self/exe", path.data(), path.size());
  return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : std::string();
}

bool is_program(const std::string& path) {
  return ::access(path.c_str(), X_OK) == 0;
}

/// Searches the folders above `path` for the tool, then those in PATH.
std::string find_tool(std::string path) {
  for (auto end = path.rfind('/'); end != std::string::npos; end = path.rfind('/')) {
    path.resize(end);
    if (auto tool = path + "/bin/rocm-bindgen"; is_program(tool)) return tool;
  }
  const char* variable = std::getenv("PATH");
  std::string folders = variable != nullptr ? variable : "";
  for (std::size_t begin = 0; begin < folders.size();) {
    const auto end = std::min(folders.find(':', begin), folders.size());
    if (auto tool = folders.substr(begin, end - begin) + "/rocm-bindgen"; end > begin && is_program(tool)) return tool;
    begin = end + 1;
  }
  return {};
}

}  // namespace

int main(int, char** words) {
  auto name = own_path();
  const auto tool = find_tool(name);
  if (tool.empty()) {
    std::fprintf(stderr,
                 "nvcc fatal   : rocm-bindgen, which does this program's work, was not found above '%s' or in PATH\n",
                 name.c_str());
    return 1;
  }
  words[0] = name.data();
  ::execv(tool.c_str(), words);
  std::fprintf(stderr, "nvcc fatal   : cannot start '%s': %s\n", tool.c_str(), std::strerror(errno));
  return 1;
}
