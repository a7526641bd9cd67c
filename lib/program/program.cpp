#include "program/program.hpp"

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

/// nvcc compiles these sources as C.
Diagnostic compiled_as_cpp(const fs::path& source) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.file = source.string();
  diagnostic.text = "this C source is compiled as C++";
  return diagnostic;
}

}  // namespace

Expected<BuiltProgram> build_program(const ProgramOptions& given) {
  auto options = given;
  options.build = with_defaults(std::move(options.build));
  auto& build = options.build;
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
  ROCM_BINDGEN_TRY(const auto bindings, Builder(build).build_hsaco());
  ROCM_BINDGEN_TRY(auto host, compile_host_objects(bindings, build, scratch.path()));

  const auto linked = scratch.path() / "program";
  ROCM_BINDGEN_TRY(
      [[maybe_unused]] const auto done,
      link_program({linker, words_for_linker(host.files, options.link_words), options.hip_library, linked}));
  if (interrupted()) return Failure(ExitCode::interrupted, "interrupted");
  const auto inputs = both({bindings.dependencies(), bindings.absent()}, host.inputs);
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto stored, store.store(key, linked, inputs));
  BuiltProgram program{store.path_of(key), bindings.diagnostics(), true};
  append(program.diagnostics, std::move(host.diagnostics));
  for (const auto& input : build.inputs)
    if (input.extension() == ".c") program.diagnostics.push_back(compiled_as_cpp(input));
  return program;
}

}  // namespace rocm_bindgen::build
