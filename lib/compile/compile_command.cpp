#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compile/compile_job.hpp"
#include "compile/compiler_flags.hpp"
#include "compile/cuda_dialect.hpp"
#include "hipify/front_end/hip_file_system.hpp"
#include "hipify/rewrite/wave_meaning.hpp"
#include "support/append.hpp"
#include "support/hash.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;

/// -fPIE: linkers make position-independent executables by default. -Wno-...: the user's flags that affect only device
/// code would cause warnings here. The others: nvcc does not optimise host code by default, so programs that violate
/// the rules about signed overflow and aliasing work there.
Words object_flags() {
  return {"-c", "-fPIE", "-Wno-unused-command-line-argument", "-fwrapv", "-fno-strict-aliasing"};
}

Words side_flags(Side side) {
  if (side == Side::device) return {"--offload-device-only", "--no-gpu-bundle-output"};
  // nvcc does not optimise host code by default, and without optimisation a C++ function may end without the return
  // statement that it needs. In C, such a function works with optimisation as well.
  Words words{"--offload-host-only", "-fno-strict-return"};
  append(words, object_flags());
  return words;
}

/// The driver does not start this program; it only derives the paths of folders from it. The resources of clang are in
/// PREFIX/lib/clang/VERSION, so the program is PREFIX/bin/clang++.
std::string driver_name(const CompileOptions& options) {
  return (options.clang_resources.parent_path().parent_path().parent_path() / "bin/clang++").string();
}

/// The flags that all sources of a target share, and the one that depends on the source: whether warpSize, shuffles and
/// votes are about waves.
Words target_flags(const HipSource& source, const TargetId& target, const CompileOptions& options,
                   Side side = Side::device) {
  Words words{driver_name(options), "--driver-mode=g++", "-x", "hip"};
  append(words, side_flags(side));
  append(
      words,
      {"--offload-arch=" + target.canonical, fmt::format("-mcode-object-version={}", target.code_object_version),
       "-resource-dir=" + options.clang_resources.string(), "--no-default-config",
       "--rocm-path=" + options.rocm_root.string(), "--hip-path=" + options.rocm_root.string(), "-std=gnu++17", "-O3",
       // The same input must give the same bytes. -Wdate-time warns about __TIME__ and similar macros, which
       // prevent that.
       "-fuse-cuid=none", "-fdebug-compilation-dir=.", "-Wdate-time"});
  append(words, cuda_dialect_flags());
  // Host code sees no __CUDA_ARCH__.
  const auto cuda_arch = side == Side::host ? 0 : options.cuda_arch.value_or(kCudaArchs.front());
  words.push_back(cuda_arch != 0 ? fmt::format("-DROCM_BINDGEN_CUDA_ARCH={}", cuda_arch)
                                 : std::string("-DROCM_BINDGEN_NO_CUDA_ARCH"));
  // gridDim and blockDim are cheaper if all blocks have the same size, which clang assumes without this flag.
  const auto& user = options.user_flags;
  if (std::find(user.begin(), user.end(), "-fno-offload-uniform-block") != user.end())
    words.emplace_back("-DROCM_BINDGEN_PARTIAL_BLOCKS");
  if (source.means_waves && !decides_wave_meaning(user)) words.emplace_back("-DROCM_BINDGEN_WARP_SIZE_OF_WAVES=1");
  append(words, {"-isystem", kDeviceHeaderFolder});
  append(words, rocm_include_flags(options.rocm_root));
  return words;
}

std::string device_library_flag(const CompileOptions& options) {
  return "--rocm-device-lib-path=" + options.device_libraries.string();
}

/// Includes the runtime before the files that the user includes on the command line, as nvcc does.
Words prefix_includes(const HipSource& source) {
  Words words{"-include", "hip/hip_runtime.h", "-include", "rocm_bindgen_compat/device.hpp"};
  if (source.is_written_for_hip) append(words, {"-include", "rocm_bindgen_compat/vector_operators.hpp"});
  return words;
}

/// Includes these headers in their precompiled form. Validation is disabled because the caller has already compared the
/// files from which they were made.
Words precompiled_includes(const fs::path& prefix) {
  return {"-include-pch", prefix.string(), "-Xclang", "-fno-validate-pch"};
}

Words implied_folders(const HipSource& source) {
  Words words;
  for (const auto& folder : source.implied_folders)
    // These folders come after all others, so that they do not hide a system header with the same name.
    append(words, {"-idirafter", folder, "-ffile-prefix-map=" + folder + "/="});
  return words;
}

/// The flags that make __FILE__ independent of the folders of sources and headers.
Words path_flags(const HipSource& source, const CompileOptions& options) {
  Words words;
  for (auto folder : include_folders(options.user_flags)) {
    // clang removes one trailing slash before it appends the header's name.
    if (folder.size() > 1 && folder.back() == '/') folder.pop_back();
    words.push_back("-ffile-prefix-map=" + folder + "/=");
  }
  const auto& root = source.source.root;
  append(words, {"-ffile-prefix-map=" + root.string() + "/=",
                 "-ffile-prefix-map=" + fs::absolute(root).lexically_normal().string() + "/="});
  return words;
}

/// The user's flags without headers and their folders. Headers of -include are not part of the precompiled prefix: each
/// source reads them itself. How folders are handled is explained at PrecompiledPrefix.
Words without_headers(const Words& flags) {
  Words words;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::array options{"-include", "-isystem", "-iquote", "-I"};
    const auto option =
        std::find_if(options.begin(), options.end(), [&](const char* name) { return flags[i].starts_with(name); });
    if (option == options.end()) {
      words.push_back(flags[i]);
    } else if (flags[i] == *option) {
      ++i;
    }
  }
  return words;
}

/// Removes macro definitions. Precompiled headers contain the macros in the state at their end; a flag would define
/// them again after the headers.
Words without_macros(const Words& words) {
  Words rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_macro = words[i].starts_with("-D") || words[i].starts_with("-U");
    if (is_macro && words[i].size() == 2) ++i;
    if (!is_macro) rest.push_back(words[i]);
  }
  return rest;
}

/// Gives the names of symbols that clang generates an ID, which must differ between a program's objects: two of them
/// may be made from one source with different macros.
Words id_flags(const HipSource& source, const CompileOptions& options) {
  std::error_code error;
  const auto path = fs::absolute(source.source.path, error);
  return {"-Xclang",
          "-cuid=" + content_hash(fmt::format("{}\n{}", path.string(), fmt::join(options.user_flags, "\n")))};
}

}  // namespace

Words compile_command(const HipSource& source, const TargetId& target, const CompileOptions& options,
                      const fs::path& output, const fs::path& precompiled_prefix) {
  auto words = target_flags(source, target, options);
  words.push_back(device_library_flag(options));
  append(words, path_flags(source, options));
  append(words, precompiled_prefix.empty() ? prefix_includes(source) : precompiled_includes(precompiled_prefix));
  append(words, options.user_flags);
  append(words, implied_folders(source));
  if (!precompiled_prefix.empty()) words = without_macros(words);
  if (options.relocatable) {
    // Names of static kernels and variables must be those that the host's code uses.
    append(words, id_flags(source, options));
    append(words, {"-fgpu-rdc", "-c", "-emit-llvm"});
  }
  append(words, {"-o", output.string(), "--", source.source.path.string()});
  return words;
}

Words host_command(const HipSource& source, const TargetId& target, const CompileOptions& options,
                   const fs::path& bundle, const fs::path& output, const fs::path& precompiled_prefix) {
  auto words = target_flags(source, target, options, Side::host);
  words.push_back(device_library_flag(options));
  append(words, path_flags(source, options));
  append(words, precompiled_prefix.empty() ? prefix_includes(source) : precompiled_includes(precompiled_prefix));
  append(words, options.user_flags);
  append(words, options.host_flags);
  append(words, implied_folders(source));
  if (!precompiled_prefix.empty()) words = without_macros(words);
  append(words, id_flags(source, options));
  if (options.relocatable) words.emplace_back("-fgpu-rdc");
  if (!bundle.empty() && options.relocatable) {
    append(words, {"-Xclang", "-fembed-offload-object=" + bundle.string()});
  } else if (!bundle.empty()) {
    append(words, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", bundle.string()});
  }
  append(words, {"-o", output.string(), "--", source.source.path.string()});
  return words;
}

Words c_command(const fs::path& source, const CompileOptions& options, const fs::path& output) {
  Words words{driver_name(options),  "-x",         "c",  "-resource-dir=" + options.clang_resources.string(),
              "--no-default-config", "-std=gnu17", "-O3"};
  append(words, object_flags());
  // GCC 12, which nvcc calls for C sources on the supported system, warns about these.
  append(words, {"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
                 "-Wno-error=incompatible-function-pointer-types"});
  // These folders come after all others: they replace what is not installed.
  if (!options.cuda_headers.empty()) append(words, {"-idirafter", options.cuda_headers.string()});
  append(words, {"-idirafter", (options.rocm_root / "include").string(), "-idirafter", kDeviceHeaderFolder});
  // A standard that the user chose is one of C++.
  std::copy_if(options.user_flags.begin(), options.user_flags.end(), std::back_inserter(words),
               [](const std::string& flag) { return !flag.starts_with("-std="); });
  append(words, {"-o", output.string(), "--", source.string()});
  return words;
}

Words prefix_command(const HipSource& source, const TargetId& target, const CompileOptions& options,
                     const fs::path& output, Side side) {
  auto words = target_flags(source, target, options, side);
  // Parsing reads no device libraries. Their folder is in the cache, and its path would be part of the prefix's key.
  words.emplace_back("-nogpulib");
  append(words, prefix_includes(source));
  append(words, without_headers(options.user_flags));
  if (side == Side::host) append(words, without_headers(options.host_flags));
  append(words, {"-c", "-o", output.string(), "--", kEmptySource});
  return words;
}

}  // namespace rocm_bindgen::build
