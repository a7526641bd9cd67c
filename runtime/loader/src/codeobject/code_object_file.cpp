#include "codeobject/code_object_file.hpp"

#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <new>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "codeobject/bad_code_object.hpp"
#include "environment.hpp"
#include "rocm_bindgen/code_object_folder.hpp"
#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen {
namespace runtime {
namespace {

constexpr const char* kPathVariable = "ROCM_BINDGEN_CODE_OBJECT_PATH";

/// Never destroyed, because modules may be loaded while the process exits.
struct ChosenFolder {
  std::mutex mutex;
  std::string folder;
};

ChosenFolder& chosen_folder() {
  static auto* const chosen = new ChosenFolder;
  return *chosen;
}

std::string folder_of_program() {
  std::string path(PATH_MAX, '\0');
  const auto length = ::readlink("/proc/self/exe", path.data(), path.size());
  path.resize(length < 0 ? 0 : static_cast<std::size_t>(length));
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

std::vector<std::string> folders() {
  {
    auto& chosen = chosen_folder();
    const std::lock_guard lock(chosen.mutex);
    if (!chosen.folder.empty()) return {chosen.folder};
  }
  std::vector<std::string> list;
  auto path = environment(kPathVariable);
  while (!path.empty()) {
    const auto colon = path.find(':');
    if (colon != 0) list.push_back(path.substr(0, colon));
    path.erase(0, colon == std::string::npos ? colon : colon + 1);
  }
  list.push_back(folder_of_program());
  return list;
}

class OpenFile {
 public:
  /// O_NONBLOCK keeps the call from waiting for a writer if the path is a FIFO. read_whole() refuses files that are not
  /// regular, because size() returns 0 for them.
  explicit OpenFile(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  bool is_open() const { return descriptor_ >= 0; }

  /// The size of a regular file; 0 for anything else.
  std::size_t size() const {
    struct stat status{};
    return ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
  }

  bool read(unsigned char* to, std::size_t size) const {
    while (size > 0) {
      const auto count = ::read(descriptor_, to, size);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      to += count;
      size -= static_cast<std::size_t>(count);
    }
    return true;
  }

 private:
  int descriptor_;
};

std::unique_ptr<unsigned char[]> read_whole(const OpenFile& file, const std::string& path,
                                            const CodeObject& code_object, const Module& module) {
  if (file.size() != code_object.stored_size)
    bad_code_object(code_object, module,
                    "'" + path + "' has " + std::to_string(file.size()) + " bytes instead of the " +
                        std::to_string(code_object.stored_size) + " that it had when the header was emitted");
  std::unique_ptr<unsigned char[]> bytes(new (std::nothrow) unsigned char[code_object.stored_size]);
  if (bytes == nullptr)
    throw Error(ErrorCode::out_of_memory, "module '" + std::string(module.name) + "': cannot allocate " +
                                              std::to_string(code_object.stored_size) +
                                              " bytes of host memory to read '" + path + "'");
  if (!file.read(bytes.get(), code_object.stored_size))
    bad_code_object(code_object, module, "cannot read '" + path + "': " + std::strerror(errno));
  return bytes;
}

}  // namespace

std::unique_ptr<unsigned char[]> read_code_object_file(const CodeObject& code_object, const Module& module) {
  std::string tried;
  for (const auto& folder : folders()) {
    const auto path = folder + "/" + code_object.file;
    const OpenFile file(path);
    const int reason = errno;
    if (file.is_open()) return read_whole(file, path, code_object, module);
    tried += (tried.empty() ? "'" : ", '") + path + "' (" + std::strerror(reason) + ")";
  }
  throw Error(ErrorCode::bad_code_object, "module '" + std::string(module.name) + "', code object for " +
                                              code_object.target + ": its file was not found: tried " + tried +
                                              "; set the folder that contains it with " + kPathVariable +
                                              " or set_code_object_folder()");
}

}  // namespace runtime

void set_code_object_folder(const char* folder) {
  auto& chosen = runtime::chosen_folder();
  const std::lock_guard lock(chosen.mutex);
  chosen.folder = folder == nullptr ? "" : folder;
}

}  // namespace rocm_bindgen
