#include "program/object.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "codeobject/relocatable_code.hpp"
#include "compile/cuda_arch_choice.hpp"
#include "emit/offload_bundle.hpp"
#include "pipeline/bindings_state.hpp"
#include "pipeline/cache/cache_upkeep.hpp"
#include "pipeline/defaults.hpp"
#include "pipeline/stages/find_toolchain.hpp"
#include "program/file_store.hpp"
#include "program/host_objects.hpp"
#include "program/translated_source.hpp"
#include "rocm_bindgen/build/builder.hpp"
#include "support/append.hpp"
#include "support/file.hpp"
#include "support/hash.hpp"
#include "support/interrupt.hpp"
#include "toolchain/rocm.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The extension of objects in the cache.
constexpr const char* kObject = "object";

/// An object that was built, and whether it may be taken from the cache from now on.
struct Made {
  BuiltFile file;
  bool may_be_kept = true;
};

/// Takes the object from the cache, or makes it. `kind` distinguishes the
/// kinds of objects that can be made from the same options.
Expected<BuiltFile> find_or_make(const BuildOptions& options, const char* kind,
                                 const std::function<Expected<Made>(const BuildOptions&)>& make) {
  const auto cache = cache_folder(options.cache_dir);
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto own_cache, prepare_cache(cache));
  ROCM_BINDGEN_TRY(const auto key, key_of_build(options, kind));
  if (FileStore known(cache, kObject); options.use_cache)
    if (auto inputs = known.find(key)) {
      ROCM_BINDGEN_TRY(auto bytes, read_file(known.path_of(key)));
      return BuiltFile{std::move(bytes), std::move(*inputs), {}, false};
    }
  // What find_toolchain() writes to a new cache must be older than the record of a file that was made with it.
  ROCM_BINDGEN_TRY(const auto targets, parse_targets(options.targets, options.code_object_version));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto toolchain, find_toolchain(options, targets));
  FileStore store(cache, kObject);
  ROCM_BINDGEN_TRY(auto made, make(options));
  if (interrupted()) return Failure(ExitCode::interrupted, "interrupted");
  auto& file = made.file;
  file.was_built = true;
  if (made.may_be_kept && std::all_of(file.diagnostics.begin(), file.diagnostics.end(), is_explanation)) {
    ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create_in(store.folder(), key));
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto written, write_file(scratch.path() / kObject, file.bytes));
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto stored, store.store(key, scratch.path() / kObject, file.inputs));
  }
  return std::move(file);
}

Expected<Made> make_object(BuildOptions options) {
  ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create());
  options.out_dir = scratch.path() / "device";
  // Device code is compiled first, because the object contains it.
  ROCM_BINDGEN_TRY(const auto bindings, Builder(options).build_hsaco());
  ROCM_BINDGEN_TRY(auto host, compile_host_objects(bindings, /*c_sources=*/{}, options, scratch.path()));
  Made made;
  ROCM_BINDGEN_TRY(made.file.bytes, read_file(host.files.front()));
  made.file.inputs = united({bindings.dependencies(), bindings.absent()}, host.inputs);
  made.file.diagnostics = bindings.diagnostics();
  append(made.file.diagnostics, std::move(host.diagnostics));
  made.may_be_kept = !bindings.reads_unseen_files();
  return made;
}

/// Nothing compares the kernels with the source here, because which of them remain is known after the device link.
Expected<Made> make_relocatable_object(const BuildOptions& options) {
  ROCM_BINDGEN_TRY(const auto translated, TranslatedSource::translate(options));
  const auto& source = translated->source();
  auto compile = translated->compile();
  compile.relocatable = true;
  const auto bitcode_of = [&](const TargetId& target) { return translated->folder() / (target.canonical + ".bc"); };
  std::vector<TranslatedSource::Job> jobs;
  for (const auto& target : translated->targets())
    jobs.push_back({"compile " + source.source.path.string() + " for " + target.canonical, &target,
                    [&] { return compile_with_best_cuda_arch(source, target, compile, bitcode_of(target)); }});
  ROCM_BINDGEN_TRY(const auto device, translated->run(jobs));

  RelocatableCode code{source.source.path.string(), {}};
  for (const auto& target : translated->targets()) {
    ROCM_BINDGEN_TRY(code.bitcode[target.canonical], read_file(bitcode_of(target)));
  }
  const auto record = translated->folder() / "record";
  const auto object = translated->folder() / "object.o";
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto written, write_file(record, relocatable_record(code)));
  compile.cuda_arch = device.front().cuda_arch;
  const auto& target = translated->targets().front();
  ROCM_BINDGEN_TRY(const auto host,
                   translated->run({{"compile the host's code of " + source.source.path.string(), &target, [&] {
                                       return compile_host_in_process(source, target, compile, record, object);
                                     }}}));
  Made made;
  ROCM_BINDGEN_TRY(made.file.bytes, read_file(object));
  made.file.inputs = translated->inputs();
  made.file.diagnostics = translated->diagnostics();
  made.may_be_kept = !device.front().reads_unseen_files;
  return made;
}

/// A line for the end of preprocessed text, which is what the host's compiler sees. Caches of compilers, such as
/// ccache, take an object again if this text is the same, but the object also depends on text that only device code
/// has, on the targets and on the tool.
std::string line_for_caches(const TranslatedSource& translated) {
  std::string inputs = translated.compile().installation;
  for (const auto& file : translated.source().files) inputs += content_hash(file.text);
  std::vector<std::string> targets;
  for (const auto& target : translated.targets()) targets.push_back(target.canonical);
  return fmt::format("# 1 \"<rocm-bindgen for {}, device code {}>\"\n", fmt::join(targets, ","), content_hash(inputs));
}

}  // namespace

Expected<BuiltFile> build_object(const BuildOptions& options) {
  return find_or_make(with_defaults(options), "object", make_object);
}

Expected<BuiltFile> build_relocatable_object(const BuildOptions& options) {
  return find_or_make(with_defaults(options), "relocatable object", make_relocatable_object);
}

Expected<BuiltFile> build_device_code(const BuildOptions& given) {
  auto options = with_defaults(given);
  ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create());
  options.out_dir = scratch.path() / "device";
  ROCM_BINDGEN_TRY(const auto bindings, Builder(options).build_hsaco());
  BuiltFile bundle;
  ROCM_BINDGEN_TRY(bundle.bytes, offload_bundle(bindings.state().build.modules.front()));
  bundle.inputs = {bindings.dependencies(), bindings.absent()};
  bundle.diagnostics = bindings.diagnostics();
  bundle.was_built = true;
  return bundle;
}

Expected<BuiltFile> preprocess_source(const BuildOptions& options) {
  ROCM_BINDGEN_TRY(const auto translated, TranslatedSource::translate(with_defaults(options)));
  const auto& source = translated->source();
  const auto& target = translated->targets().front();
  const auto output = translated->folder() / "preprocessed";
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto done,
                   translated->run({{"preprocess " + source.source.path.string(), &target, [&] {
                                       return preprocess_in_process(source, target, translated->compile(), output);
                                     }}}));
  BuiltFile text;
  ROCM_BINDGEN_TRY(text.bytes, read_file(output));
  text.bytes += line_for_caches(*translated);
  text.inputs = translated->inputs();
  text.diagnostics = translated->diagnostics();
  text.was_built = true;
  return text;
}

}  // namespace rocm_bindgen::build
