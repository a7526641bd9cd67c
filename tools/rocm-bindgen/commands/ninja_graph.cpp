// The format is that of https://ninja-build.org/manual.html. Ninja passes a command to a POSIX shell, so words are
// quoted for the shell first and for ninja's file second.
#include "commands/ninja_graph.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "support/escape.hpp"
#include "support/file.hpp"
#include "toolchain/tool_identity.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The first line, by which a graph is known when it is written again.
constexpr std::string_view kFirstLine = "# rocm-bindgen build --ninja\n";

bool is_plain(char c) {
  constexpr std::string_view kPlain = "_-+=:,./@%";
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.find(c) != std::string_view::npos;
}

/// Quotes a word for a POSIX shell, if it has to be quoted.
std::string quoted_for_shell(std::string_view word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), is_plain);
  return plain ? std::string(word) : posix_shell_word(word);
}

/// Puts a '$' before each of these characters, as ninja requires.
std::string with_dollars(std::string_view text, std::string_view characters) {
  std::string result;
  for (const char c : text) {
    if (characters.find(c) != std::string_view::npos) result += '$';
    result += c;
  }
  return result;
}

/// A path in a `build` line. Ninja stops if two lines name the same file in different ways.
std::string as_path(const fs::path& path) {
  auto normal = path.lexically_normal();
  if (!normal.has_filename()) normal = normal.parent_path();
  return with_dollars(normal.string(), "$ :");
}

/// The value of a variable that is used as a word of a command.
std::string as_word(std::string_view word) {
  return with_dollars(quoted_for_shell(word), "$");
}

std::string as_words(const std::vector<std::string>& words) {
  std::string line;
  for (const auto& word : words) line += " " + as_word(word);
  return line;
}

/// Returns the name of an object file: ':', which separates the features of a target ID, would separate the targets of
/// a dependency file, too.
std::string object_name(const PlannedCommand& job) {
  auto target = job.target;
  std::replace(target.begin(), target.end(), ':', '-');
  return job.module + "." + target + ".rbo";
}

/// Fails for a text that a graph cannot contain. Paths must not have a backslash either: a response file would need it
/// twice, but ninja writes it once.
Expected<Done> check_text(std::string_view text, std::string_view forbidden) {
  if (text.find_first_of(forbidden) == std::string_view::npos) return Done{};
  return Failure(ExitCode::usage, fmt::format("'{}' cannot be written to a file for ninja", text),
                 "remove newlines from options; in names, also '|' and backslashes");
}

Expected<Done> check_graph(const NinjaGraph& graph, const std::vector<PlannedCommand>& jobs) {
  constexpr std::string_view kInWords = "\n\r", kInPaths = "\n\r|\\";
  for (const auto* words : {&graph.graph_words, &graph.compile_words, &graph.emit_words})
    for (const auto& word : *words) {
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto fits, check_text(word, kInWords));
    }
  std::vector<fs::path> paths{graph.file, graph.artifacts};
  paths.insert(paths.end(), graph.outputs.begin(), graph.outputs.end());
  paths.insert(paths.end(), graph.inputs.begin(), graph.inputs.end());
  for (const auto& job : jobs) paths.push_back(job.source);
  for (const auto& path : paths) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto fits, check_text(path.string(), kInPaths));
  }
  return Done{};
}

std::string rules(const NinjaGraph& graph) {
  // The target of a dependency file is of no interest to ninja, but not every name can be written as one.
  return fmt::format(
      "{0}ninja_required_version = 1.7\n"
      "builddir = {1}\n"
      "tool = {2}\n"
      "\n"
      "rule compile\n"
      "  command = $tool compile $source --output=$out --arch=$arch --root=$root -j1 -MD -MF $out.d -MT output{3}\n"
      "  depfile = $out.d\n"
      "  deps = gcc\n"
      "  description = $module $arch\n"
      "  restat = 1\n"
      "\n"
      "rule emit\n"
      "  command = $tool emit @$out.rsp --output=$out -MD -MF $out.d -MT output{4}\n"
      "  depfile = $out.d\n"
      "  deps = gcc\n"
      "  rspfile = $out.rsp\n"
      "  rspfile_content = $in\n"
      "  description = $out\n"
      "  restat = 1\n"
      "\n"
      "rule graph\n"
      "  command = $tool{5}\n"
      "  description = $out\n"
      "  generator = 1\n"
      "  restat = 1\n",
      kFirstLine, with_dollars((graph.artifacts / "objects").string(), "$"), as_word(tool_path().string()),
      as_words(graph.compile_words), as_words(graph.emit_words), as_words(graph.graph_words));
}

std::string ninja_text(const NinjaGraph& graph, const std::vector<PlannedCommand>& jobs) {
  const auto tool = " " + as_path(tool_path());
  std::string text = rules(graph);
  std::string objects;
  for (const auto& job : jobs) {
    const auto object = as_path(graph.artifacts / "objects" / object_name(job));
    objects += " " + object;
    text += fmt::format("\nbuild {}: compile {} |{}\n  source = {}\n  root = {}\n  module = {}\n  arch = {}\n", object,
                        as_path(job.source), tool, as_word(job.source.string()), as_word(job.root.string()),
                        with_dollars(job.module, "$"), job.target);
  }
  std::string more;
  for (std::size_t i = 1; i < graph.outputs.size(); ++i) more += " " + as_path(graph.outputs[i]);
  text += fmt::format("\nbuild {} | {}{}: emit{} |{}\n", as_path(graph.outputs.front()),
                      as_path(graph.artifacts / "manifest.json"), more, objects, tool);

  text += fmt::format("\nbuild {}: graph |{}", as_path(graph.file), tool);
  std::string missing;
  for (const auto& input : graph.inputs) {
    text += " " + as_path(input);
    // With these lines, ninja does not stop if one of the inputs has been removed.
    missing += fmt::format("\nbuild {}: phony", as_path(input));
  }
  return text + missing + fmt::format("\n\ndefault {}\n", as_path(graph.outputs.front()));
}

}  // namespace

std::vector<std::string> options_in_common(const CLI::App& from, const CLI::App& to,
                                           const std::vector<std::string>& words) {
  // Ninja starts the jobs, so options about parallel jobs are among those that are left out.
  constexpr std::array<std::string_view, 5> kSetByGraph{"output", "arch", "root", "jobs", "keep-going"};
  const auto is_among_words = [&](const std::string& name) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word == name || word.starts_with(name + "="); });
  };
  std::vector<std::string> common;
  for (const auto* option : from.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty()) continue;
    const auto& long_name = option->get_lnames().front();
    const auto name = "--" + long_name;
    if (std::find(kSetByGraph.begin(), kSetByGraph.end(), long_name) != kSetByGraph.end() ||
        to.get_option_no_throw(name) == nullptr || (!option->get_envname().empty() && !is_among_words(name)))
      continue;
    const bool is_flag = option->get_items_expected_max() == 0;
    for (const auto& value : option->results())
      if (!is_flag)
        common.push_back(name + "=" + value);
      else
        // The flag --no-x has the value "false" if it is given, and "true" if --no-x=false is.
        common.push_back(value == option->get_flag_value(long_name, "") ? name : name + "=false");
  }
  return common;
}

Expected<Done> write_ninja_graph(const NinjaGraph& graph, const std::vector<PlannedCommand>& jobs) {
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto possible, check_graph(graph, jobs));
  if (const auto before = read_file(graph.file); before && !before->empty() && !before->starts_with(kFirstLine))
    return Failure(ExitCode::usage, fmt::format("'{}' is another program's file", graph.file.string()),
                   "choose another name for the graph");
  // A graph that would not change keeps its time stamp, so that ninja need not write it again.
  OutputTransaction transaction;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto staged, transaction.stage(graph.file, ninja_text(graph, jobs)));
  return transaction.commit();
}

}  // namespace rocm_bindgen::build
