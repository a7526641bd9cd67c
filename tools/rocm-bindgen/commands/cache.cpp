#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "command.hpp"
#include "pipeline/cache/cache_upkeep.hpp"
#include "support/escape.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build {
namespace {

struct CacheCommand {
  std::string folder;
  bool clear = false;
};

ExitCode run_cache(const CacheCommand& command, const CommonOptions& common) {
  const auto folder = cache_folder(command.folder);
  if (command.clear) {
    const auto cleared = clear_cache(folder);
    return cleared ? ExitCode::done : report(cleared.error(), common);
  }
  const auto use = cache_use(folder);
  const auto counters = read_cache_counters(folder);
  const auto looked_for = counters.hits + counters.misses;
  fmt::print("{:<21}{}\n", "folder", for_terminal(folder.string()));
  fmt::print("{:<21}{} ({:.1f} MB)\n", "code objects", use.objects, static_cast<double>(use.object_bytes) / 1e6);
  fmt::print("{:<21}{} ({:.1f} MB)\n", "precompiled headers", use.prefixes,
             static_cast<double>(use.prefix_bytes) / 1e6);
  fmt::print("{:<21}{} of {}", "hits", counters.hits, looked_for);
  if (looked_for != 0)
    fmt::print(" ({:.0f}%)", 100 * static_cast<double>(counters.hits) / static_cast<double>(looked_for));
  fmt::print("\n");
  return ExitCode::done;
}

}  // namespace

Command add_cache(CLI::App& root, CommonOptions& common) {
  auto command = std::make_shared<CacheCommand>();
  auto* app = root.add_subcommand("cache", "show or clear the cache that builds share");
  app->add_flag("--clear", command->clear, "remove code objects and precompiled headers, and reset the counters");
  app->add_option("--cache-dir", command->folder, "cache folder, as passed to build")->type_name("DIR");
  app->footer(
      "Examples:\n"
      "  rocm-bindgen cache\n"
      "  rocm-bindgen cache --cache-dir .cache --clear");
  return {app, [command, &common](const SplitFlags&) { return run_cache(*command, common); }};
}

}  // namespace rocm_bindgen::build
