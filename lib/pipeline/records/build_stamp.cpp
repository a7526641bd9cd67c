#include "pipeline/records/build_stamp.hpp"

#include <array>
#include <chrono>
#include <limits>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "discover/discover.hpp"
#include "pipeline/records/sealed_record.hpp"
#include "support/append.hpp"
#include "support/diagnostic_json.hpp"
#include "support/environment.hpp"
#include "support/exact_bytes.hpp"
#include "support/file.hpp"
#include "support/hash.hpp"
#include "support/nanoseconds.hpp"
#include "toolchain/device_library_names.hpp"
#include "toolchain/gcc_installations.hpp"
#include "toolchain/rocm.hpp"
#include "toolchain/target_id.hpp"
#include "toolchain/tool_identity.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;
using Nanoseconds = std::int64_t;

/// An upper bound, in nanoseconds, of how much earlier than the system clock a file's time may be. Many file systems
/// use a clock that only advances with each tick of the kernel, so a file that is written just after a build's start
/// may have a time before it. The longest tick is 10 ms; the rest is a margin.
constexpr Nanoseconds kClockLag = 50'000'000;

/// Returns the size, inode, modification time and status change time of a regular file. Any change of the content
/// changes one of them, because no program can set the time of the last status change. For a watched folder, returns
/// its device, its inode and zeros. Returns nothing for a stream of this process or another file that is not regular,
/// because its earlier content is unknown.
std::optional<std::array<std::int64_t, 4>> signature(const std::string& path) {
  struct stat status{};
  if (is_watched_folder(path)) {
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return std::array<std::int64_t, 4>{static_cast<std::int64_t>(status.st_dev),
                                       static_cast<std::int64_t>(status.st_ino), 0, 0};
  }
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  // Every path to a stream of the process ends in a link.
  if (S_ISLNK(status.st_mode) && (own_stream(path) || ::stat(path.c_str(), &status) != 0)) return std::nullopt;
  if (!S_ISREG(status.st_mode)) return std::nullopt;
  return std::array<std::int64_t, 4>{static_cast<std::int64_t>(status.st_size),
                                     static_cast<std::int64_t>(status.st_ino), nanoseconds(status.st_mtim),
                                     nanoseconds(status.st_ctim)};
}

/// Returns {path: signature}, or null if a file has no signature or is newer than `newest`.
Json signatures(const std::vector<std::string>& paths, Nanoseconds newest) {
  Json json = Json::object();
  for (const auto& path : paths) {
    const auto found = signature(path);
    if (!found || (*found)[2] > newest || (*found)[3] > newest) return nullptr;
    json[path] = *found;
  }
  return json;
}

bool are_unchanged(const Json& signatures) {
  for (const auto& [path, before] : signatures.items()) {
    const auto now = signature(path);
    if (!now || before != Json(*now)) return false;
  }
  return true;
}

std::optional<std::string> key_of(const BuildOptions& options, const WriteOptions& write, const fs::path& header) {
  const auto targets = parse_targets(options.targets, options.code_object_version);
  const auto sources = discover_modules(options.inputs, options.exclude);
  const auto rocm = find_rocm({options.rocm_path, options.rocm_device_library_path});
  if (!targets || !sources || !rocm || !options.compiler.empty()) return std::nullopt;
  std::error_code error;
  Json json{{"folder", fs::current_path(error).string()},
            {"tool", tool_path().string()},
            // With it, the tool can be made to use another LLVM.
            {"libraries", environment("LD_LIBRARY_PATH")},
            {"gcc", gcc_installations()},
            {"rocm", {rocm->root.string(), rocm->hip_version, rocm->device_libraries.string()}},
            {"cache", cache_folder(options.cache_dir).string()},
            {"header", header.string()},
            {"out", options.out_dir.string()},
            {"flags", options.clang_flags},
            {"switches",
             {options.bundles, options.cuda_arch.value_or(-1), options.lost_kernels_are_errors,
              options.cross_space_calls_are_errors, options.kernel_launch_macro, options.split, options.merge,
              static_cast<int>(write.embedding), write.compress, write.inline_runtime}},
            {"namespace", write.name_space},
            {"language", {static_cast<int>(write.language), write.template_file.string()}},
            {"config", write.config_file.string()},
            {"dependency_file", write.dependency_file.string()},
            {"dependency_targets", write.dependency_targets}};
  for (const auto& target : *targets) {
    // The files that nvcc reads are not all known.
    if (target.is_nvidia()) return std::nullopt;
    // If a missing library is installed later, it replaces the generated one.
    Json missing = Json::array();
    for (const auto& library : missing_control_libraries(rocm->device_libraries, target))
      missing.push_back(library.file);
    json["targets"].push_back({target.canonical, target.code_object_version, std::move(missing)});
  }
  for (const auto& source : *sources)
    json["sources"].push_back({source.path.string(), source.root.string(), source.module});
  return content_hash(exact_bytes(json));
}

Json modules_json(const std::vector<ModuleSummary>& modules) {
  Json json = Json::array();
  for (const auto& module : modules) {
    Json objects = Json::array();
    for (const auto& object : module.code_objects)
      objects.push_back({object.target, object.bytes, object.compressed_bytes});
    json.push_back({{"name", module.name}, {"kernels", module.kernels}, {"objects", std::move(objects)}});
  }
  return json;
}

UnchangedBuild read_unchanged(const Json& stamp) {
  UnchangedBuild build;
  stamp.at("diagnostics").get_to(build.diagnostics);
  for (const auto& [path, signature] : stamp.at("inputs").items()) build.inputs.push_back(path);
  for (const auto& [path, signature] : stamp.at("outputs").items()) build.outputs.push_back(path);
  for (const auto& json : stamp.at("modules")) {
    ModuleSummary module;
    json.at("name").get_to(module.name);
    json.at("kernels").get_to(module.kernels);
    for (const auto& object : json.at("objects"))
      module.code_objects.push_back(
          {object.at(0).get<std::string>(), object.at(1).get<std::size_t>(), object.at(2).get<std::size_t>()});
    build.statistics.up_to_date += static_cast<unsigned>(module.code_objects.size());
    build.modules.push_back(std::move(module));
  }
  build.statistics.sources = static_cast<unsigned>(build.modules.size());
  return build;
}

}  // namespace

const std::optional<std::string>& BuildStamp::key() {
  if (!key_) key_ = key_of(options_, write_, header_);
  return *key_;
}

std::optional<UnchangedBuild> BuildStamp::find_unchanged() {
  const auto start = std::chrono::steady_clock::now();
  // The key, which lists the sources, is computed before the build discovers its sources, even if there is no stamp:
  // leave() must not write a key with a source that appears during the build.
  if (!key()) return std::nullopt;
  const auto stamp = read_sealed(place());
  if (!stamp.is_object()) return std::nullopt;
  try {
    if (stamp.at("key") != *key()) return std::nullopt;
    if (!are_unchanged(stamp.at("inputs")) || !are_unchanged(stamp.at("outputs"))) return std::nullopt;
    std::error_code error;
    for (const auto& path : stamp.at("absent"))
      if (fs::exists(path.get_ref<const std::string&>(), error)) return std::nullopt;
    auto build = read_unchanged(stamp);
    build.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return build;
  } catch (const Json::exception&) {
    return std::nullopt;  // another version of the tool wrote the stamp
  }
}

void BuildStamp::leave(const Bindings& bindings) {
  const auto since_epoch = bindings.start_time().time_since_epoch();
  const auto newest = std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch).count() - kClockLag;
  auto inputs = bindings.dependencies();
  append(inputs, tool_programs());
  append(inputs, compiler_libraries());
  auto seen = signatures(inputs, newest);
  // This build has just written the outputs, so they have no limit.
  auto outputs = signatures(bindings.outputs(), std::numeric_limits<Nanoseconds>::max());
  std::error_code error;
  if (!key() || bindings.used_external_compiler() || bindings.reads_unseen_files() || seen.is_null() ||
      outputs.is_null()) {
    fs::remove(place(), error);
    return;
  }
  [[maybe_unused]] const auto ignored = write_sealed(place(), {{"key", *key()},
                                                               {"inputs", std::move(seen)},
                                                               {"absent", bindings.absent()},
                                                               {"outputs", std::move(outputs)},
                                                               {"diagnostics", bindings.diagnostics()},
                                                               {"modules", modules_json(bindings.modules())}});
}

}  // namespace rocm_bindgen::build
