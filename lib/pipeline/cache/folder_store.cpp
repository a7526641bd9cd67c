#include "pipeline/cache/folder_store.hpp"

#include <cerrno>
#include <unistd.h>

#include <fmt/format.h>

#include "support/own_files.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

std::string text_of(const Failure& failure) {
  const auto& first = failure.diagnostics.front();
  return first.file.empty() ? first.text : fmt::format("'{}': {}", first.file, first.text);
}

/// Links are not followed: other users may have put them there.
class FolderStore : public RemoteStore {
 public:
  explicit FolderStore(fs::path folder) : folder_(std::move(folder)) {}

  Received get(const std::vector<std::string>& names, Patience) override {
    Received received;
    for (const auto& name : names) {
      std::error_code error;
      const auto file = folder_ / name;
      received.contents.emplace_back();
      if (fs::symlink_status(file, error).type() == fs::file_type::not_found) continue;
      // Its owner keeps it private: for others, it is as if it were not there.
      if (::access(file.c_str(), R_OK) != 0 && errno == EACCES) continue;
      if (auto bytes = read_own_file(file)) {
        received.contents.back() = std::move(*bytes);
      } else {
        received.failure = text_of(bytes.error());
      }
    }
    return received;
  }

  Sent put(const std::vector<File>& files, Patience) override {
    Sent sent;
    for (const auto& file : files) {
      std::error_code error;
      fs::create_directories((folder_ / file.name).parent_path(), error);
      const auto written = write_own_file(folder_ / file.name, file.bytes);
      sent.done.push_back(written.has_value());
      if (!written) sent.failure = text_of(written.error());
    }
    return sent;
  }

 private:
  fs::path folder_;
};

}  // namespace

std::shared_ptr<RemoteStore> make_folder_store(fs::path folder) {
  return std::make_shared<FolderStore>(std::move(folder));
}

}  // namespace rocm_bindgen::build
