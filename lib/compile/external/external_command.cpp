#include "compile/external/external_command.hpp"

#include <algorithm>

#include "hipify/front_end/hip_file_system.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The start of a line with a command, up to its first word.
constexpr std::string_view kCommandStart = " \"";

constexpr std::string_view kDriverName = "clang";

/// Reads the words of the command at `at`, and moves `at` after it.
std::vector<std::string> read_command(const std::string& printed, std::size_t& at) {
  std::vector<std::string> words;
  while (at + 1 < printed.size() && printed[at] == ' ' && printed[at + 1] == '"') {
    std::string word;
    for (at += 2; at < printed.size() && printed[at] != '"'; ++at) {
      if (printed[at] == '\\' && at + 1 < printed.size()) ++at;
      word += printed[at];
    }
    ++at;
    words.push_back(std::move(word));
  }
  return words;
}

std::size_t next_line(const std::string& text, std::size_t at) {
  const auto end = text.find('\n', std::min(at, text.size()));
  return end == std::string::npos ? text.size() : end + 1;
}

}  // namespace

std::vector<std::string> external_command(const HipSource& source, const TargetId& target,
                                          const CompileOptions& options, const fs::path& output) {
  auto command = compile_command(source, target, options, output);
  command.front() = options.external.program.string();
  // The external compiler uses its own resource headers. The tool's device headers are in the folder to which they were
  // unpacked, because this compiler cannot read the embedded ones.
  std::erase_if(command, [](const std::string& word) { return word.starts_with("-resource-dir="); });
  std::replace(command.begin(), command.end(), std::string(kDeviceHeaderFolder),
               options.external.device_headers.string());
  // The folder is in a cache, whose path must not be in the bytes.
  command.insert(command.begin() + 1,
                 "-ffile-prefix-map=" + options.external.device_headers.string() + "=device-headers");
  return command;
}

std::vector<std::vector<std::string>> read_driver_plan(const std::string& printed) {
  std::vector<std::vector<std::string>> commands;
  for (std::size_t at = 0; at < printed.size(); at = next_line(printed, at))
    if (printed.compare(at, kCommandStart.size(), kCommandStart) == 0) commands.push_back(read_command(printed, at));
  return commands;
}

std::string messages_of_driver_plan(const std::string& printed) {
  std::string messages;
  for (std::size_t at = 0; at < printed.size();) {
    const bool is_command = printed.compare(at, kCommandStart.size(), kCommandStart) == 0;
    if (is_command) read_command(printed, at);
    const auto end = next_line(printed, at);
    // The driver's own messages start with its name. Everything else is its version and installation folder.
    if (!is_command && printed.compare(at, kDriverName.size(), kDriverName) == 0)
      messages.append(printed, at, end - at);
    at = end;
  }
  return messages;
}

}  // namespace rocm_bindgen::build
