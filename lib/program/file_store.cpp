#include "program/file_store.hpp"

#include <fmt/format.h>

#include "discover/discover.hpp"
#include "pipeline/cache/cache_upkeep.hpp"
#include "support/exact_bytes.hpp"
#include "support/hash.hpp"
#include "toolchain/gcc_installations.hpp"
#include "toolchain/rocm.hpp"
#include "toolchain/target_id.hpp"
#include "toolchain/tool_identity.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

}  // namespace

Expected<std::string> key_of_build(const BuildOptions& options, Json more) {
  ROCM_BINDGEN_TRY(const auto targets, parse_targets(options.targets, options.code_object_version));
  ROCM_BINDGEN_TRY(const auto sources, discover_modules(options.inputs, options.exclude));
  ROCM_BINDGEN_TRY(const auto rocm, find_rocm({options.rocm_path, options.rocm_device_library_path}));
  std::error_code error;
  Json json{{"folder", fs::current_path(error).string()},
            {"tool", tool_identity()},
            {"gcc", gcc_installations()},
            {"rocm", {rocm.root.string(), rocm.hip_version, rocm.device_libraries.string()}},
            {"flags", options.clang_flags},
            {"host_flags", options.host_flags},
            {"cross_space_calls_are_errors", options.cross_space_calls_are_errors},
            {"cuda_arch", options.cuda_arch.value_or(-1)},
            {"more", std::move(more)}};
  for (const auto& target : targets) json["targets"].push_back({target.canonical, target.code_object_version});
  for (const auto& source : sources) json["sources"].push_back(source.path.string());
  return content_hash(exact_bytes(json));
}

FileStore::FileStore(const fs::path& cache, std::string kind)
    : folder_(cache / kProgramFolder), kind_(std::move(kind)), records_(folder_, seen_) {}

std::optional<Inputs> FileStore::find(const std::string& key) {
  // A file of another size than recorded is incomplete, or missing if the size cannot be determined.
  const auto valid = records_.find_valid(key + ".record", key);
  std::error_code error;
  if (!valid || valid->record.value("bytes", std::uintmax_t{0}) != fs::file_size(path_of(key), error) || error)
    return std::nullopt;
  records_.touch(key + ".record");
  return valid->inputs.shared != nullptr ? united(valid->inputs.own, *valid->inputs.shared) : valid->inputs.own;
}

Expected<Done> FileStore::store(const std::string& key, const fs::path& file, const Inputs& inputs) {
  std::error_code error;
  const auto bytes = fs::file_size(file, error);
  if (!error) fs::rename(file, path_of(key), error);
  if (error)
    return Failure(ExitCode::output, fmt::format("cannot write '{}': {}", path_of(key).string(), error.message()));
  return records_.write(key + ".record", key, {{"bytes", bytes}}, inputs);
}

}  // namespace rocm_bindgen::build
