#include "compile/precompiled_prefix.hpp"

#include <fstream>

#include "compile/compile_job.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;
using test::Folder;

namespace {

const TargetId kGfx1100{"gfx1100", "gfx1100"};

CompileOptions with_flags(std::vector<std::string> flags) {
  CompileOptions options;
  options.user_flags = std::move(flags);
  return options;
}

}  // namespace

TEST_CASE("prefix key: include folders and -include do not affect it, and other flags do") {
  const HipSource source;
  const auto key = [&](std::vector<std::string> flags, Side side = Side::device) {
    return prefix_key(source, kGfx1100, with_flags(std::move(flags)), side);
  };
  const auto plain = key({});
  REQUIRE_FALSE(plain.empty());
  CHECK(key({"-Ione", "-I", "two", "-isystem", "three", "-iquotefour", "-include", "five.h"}) == plain);
  CHECK(key({"-DNAME"}) != plain);
  CHECK(key({"-O1"}) != plain);
  CHECK(key({}, Side::host) != plain);
  // These flags must act on the compile of each source, so nothing is precompiled: the key is empty.
  CHECK(key({"-g"}).empty());
  CHECK(key({"-fplugin=x.so"}).empty());
}

TEST_CASE("prefix key: depends on the current folder if a flag names a file") {
  const Folder folder;
  const auto list = folder.write("list", "").string();
  auto options = with_flags({"-fsanitize-ignorelist=" + list});
  const HipSource source;
  const auto key = prefix_key(source, kGfx1100, options);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto elsewhere = prefix_key(source, kGfx1100, options);
  options.user_flags.clear();
  const auto plain = prefix_key(source, kGfx1100, options);
  std::filesystem::current_path(before);
  CHECK(key != elsewhere);
  CHECK(plain == prefix_key(source, kGfx1100, options));
}

TEST_CASE("precompiled prefix: fits unless one of the source's folders hides or contains one of its headers") {
  const Folder folder;
  folder.write("system/hip/hip_runtime.h", "");
  folder.write("mine/other.h", "");
  const auto header = std::filesystem::canonical(folder / "system/hip/hip_runtime.h").string();
  const PrecompiledPrefix prefix{"prefix.pch", {header}, {}, {"cmath", "hip/hip_runtime.h"}};
  HipSource source;
  source.source.root = folder.path() / "mine";
  const auto mine = (folder.path() / "mine").string();
  CHECK(hiding_paths(prefix, source, with_flags({"-I" + mine})) ==
        std::vector<std::string>{mine + "/cmath", mine + "/hip/hip_runtime.h"});
  CHECK(fits(prefix, source, with_flags({"-I", mine})));
  // A header inside an include folder or the source's root would have another name in __FILE__ without the prefix.
  CHECK_FALSE(fits(prefix, source, with_flags({"-I" + (folder.path() / "system").string()})));
  source.implied_folders = {mine};
  CHECK(fits(prefix, source, with_flags({})));
  folder.write("mine/cmath", "");  // hides the system's header
  CHECK_FALSE(fits(prefix, source, with_flags({})));
  source.implied_folders.clear();
  CHECK(fits(prefix, source, with_flags({})));
  source.source.root = folder.path();  // contains system/hip/hip_runtime.h
  CHECK_FALSE(fits(prefix, source, with_flags({})));
}
