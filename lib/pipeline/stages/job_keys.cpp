#include "pipeline/stages/job_keys.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zstd.h>

#include "compile/compiler_flags.hpp"
#include "compile/flag_inputs.hpp"
#include "support/hash.hpp"
#include "toolchain/device_library_names.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Returns a hash of a source's path, as given and as resolved, and of the current folder, on which relative -I folders
/// depend.
std::string place_in_tree(const Source& source) {
  std::error_code error;
  return content_hash(
      {fs::current_path(error).string(), source.path.string(), source.root.string(), source.real.string()});
}

/// Returns whether the command may contain a path that is relative to the current folder. Only words that are known to
/// contain none are excluded; files that -f and -m name make the result depend on its place (see files_named_by()).
bool has_relative_paths(const HipSource& source, const std::vector<std::string>& flags) {
  constexpr std::array<std::string_view, 3> kFolders{"-I", "-isystem", "-iquote"};
  constexpr std::array<std::string_view, 12> kWithoutPath{"/",  "-D", "-U", "-O",  "-std=",     "-f",
                                                          "-m", "-W", "-g", "-I/", "-isystem/", "-iquote/"};
  const auto may_be_relative = [&](const std::string& word) {
    return std::find(kFolders.begin(), kFolders.end(), word) == kFolders.end() &&
           std::none_of(kWithoutPath.begin(), kWithoutPath.end(),
                        [&](std::string_view beginning) { return word.starts_with(beginning); });
  };
  return source.source.path.is_relative() || std::any_of(flags.begin(), flags.end(), may_be_relative);
}

/// Everything that a compile command names. What is installed is usually at the same path on all machines that share a
/// cache; where it is not, objects are not shared. The system's folders of headers are among it, because clang ignores
/// a user's folder that is one of them.
PathRoots roots_of(const HipSource& source, const Toolchain& toolchain) {
  PathRoots roots;
  for (const fs::path& installed :
       {fs::path("/usr/include"), fs::path("/usr/local/include"), fs::path("/usr/lib"), toolchain.compile.rocm_root,
        toolchain.device_libraries, toolchain.compile.clang_resources})
    if (installed != "/usr") roots.add_fixed(installed);
  roots.add(source.source.root);
  for (const auto& folder : include_folders(toolchain.compile.user_flags)) roots.add(folder);
  for (const auto& folder : source.implied_folders) roots.add(folder);
  if (has_relative_paths(source, toolchain.compile.user_flags)) roots.add(".");
  // Generated libraries are in the cache.
  roots.add_made(toolchain.compile.device_libraries);
  return roots;
}

/// The path as the command names it, if it is relative. Messages contain it.
std::string as_named(const fs::path& path, const PathRoots& roots) {
  return path.is_relative() ? path.string() : roots.write(path.string());
}

/// The flags, without the absolute paths of include folders, which are roots.
std::string flags_without_places(const std::vector<std::string>& flags) {
  std::string text;
  bool is_folder = false;
  for (const auto& flag : flags) {
    constexpr std::array<std::string_view, 3> kFolders{"-isystem", "-iquote", "-I"};
    const auto option = std::find_if(kFolders.begin(), kFolders.end(),
                                     [&](std::string_view beginning) { return flag.starts_with(beginning); });
    if (is_folder) {
      text += flag.starts_with('/') ? "/" : flag;
    } else if (option != kFolders.end() && flag.substr(option->size()).starts_with('/')) {
      text += fmt::format("{}/", *option);
    } else {
      text += flag;
    }
    text += '\n';
    is_folder = !is_folder && option != kFolders.end() && flag == *option;
  }
  return text;
}

/// Everything that the object of a source depends on, except the content of the files that are not translated. The set
/// of translated headers is part of it, because a header outside it is read as CUDA.
std::string identity_of(const HipSource& source, const std::vector<std::string>& flags, const PathRoots& roots) {
  std::string texts;
  std::error_code error;
  const auto shared_flags = flags_without_places(flags);
  // Another flag than those of include folders names a place, where the compiler reads files whatever the copy. A
  // user's map of paths may apply in one place and not in another.
  const bool names_place = roots.occur_in(shared_flags) || shared_flags.find("prefix-map=") != std::string::npos;
  const auto place = names_place ? roots.places() : std::string();
  for (const auto& file : source.files)
    texts += content_hash({roots.write(fs::absolute(file.original, error).string()), file.text});
  return content_hash({shared_flags, place, as_named(source.source.path, roots), as_named(source.source.root, roots),
                       texts, source.means_waves ? "waves" : "warps", source.is_written_for_hip ? "hip" : "cuda",
                       roots.relations()});
}

/// The same for records, which hold for one place only.
std::string identity_of(const HipSource& source) {
  std::string texts;
  for (const auto& file : source.files) texts += content_hash(file.text);
  return content_hash({place_in_tree(source.source), texts, source.means_waves ? "waves" : "warps"});
}

std::string identity_of(const TargetId& target, const Toolchain& toolchain) {
  const auto& nvcc = toolchain.compile.nvcc;
  const auto compiler =
      target.is_nvidia() ? content_hash({nvcc.program.string(), nvcc.version, nvcc.host_compiler}) : std::string();
  // If a missing library is installed later, it replaces the generated one.
  std::string generated;
  for (const auto& library : missing_control_libraries(toolchain.device_libraries, target))
    generated += library.file + " ";
  return content_hash({compiler, generated, target.canonical, std::to_string(target.code_object_version)});
}

/// Everything that all jobs of the build have in common.
std::string common_identity(const BuildContext& context) {
  const auto& flags = context.options.clang_flags;
  return content_hash(
      {context.toolchain.identity, fmt::format("{}", fmt::join(flags, "\n")), processor_named_by(flags)});
}

}  // namespace

std::string hipify_key(const BuildContext& context, const Source& source) {
  return content_hash({"hipify", common_identity(context), context.options.kernel_launch_macro ? "macro" : "syntax",
                       place_in_tree(source)});
}

std::string options_identity(const BuildContext& context) {
  const auto& options = context.options;
  const auto text = [](bool is_set) { return is_set ? std::string("yes") : std::string("no"); };
  return content_hash({flags_without_places(options.clang_flags),
                       options.cuda_arch ? std::to_string(*options.cuda_arch) : std::string("auto"),
                       text(options.kernel_launch_macro), text(options.split), text(options.merge),
                       text(options.cross_space_calls_are_errors)});
}

CompileKeys::CompileKeys(const BuildContext& context, const std::vector<HipSource>& sources)
    : context_(context), sources_(sources) {
  const auto common = common_identity(context);
  for (const auto& source : sources) places_.push_back(content_hash({common, identity_of(source)}));
  for (const auto& target : context.targets) targets_.push_back(identity_of(target, context.toolchain));
}

std::string CompileKeys::of_record(const Job& job) const {
  return content_hash({"compile", places_[job.first], targets_[job.second]});
}

const CacheKey& CompileKeys::in_cache(const HipSource& source) {
  const auto known = in_cache_.find(&source);
  if (known != in_cache_.end()) return known->second;
  auto roots = roots_of(source, context_.toolchain);
  auto identity = identity_of(source, context_.options.clang_flags, roots);
  return in_cache_.emplace(&source, CacheKey{std::move(identity), std::move(roots)}).first->second;
}

CacheKey CompileKeys::in_cache(const Job& job) {
  const auto& of_source = in_cache(sources_[job.first]);
  // Another zstd compresses the same object to other bytes.
  return {content_hash({"object", context_.toolchain.identity, processor_named_by(context_.options.clang_flags),
                        ZSTD_versionString(), of_source.key, targets_[job.second]}),
          of_source.roots};
}

}  // namespace rocm_bindgen::build
