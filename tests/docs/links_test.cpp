// Checks that links between the documents lead to existing files and headings.
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>

#include "docs/document.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"
#include "support/tool.hpp"

using namespace docs_test;
using namespace test;
namespace fs = std::filesystem;

namespace {

const fs::path kRepository = ROCM_BINDGEN_SOURCE_DIR;

/// The anchor of a heading, as GitHub and MkDocs generate it.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0 || c == '-' || c == '_') anchor += static_cast<char>(std::tolower(letter));
    if (c == ' ') anchor += '-';
  }
  return anchor;
}

std::set<std::string> anchors_of(const fs::path& document) {
  std::set<std::string> anchors;
  for (const auto& line : lines_of(prose_of(document.lexically_relative(kRepository).string())))
    if (!line.empty() && line[0] == '#') anchors.insert(anchor_of(line.substr(line.find(' ') + 1)));
  return anchors;
}

}  // namespace

TEST_CASE("docs: every link leads to an existing file and heading") {
  const std::regex link(R"(\]\(([^)\s]+)\))");
  unsigned count = 0;
  for (const auto& name : all_documents()) {
    const auto prose = prose_of(name);
    const auto document = kRepository / name;
    for (std::sregex_iterator at(prose.begin(), prose.end(), link), end; at != end; ++at) {
      const auto target = (*at)[1].str();
      INFO(name << ": " << target);
      if (target.find("://") != std::string::npos) continue;
      ++count;
      const auto hash = target.find('#');
      const auto file = hash == 0 ? document : (document.parent_path() / target.substr(0, hash)).lexically_normal();
      REQUIRE(fs::exists(file));
      if (hash != std::string::npos) CHECK(anchors_of(file).count(target.substr(hash + 1)) == 1);
    }
  }
  CHECK(count > 60);  // a wrong pattern would find few or none
}

TEST_CASE("docs: the site's navigation lists every document exactly once") {
  const auto text = read(kRepository / "docs/mkdocs.yml");
  const std::regex entry(R"(\n *- (?:[^\n:]+: )?((?:design/)?[a-z-]+)\.md(?=\n))");
  std::set<std::string> listed;
  for (std::sregex_iterator at(text.begin(), text.end(), entry), end; at != end; ++at) {
    INFO((*at)[1].str());
    CHECK(listed.insert((*at)[1].str()).second);
  }
  // The pages that docs/site.sh generates: those from the root folder, and hipify's table.
  for (const auto* page : {"index", "architecture", "contributing", "changelog", "hipify-rules"})
    CHECK(listed.erase(page) == 1);
  std::set<std::string> documents;
  for (const auto& file : fs::directory_iterator(kRepository / "docs"))
    if (file.path().extension() == ".md") documents.insert(file.path().stem().string());
  for (const auto& file : fs::directory_iterator(kRepository / "docs/design"))
    documents.insert("design/" + file.path().stem().string());
  CHECK(listed == documents);
}

TEST_CASE("docs: no document has an unfilled placeholder") {
  const std::regex placeholder("@[A-Z][A-Z0-9_]*@");
  for (const auto& document : all_documents()) {
    const auto text = text_of(document);
    std::smatch found;
    const bool unfilled = std::regex_search(text, found, placeholder);
    INFO(document << ": " << found.str());
    CHECK_FALSE(unfilled);
  }
}

TEST_CASE("docs: the site is built without a warning and contains every document") {
  const Folder folder;
  const auto site = folder / "site";
  const auto built = run({(kRepository / "docs/site.sh").string(), site.string(), test::tool()});
  INFO(built.out << built.err);
  REQUIRE(built.exit_code == 0);
  CHECK(built.err.find("WARNING") == std::string::npos);
  for (const auto& entry : fs::directory_iterator(kRepository / "docs")) {
    if (entry.path().extension() != ".md") continue;
    INFO(entry.path());
    CHECK(fs::exists(site / entry.path().stem() / "index.html"));
  }
  CHECK(read(site / "index.html").find("rocm-bindgen build kernels/") != std::string::npos);
  CHECK(read(site / "index.html").find("href=\"reference/") != std::string::npos);

  // The reference documents what programs use, its links are valid, and it names no folder of this machine.
  const auto reference = site / "reference";
  for (const std::string name : {"Device", "Stream", "Event", "Graph", "Kernel", "Buffer", "Error"})
    CHECK(fs::exists(reference / ("classrocm__bindgen_1_1" + name + ".html")));
  const auto ops = read(reference / "namespacerocm__bindgen_1_1ops.html");
  for (const std::string name :
       {"unary", "binary", "reduce", "softmax", "conv2d", "gather", "sort", "matmul", "rope"}) {
    INFO(name);
    CHECK(ops.find(">" + name + "</") != std::string::npos);
  }
  CHECK(read(reference / "rocm__bindgen_8h.html").find("rocm_bindgen_launch") != std::string::npos);
  const std::regex page("href=\"([^\"#:]+\\.html)");
  for (const auto& entry : fs::directory_iterator(reference)) {
    if (entry.path().extension() != ".html") continue;
    const auto text = read(entry.path());
    INFO(entry.path());
    CHECK(text.find(kRepository.string() + "/") == std::string::npos);
    for (std::sregex_iterator at(text.begin(), text.end(), page), end; at != end; ++at) {
      INFO((*at)[1].str());
      CHECK(fs::exists(reference / (*at)[1].str()));
    }
  }
}
