#include "support/tool.hpp"

#include <filesystem>
#include <unistd.h>

namespace test {
namespace fs = std::filesystem;
namespace {

/// Links the files of a folder into another one, without temporary files and those that are there already.
void link_files(const fs::path& from, const fs::path& to) {
  std::error_code error;
  for (fs::directory_iterator entry(from, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;  // another test may have removed the file or made the same link
    const auto name = entry->path().filename();
    if (name.string().find(".tmp-") == std::string::npos) fs::create_hard_link(entry->path(), to / name, ignored);
  }
}

/// The cache of this process. Copies of a project share code objects, so with one cache for all tests the result of a
/// test would depend on which others have run. Precompiled headers are shared, because making them takes most of the
/// time of a small build.
class ProcessCache {
 public:
  ProcessCache() {
    std::error_code none;
    fs::remove_all(home_, none);  // of an earlier process with this number that was killed
    fs::create_directories(shared_);
    fs::create_directories(own_);
    // The tool refuses a cache to which others can write.
    for (auto folder = own_; folder != fs::path(ROCM_BINDGEN_TEST_CACHE); folder = folder.parent_path())
      fs::permissions(folder, fs::perms::owner_all);
    link_files(shared_, own_);
  }
  ProcessCache(const ProcessCache&) = delete;
  ProcessCache& operator=(const ProcessCache&) = delete;
  ~ProcessCache() {
    link_files(own_, shared_);
    std::error_code ignored;
    fs::remove_all(home_, ignored);
  }

  fs::path home() const { return home_; }

 private:
  fs::path shared_ = fs::path(ROCM_BINDGEN_TEST_CACHE) / "prefixes";
  fs::path home_ = fs::path(ROCM_BINDGEN_TEST_CACHE) / ("process-" + std::to_string(::getpid()));
  fs::path own_ = home_ / "rocm-bindgen/prefixes";
};

}  // namespace

std::map<std::string, std::string> tool_environment() {
  static const ProcessCache cache;
  // An empty value removes a variable.
  return {{"XDG_CACHE_HOME", cache.home().string()},
          {"ROCM_BINDGEN_REMOTE_CACHE", ""},
          {"http_proxy", ""},
          {"https_proxy", ""},
          {"all_proxy", ""}};
}

void share_precompiled_headers(const fs::path& cache) {
  fs::create_directories(cache / "prefixes");
  // The tool refuses a cache to which others can write.
  for (const auto& folder : {cache, cache / "prefixes"}) fs::permissions(folder, fs::perms::owner_all);
  link_files(fs::path(tool_environment().at("XDG_CACHE_HOME")) / "rocm-bindgen/prefixes", cache / "prefixes");
}

std::string tool() {
  return ROCM_BINDGEN_TOOL;
}

fs::path compiler_of(const fs::path& tool) {
#ifdef ROCM_BINDGEN_COMPILER
  return tool.parent_path().parent_path() / "libexec/rocm_bindgen/rocm-bindgen-compiler";
#else
  return tool;
#endif
}

fs::path copy_tool(const fs::path& folder) {
  const auto copy = folder / "bin/rocm-bindgen";
  fs::create_directories(copy.parent_path());
  fs::copy_file(tool(), copy, fs::copy_options::overwrite_existing);
  if (compiler_of(tool()) != tool()) {
    const auto compiler = compiler_of(copy);
    fs::create_directories(compiler.parent_path());
    fs::copy_file(compiler_of(tool()), compiler, fs::copy_options::overwrite_existing);
  }
  return copy;
}

Finished rocm_bindgen(const std::vector<std::string>& arguments, RunOptions options) {
  std::vector<std::string> argv{tool()};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  options.environment.merge(tool_environment());
  return run(argv, options);
}

Finished hipify(const Folder& folder, std::vector<std::string> words) {
  words.insert(words.begin(), "hipify");
  return rocm_bindgen(words, {folder.path(), {}});
}

std::string kernel_source(const std::string& name) {
  return "#include <cuda_runtime.h>\n"
         "extern \"C\" __global__ void " +
         name +
         "(float* out) {\n"
         "  out[threadIdx.x] = 1.0f;\n"
         "}\n";
}

}  // namespace test
