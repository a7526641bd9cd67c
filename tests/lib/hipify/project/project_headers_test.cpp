#include "hipify/project/project_headers.hpp"

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;
namespace fs = std::filesystem;

namespace {

using Way = ResolvedInclude::Way;

IncludeDirective include(const std::string& name, bool quoted) {
  return {name, quoted, 0, 0};
}

}  // namespace

TEST_CASE("project headers: include folders and files are read from flags in one word or two and an SDK is ignored") {
  test::Folder folder;
  folder.write("sdk/cuda_runtime_api.h", "");  // this header shows that the folder belongs to a CUDA SDK
  const auto sdk = (folder / "sdk").string();
  CHECK(project_include_folders({"-I", "a", "-Ib", "-iquote", "c", "-isystem", "d", "-DI", "-I" + sdk, "-I"}) ==
        std::vector<fs::path>{"a", "b", "c"});
  CHECK(forced_includes({"-include", "a.h", "-I", "b", "-include"}) == std::vector<fs::path>{"a.h"});
}

TEST_CASE("project headers: the includer's folder is searched first, then those of flags, then those near the source") {
  test::Folder folder;
  for (const auto* file :
       {"p/src/both.h", "p/inc/both.h", "p/inc/flag.h", "p/common/near_by.h", "p/src/common/near_by.h"})
    folder.write(file, "");
  const auto source = folder / "p/src/a.cu";
  IncludeResolver resolver(source, {folder / "p/inc"});
  const auto way_to = [&](const std::string& name, bool quoted) {
    const auto found = resolver.resolve(include(name, quoted), source);
    REQUIRE(found);
    return std::pair(found->way, found->path.lexically_relative(folder.path()).string());
  };
  CHECK(way_to("both.h", true) == std::pair(Way::includer_folder, std::string("p/src/both.h")));
  CHECK(way_to("both.h", false) == std::pair(Way::flag, std::string("p/inc/both.h")));
  CHECK(way_to("flag.h", true) == std::pair(Way::flag, std::string("p/inc/flag.h")));
  CHECK(resolver.absent().count((folder / "p/src/flag.h").string()) == 1);
  CHECK(resolver.implied().empty());
  CHECK(way_to("near_by.h", true) == std::pair(Way::implied, std::string("p/src/common/near_by.h")));
  CHECK(way_to("near_by.h", false).first == Way::implied);
  CHECK(resolver.implied() == std::vector<fs::path>{folder / "p/src/common"});
}

TEST_CASE("project headers: system headers are ignored and the search ends at the root of a checkout") {
  test::Folder folder;
  for (const auto* file : {"include/stdio.h", "include/vector", "include/above.h", "p/.git/HEAD", "p/include/own.h"})
    folder.write(file, "");
  const auto source = folder / "p/src/a.cu";
  IncludeResolver resolver(source, {});
  for (const auto* name : {"stdio.h", "vector", "above.h", "nowhere.h"})
    CHECK_FALSE(resolver.resolve(include(name, false), source));
  CHECK(resolver.resolve(include("own.h", false), source));
}
