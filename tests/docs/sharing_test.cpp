// docs/sharing.md: its configuration of nginx serves as a remote cache, and its commands use one.
#include <nlohmann/json.hpp>

#include "docs/document.hpp"
#include "docs/reader.hpp"
#include "support/catch.hpp"
#include "support/nginx.hpp"
#include "support/tool.hpp"

using namespace docs_test;
using namespace test;

namespace {

/// A block of the document, with other paths and hosts.
std::string block_with(const std::string& begin, const std::vector<std::pair<std::string, std::string>>& replacements) {
  auto text = block_that_begins("docs/sharing.md", begin).text;
  for (const auto& [part, by] : replacements) {
    const auto at = text.find(part);
    INFO(text);
    REQUIRE(at != std::string::npos);
    text.replace(at, part.size(), by);
  }
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

/// Types the command on a new machine, which has no local cache.
std::string output_on_new_machine(const std::string& command, int remote_hits) {
  Reader reader;
  reader.set("XDG_CACHE_HOME", (reader.folder() / "cache").string());
  reader.folder().write("src/scale.cu", kernel_source("scale"));
  const auto output = reader.succeed(command + " --arch gfx1100 --stats stats.json 2>&1");
  const auto statistics = nlohmann::json::parse(read(reader.folder() / "stats.json"));
  CHECK(statistics.at("remote_hits") == remote_hits);
  return output;
}

}  // namespace

TEST_CASE("docs: sharing.md's commands and its configuration of nginx") {
  Nginx server;
  server.restart(block_with("server {", {{"listen 80;", "listen " + server.host() + ";"},
                                         {"/var/cache/rocm-bindgen", server.files().parent_path().string()}}));
  const Folder shared;
  const auto with_server = block_with("rocm-bindgen build src -o kernels.hpp --remote-cache http",
                                      {{"http://cache.example.com/rocm-bindgen", server.url()}});
  const auto with_folder = block_with("rocm-bindgen build src -o kernels.hpp --remote-cache file",
                                      {{"/mnt/shared/rocm-bindgen", (shared / "cache").string()}});
  for (const auto& command : {with_server, with_folder})
    for (const int hits : {0, 1}) CHECK_THAT(output_on_new_machine(command, hits), !Catch::Contains("warning"));

  server.stop();
  const auto warning = block_with("rocm-bindgen: warning:", {});
  const auto begin = warning.substr(0, warning.find("'http"));
  CHECK_THAT(output_on_new_machine(with_server, 0), Catch::Contains(begin) && Catch::Contains("Failed to connect"));
}
