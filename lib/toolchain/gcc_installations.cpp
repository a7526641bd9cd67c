#include "toolchain/gcc_installations.hpp"

#include <filesystem>
#include <set>

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

std::set<fs::path> entries_of(const fs::path& folder) {
  std::set<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    entries.insert(entry->path());
  return entries;
}

}  // namespace

std::string gcc_installations() {
  std::string all;
  for (const auto* libraries : {"/usr/lib/gcc", "/usr/lib64/gcc"})
    for (const auto& triple : entries_of(libraries))
      for (const auto& version : entries_of(triple)) all += version.string() + "\n";
  return all;
}

}  // namespace rocm_bindgen::build
