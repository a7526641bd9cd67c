#include "program/program.hpp"

#include <algorithm>
#include <functional>

#include <nlohmann/json.hpp>

#include "pipeline/bindings_state.hpp"
#include "pipeline/cache/cache_upkeep.hpp"
#include "pipeline/defaults.hpp"
#include "pipeline/stages/find_toolchain.hpp"
#include "program/file_store.hpp"
#include "program/host_objects.hpp"
#include "program/linker.hpp"
#include "rocm_bindgen/build/builder.hpp"
#include "support/append.hpp"
#include "support/file.hpp"
#include "support/interrupt.hpp"
#include "toolchain/rocm.hpp"
#include "toolchain/target_id.hpp"
#include "toolchain/tool_folders.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The extension of programs in the cache.
constexpr const char* kProgram = "program";

std::vector<std::string> words_for_linker(const std::vector<fs::path>& objects, const std::vector<std::string>& more) {
  std::vector<std::string> words;
  for (const auto& object : objects) words.push_back(object.string());
  append(words, more);
  return words;
}

/// C sources declare CUDA's functions by CUDA's names, which this library defines with HIP's. In a library, what
/// nothing refers to is not linked.
std::vector<fs::path> libraries_for_c(const std::vector<fs::path>& c_sources) {
  std::error_code error;
  auto library = toolkit_folder() / "lib64/libcuda_names.a";
  if (c_sources.empty() || !fs::exists(library, error)) return {};
  return {std::move(library)};
}

bool is_c_source(const fs::path& path) {
  return path.extension() == ".c";
}

/// Removes the C sources from `inputs` and returns them. C has no kernels, so nothing in them is translated.
std::vector<fs::path> take_c_sources(std::vector<fs::path>& inputs) {
  const auto first = std::stable_partition(inputs.begin(), inputs.end(), std::not_fn(is_c_source));
  std::vector<fs::path> taken(first, inputs.end());
  inputs.erase(first, inputs.end());
  return taken;
}

/// The libraries in the folders of -L that -l names, and the paths at which the linker does not find one.
Inputs libraries_in(const std::vector<std::string>& words) {
  Inputs inputs;
  for (const auto& folder : words)
    for (const auto& library : words) {
      if (!folder.starts_with("-L") || !library.starts_with("-l")) continue;
      for (const auto* extension : {".so", ".a"}) {
        std::error_code error;
        const auto path = fs::absolute(fs::path(folder.substr(2)) / ("lib" + library.substr(2) + extension), error);
        (fs::is_regular_file(path, error) ? inputs.files : inputs.absent).push_back(path.string());
      }
    }
  std::sort(inputs.files.begin(), inputs.files.end());
  std::sort(inputs.absent.begin(), inputs.absent.end());
  return inputs;
}

}  // namespace

Expected<BuiltProgram> build_program(const ProgramOptions& given) {
  auto options = given;
  options.build = with_defaults(std::move(options.build));
  auto& build = options.build;
  if (std::all_of(build.inputs.begin(), build.inputs.end(), is_c_source))
    return Failure(ExitCode::usage, "there are only C sources, which contain no kernels",
                   "name at least one CUDA or HIP source");
  const auto cache = cache_folder(build.cache_dir);
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto own_cache, prepare_cache(cache));
  ROCM_BINDGEN_TRY(const auto linker, find_linker(options.linker));
  ROCM_BINDGEN_TRY(const auto key, key_of_build(build, {{"linker", linker.string()},
                                                        {"link_words", options.link_words},
                                                        {"hip_library", options.hip_library.string()}}));
  if (FileStore known(cache, kProgram); build.use_cache && known.find(key))
    return BuiltProgram{known.path_of(key), {}, false};

  // find_toolchain() writes the compiler's headers and libraries to a new cache. It is called before `store` is made: a
  // file that is written later counts as changed during the build, and the next run would build the program again.
  ROCM_BINDGEN_TRY(const auto targets, parse_targets(build.targets, build.code_object_version));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto toolchain, find_toolchain(build, targets));
  FileStore store(cache, kProgram);

  // Device code is compiled first, because each host object contains the code objects of its source.
  ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create_in(store.folder(), key));
  build.out_dir = scratch.path() / "device";
  const auto c_sources = take_c_sources(build.inputs);
  ROCM_BINDGEN_TRY(const auto bindings, Builder(build).build_hsaco());
  ROCM_BINDGEN_TRY(auto host, compile_host_objects(bindings, c_sources, build, scratch.path()));

  append(host.files, libraries_for_c(c_sources));

  const auto linked = scratch.path() / "program";
  ROCM_BINDGEN_TRY(
      [[maybe_unused]] const auto done,
      link_program({linker, words_for_linker(host.files, options.link_words), options.hip_library, linked}));
  if (interrupted()) return Failure(ExitCode::interrupted, "interrupted");
  const auto inputs =
      united(united({bindings.dependencies(), bindings.absent()}, host.inputs), libraries_in(options.link_words));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto stored, store.store(key, linked, inputs));
  BuiltProgram program{store.path_of(key), bindings.diagnostics(), true};
  append(program.diagnostics, std::move(host.diagnostics));
  return program;
}

}  // namespace rocm_bindgen::build
