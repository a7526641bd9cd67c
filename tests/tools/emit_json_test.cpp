// --emit json: the complete data model that docs/templates.md describes.
#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
using Json = nlohmann::ordered_json;

namespace {

const char* const kSource =
    "struct Shape { int sizes[3]; };\n"
    "namespace ns { template <class T> __global__ void fill(T* out, const Shape shape, T) {} }\n"
    "template __global__ void ns::fill<float>(float*, const Shape, float);\n"
    "#if 0\n"
    "__global__ void skipped() {}\n"
    "#endif\n"
    "extern \"C\" __global__ void bare() {}\n";

Json parameter(const std::string& name, const std::string& identifier, int index, const std::string& type,
               const std::string& launch_type, int offset, int size, int alignment) {
  return {{"name", name},
          {"identifier", identifier},
          {"index", index},
          {"type", type},
          {"launch_type", launch_type},
          {"offset", offset},
          {"size", size},
          {"alignment", alignment},
          {"is_pointer", launch_type == "float*"},
          {"is_struct", launch_type.empty()}};
}

Json code_object(const Json& emitted, const std::string& target, int index, const std::string& identifier,
                 std::size_t bytes) {
  return {{"target", target},
          {"index", index},
          {"identifier", identifier},
          {"is_nvidia", false},
          {"cuda_arch", emitted["cuda_arch"]},
          {"file", "k.artifacts/hsaco/fill.op." + target + ".hsaco"},
          {"bytes", bytes},
          {"compressed_bytes", emitted["compressed_bytes"]},
          {"blake3_128", emitted["blake3_128"]}};
}

}  // namespace

TEST_CASE("build --emit json: has every member in the documented order") {
  Project project;
  project.source("fill.op.cu", kSource);
  const auto built = project.build({"--emit", "json", "-o", "out/k.json", "--arch", "gfx90a:sramecc+:xnack-,gfx1100",
                                    "--namespace", "app::kernels", "-O0"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto model = Json::parse(read(project / "out/k.json"));
  const auto& objects = model["modules"][0]["code_objects"];
  REQUIRE(objects.size() == 2);
  const auto size_of = [&](const std::string& target) {
    return std::filesystem::file_size(project / ("out/k.artifacts/hsaco/fill.op." + target + ".hsaco"));
  };
  const Json expected{{"schema", 1},
                      {"generator", model["generator"]},
                      {"output", "k.json"},
                      {"namespace", "app::kernels"},
                      {"content", model["content"]},
                      {"targets", {"gfx90a:sramecc+:xnack-", "gfx1100"}},
                      {"modules",
                       {{{"name", "fill.op"},
                         {"index", 0},
                         {"identifier", "fill_op"},
                         {"constant", "FILL_OP"},
                         {"source", "fill.op.cu"},
                         {"kernels",
                          {{{"name", "ns_fill_float"},
                            {"index", 0},
                            {"qualified_name", "ns::fill<float>"},
                            {"symbol", "_ZN2ns4fillIfEEvPT_5ShapeS1_"},
                            {"parameters",
                             {parameter("out", "out", 0, "float *", "float*", 0, 8, 8),
                              parameter("shape", "shape", 1, "const Shape", "", 8, 12, 4),
                              parameter("", "argument_2", 2, "float", "float", 20, 4, 4)}}},
                           {{"name", "bare"},
                            {"index", 1},
                            {"qualified_name", "bare"},
                            {"symbol", "bare"},
                            {"parameters", Json::array()}}}},
                         {"lost_kernels", {{{"name", "skipped"}, {"condition", "#if 0"}, {"line", 5}}}},
                         {"code_objects",
                          {code_object(objects[0], "gfx90a:sramecc+:xnack-", 0, "gfx90a_sramecc_on_xnack_off",
                                       size_of("gfx90a:sramecc+:xnack-")),
                           code_object(objects[1], "gfx1100", 1, "gfx1100", size_of("gfx1100"))}}}}}};
  CHECK(model.dump(1) == expected.dump(1));
  CHECK(model["generator"].get<std::string>().rfind("rocm-bindgen ", 0) == 0);
  CHECK(model["content"].get<std::string>().size() == 12);  // digits of a hash
  // The manifest of the same build gives the same sizes and hashes.
  const auto manifest = Json::parse(read(project / "out/k.artifacts/manifest.json"));
  for (std::size_t i = 0; i < 2; ++i)
    for (const auto* member : {"blake3_128", "compressed_bytes", "cuda_arch"})
      CHECK(objects[i][member] == manifest["modules"][0]["code_objects"][i][member]);
}

TEST_CASE("build --emit json: `content` depends only on the namespace and the content of the modules", "[slow]") {
  Project project;
  const auto content = [&](const std::string& source, const std::vector<std::string>& more = {}) {
    project.source("a.cu", source);
    std::vector<std::string> words{"--emit", "json", "-o", "out/k.json", "-O0"};
    words.insert(words.end(), more.begin(), more.end());
    REQUIRE(project.build(words).exit_code == 0);
    return Json::parse(read(project / "out/k.json"))["content"].get<std::string>();
  };
  const auto first = content(kernel_source("a"));
  CHECK(content(kernel_source("a") + "// a comment\n") == first);
  CHECK(content(kernel_source("b")) != first);
  CHECK(content(kernel_source("a"), {"--namespace", "n"}) != first);
}

TEST_CASE("build --emit json: the dependency file names the output and --compress is refused") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  REQUIRE(project.build({"--emit", "json", "-o", "out/k.json", "-MD"}).exit_code == 0);
  CHECK_THAT(read(project / "out/k.d"), Catch::StartsWith("out/k.json:"));
  check_refused(project, 2, {"--compress cannot be used with --emit json"}, {"--emit", "json", "--compress", "zstd"});
}
