#include "toolchain/device_headers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/embedded.hpp"
#include "support/file.hpp"
#include "support/hash.hpp"
#include "support/own_files.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;

std::string_view device_header_place(std::string_view embedded_path) {
  constexpr std::string_view kFolder = "lib/cuda_compat/";
  return embedded_path.starts_with(kFolder) ? embedded_path.substr(kFolder.size()) : std::string_view();
}

Expected<fs::path> unpack_device_headers(const fs::path& cache) {
  // The folder is named after the hash of its contents, so that each version of the tool has its own folder.
  std::vector<std::string> ingredients;
  for (const auto& file : embedded_files())
    if (const auto relative = device_header_place(file.path); !relative.empty()) {
      ingredients.emplace_back(relative);
      ingredients.push_back(content_hash(std::string(file.text)));
    }
  const auto name = fs::path("device-headers") / content_hash(fmt::format("{}", fmt::join(ingredients, "\n")));
  const auto folder = cache / name;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto is_private, make_private_folder(cache, folder.parent_path().filename()));
  std::error_code error;
  if (fs::exists(folder, error)) {
    // Files that were changed or removed since the folder was created are written again.
    for (const auto& file : embedded_files())
      if (const auto relative = device_header_place(file.path); !relative.empty()) {
        ROCM_BINDGEN_TRY([[maybe_unused]] const auto mended, mend_own_file(cache, name / relative, file.text));
      }
    return folder;
  }

  ROCM_BINDGEN_TRY(const auto temporary, TemporaryFolder::create_in(folder.parent_path(), folder.filename().string()));
  // The files are written to a temporary folder, which is then renamed, so that the folder appears complete.
  const auto staging = temporary.path() / "made";
  for (const auto& file : embedded_files()) {
    const auto relative = device_header_place(file.path);
    if (relative.empty()) continue;
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, write_file(staging / relative, file.text));
  }
  fs::rename(staging, folder, error);
  if (!error) return folder;
  // Another process created the folder first; its contents are the same.
  const auto why = error;
  if (fs::exists(folder, error)) return folder;
  return Failure(ExitCode::output, fmt::format("cannot create '{}': {}", folder.string(), why.message()),
                 "choose a writable --cache-dir");
}

}  // namespace rocm_bindgen::build
