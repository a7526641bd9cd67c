#include "program/amd_libraries.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include "toolchain/tool_folders.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

struct Names {
  std::string_view cuda, amd;
};

constexpr std::array<Names, 6> kLibraries{{{"cublas", "hipblas"},
                                           {"cublasLt", "hipblaslt"},
                                           {"cufft", "hipfft"},
                                           {"curand", "hiprand"},
                                           {"cusparse", "hipsparse"},
                                           {"cusolver", "hipsolver"}}};

/// The link word of AMD's library; `word` itself if it names no such library, or one that is not installed.
std::string amd_word(const std::string& word, const fs::path& rocm) {
  for (const auto& [cuda, amd] : kLibraries) {
    if (word != "-l" + std::string(cuda)) continue;
    const auto file = "lib" + std::string(amd) + ".so";
    for (const auto& folder : library_folders(rocm)) {
      std::error_code error;
      if (fs::exists(folder / file, error)) return (folder / file).string();
    }
  }
  return word;
}

/// Where ld.so searches last, whatever the distribution, and where ROCm's packages tell it to search.
std::vector<fs::path> system_folders() {
  std::vector<fs::path> folders;
  for (const auto* root : {"/opt/rocm", "/usr/local", "/usr"})
    for (auto& folder : library_folders(root)) folders.push_back(std::move(folder));
  return folders;
}

}  // namespace

std::vector<std::string> with_amd_libraries(const std::vector<std::string>& words, const fs::path& rocm) {
  std::vector<std::string> result;
  for (const auto& word : words) result.push_back(amd_word(word, rocm));
  return result;
}

std::vector<fs::path> folders_of_missing_libraries(const fs::path& missing, const std::string& search_path) {
  auto searched = system_folders();
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(search_path).split(parts, ':', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (const auto part : parts) searched.emplace_back(part.str());

  std::vector<fs::path> folders;
  std::error_code error;
  for (const auto& folder : fs::directory_iterator(missing, error)) {
    const auto library = fs::directory_iterator(folder.path(), error);
    if (error || library == fs::directory_iterator()) continue;
    const auto name = library->path().filename();
    const bool is_installed = std::any_of(searched.begin(), searched.end(), [&](const fs::path& other) {
      std::error_code not_readable;
      return fs::exists(other / name, not_readable);
    });
    if (!is_installed) folders.push_back(folder.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace rocm_bindgen::build
