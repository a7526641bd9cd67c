#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "command.hpp"
#include "commands/completions.hpp"
#include "options/help.hpp"
#include "support/file.hpp"
#include "toolchain/target_id.hpp"

// Completions and manual pages, generated from the parser's description of itself.
namespace rocm_bindgen::build {
namespace fs = std::filesystem;

std::string summary(const OptionEntry& option) {
  constexpr std::size_t kLongest = 60;
  auto text = option.text.substr(0, option.text.find_first_of(";("));
  if (text.size() > kLongest) text = wrapped(text, kLongest - 3).front() + "...";  // 3 is the length of the dots
  return text.substr(0, text.find_last_not_of(" ,:") + 1);
}

std::string single_quoted(const std::string& text, const std::string& escape) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? escape : std::string(1, c);
  return out + "'";
}

namespace {

struct ManCommand {
  std::string command;
  std::string out_dir;
};

std::vector<CommandEntry> all_pages(const CommandEntry& tool) {
  std::vector<CommandEntry> pages{tool};
  pages.insert(pages.end(), tool.commands.begin(), tool.commands.end());
  return pages;
}

ExitCode write_pages(const CommandEntry& tool, const fs::path& folder, const CommonOptions& common) {
  OutputTransaction outputs;
  for (const auto& page : all_pages(tool))
    if (const auto staged = outputs.stage(folder / (page_name(page) + ".1"), render_man_page(page)); !staged)
      return report(staged.error(), common);
  const auto written = outputs.commit();
  return written ? ExitCode::done : report(written.error(), common);
}

ExitCode run_man(const CLI::App& root, const ManCommand& command, const CommonOptions& common) {
  const auto tool = describe(root);
  if (!command.out_dir.empty()) return write_pages(tool, command.out_dir, common);
  for (const auto& page : all_pages(tool))
    if (page.word == command.command) fmt::print("{}", render_man_page(page));
  return ExitCode::done;
}

ExitCode run_completions(const CLI::App& root, const std::string& shell) {
  const auto tool = describe(root);
  const auto targets = known_target_names();
  fmt::print("{}", shell == "bash"  ? bash_completion(tool, targets)
                   : shell == "zsh" ? zsh_completion(tool, targets)
                                    : fish_completion(tool, targets));
  return ExitCode::done;
}

}  // namespace

Command add_completions(CLI::App& root) {
  auto shell = std::make_shared<std::string>();
  auto* app = root.add_subcommand("completions", "print a completion script for a shell");
  app->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  app->footer(
      "Examples:\n"
      "  # bash: for this shell, or in ~/.bashrc\n"
      "  eval \"$(rocm-bindgen completions bash)\"\n"
      "  # zsh: into a folder of $fpath\n"
      "  rocm-bindgen completions zsh > ~/.zfunc/_rocm-bindgen\n"
      "  # fish\n"
      "  rocm-bindgen completions fish > ~/.config/fish/completions/rocm-bindgen.fish");
  return {app, [&root, shell](const SplitFlags&) { return run_completions(root, *shell); }};
}

Command add_man(CLI::App& root, CommonOptions& common) {
  auto command = std::make_shared<ManCommand>();
  auto* app = root.add_subcommand("man", "print the manual pages, for man and mandoc");
  std::vector<std::string> names;
  for (const auto* other : root.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(other->get_name());
  auto* page = app->add_option("COMMAND", command->command, "command whose page is printed (default: the tool)")
                   ->check(CLI::IsMember(names));
  app->add_option("--out-dir", command->out_dir, "write all pages into this folder instead")
      ->type_name("DIR")
      ->excludes(page);
  app->footer(
      "Examples:\n"
      "  rocm-bindgen man build | man -l -\n"
      "  rocm-bindgen man --out-dir ~/.local/share/man/man1");
  return {app, [&root, &common, command](const SplitFlags&) { return run_man(root, *command, common); }};
}

}  // namespace rocm_bindgen::build
