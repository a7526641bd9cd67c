#include <sstream>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

using Json = nlohmann::json;

const char* const kExaminedSource =
    "#include <cuda_runtime.h>\n"
    "#include \"own.h\"\n"
    "__global__ void k(int* p) {\n"
    "  asm volatile(\"suld.b.1d.b32.trap {%0}, [%1, {%2}];\");\n"
    "  p[threadIdx.x & 31] = 1;\n"
    "}\n"
    "void f() {\n"
    "  cudaNoSuchThing();\n"
    "  k<<<1, 2>>>(nullptr);\n"
    "  cudaFree(nullptr); cudaFree(nullptr);\n"
    "  cudaGraphConditionalHandleCreate(nullptr, nullptr, 0, 0);\n"
    "}";

class ExaminedProject : public Folder {
 public:
  ExaminedProject() {
    write("a.cu", kExaminedSource);
    write("own.h", "cudaStream_t s;\n");
  }

  Finished examine(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"hipify", "a.cu", "--examine"});
    return rocm_bindgen(more, {path(), {}});
  }
};

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

}  // namespace

TEST_CASE("hipify --examine: writes counts of every file as JSON and messages with the same categories") {
  const ExaminedProject project;
  const auto finished = project.examine({"--message-format", "json"});
  REQUIRE(finished.exit_code == 0);
  const auto files = json_lines(finished.out);
  REQUIRE(files.size() == 2);
  CHECK(files[0]["file"] == "a.cu");
  CHECK(files[0]["lines"] == 12);
  CHECK(files[0]["changed_lines"] == 2);  // the first #include, and the two calls of cudaFree()
  CHECK(files[0]["launches"] == 1);
  CHECK(files[0]["converted"]["runtime"] == 2);
  CHECK(files[0]["findings"] ==
        Json{{"inline PTX", 1}, {"no HIP counterpart", 1}, {"unknown name", 1}, {"wave size", 1}});
  CHECK(files[1]["lines"] == 1);
  CHECK(files[1]["converted"] == Json{{"runtime", 1}});
  CHECK(files[1]["findings"] == Json::object());

  std::map<std::string, int> categories;
  for (const auto& message : json_lines(finished.err)) ++categories[message["category"]];
  CHECK(Json(categories) == files[0]["findings"]);
}

TEST_CASE("hipify --examine: prints a summary with a total and translates nothing") {
  const ExaminedProject project;
  const auto before = tree(project.path());
  const auto finished = project.examine();
  REQUIRE(finished.exit_code == 0);
  // Three converted names in a.cu (the header and two calls), and one in own.h.
  CHECK_THAT(finished.out, Catch::StartsWith("a.cu\n  12 lines, 2 changed, 1 launches\n  converted: 3\n"));
  CHECK_THAT(finished.out, Catch::Contains("total of 2 files\n  13 lines, 3 changed, 1 launches\n  converted: 4\n"));
  CHECK_THAT(finished.out, !Catch::Contains("hipFree"));
  CHECK(tree(project.path()) == before);
}

TEST_CASE("hipify --examine: with -o the translation is the same as without it") {
  const ExaminedProject project;
  CHECK(project.examine({"-o", "examined"}).exit_code == 0);
  CHECK(rocm_bindgen({"hipify", "a.cu", "-o", "plain"}, {project.path(), {}}).exit_code == 0);
  CHECK(tree(project / "examined").size() == 2);
  CHECK(tree(project / "examined") == tree(project / "plain"));
}
