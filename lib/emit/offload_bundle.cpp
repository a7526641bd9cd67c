#include "emit/offload_bundle.hpp"

#include <clang/Driver/OffloadBundler.h>
#include <fmt/format.h>

#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

/// The loader maps images in place, so each starts on its own page.
constexpr unsigned kBundleAlignment = 4096;

}  // namespace

Expected<std::string> offload_bundle(const BuiltModule& module) {
  // clang's OffloadBundler reads and writes files only.
  ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create());
  clang::OffloadBundlerConfig config;
  config.FilesType = "o";
  config.BundleAlignment = kBundleAlignment;
  std::size_t bytes = 0;
  const auto add = [&](std::string target, std::string_view image) {
    const auto file = scratch.path() / std::to_string(config.InputFileNames.size());
    config.TargetNames.push_back(std::move(target));
    config.InputFileNames.push_back(file.string());
    bytes += image.size() + kBundleAlignment;
    return write_file(file, image);
  };
  // The first entry is an empty one for the host, with the name that hipcc gives it.
  config.HostInputIndex = 0;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto host, add("host-x86_64-unknown-linux--", ""));
  for (const auto& object : module.code_objects) {
    if (object.target.is_nvidia()) continue;
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto added,
                     add("hipv4-amdgcn-amd-amdhsa--" + object.target.canonical, object.image));
  }
  const auto bundle = scratch.path() / "bundle";
  config.OutputFileNames = {bundle.string()};
  // OffloadBundler ends the process if it cannot write its output. To detect that, a file that is at least as large is
  // written first.
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto fits, write_file(bundle, std::string(bytes, '\0')));
  if (auto error = clang::OffloadBundler(config).BundleFiles()) {
    auto why = llvm::toString(std::move(error));
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto room, check_room(scratch.path()));
    return Failure(ExitCode::internal,
                   fmt::format("cannot bundle the code objects of module '{}': {}", module.source.module, why));
  }
  return read_file(bundle);
}

}  // namespace rocm_bindgen::build
