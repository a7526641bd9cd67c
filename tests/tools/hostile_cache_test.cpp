// Caches that someone else prepared: with links in them, of another owner, writable by all, or not a cache at all.
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

struct Cached {
  Cached() {
    project.uses_cache = true;
    project.source("a.cu", kernel_source("a"));
    project.source("b.cu", kernel_source("b"));
    project.folder().write("elsewhere/precious.record", "precious");
  }

  Finished build(const RunOptions& options = {}) const {
    auto environment = tool_environment();
    environment.insert(options.environment.begin(), options.environment.end());
    fs::remove_all(project / "out");
    return run(project.command({"--cache-dir", "cache"}), {project.path(), environment});
  }
  Finished clear() const { return rocm_bindgen({"cache", "--cache-dir", "cache", "--clear"}, {project.path(), {}}); }
  std::map<std::string, std::string> elsewhere() const { return tree(project / "elsewhere"); }
  std::vector<fs::path> entries(const std::string& folder, const std::string& extension) const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(project / "cache" / folder))
      if (entry.path().extension() == extension) found.push_back(entry.path());
    return found;
  }

  Project project;
};

mode_t mode_of(const fs::path& path) {
  struct stat status{};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777;
}

/// Calls `action` with that umask and returns its result.
template <class Action>
auto under_umask(mode_t mask, const Action& action) {
  const auto before = ::umask(mask);
  auto result = action();
  ::umask(before);
  return result;
}

}  // namespace

TEST_CASE("hostile cache: a cache is accessible only to its owner with any umask") {
  const Cached cached;
  const auto built = under_umask(0, [&] { return cached.build(); });
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  CHECK(mode_of(cached.project / "cache") == 0700);
  CHECK(mode_of(cached.project / "cache/objects") == 0700);
  CHECK(under_umask(0, [&] { return cached.build(); }).exit_code == 0);
  CHECK(cached.project.statistics()["cache_hits"] == 2);
}

TEST_CASE("hostile cache: a cache that others can write to is not used") {
  const Cached cached;
  REQUIRE(cached.build().exit_code == 0);
  for (const auto& [folder, mode] : std::vector<std::pair<std::string, unsigned>>{
           {"cache", 0777}, {"cache", 0770}, {"cache/objects", 0777}, {"cache/prefixes", 0722}}) {
    INFO(folder << " with mode " << std::oct << mode);
    fs::permissions(cached.project / folder, fs::perms(mode));
    const auto refused = cached.build();
    CHECK(refused.exit_code == 4);
    CHECK_THAT(refused.err, Catch::Contains(folder + "' is not used as a cache: other users can write to it") &&
                                Catch::Contains("help: ") && Catch::Contains("--cache-dir"));
    fs::permissions(cached.project / folder, fs::perms(0700));
  }
  CHECK(cached.build().exit_code == 0);
}

TEST_CASE("hostile cache: a cache of another owner is not used, whether it is below $TMPDIR or given by name") {
  if (::geteuid() != 0) return;  // only root can create a cache of another owner
  const Cached cached;
  REQUIRE(cached.build().exit_code == 0);
  // 65534 is the user nobody.
  REQUIRE(::lchown((cached.project / "cache").c_str(), 65534, 65534) == 0);
  CHECK_THAT(cached.build().err, Catch::Contains("is not used as a cache: it belongs to another user (65534)"));
  CHECK(cached.build().exit_code == 4);
  // A link to the user's own cache is followed, unless the link belongs to another user.
  REQUIRE(::lchown((cached.project / "cache").c_str(), 0, 0) == 0);
  fs::rename(cached.project / "cache", cached.project / "mine");
  fs::create_directory_symlink("mine", cached.project / "cache");
  CHECK(cached.build().exit_code == 0);
  REQUIRE(::lchown((cached.project / "cache").c_str(), 65534, 65534) == 0);
  CHECK(cached.build().exit_code == 4);
  // Without a home folder, the cache is in a folder with a predictable name.
  const auto temporary_cache = "tmp/rocm-bindgen-cache-" + std::to_string(::geteuid());
  fs::create_directories(cached.project / temporary_cache);
  REQUIRE(::lchown((cached.project / temporary_cache).c_str(), 65534, 65534) == 0);
  auto environment = tool_environment();
  environment["XDG_CACHE_HOME"] = environment["HOME"] = "";
  environment["TMPDIR"] = (cached.project / "tmp").string();
  const auto refused = run(cached.project.command(), {cached.project.path(), environment});
  CHECK(refused.exit_code == 4);
  CHECK_THAT(refused.err,
             Catch::Contains(temporary_cache + "' is not used as a cache: it belongs to another user (65534)"));
  CHECK(tree(cached.project / temporary_cache).empty());
  fs::remove_all(cached.project / temporary_cache);
  CHECK(run(cached.project.command(), {cached.project.path(), environment}).exit_code == 0);
  CHECK(mode_of(cached.project / temporary_cache) == 0700);
}

TEST_CASE("hostile cache: links in place of its folders are not followed") {
  const Cached cached;
  const auto before = cached.elsewhere();
  for (const std::string folder : {"objects", "prefixes", "device-headers", "device-libraries"}) {
    INFO(folder);
    fs::remove_all(cached.project / "cache");
    fs::create_directories(cached.project / "cache");
    fs::create_directory_symlink("../elsewhere", cached.project / "cache" / folder);
    const auto refused = cached.build();
    CHECK(refused.exit_code == 4);
    CHECK_THAT(refused.err, Catch::Contains("cache/" + folder + "' is not used as a cache: it is a link"));
    CHECK(cached.elsewhere() == before);
  }
}

TEST_CASE("hostile cache: links in place of its files are replaced and their targets unchanged") {
  const Cached cached;
  REQUIRE(cached.build().exit_code == 0);
  const auto clean = cached.project.outputs();
  const auto target = cached.project / "elsewhere/precious.record";
  const auto time = fs::last_write_time(target) - std::chrono::hours(10);
  fs::last_write_time(target, time);
  const auto link_in_place_of = [&](const fs::path& entry) {
    fs::remove(entry);
    fs::create_symlink(target, entry);
  };
  for (const auto* folder : {"objects", "prefixes"})
    for (const auto* extension : {".record", ".object", ".inputs", ".pch"})
      for (const auto& entry : cached.entries(folder, extension)) link_in_place_of(entry);
  for (const auto* name : {"counters", "counters.lock", "CACHEDIR.TAG"})
    link_in_place_of(cached.project / "cache" / name);
  const auto built = cached.build();
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  CHECK(cached.project.statistics()["compiled"] == 2);
  CHECK(differences(clean, cached.project.outputs()) == std::vector<std::string>{});
  CHECK(read(target) == "precious");
  CHECK(fs::last_write_time(target) == time);
  // A link to a valid entry is not used either, because using and removing it would change files outside of the cache.
  const auto entry = cached.entries("objects", ".object").at(0);
  fs::rename(entry, cached.project / "elsewhere/good.object");
  fs::create_symlink(cached.project / "elsewhere/good.object", entry);
  REQUIRE(cached.build().exit_code == 0);
  CHECK(cached.project.statistics()["compiled"] == 1);
  CHECK(fs::is_regular_file(fs::symlink_status(entry)));
}

TEST_CASE("hostile cache: the tool's headers and libraries in it must not be links to other files", "[slow]") {
  const Cached cached;
  const auto build_externally = [&] {
    fs::remove_all(cached.project / "out");
    return cached.project.build({"--cache-dir", "cache", "--no-cache", "--compiler", "/usr/bin/clang++-19"});
  };
  const auto first = build_externally();
  INFO(first.err);
  REQUIRE(first.exit_code == 0);
  const auto clean = cached.project.outputs();
  const auto target = cached.project / "elsewhere/precious.record";
  std::size_t links = 0;
  // The folder of device libraries has the tool's own libraries as files, and links to the installed ones.
  std::vector<fs::path> files, installed;
  for (const auto* folder : {"cache/device-libraries", "cache/device-headers"})
    for (const auto& entry : fs::recursive_directory_iterator(cached.project / folder))
      (entry.is_symlink() ? installed : files).push_back(entry.path());
  for (const auto& file : files)
    if (fs::is_regular_file(fs::symlink_status(file))) {
      fs::remove(file);
      fs::create_symlink(target, file);
      ++links;
    }
  REQUIRE(links > 2);
  // A link with the name of one library leads to another library.
  REQUIRE(installed.size() > 2);
  const auto other = fs::read_symlink(installed[1]);
  fs::remove(installed[0]);
  fs::create_symlink(other, installed[0]);
  REQUIRE(build_externally().exit_code == 0);
  CHECK(differences(clean, cached.project.outputs()) == std::vector<std::string>{});
  CHECK(read(target) == "precious");
  CHECK(fs::read_symlink(installed[0]) != other);
  // A folder of headers that is a link.
  for (const auto& entry : fs::directory_iterator(cached.project / "cache/device-headers")) {
    fs::rename(entry.path() / "rocm_bindgen_compat", cached.project / "elsewhere/headers");
    fs::create_directory_symlink(cached.project / "elsewhere/headers", entry.path() / "rocm_bindgen_compat");
    cached.project.folder().write("elsewhere/headers/device.hpp", "#error not this one\n");
  }
  REQUIRE(build_externally().exit_code == 0);
  CHECK(read(cached.project / "elsewhere/headers/device.hpp") == "#error not this one\n");
}

TEST_CASE("hostile cache: --clear removes only the cache's files and follows no link") {
  const Cached cached;
  REQUIRE(cached.build().exit_code == 0);
  cached.project.folder().write("cache/objects/notes.txt", "mine");
  CHECK(cached.clear().exit_code == 0);
  CHECK(cached.entries("objects", ".object").empty());
  CHECK(read(cached.project / "cache/objects/notes.txt") == "mine");
  const auto before = cached.elsewhere();
  for (const auto* folder : {"objects", "prefixes"}) {
    fs::remove_all(cached.project / "cache" / folder);
    fs::create_directory_symlink("../elsewhere", cached.project / "cache" / folder);
    const auto refused = cached.clear();
    CHECK(refused.exit_code == 4);
    CHECK_THAT(refused.err, Catch::Contains("it is a link"));
    CHECK(cached.elsewhere() == before);
    fs::remove(cached.project / "cache" / folder);
  }
}

TEST_CASE("hostile cache: --clear does not touch a folder that is not a cache") {
  const Cached cached;
  cached.project.folder().write("cache/objects/mine.record", "mine");
  cached.project.folder().write("cache/counters", "one two three");
  const auto before = tree(cached.project / "cache");
  const auto refused = cached.clear();
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err,
             Catch::Contains("is not marked as a cache of rocm-bindgen") && Catch::Contains("CACHEDIR.TAG"));
  CHECK(tree(cached.project / "cache") == before);
  // The marker of another program's cache is not accepted.
  cached.project.folder().write("cache/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# of another\n");
  CHECK(cached.clear().exit_code == 2);
  CHECK(read(cached.project / "cache/objects/mine.record") == "mine");
  // A missing folder is no error.
  CHECK(rocm_bindgen({"cache", "--cache-dir", "nowhere", "--clear"}, {cached.project.path(), {}}).exit_code == 0);
}
