// A cache that several machines share. Each "machine" here is a project with a local cache of its own.
#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/nginx.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// A machine with a local cache of its own, and a project of three sources.
struct Machine {
  Machine() {
    for (const std::string name : {"a", "b", "c"}) project.source(name + ".cu", kernel_source(name));
    share_precompiled_headers(project / "cache");
  }

  Finished build(const std::string& url, const Words& more = {}) const {
    Words words{"-O0", "--cache-dir", "cache", "--remote-cache", url};
    words.insert(words.end(), more.begin(), more.end());
    auto built = project.build(words);
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    return built;
  }

  unsigned count(const char* counter) const { return project.statistics()[counter]; }

  Project project;
};

/// The outputs of the project without a remote cache.
std::map<std::string, std::string> expected_outputs() {
  static const auto outputs = [] {
    const Machine machine;
    REQUIRE(machine.project.build({"-O0", "--no-cache"}).exit_code == 0);
    return machine.project.outputs();
  }();
  return outputs;
}

std::size_t lines_with(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// Checks that a build on a new machine is right although the remote cache fails, and that it says so once.
void check_is_right_without(const std::string& url, const std::string& reason) {
  const Machine machine;
  const auto built = machine.build(url);
  CHECK(machine.count("compiled") == 3);
  CHECK(lines_with(built.err, "warning: the remote cache is not used: ") == 1);
  CHECK_THAT(built.err, Catch::Contains(reason));
  CHECK(machine.project.outputs() == expected_outputs());
  // The warning is not about the outputs, so a build that has nothing to do does not repeat it.
  CHECK(machine.build(url).err.find("remote cache") == std::string::npos);
}

void change_files(const fs::path& folder, const std::function<std::string(std::string)>& change) {
  std::size_t changed = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const auto bytes = change(read(entry.path()));
    std::ofstream(entry.path(), std::ios::binary) << bytes;
    ++changed;
  }
  REQUIRE(changed != 0);
}

}  // namespace

TEST_CASE("remote cache: what one machine compiled, another takes from a server or a folder") {
  const Nginx server;
  const Folder folder;
  const auto url = GENERATE(true, false) ? server.url() : "file://" + (folder / "shared").string();
  const Machine one, two;
  CHECK(one.build(url).err.find("warning") == std::string::npos);
  CHECK(one.count("compiled") == 3);
  CHECK(one.count("remote_hits") == 0);
  CHECK(two.build(url).err.find("warning") == std::string::npos);
  CHECK(two.count("compiled") == 0);
  CHECK(two.count("remote_hits") == 3);
  CHECK(two.count("cache_hits") == 3);
  CHECK(two.project.outputs() == expected_outputs());
  // They are in the local cache now.
  fs::remove_all(two.project / "out");
  two.build(url);
  CHECK(two.count("cache_hits") == 3);
  CHECK(two.count("remote_hits") == 0);
}

TEST_CASE("remote cache: several states of a source are kept") {
  const Folder folder;
  const auto url = "file://" + (folder / "shared").string();
  for (const std::string value : {"1", "2"}) {
    const Machine machine;
    machine.project.folder().write("inc/value.h", "#define VALUE " + value + "\n");
    machine.project.source("d.cu", "#include <value.h>\nextern \"C\" __global__ void d(int* out) { *out = VALUE; }\n");
    machine.build(url, {"-isystem", "inc"});
    CHECK(machine.count("compiled") == (value == "1" ? 4 : 1));
  }
  for (const std::string value : {"1", "2"}) {
    const Machine machine;
    machine.project.folder().write("inc/value.h", "#define VALUE " + value + "\n");
    machine.project.source("d.cu", "#include <value.h>\nextern \"C\" __global__ void d(int* out) { *out = VALUE; }\n");
    machine.build(url, {"-isystem", "inc"});
    CHECK(machine.count("remote_hits") == 4);
  }
}

TEST_CASE("remote cache: read-only, by option and by environment") {
  const Nginx server;
  const Machine one, two, three;
  one.build(server.url(), {"--remote-cache-read-only"});
  CHECK(server.log().find("PUT") == std::string::npos);
  auto environment = tool_environment();
  environment["ROCM_BINDGEN_REMOTE_CACHE"] = server.url();
  environment["ROCM_BINDGEN_REMOTE_CACHE_READ_ONLY"] = "1";
  const auto build = [&](const Machine& machine) {
    REQUIRE(run(machine.project.command({"-O0", "--cache-dir", "cache"}), {machine.project.path(), environment})
                .exit_code == 0);
  };
  build(two);
  CHECK(server.log().find("PUT") == std::string::npos);
  CHECK(server.log().find("GET") != std::string::npos);
  environment.erase("ROCM_BINDGEN_REMOTE_CACHE_READ_ONLY");
  fs::remove_all(two.project / "cache");
  fs::remove_all(two.project / "out");
  build(two);
  CHECK(server.log().find("PUT") != std::string::npos);
  build(three);
  CHECK(three.count("remote_hits") == 3);
}

TEST_CASE("remote cache: the config file names it") {
  const Folder folder;
  const auto url = "file://" + (folder / "shared").string();
  const Machine writer, reader;
  for (const auto* machine : {&writer, &reader}) {
    machine->project.folder().write("k.json", R"({"remote-cache": ")" + url + R"(", "remote-cache-read-only": )" +
                                                  (machine == &writer ? "false" : "true") + "}");
    REQUIRE(machine->project.build({"--config", "k.json", "-O0", "--cache-dir", "cache"}).exit_code == 0);
  }
  CHECK(reader.count("remote_hits") == 3);
  const auto before = tree(folder.path());
  reader.project.source("d.cu", kernel_source("d"));
  REQUIRE(reader.project.build({"--config", "k.json", "-O0", "--cache-dir", "cache"}).exit_code == 0);
  CHECK(reader.count("compiled") == 1);
  CHECK(tree(folder.path()) == before);
}

TEST_CASE("remote cache: another user's folder is read, and a folder that cannot be written is reported") {
  const Folder folder;
  fs::permissions(folder.path(), fs::perms(0755));
  const auto url = "file://" + (folder / "shared").string();
  Machine().build(url);
  // If this user is not root, the other one is the same user, who cannot write to these folders either.
  const auto set_modes = [&](fs::perms mode) {
    for (const auto* name : {"shared/ac", "shared/cas"}) fs::permissions(folder / name, mode);
  };
  set_modes(fs::perms(0555));
  const Machine other;
  fs::create_directories(other.project / "out");
  fs::permissions(other.project / "out", fs::perms(0777));
  const auto build = [&] {
    auto built = other.project.build_unprivileged(
        {"-O0", "--remote-cache", url, "-o", "out/k.hpp", "--stats", "out/stats.json"});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    return built;
  };
  CHECK(build().err.find("warning") == std::string::npos);
  CHECK(nlohmann::json::parse(read(other.project / "out/stats.json")).at("remote_hits") == 3);
  other.project.source("d.cu", kernel_source("d"));
  CHECK_THAT(build().err, Catch::Contains("warning: the remote cache is not used: cannot write"));
  set_modes(fs::perms(0755));
}

TEST_CASE("remote cache: a server that is dead, refuses, is full or breaks off") {
  Nginx server;
  Machine().build(server.url());
  SECTION("dead") {
    server.stop();
    check_is_right_without(server.url(), "Failed to connect");
  }
  SECTION("forbidden") {
    server.restart("location /cache/ { deny all; }");
    check_is_right_without(server.url(), "the server answers a GET with status 403");
  }
  SECTION("dying in the middle") {
    server.restart("location /cache/cas/ { return 444; }");
    check_is_right_without(server.url(), "Empty reply from server");
  }
  SECTION("full") {
    fs::remove_all(server.files());
    server.restart("if ($request_method = PUT) { return 507; }");
    check_is_right_without(server.url(), "the server answers a PUT with status 507");
  }
  SECTION("too slow") {
    server.restart("location /cache/cas/ { limit_rate 100; }");
    check_is_right_without(server.url(), "low");
  }
  SECTION("something else, with TLS") {
    check_is_right_without("https://" + server.host() + "/cache", "SSL");
  }
}

TEST_CASE("remote cache: a certificate that is not trusted") {
  Nginx server;
  const auto key = (server.folder() / "key.pem").string(), certificate = (server.folder() / "cert.pem").string();
  REQUIRE(run({"openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-addext",
               "subjectAltName=IP:127.0.0.1", "-days", "2", "-keyout", key, "-out", certificate})
              .exit_code == 0);
  server.restart("listen " + server.host() + " ssl; ssl_certificate " + certificate + "; ssl_certificate_key " + key +
                 ";");
  check_is_right_without("https://" + server.host() + "/cache", "SSL certificate problem");
}

TEST_CASE("remote cache: damaged and forged files are refused, named, and made again") {
  const Folder folder;
  const auto shared = folder / "shared";
  const auto url = "file://" + shared.string();
  Machine().build(url);
  SECTION("wrong bytes") {
    change_files(shared / "cas", [](std::string bytes) {
      bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
      return bytes;
    });
  }
  SECTION("too short") {
    change_files(shared / "cas", [](const std::string& bytes) { return bytes.substr(0, bytes.size() / 2); });
  }
  SECTION("empty") {
    change_files(shared / "cas", [](const std::string&) { return std::string(); });
  }
  SECTION("damaged records") {
    change_files(shared / "ac", [](const std::string& bytes) { return bytes.substr(1); });
  }
  SECTION("the object of another source") {
    // Files are exchanged, with names and hashes as before.
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(shared / "cas"))
      if (entry.is_regular_file()) files.push_back(entry.path());
    REQUIRE(files.size() > 2);
    for (std::size_t i = 0; i + 1 < files.size(); ++i) {
      fs::rename(files[i], shared / "moved");
      fs::rename(files[i + 1], files[i]);
      fs::rename(shared / "moved", files[i + 1]);
    }
  }
  const Machine machine;
  const auto built = machine.build(url);
  CHECK(machine.count("compiled") == 3);
  CHECK_THAT(built.err, Catch::Contains("in the remote cache is damaged, and is not used"));
  CHECK(machine.project.outputs() == expected_outputs());
  // The build has replaced them.
  const Machine next;
  CHECK(next.build(url).err.find("warning") == std::string::npos);
  CHECK(next.count("remote_hits") == 3);
}

TEST_CASE("remote cache: a record under the name of another key is not used") {
  const Folder folder;
  const auto shared = folder / "shared";
  const auto url = "file://" + shared.string();
  Machine().build(url);
  std::vector<fs::path> records;
  for (const auto& entry : fs::recursive_directory_iterator(shared / "ac"))
    if (entry.is_regular_file()) records.push_back(entry.path());
  REQUIRE(records.size() == 3);
  const auto first = read(records[0]);
  for (std::size_t i = 1; i < 3; ++i) std::ofstream(records[i], std::ios::binary) << first;
  const Machine machine;
  machine.build(url);
  CHECK(machine.count("remote_hits") == 1);
  CHECK(machine.project.outputs() == expected_outputs());
}

TEST_CASE("remote cache: a password is used, and not shown") {
  Nginx server;
  server.folder().write("users", "me:{PLAIN}secret\n");
  server.restart("auth_basic cache; auth_basic_user_file " + (server.folder() / "users").string() + ";");
  const auto with = [&](const std::string& user) { return "http://" + user + "@" + server.host() + "/cache"; };
  SECTION("in the URL") {
    const Machine machine;
    const auto built = machine.build(with("me:secret"));
    CHECK(built.err.find("warning") == std::string::npos);
    CHECK_THAT(server.log(), Catch::Contains("PUT /cache/cas/"));
    CHECK(lines_with(server.log(), " 401") == 0);
  }
  SECTION("in ~/.netrc") {
    const Machine machine;
    machine.project.folder().write("home/.netrc", "machine 127.0.0.1 login me password secret\n");
    auto environment = tool_environment();
    environment["HOME"] = (machine.project / "home").string();
    const auto built = run(machine.project.command({"--cache-dir", "cache", "--remote-cache", server.url()}),
                           {machine.project.path(), environment});
    CHECK(built.exit_code == 0);
    CHECK(built.err.find("warning") == std::string::npos);
    CHECK_THAT(server.log(), Catch::Contains("PUT /cache/cas/"));
  }
  SECTION("wrong") {
    const Machine machine;
    const auto built = machine.build(with("me:wrongsecret"));
    CHECK_THAT(built.err, Catch::Contains("status 401") && !Catch::Contains("wrongsecret"));
    for (const auto& [path, bytes] : tree(machine.project.path())) {
      INFO(path);
      CHECK(bytes.find("wrongsecret") == std::string::npos);
    }
  }
}

TEST_CASE("remote cache: what is not a URL is refused, without showing a password") {
  for (const std::string url : {"http://host/x?token=y", "http://host/#x", "ftp://host/x", "host:80", "file://relative",
                                "/folder", "file://"}) {
    INFO(url);
    const Project project;
    project.source("a.cu", kernel_source("a"));
    project.pretend_built();
    check_refused(project, 2,
                  {"is not the URL of a remote cache", "give http://HOST/PATH, https://HOST/PATH or file:///PATH"},
                  {"--remote-cache", url});
  }
}

TEST_CASE("remote cache: without the local cache, it is not used") {
  const Nginx server;
  const Machine machine;
  machine.build(server.url(), {"--no-cache"});
  CHECK(server.log().empty());
}

TEST_CASE("remote cache: several builds at once", "[slow]") {
  const Nginx server;
  const Machine machines[4];
  std::vector<std::unique_ptr<Background>> builds;
  for (const auto& machine : machines)
    builds.push_back(std::make_unique<Background>(
        machine.project.command({"-O0", "--cache-dir", "cache", "--remote-cache", server.url()}),
        RunOptions{machine.project.path(), tool_environment()}));
  for (auto& build : builds) {
    const auto ended = build->wait();
    INFO(ended.err);
    CHECK(ended.exit_code == 0);
    CHECK(ended.err.find("warning") == std::string::npos);
  }
  for (const auto& machine : machines) CHECK(machine.project.outputs() == expected_outputs());
  const Machine last;
  last.build(server.url());
  CHECK(last.count("remote_hits") == 3);
}
