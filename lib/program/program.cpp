#include "program/program.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "discover/discover.hpp"
#include "pipeline/bindings_state.hpp"
#include "pipeline/cache/cache_upkeep.hpp"
#include "pipeline/defaults.hpp"
#include "pipeline/stages/find_toolchain.hpp"
#include "program/device_link.hpp"
#include "program/file_store.hpp"
#include "program/host_objects.hpp"
#include "program/linker.hpp"
#include "program/object.hpp"
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

/// Objects for the linker, and what compiling them has read and reported.
struct Objects {
  std::vector<fs::path> files;
  Inputs inputs;
  std::vector<Diagnostic> diagnostics;
};

/// Compiles the sources so that each object has the code objects of its source.
Expected<Objects> compile_objects(const BuildOptions& given, const std::vector<fs::path>& c_sources,
                                  const fs::path& folder) {
  auto build = given;
  build.out_dir = folder / "device";
  // Device code is compiled first, because each host object contains the code objects of its source.
  ROCM_BINDGEN_TRY(const auto bindings, Builder(build).build_hsaco());
  ROCM_BINDGEN_TRY(auto host, compile_host_objects(bindings, c_sources, build, folder));
  Objects objects{std::move(host.files), united({bindings.dependencies(), bindings.absent()}, host.inputs),
                  bindings.diagnostics()};
  append(objects.diagnostics, std::move(host.diagnostics));
  return objects;
}

/// The archives among the `libraries`, except those that are next to a shared library, which the linker prefers.
std::vector<fs::path> archives_of(const Inputs& libraries) {
  std::vector<fs::path> archives;
  for (const auto& file : libraries.files) {
    const auto shared = fs::path(file).replace_extension(".so").string();
    if (file.ends_with(".a") && !std::binary_search(libraries.files.begin(), libraries.files.end(), shared))
      archives.emplace_back(file);
  }
  return archives;
}

/// Compiles the sources with relocatable device code, and links this code. The first object has the result.
Expected<Objects> compile_relocatable_objects(const ProgramOptions& options, const std::vector<fs::path>& c_sources,
                                              const fs::path& linker, const fs::path& folder) {
  const auto& build = options.build;
  ROCM_BINDGEN_TRY(const auto sources, discover_modules(build.inputs, build.exclude));
  Objects objects;
  std::vector<Diagnostic> errors;
  for (const auto& source : sources) {
    auto one = build;
    one.inputs = {source.path};
    auto built = build_relocatable_object(one);
    if (!built) {
      append(errors, std::move(built.error().diagnostics));
      if (interrupted()) break;
      continue;
    }
    objects.files.push_back(folder / fmt::format("{}_{}.o", objects.files.size(), source.module));
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto written, write_file(objects.files.back(), built->bytes));
    objects.inputs = united(objects.inputs, built->inputs);
    append(objects.diagnostics, std::move(built->diagnostics));
  }
  if (!errors.empty()) return Failure(std::move(errors));
  auto linked = objects.files;
  append(linked, archives_of(libraries_in(options.link_words)));
  const auto device = folder / "device_link.o";
  ROCM_BINDGEN_TRY(const bool has_device_code, link_device_code({linked, linker, device, build.jobs}));
  if (has_device_code) objects.files.insert(objects.files.begin(), device);
  if (c_sources.empty()) return objects;
  ROCM_BINDGEN_TRY(auto c, compile_c_objects(c_sources, build, folder));
  append(objects.files, std::move(c.files));
  objects.inputs = united(objects.inputs, c.inputs);
  append(objects.diagnostics, std::move(c.diagnostics));
  return objects;
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
                                                        {"hip_library", options.hip_library.string()},
                                                        {"relocatable", options.relocatable}}));
  if (FileStore known(cache, kProgram); build.use_cache && known.find(key))
    return BuiltProgram{known.path_of(key), {}, false};

  // find_toolchain() writes the compiler's headers and libraries to a new cache. It is called before `store` is made: a
  // file that is written later counts as changed during the build, and the next run would build the program again.
  ROCM_BINDGEN_TRY(const auto targets, parse_targets(build.targets, build.code_object_version));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto toolchain, find_toolchain(build, targets));
  FileStore store(cache, kProgram);

  ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create_in(store.folder(), key));
  const auto c_sources = take_c_sources(build.inputs);
  ROCM_BINDGEN_TRY(auto objects, options.relocatable
                                     ? compile_relocatable_objects(options, c_sources, linker, scratch.path())
                                     : compile_objects(build, c_sources, scratch.path()));
  append(objects.files, libraries_for_c(c_sources));

  const auto linked = scratch.path() / "program";
  ROCM_BINDGEN_TRY(
      [[maybe_unused]] const auto done,
      link_program({linker, words_for_linker(objects.files, options.link_words), options.hip_library, linked}));
  if (interrupted()) return Failure(ExitCode::interrupted, "interrupted");
  const auto inputs = united(objects.inputs, libraries_in(options.link_words));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto stored, store.store(key, linked, inputs));
  return BuiltProgram{store.path_of(key), std::move(objects.diagnostics), true};
}

}  // namespace rocm_bindgen::build
