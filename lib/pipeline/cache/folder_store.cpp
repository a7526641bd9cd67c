#include "pipeline/cache/folder_store.hpp"

#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

class FolderStore : public RemoteStore {
 public:
  explicit FolderStore(fs::path folder) : folder_(std::move(folder)) {}

  Expected<std::vector<std::optional<std::string>>> get(const std::vector<std::string>& names) override {
    std::vector<std::optional<std::string>> contents;
    for (const auto& name : names) {
      std::error_code error;
      const auto file = folder_ / name;
      if (fs::symlink_status(file, error).type() == fs::file_type::not_found) {
        contents.emplace_back();
        continue;
      }
      ROCM_BINDGEN_TRY(auto bytes, read_file(file));
      contents.emplace_back(std::move(bytes));
    }
    return contents;
  }

  Expected<Done> put(const std::vector<File>& files) override {
    for (const auto& file : files) {
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto written, write_file(folder_ / file.name, file.bytes));
    }
    return Done{};
  }

 private:
  fs::path folder_;
};

}  // namespace

std::shared_ptr<RemoteStore> make_folder_store(fs::path folder) {
  return std::make_shared<FolderStore>(std::move(folder));
}

}  // namespace rocm_bindgen::build
