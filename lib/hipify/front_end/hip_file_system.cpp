#include "hipify/front_end/hip_file_system.hpp"

#include <llvm/Support/MemoryBuffer.h>

#include "support/embedded.hpp"

namespace rocm_bindgen::build {
namespace {

namespace vfs = llvm::vfs;

/// A file whose content is the HIP text of a translated file.
class TranslatedFile : public vfs::File {
 public:
  TranslatedFile(vfs::Status status, std::string_view text) : status_(std::move(status)), text_(text) {}

  llvm::ErrorOr<vfs::Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, std::int64_t, bool,
                                                               bool) override {
    return llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(text_), name.str());
  }
  std::error_code close() override { return {}; }

 private:
  vfs::Status status_;
  std::string_view text_;
};

/// The error that makes clang report why it does not read an existing file.
class NotRegular : public std::error_category {
 public:
  const char* name() const noexcept override { return "rocm-bindgen file kinds"; }
  std::string message(int) const override { return kNotRegularFile; }
};

std::error_code not_regular() {
  static const NotRegular category;
  return {1, category};  // any number but 0, which would mean success
}

class TranslatingFileSystem : public vfs::ProxyFileSystem {
 public:
  TranslatingFileSystem(llvm::IntrusiveRefCntPtr<vfs::FileSystem> base, const std::vector<HipFile>& translated,
                        std::set<std::string>* absent, std::set<std::string>* opened, std::set<std::string>* read)
      : ProxyFileSystem(std::move(base)), absent_(absent), opened_(opened), read_(read) {
    for (const auto& file : translated)
      if (const auto real = real_path(file.original.string()); !real.empty()) texts_.emplace(real, file.text);
  }

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine& path) override {
    auto status = ProxyFileSystem::status(path);
    if (!status) record_missing(path, status.getError());
    const auto* text = status && status->isRegularFile() ? find(path) : nullptr;
    if (text == nullptr) return status;
    return vfs::Status::copyWithNewSize(*status, text->size());
  }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine& path) override {
    const auto* text = find(path);
    // Opening a pipe blocks until another process writes to it, so the kind of the file is checked first.
    auto status = ProxyFileSystem::status(path);
    if (!status) {
      record_missing(path, status.getError());
      return status.getError();
    }
    if (!status->isRegularFile() && !status->isDirectory()) return not_regular();
    if (text == nullptr) {
      auto file = ProxyFileSystem::openFileForRead(path);
      if (file && status->isRegularFile()) record(path, read_);
      if (!file) record_missing(path, file.getError());
      return file;
    }
    record(path, opened_);
    record(path, read_);
    return std::make_unique<TranslatedFile>(vfs::Status::copyWithNewSize(*status, text->size()), *text);
  }

 private:
  void record_missing(const llvm::Twine& path, std::error_code error) {
    llvm::SmallString<256> absolute;
    path.toVector(absolute);
    // The reason does not matter (a file where a folder should be, no permission): the path may become readable later.
    if (absent_ == nullptr || !error || is_embedded_path(std::string(absolute))) return;
    if (!makeAbsolute(absolute)) absent_->insert(std::string(absolute));
  }

  void record(const llvm::Twine& path, std::set<std::string>* into) {
    if (into == nullptr) return;
    llvm::SmallString<256> absolute;
    path.toVector(absolute);
    if (!makeAbsolute(absolute) && !is_embedded_path(std::string(absolute))) into->insert(std::string(absolute));
  }

  std::string real_path(const llvm::Twine& path) {
    llvm::SmallString<256> real;
    return getUnderlyingFS().getRealPath(path, real) ? std::string() : std::string(real);
  }

  const std::string* find(const llvm::Twine& path) {
    const auto found = texts_.find(real_path(path));
    return found == texts_.end() ? nullptr : &found->second;
  }

  std::map<std::string, std::string> texts_;
  std::set<std::string>* absent_;
  std::set<std::string>* opened_;
  std::set<std::string>* read_;
};

/// Maps "lib/cuda_compat/x.hpp" to "<kDeviceHeaderFolder>/x.hpp" and the stubs accordingly; empty for other files.
std::string virtual_path(std::string_view path) {
  const auto below = [&](std::string_view prefix, const char* folder) {
    return path.starts_with(prefix) ? folder + std::string(path.substr(prefix.size() - 1)) : std::string();
  };
  auto device_header = below("lib/cuda_compat/", kDeviceHeaderFolder);
  return device_header.empty() ? below("lib/hipify/stubs/", kStubHeaderFolder) : device_header;
}

}  // namespace

bool is_embedded_path(const std::string& path) {
  return path.starts_with("/rocm-bindgen-embedded/");
}

llvm::IntrusiveRefCntPtr<vfs::FileSystem> hip_file_system(const std::vector<HipFile>& translated,
                                                          std::set<std::string>* absent, std::set<std::string>* opened,
                                                          std::set<std::string>* read) {
  auto headers = llvm::makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (const auto& file : embedded_files())
    if (const auto path = virtual_path(file.path); !path.empty())
      headers->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(file.text), path));
  headers->addFile(kEmptySource, 0, llvm::MemoryBuffer::getMemBuffer(""));
  auto layers = llvm::makeIntrusiveRefCnt<vfs::OverlayFileSystem>(vfs::getRealFileSystem());
  layers->pushOverlay(headers);
  return llvm::makeIntrusiveRefCnt<TranslatingFileSystem>(layers, translated, absent, opened, read);
}

}  // namespace rocm_bindgen::build
