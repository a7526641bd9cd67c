#include "program/program.hpp"

#include <sys/stat.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "discover/discover.hpp"
#include "pipeline/bindings_state.hpp"
#include "pipeline/cache/cache_upkeep.hpp"
#include "pipeline/defaults.hpp"
#include "pipeline/records/record_folder.hpp"
#include "pipeline/stages/find_toolchain.hpp"
#include "program/host_objects.hpp"
#include "program/linker.hpp"
#include "rocm_bindgen/build/builder.hpp"
#include "support/append.hpp"
#include "support/exact_bytes.hpp"
#include "support/file.hpp"
#include "support/interrupt.hpp"
#include "toolchain/gcc_installations.hpp"
#include "toolchain/rocm.hpp"
#include "toolchain/target_id.hpp"
#include "toolchain/tool_identity.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

/// The cache key: a hash of everything that determines the program except the contents of files. The program's record
/// has their hashes, because which headers are read is known only after compilation.
Expected<std::string> key_of(const ProgramOptions& options, const fs::path& linker) {
  const auto& build = options.build;
  ROCM_BINDGEN_TRY(const auto targets, parse_targets(build.targets, build.code_object_version));
  ROCM_BINDGEN_TRY(const auto sources, discover_modules(build.inputs, build.exclude));
  ROCM_BINDGEN_TRY(const auto rocm, find_rocm({build.rocm_path, build.rocm_device_library_path}));
  std::error_code error;
  Json json{{"folder", fs::current_path(error).string()},
            {"tool", tool_identity()},
            {"gcc", gcc_installations()},
            {"rocm", {rocm.root.string(), rocm.hip_version, rocm.device_libraries.string()}},
            {"flags", build.clang_flags},
            {"cuda_arch", build.cuda_arch.value_or(-1)},
            {"linker", linker.string()},
            {"link_words", options.link_words},
            {"hip_library", options.hip_library.string()}};
  for (const auto& target : targets) json["targets"].push_back({target.canonical, target.code_object_version});
  for (const auto& source : sources) json["sources"].push_back(source.path.string());
  return content_hash(exact_bytes(json));
}

/// The programs in the cache, each with a record of the files that it was made from.
class ProgramStore {
 public:
  explicit ProgramStore(const fs::path& cache) : folder_(cache / kProgramFolder), records_(folder_, seen_) {}

  const fs::path& folder() const { return folder_; }
  fs::path path_of(const std::string& key) const { return folder_ / (key + ".program"); }

  bool has(const std::string& key) {
    // A program of another size than recorded is incomplete, or missing if the size cannot be determined.
    const auto valid = records_.find_valid(key + ".record", key);
    std::error_code error;
    if (!valid || valid->record.value("bytes", std::uintmax_t{0}) != fs::file_size(path_of(key), error) || error)
      return false;
    records_.touch(key + ".record");
    return true;
  }

  /// Moves a new program into the cache and writes its record.
  Expected<Done> store(const std::string& key, const fs::path& program, const Inputs& inputs) {
    std::error_code error;
    const auto bytes = fs::file_size(program, error);
    if (!error) fs::rename(program, path_of(key), error);
    if (error)
      return Failure(ExitCode::output, fmt::format("cannot write '{}': {}", path_of(key).string(), error.message()));
    return records_.write(key + ".record", key, {{"bytes", bytes}}, inputs);
  }

 private:
  fs::path folder_;
  SeenFiles seen_;
  RecordFolder records_;
};

/// Removes the C sources from `inputs` and returns them. C has no kernels, so nothing in them is translated.
std::vector<fs::path> take_c_sources(std::vector<fs::path>& inputs) {
  const auto first = std::stable_partition(inputs.begin(), inputs.end(),
                                           [](const fs::path& path) { return path.extension() != ".c"; });
  std::vector<fs::path> taken(first, inputs.end());
  inputs.erase(first, inputs.end());
  return taken;
}

}  // namespace

Expected<BuiltProgram> build_program(const ProgramOptions& given) {
  auto options = given;
  options.build = with_defaults(std::move(options.build));
  auto& build = options.build;
  const auto cache = cache_folder(build.cache_dir);
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto own_cache, prepare_cache(cache));
  ROCM_BINDGEN_TRY(const auto linker, find_linker(options.linker));
  ROCM_BINDGEN_TRY(const auto key, key_of(options, linker));
  if (ProgramStore known(cache); build.use_cache && known.has(key)) return BuiltProgram{known.path_of(key), {}, false};

  // find_toolchain() writes the compiler's headers and libraries to a new cache. It is called before `store` is made: a
  // file that is written later counts as changed during the build, and the next run would build the program again.
  ROCM_BINDGEN_TRY(const auto targets, parse_targets(build.targets, build.code_object_version));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto toolchain, find_toolchain(build, targets));
  ProgramStore store(cache);

  // Device code is compiled first, because each host object contains the code objects of its source.
  ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create_in(store.folder(), key));
  build.out_dir = scratch.path() / "device";
  const auto c_sources = take_c_sources(build.inputs);
  ROCM_BINDGEN_TRY(const auto bindings, Builder(build).build_hsaco());
  ROCM_BINDGEN_TRY(auto host, compile_host_objects(bindings, c_sources, build, scratch.path()));

  const auto linked = scratch.path() / "program";
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto done,
                   link_program({linker, host.files, options.hip_library, options.link_words, linked}));
  if (interrupted()) return Failure(ExitCode::interrupted, "interrupted");
  const auto inputs = united({bindings.dependencies(), bindings.absent()}, host.inputs);
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto stored, store.store(key, linked, inputs));
  BuiltProgram program{store.path_of(key), bindings.diagnostics(), true};
  append(program.diagnostics, std::move(host.diagnostics));
  return program;
}

}  // namespace rocm_bindgen::build
