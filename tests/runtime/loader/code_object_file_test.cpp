// Code objects that are not embedded in a program are read from files when their module is loaded.
#include <filesystem>
#include <sys/stat.h>
#include <vector>

#include "codeobject/decode.hpp"
#include "runtime/loader/session.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;

namespace {

std::string text_of(const CodeObject& object) {
  return {reinterpret_cast<const char*>(object.data), object.stored_size};
}

/// test_kernels::SECOND with its code objects in files of a folder.
class FiledModule {
 public:
  FiledModule() : objects_(module_.code_objects, module_.code_objects + module_.code_object_count) {
    names_.reserve(objects_.size());
    for (auto& object : objects_) {
      names_.push_back(std::string("k.artifacts/second.") + object.target);
      folder_.write(names_.back(), text_of(object));
      object.data = nullptr;
      object.file = names_.back().c_str();
    }
    module_.code_objects = objects_.data();
  }
  ~FiledModule() { set_code_object_folder(nullptr); }

  const Module& module() const { return module_; }
  /// The code object for gfx90a, the default device of a session.
  CodeObject& object() { return objects_[2]; }
  const test::Folder& folder() const { return folder_; }
  std::string folder_path() const { return folder_.path().string(); }

 private:
  test::Folder folder_;
  Module module_ = test_kernels::SECOND;
  std::vector<CodeObject> objects_;
  std::vector<std::string> names_;
};

}  // namespace

TEST_CASE("code object file: is read only from the folder that the program names") {
  const FiledModule filed;
  Session session;
  const auto device = Device::open();
  const Environment path("ROCM_BINDGEN_CODE_OBJECT_PATH", filed.folder_path());
  set_code_object_folder("/nowhere");
  const auto error = error_of([&] { device.kernel(filed.module(), "only_here"); },
                              {"'second'", "gfx90a", "'/nowhere/k.artifacts/second.gfx90a'"});
  CHECK(error.code() == ErrorCode::bad_code_object);
  CHECK(session.driver->calls("hipModuleLoadData") == 0);
  set_code_object_folder(filed.folder_path().c_str());
  device.kernel(filed.module(), "only_here");
  CHECK(session.driver->loads() == 1);
}

TEST_CASE("code object file: is read from the first folder in ROCM_BINDGEN_CODE_OBJECT_PATH that contains the file") {
  const FiledModule filed;
  Session session;
  const auto device = Device::open();
  // The empty entry between the colons is skipped.
  const Environment path("ROCM_BINDGEN_CODE_OBJECT_PATH", "/nowhere::" + filed.folder_path());
  device.kernel(filed.module(), "only_here");
  CHECK(session.driver->loads() == 1);
}

TEST_CASE("code object file: the error for a missing file lists every path that was tried") {
  const FiledModule filed;
  Session session;
  const auto device = Device::open();
  const Environment path("ROCM_BINDGEN_CODE_OBJECT_PATH", "/nowhere:/neither");
  const auto next_to_program = (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "k.artifacts").string();
  error_of([&] { device.kernel(filed.module(), "only_here"); },
           {"/nowhere/k.artifacts", "/neither/k.artifacts", next_to_program.c_str(), "No such file",
            "ROCM_BINDGEN_CODE_OBJECT_PATH"});
}

TEST_CASE("code object file: a file of another size, a folder and a FIFO are refused") {
  FiledModule filed;
  Session session;
  const auto device = Device::open();
  set_code_object_folder(filed.folder_path().c_str());
  SECTION("longer") {
    filed.folder().write(filed.object().file, text_of(test_kernels::SECOND.code_objects[2]) + "x");
    error_of([&] { device.kernel(filed.module(), "only_here"); },
             {"bytes instead of the", "when the header was emitted"});
  }
  SECTION("a folder") {
    filed.object().file = "k.artifacts";
    error_of([&] { device.kernel(filed.module(), "only_here"); }, {"has 0 bytes"});
  }
  SECTION("a FIFO without a writer") {
    REQUIRE(mkfifo((filed.folder() / "fifo").c_str(), 0600) == 0);
    filed.object().file = "fifo";
    error_of([&] { device.kernel(filed.module(), "only_here"); }, {"has 0 bytes"});
  }
  CHECK(session.driver->calls("hipModuleLoadData") == 0);
}

TEST_CASE("code object file: may be the image itself or a zstd frame of it") {
  FiledModule filed;
  set_code_object_folder(filed.folder_path().c_str());
  const auto embedded = runtime::decode_code_object(test_kernels::SECOND.code_objects[2], test_kernels::SECOND);
  const auto from_frame = runtime::decode_code_object(filed.object(), filed.module());
  CHECK(from_frame.owns());
  const bool same_from_frame = from_frame.bytes() == embedded.bytes();
  CHECK(same_from_frame);

  filed.folder().write("plain", std::string(embedded.bytes()));
  auto plain = filed.object();
  plain.file = "plain";
  plain.compression = Compression::none;
  plain.stored_size = plain.image_size;
  const auto from_plain = runtime::decode_code_object(plain, filed.module());
  CHECK(from_plain.owns());
  const bool same_from_plain = from_plain.bytes() == embedded.bytes();
  CHECK(same_from_plain);
}
