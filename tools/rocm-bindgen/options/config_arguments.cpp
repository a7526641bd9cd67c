// Turns a config file into arguments. Every long option of a command is a key, so that no list of keys has to be
// maintained; kPositionals and compiler_keys() add the others. The file's arguments are put before those of the command
// line, and then everything is parsed at once. An option in the file is left out if the command line has the same
// option, or one that cannot be combined with it, because the parser would report a repetition or a conflict.

#include "options/config_arguments.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "options/command_table.hpp"
#include "options/config_file.hpp"
#include "support/append.hpp"
#include "support/suggest.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;

/// The positionals: the name in --help, and the key in a config file.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kPositionals{
    {{"SRC", "inputs"}, {"HEADER", "header"}}};

/// The meaning of a key in a config file.
struct Key {
  std::string prefix;                ///< precedes each value in the same word: "--arch=", "-I"; empty for a positional
  ValueKind kind = ValueKind::text;  ///< kind of the value
  bool repeatable = false;           ///< whether a list is accepted as well
  bool is_number = false;            ///< whether a number is accepted as well
  bool are_flags = false;            ///< whether the values are compiler flags, passed on unchanged
  const CLI::Option* option = nullptr;  ///< the parser's option; null for a compiler flag
};

/// The keys of compiler flags, which split_compiler_flags() handles and not the parser. The values of each are in the
/// order of Key's members.
std::map<std::string, Key> compiler_keys() {
  return {{"include", {"-I", ValueKind::folder, true, false, false, nullptr}},
          {"define", {"-D", ValueKind::text, true, false, false, nullptr}},
          {"std", {"-std=", ValueKind::text, false, false, false, nullptr}},
          {"compile-options", {"", ValueKind::text, true, false, true, nullptr}}};
}

std::map<std::string, Key> keys_of(const CLI::App& app) {
  const auto command = describe(app);
  auto keys = command.takes_compiler_flags ? compiler_keys() : std::map<std::string, Key>();
  const auto key_for = [&](const OptionEntry& entry) {
    Key key{"", entry.kind, entry.repeatable, false, false, app.get_option_no_throw(entry.names.front())};
    // The kind is derived from the name of the value in --help.
    key.is_number =
        entry.kind == ValueKind::choice || entry.value == "N" || entry.value == "S" || entry.value == "SIZE";
    return key;
  };
  for (const auto& [name, config_key] : kPositionals)
    for (const auto& entry : command.positionals)
      if (entry.names.front() == name) keys[std::string(config_key)] = key_for(entry);
  for (const auto& entry : all_options(command))
    for (const auto& name : entry.names) {
      if (!name.starts_with("--") || name == "--help" || name == "--config") continue;
      auto& key = keys[name.substr(2)] = key_for(entry);
      key.prefix = key.kind == ValueKind::none ? name : name + "=";
    }
  return keys;
}

/// The options on the command line itself.
struct CommandLineOptions {
  const CLI::App* app = nullptr;  ///< the command, if it accepts a config file
  std::set<const CLI::Option*> given;
  std::string config;
};

const CLI::Option* positional_of(const CLI::App& app) {
  for (const auto* option : app.get_options())
    if (option->get_positional() && !option->get_group().empty()) return option;
  return nullptr;
}

/// Finds the options in the words of a command line, in the same way as the parser does later. The parser itself cannot
/// be used, because it would report missing required options, which may be in the config file.
class CommandLineScan {
 public:
  CommandLineScan(const CLI::App& app, const Words& words) : words_(words) { own_.app = &app; }

  CommandLineOptions read() {
    bool only_positionals = false;
    for (at_ = 1; at_ < words_.size(); ++at_) {
      const auto& word = words_[at_];
      if (only_positionals || word.size() < 2 || word.front() != '-') {
        own_.given.insert(positional_of(*own_.app));
      } else if (word == "--") {
        only_positionals = true;
      } else if (word.starts_with("--")) {
        const auto equals = word.find('=');
        take(word.substr(0, equals),
             equals == std::string::npos ? std::nullopt : std::optional(word.substr(equals + 1)));
      } else {
        read_short(word);
      }
    }
    return std::move(own_);
  }

 private:
  /// Reads short options: "-q", "-oFILE", "-qj2".
  void read_short(const std::string& word) {
    for (std::size_t i = 1; i < word.size(); ++i) {
      const auto rest = word.substr(i + 1);
      if (!take(std::string("-") + word[i], rest.empty() ? std::nullopt : std::optional(rest))) return;
    }
  }

  /// Records an option, and skips the next word if it is the option's value. Returns whether the option is a flag.
  bool take(const std::string& name, const std::optional<std::string>& joined) {
    const auto* option = own_.app->get_option_no_throw(name);
    if (option == nullptr) return false;
    own_.given.insert(option);
    if (option->get_items_expected_max() == 0) return true;
    const auto value = joined ? *joined : at_ + 1 < words_.size() ? words_[++at_] : std::string();
    if (name == "--config") own_.config = value;
    return false;
  }

  const Words& words_;
  std::size_t at_ = 0;
  CommandLineOptions own_;
};

CommandLineOptions scan_command_line(const Words& words, const CLI::App& root) {
  if (words.empty()) return {};
  for (const auto* app : root.get_subcommands({}))
    if (app->get_name() == words.front() && app->get_option_no_throw("--config") != nullptr)
      return CommandLineScan(*app, words).read();
  return {};
}

/// The path relative to the config file's folder, in a form that is not read as an option.
std::string rebased(const std::string& path, const fs::path& folder) {
  const auto rebased_path = (folder / path).string();
  return rebased_path.starts_with("-") ? "./" + rebased_path : rebased_path;
}

/// A header of -include may also be found through -I, so it is changed only if it exists in the config file's folder.
std::string rebased_flag(const std::string& path, const fs::path& folder, bool is_header) {
  std::error_code error;
  return is_header && !fs::exists(folder / path, error) ? path : rebased(path, folder);
}

/// Makes the paths in compiler flags relative to the config file's folder; a path may be in the same word or in the
/// next.
void rebase_flags(Words& words, const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& flag : common_compiler_flags()) {
    const auto kind = option_entry(flag).kind;
    if (kind == ValueKind::file || kind == ValueKind::folder) names.push_back(flag.name);
  }
  for (std::size_t i = 0; i < words.size(); ++i)
    for (const auto& name : names) {
      if (!words[i].starts_with(name)) continue;
      const auto joined = words[i].substr(name.size());
      if (joined.starts_with("-")) continue;  // -include-pch is another flag
      const bool is_header = name == "-include";
      if (!joined.empty()) words[i] = name + rebased_flag(joined, folder, is_header);
      if (joined.empty() && i + 1 < words.size()) {
        words[i + 1] = rebased_flag(words[i + 1], folder, is_header);
        ++i;
      }
      break;
    }
}

/// The form of values that the key accepts, for messages.
std::string wanted(const Key& key) {
  if (key.kind == ValueKind::none) return "true or false";
  const std::string one = key.is_number ? "a number or a string" : "a non-empty string";
  return key.repeatable ? one + ", or a list of them" : one;
}

/// One value as text; nothing if its type is wrong.
std::optional<std::string> text_of(const nlohmann::json& value, const Key& key) {
  if (value.is_number() && key.is_number) return value.dump();
  if (!value.is_string() || value.get_ref<const std::string&>().empty()) return std::nullopt;
  // Arguments cannot contain a zero byte.
  if (value.get_ref<const std::string&>().find('\0') != std::string::npos) return std::nullopt;
  return value.get<std::string>();
}

/// The arguments for a setting; nothing if the type of its value is wrong.
std::optional<Words> words_of(const nlohmann::json& value, const Key& key, const fs::path& folder) {
  if (key.kind == ValueKind::none) {
    if (!value.is_boolean()) return std::nullopt;
    return value.get<bool>() ? Words{key.prefix} : Words{};
  }
  if (value.is_array() && !key.repeatable) return std::nullopt;
  const bool is_path = key.kind == ValueKind::file || key.kind == ValueKind::folder;
  Words words;
  for (const auto& one : value.is_array() ? value : nlohmann::json::array({value})) {
    const auto text = text_of(one, key);
    if (!text) return std::nullopt;
    words.push_back(key.prefix + (is_path ? rebased(*text, folder) : *text));
  }
  if (key.are_flags) rebase_flags(words, folder);
  return words;
}

/// Whether the command line has `option`, or an option that cannot be combined with it.
bool is_overridden(const CLI::Option* option, const std::set<const CLI::Option*>& given) {
  if (option == nullptr) return false;
  const auto& excluded = option->get_excludes();
  return given.count(option) != 0 ||
         std::any_of(excluded.begin(), excluded.end(), [&](const auto* other) { return given.count(other) != 0; });
}

/// Combines the flags of the file and of the command line. Those of the command line come last, because the compiler
/// uses the last of contradicting flags.
SplitFlags joined(const std::string& command, SplitFlags file, SplitFlags own) {
  auto all = std::move(own);
  all.clang.insert(all.clang.begin(), file.clang.begin(), file.clang.end());
  Words rest{command};
  append(rest, std::move(file.rest));
  rest.insert(rest.end(), all.rest.begin() + 1, all.rest.end());  // the first word is the command
  all.rest = std::move(rest);
  all.dependency_file |= file.dependency_file;
  all.print_commands |= file.print_commands;
  all.lost_kernels_are_errors |= file.lost_kernels_are_errors;
  if (all.dependency_path.empty()) all.dependency_path = file.dependency_path;
  if (all.dependency_targets.empty()) all.dependency_targets = file.dependency_targets;
  if (!all.colours) all.colours = file.colours;
  if (all.plugin.empty()) all.plugin = file.plugin;
  return all;
}

/// The names of all commands that accept a config file.
std::vector<std::string> configurable(const CLI::App& root) {
  std::vector<std::string> words;
  for (const auto* app : root.get_subcommands({}))
    if (app->get_option_no_throw("--config") != nullptr) words.push_back(app->get_name());
  return words;
}

/// Parses compiler flags from a config file; anything else is an error.
Expected<SplitFlags> split_setting(const Setting& setting, const Words& words, const std::string& file) {
  auto flags = split_compiler_flags(words);
  if (!flags)
    return config_failure(file, setting.line,
                          fmt::format("'{}': {}", setting.key, flags.error().diagnostics.front().text));
  if (!flags->rest.empty())
    return config_failure(file, setting.line,
                          fmt::format("'{}': '{}' is not a compiler flag", setting.key, flags->rest.front()),
                          "write an option of the command as a separate key, such as \"jobs\": 4");
  return flags;
}

}  // namespace

Expected<ConfiguredFlags> with_config(SplitFlags own, const CLI::App& root) {
  const auto options = scan_command_line(own.rest, root);
  ConfiguredFlags configured;
  // With --help the file is not read, so that --help works without one.
  if (options.config.empty() || options.given.count(options.app->get_help_ptr()) != 0) {
    configured.flags = std::move(own);
    return configured;
  }
  const auto keys = keys_of(*options.app);
  const auto command = options.app->get_name();
  const auto folder = fs::path(options.config).parent_path();
  configured.file = options.config;
  ROCM_BINDGEN_TRY(const auto settings, read_config(options.config, command, configurable(root)));

  Words rest, flags;
  for (const auto& setting : settings) {
    const auto found = keys.find(setting.key);
    if (found == keys.end()) {
      std::vector<std::string> names;
      for (const auto& [name, key] : keys) names.push_back(name);
      return config_failure(options.config, setting.line,
                            fmt::format("unknown key '{}'{}", setting.key, did_you_mean(setting.key, names)),
                            fmt::format("keys are the long options of `rocm-bindgen {} --help`", command));
    }
    const auto& key = found->second;
    const auto words = words_of(setting.value, key, folder);
    if (!words)
      return config_failure(options.config, setting.line, fmt::format("'{}' requires {}", setting.key, wanted(key)));
    if (is_overridden(key.option, options.given)) continue;
    if (key.option != nullptr) {
      append(rest, *words);
      configured.lines["--" + setting.key] = setting.line;
      continue;
    }
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto are_flags, split_setting(setting, *words, options.config));
    append(flags, *words);
  }
  ROCM_BINDGEN_TRY(auto file, split_compiler_flags(flags));
  file.rest = std::move(rest);
  configured.flags = joined(command, std::move(file), std::move(own));
  return configured;
}

std::optional<Failure> located_in_config(const ConfiguredFlags& configured, const std::string& text) {
  for (const auto& [name, line] : configured.lines) {
    const auto start = text.find(name);
    if (start == std::string::npos) continue;
    const auto end = start + name.size();
    if (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '-')) continue;
    return config_failure(configured.file, line, text);
  }
  return std::nullopt;
}

}  // namespace rocm_bindgen::build
