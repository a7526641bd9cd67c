#include "runtime/emulator/device/session.hpp"

#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "gpu/artifact_modules.hpp"
#include "support/files.hpp"

namespace device_test {
namespace {

constexpr const char* kPrefix = "ROCM_BINDGEN_EMULATOR_";

/// The options that EmulatorEnvironment unsets unless the test sets them. ENGINE is not among them, so the tests
/// that do not set it can be run with each engine.
constexpr const char* kOptions[] = {"CHECKS", "SEED",   "THREADS", "MAX_INSTRUCTIONS",
                                    "MEMORY", "REPORT", "PROFILE", "CACHE"};

/// The string is stored, because test::Environment keeps a pointer to the name.
const char* variable(const std::string& option) {
  static std::map<std::string, std::string> names;
  return names.try_emplace(option, kPrefix + option).first->second.c_str();
}

/// Returns the line, as in "memory.cu:12", that ends with the comment "fault: NAME" in the kernel's source.
std::string marked_line(const std::string& artifacts, const std::string& mark) {
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(ROCM_BINDGEN_DEVICE_TESTS) / artifacts)) {
    std::istringstream text(test::read(entry.path()));
    unsigned number = 1;
    for (std::string line; std::getline(text, line); ++number) {
      const auto at = line.find("// fault: " + mark);
      if (at != std::string::npos && line.substr(at) == "// fault: " + mark)
        return entry.path().filename().string() + ":" + std::to_string(number);
    }
  }
  throw std::runtime_error("no line of the sources in " + artifacts + " ends with '// fault: " + mark + "'");
}

}  // namespace

EmulatorEnvironment::EmulatorEnvironment(const std::string& target, const Options& options) {
  variables_.emplace_back("ROCM_BINDGEN_DRIVER", "emulated:" + target);
  variables_.emplace_back("ROCM_BINDGEN_EMULATOR_LIBRARY", ROCM_BINDGEN_EMULATOR);
  // An empty variable counts as unset, except that an empty CACHE means that there is no cache.
  std::map<std::string, std::string> values;
  for (const char* name : kOptions) values[name] = "";
  for (const auto& [name, value] : options) (name == "ENGINE" ? values[name] : values.at(name)) = value;
  for (const auto& [name, value] : values) variables_.emplace_back(variable(name), value);
}

const std::deque<rocm_bindgen::Module>& modules_of(const std::string& artifacts) {
  static std::map<std::string, gpu::ArtifactModules> folders;
  auto found = folders.find(artifacts);
  if (found == folders.end())
    found = folders
                .try_emplace(artifacts,
                             std::filesystem::path(ROCM_BINDGEN_DEVICE_ARTIFACTS) / artifacts / "kernels.artifacts")
                .first;
  return found->second.modules();
}

const rocm_bindgen::Module& module_with(const std::string& artifacts, const std::string& kernel) {
  for (const auto& module : modules_of(artifacts))
    for (std::size_t i = 0; i < module.kernel_count; ++i)
      if (module.kernels[i].name == kernel) return module;
  throw std::runtime_error("no module of " + artifacts + " has a kernel " + kernel);
}

void Session::check_message(const std::string& message, const std::string& kernel,
                            const ExpectedFault& expected) const {
  using Catch::Contains;
  CHECK_THAT(message, Contains("kernel '" + kernel + "', workgroup " + expected.workgroup + ", wave "));
  if (expected.work_item.empty())
    CHECK_THAT(message, !Contains("work-item "));
  else
    CHECK_THAT(message, Contains("(work-item " + expected.work_item + ")"));
  if (!expected.line.empty()) {
    const auto line = marked_line(artifacts_, expected.line);
    // The column may follow, but no further digit of the line number.
    CHECK_THAT(message, Contains(line + ":") || Contains(line + "\n"));
  }
  for (const auto& word : expected.words) CHECK_THAT(message, Contains(word));
}

void Session::check_works() {
  // "faults" is named, because a session with other artifacts has no kernel `scale`.
  const auto in = upload(std::vector<float>{1, 2, 3, 4});
  const auto out = zeros<float>(4);
  device_.kernel(module_with("faults", "scale"), "scale").launch({{2}, {2}}, stream_, in, out, 0.5f);
  CHECK(out.to_vector() == std::vector<float>{0.5f, 1, 1.5f, 2});
}

std::string hexadecimal(const void* address) {
  std::ostringstream text;
  text << "0x" << std::hex << reinterpret_cast<std::uintptr_t>(address);
  return text.str();
}

}  // namespace device_test
