// The bytes of everything that the tool emits, except for code objects, compared with tests/golden/emitted/SHA256SUMS.
//
// The sources are tests/golden/emitted/src, and every stage of a build runs as it always does. Then each code object
// gets bytes that depend only on its name, because the bytes that clang generates differ between its versions, and
// headers contain them as text and manifests as hashes. Everything else depends only on this repository.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "discover/discover.hpp"
#include "package/digest.hpp"
#include "pipeline/stages/build_inputs.hpp"
#include "pipeline/stages/compile_stage.hpp"
#include "pipeline/stages/hipify_stage.hpp"
#include "pipeline/stages/verify_stage.hpp"
#include "pipeline/stages/write_stage.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/hash.hpp"

using namespace rocm_bindgen::build;
namespace fs = std::filesystem;

namespace {

fs::path golden() {
  return fs::path(ROCM_BINDGEN_SOURCE_DIR) / "tests/golden/emitted";
}

/// A kind of output, and the folder in which it is written.
struct Form {
  std::string folder;
  std::string output;
  WriteOptions options;
};

std::vector<Form> forms() {
  std::vector<Form> all{{"literal", "k.hpp", {}}, {"plain", "k.hpp", {}}, {"incbin", "k.hpp", {}},
                        {"embed", "k.hpp", {}},   {"none", "k.hpp", {}},  {"rust", "k.rs", {}},
                        {"c", "k.h", {}},         {"json", "k.json", {}}, {"template", "k.txt", {}}};
  all[0].options.dependency_file = "k.d";
  all[0].options.dependency_targets = {"k.hpp"};
  all[1].options.compress = all[1].options.inline_runtime = false;
  all[1].options.name_space = "app::kernels";
  all[2].options.embedding = Embedding::incbin;
  all[3].options.embedding = Embedding::embed;
  all[4].options.embedding = Embedding::none;
  all[5].options.language = OutputLanguage::rust;
  all[6].options.language = OutputLanguage::c;
  all[7].options.language = OutputLanguage::json;
  all[8].options.template_file = golden() / "page.mustache";
  return all;
}

/// The inputs in the folder of the sources, relative to it. Paths of system headers depend on the machine.
Inputs relative_inputs(const Inputs& inputs) {
  Inputs relative;
  for (const auto& file : inputs.files) {
    const auto below = fs::path(file).lexically_relative(fs::canonical(golden())).string();
    if (below.rfind("..", 0) != 0) relative.files.push_back(below);
  }
  return relative;
}

/// The sources with all stages up to verification, and fixed bytes as code objects.
FinishedBuild build_sources(const fs::path& scratch) {
  BuildOptions options;
  options.inputs = {golden() / "src"};
  options.out_dir = scratch;
  options.use_cache = false;
  const auto targets = parse_targets({"gfx1030,gfx90a"}, {}).value();
  const auto sources = discover_modules(options.inputs, {}).value();
  const auto toolchain = find_toolchain(options, targets).value();
  const Progress progress;
  const BuildContext context(options, targets, toolchain, progress);
  EarlierBuilds earlier(options, /*remote_store=*/nullptr);
  BuildReport report;
  const auto hipified = hipify_stage(context, sources, earlier.records, report);
  Verifier verifier(context, hipified);
  auto objects = compile_stage(context, hipified, plan_stage(context, hipified, earlier, report), {}, earlier, report,
                               [](std::size_t, CompiledObjects&) {});
  auto modules = verifier.finish(objects, report);
  for (const auto& diagnostic : report.diagnostics) UNSCOPED_INFO(render(diagnostic));
  REQUIRE_FALSE(has_errors(report.diagnostics));
  for (auto& module : modules)
    for (auto& object : module.code_objects) {
      object.image = module.source.module + " for " + object.target.canonical + std::string("\0\x7f\n\"\\", 5);
      object.compressed = "compressed " + object.image;
      object.image_hash = content_hash(object.image);
    }
  return {{}, false, hipified, std::move(modules), relative_inputs(inputs_of(hipified, objects)), {"rocm-bindgen"}};
}

/// Whether a file is compared; `file` is relative to the folder of the form. Code objects and build records are not,
/// and the translated sources in hip/ are compared once, because they are the same for every form.
bool is_compared(const fs::path& file, const Form& form) {
  const auto below = file.lexically_relative("k.artifacts").string();
  const auto is_below = [&](const char* folder) { return below.rfind(folder, 0) == 0; };
  return !is_below(".rocm-bindgen/") && !is_below("hsaco/") && !is_below("embed/") &&
         (form.folder == "literal" || !is_below("hip/"));
}

using Sums = std::map<std::string, std::string>;  // by path

Sums emit_all(FinishedBuild build, const fs::path& folder) {
  Sums sums;
  for (auto& form : forms()) {
    const auto place = folder / form.folder;
    build.out_dir = place / "k.artifacts";
    if (!form.options.dependency_file.empty()) form.options.dependency_file = place / form.options.dependency_file;
    const auto written = write_stage(build, place / form.output, form.options);
    if (!written)
      for (const auto& diagnostic : written.error().diagnostics) UNSCOPED_INFO(render(diagnostic));
    REQUIRE(written);
    for (const auto& [file, bytes] : test::tree(place))
      if (is_compared(file, form)) sums[form.folder + "/" + file] = sha256_of(bytes);
  }
  return sums;
}

/// The text that `sha256sum` prints.
std::string text_of(const Sums& sums) {
  std::string text;
  for (const auto& [path, sum] : sums) text += sum + "  " + path + "\n";
  return text;
}

Sums read_sums(const std::string& text) {
  Sums sums;
  std::istringstream lines(text);
  for (std::string sum, path; lines >> sum >> path;) sums[path] = sum;
  return sums;
}

std::string changes(const Sums& before, const Sums& after) {
  std::string text;
  for (const auto& [path, sum] : before)
    if (const auto now = after.find(path); now == after.end())
      text += "  no longer emitted: " + path + "\n";
    else if (now->second != sum)
      text += "  has other bytes: " + path + "\n";
  for (const auto& [path, sum] : after)
    if (before.count(path) == 0) text += "  is new: " + path + "\n";
  return text;
}

}  // namespace

TEST_CASE("emitted bytes: headers and artifacts have the recorded hashes") {
  const test::Folder temporary;
  const char* const chosen = std::getenv("ROCM_BINDGEN_EMITTED");
  const auto folder = chosen != nullptr ? fs::path(chosen) : temporary / "emitted";
  // Files of another run would be taken for emitted ones.
  REQUIRE((!fs::exists(folder) || fs::is_empty(folder)));
  const auto emitted = emit_all(build_sources(temporary / "scratch"), folder);
  if (chosen != nullptr) std::ofstream(folder / "SHA256SUMS") << text_of(emitted);
  INFO(
      "To see the difference, run this test at the commit before and at this one with ROCM_BINDGEN_EMITTED=FOLDER, an "
      "empty folder in which it leaves the files and their SHA256SUMS, and compare the two with diff -r. If the "
      "difference is meant, copy the new SHA256SUMS to "
      << golden().string() << ", and describe it in CHANGELOG.md.");
  CHECK(changes(read_sums(test::read(golden() / "SHA256SUMS")), emitted) == "");
}
