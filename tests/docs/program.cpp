#include "docs/program.hpp"

#include <filesystem>

#include "support/catch.hpp"
#include "support/process.hpp"
#include "support/tool.hpp"

namespace docs_test {
namespace {

void link(const test::Folder& folder, std::vector<std::string> argv, const std::string& program,
          const std::vector<std::string>& libraries) {
  const auto library_folder = std::filesystem::path(ROCM_BINDGEN_RUNTIME_LIBRARY).parent_path().string();
  argv.insert(argv.end(), {"-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I",
                           std::string(ROCM_BINDGEN_SOURCE_DIR) + "/runtime/loader/include", "-I",
                           std::string(ROCM_BINDGEN_SOURCE_DIR) + "/runtime/ops/include", "-I",
                           std::string(ROCM_BINDGEN_SOURCE_DIR) + "/kernels/tables", "-L", library_folder});
  argv.insert(argv.end(), libraries.begin(), libraries.end());
  argv.insert(argv.end(), {"-Wl,-rpath," + library_folder, "-o", program});
  const auto linked = test::run(argv, {folder.path(), {}});
  INFO(linked.err);
  REQUIRE(linked.exit_code == 0);
}

}  // namespace

void link_with_ours(const test::Folder& folder, const std::string& file, const std::string& program,
                    const std::vector<std::string>& more_flags) {
  std::vector<std::string> argv{"g++", "-std=c++17", file};
  if (std::filesystem::path(file).extension() == ".c") argv = {"gcc", "-std=c11", file};
  argv.insert(argv.end(), more_flags.begin(), more_flags.end());
  link(folder, argv, program, {"-lrocm_bindgen_runtime"});
}

void link_with_kernels(const test::Folder& folder, const std::string& file, const std::string& program) {
  link(folder, {"g++", "-std=c++17", file}, program, {"-lrocm_bindgen_kernels", "-lrocm_bindgen_runtime"});
}

void build_kernels(const test::Folder& folder, const std::string& sources, const std::string& header,
                   const std::string& archs, const std::vector<std::string>& more_flags) {
  std::vector<std::string> words{"build", sources, "-o", header, "--arch", archs, "-q"};
  words.insert(words.end(), more_flags.begin(), more_flags.end());
  const auto built = test::rocm_bindgen(words, {folder.path(), {}});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  CHECK(built.err + built.out == "");
}

std::string run_emulated(const test::Folder& folder, const std::string& program, const std::string& target,
                         const std::vector<std::pair<std::string, std::string>>& variables) {
  // An empty value removes a variable: the program runs as it would for a reader, whatever a developer's shell has set.
  test::RunOptions options{folder.path(),
                           {{"ROCM_BINDGEN_DRIVER", "emulated:" + target},
                            {"ROCM_BINDGEN_EMULATOR_LIBRARY", ""},
                            {"ROCM_BINDGEN_RTC_CACHE", ""}}};
  for (const auto& [name, value] : variables) options.environment[name] = value;
  const auto ran = test::run({program}, options);
  INFO(program << " on " << target << "\n" << ran.out << ran.err);
  CHECK(ran.exit_code == 0);
  return ran.out;
}

}  // namespace docs_test
