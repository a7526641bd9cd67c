#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

using Json = nlohmann::json;

/// A project whose header is found only by a flag, in a folder with a name that is not searched by default.
class DatabaseProject : public Folder {
 public:
  DatabaseProject() {
    write("src/a.cu", "#include <own.cuh>\ncudaError_t e;\n");
    write("far/away/own.cuh", "cudaStream_t s;\n");
    std::filesystem::create_directories(*this / "build");
  }

  /// Whether the header is translated with this entry in the database for the source.
  bool header_is_found(Json entry, const std::string& option = "build") const {
    entry["directory"] = (*this / "build").string();
    entry["file"] = "../src/a.cu";
    write("build/compile_commands.json", Json::array({entry}).dump());
    std::filesystem::remove_all(*this / "hip");
    const auto finished = rocm_bindgen({"hipify", "src/a.cu", "-p", option, "-o", "hip"}, {path(), {}});
    INFO(finished.err);
    CHECK(finished.exit_code == 0);
    for (const auto& [name, text] : tree(*this / "hip"))
      if (name.find("own.cuh") != std::string::npos) return text == "hipStream_t s;\n";
    return false;
  }
};

}  // namespace

TEST_CASE("hipify -p: accepts a folder or the file and words or a command, relative to the entry's folder") {
  const DatabaseProject project;
  CHECK_FALSE(project.header_is_found({{"command", "nvcc -c ../src/a.cu"}}));
  CHECK(project.header_is_found({{"command", "nvcc -I../far/away -c ../src/a.cu"}}));
  CHECK(
      project.header_is_found({{"command", "nvcc -I \"../far/away\" -c ../src/a.cu"}}, "build/compile_commands.json"));
  CHECK(project.header_is_found({{"command", "nvcc --include-path=../far/away -c ../src/a.cu"}}));
  CHECK(project.header_is_found({{"arguments", {"nvcc", "-I", "../far/away", "-c", "../src/a.cu"}}}));
  CHECK(project.header_is_found({{"arguments", {"nvcc", "-I" + (project / "far/away").string(), "../src/a.cu"}}}));
}

TEST_CASE("hipify -p: nvcc's option files are read as CMake writes them") {
  const DatabaseProject project;
  project.write("build/includes_CUDA.rsp", "-I\"../far/away\" -DX=1\n");
  CHECK(project.header_is_found({{"command", "nvcc --options-file includes_CUDA.rsp -c ../src/a.cu"}}));
  CHECK(project.header_is_found({{"command", "nvcc @includes_CUDA.rsp -c ../src/a.cu"}}));
  CHECK_FALSE(project.header_is_found({{"command", "nvcc --options-file missing.rsp -c ../src/a.cu"}}));
}

TEST_CASE("hipify -p: a missing file and one that is no database are reported") {
  Folder folder;
  folder.write("a.cu", "cudaError_t e;\n");
  const auto hipify = [&] { return rocm_bindgen({"hipify", "a.cu", "-p", "db.json"}, {folder.path(), {}}); };
  const auto missing = hipify();
  CHECK(missing.exit_code == 2);
  CHECK_THAT(missing.err, Catch::Contains("cannot read the compilation database 'db.json'"));
  for (const std::string text : {"", "[{", "[{}]", "[1]", "[{\"directory\": 3, \"file\": \"a.cu\"}]",
                                 "[{\"directory\": \"/\", \"file\": \"a.cu\"}]"}) {
    folder.write("db.json", text);
    const auto broken = hipify();
    INFO(text << ": " << broken.err);
    CHECK(broken.exit_code == 2);
    CHECK_THAT(broken.err, Catch::Contains("'db.json' is not a valid compilation database"));
    CHECK(broken.out.empty());
  }
}
