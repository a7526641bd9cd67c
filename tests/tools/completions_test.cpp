#include <algorithm>
#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

using Words = std::vector<std::string>;

Words lines_of(const std::string& text) {
  std::istringstream stream(text);
  Words lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// A folder with the script for a shell, and files to complete paths with.
struct Scripted {
  explicit Scripted(const std::string& shell) {
    const auto printed = rocm_bindgen({"completions", shell});
    REQUIRE(printed.exit_code == 0);
    folder.write("script", printed.out);
    folder.write("one.cu", "");
    folder.write("kernels/two.cu", "");
  }
  Folder folder;
};

/// bash's completions of the last of `words`, which are split as readline splits them: at '=' and ':' too.
Words bash_offers(const Scripted& scripted, const Words& words) {
  Words argv{"bash",
             "--norc",
             "-c",
             "source ./script; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _rocm_bindgen; "
             "((${#COMPREPLY[@]} == 0)) || printf '%s\\n' \"${COMPREPLY[@]}\"",
             "bash",
             "rocm-bindgen"};
  argv.insert(argv.end(), words.begin(), words.end());
  const auto finished = run(argv, {scripted.folder.path(), {}});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  REQUIRE(finished.err.empty());
  return lines_of(finished.out);
}

/// fish's completions for a line, without the descriptions.
Words fish_offers(const Scripted& scripted, const std::string& line) {
  const auto home = scripted.folder.path().string();
  const auto finished =
      run({"fish", "--no-config", "-c", "source ./script; complete -C \"$argv[1]\"", line},
          {scripted.folder.path(), {{"HOME", home}, {"XDG_CONFIG_HOME", home}, {"XDG_DATA_HOME", home}}});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  auto words = lines_of(finished.out);
  for (auto& word : words) word = word.substr(0, word.find('\t'));
  return words;
}

bool has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

TEST_CASE("completions: bash completes commands and options") {
  const Scripted bash("bash");
  CHECK(bash_offers(bash, {"bui"}) == Words{"build"});
  CHECK(bash_offers(bash, {"build", "--out"}) == Words{"--output", "--out-dir"});
  CHECK(bash_offers(bash, {"build", "--compress", ""}) == Words{"zstd", "none"});
  CHECK(bash_offers(bash, {"build", "--compress", "=", "z"}) == Words{"zstd"});
  CHECK(bash_offers(bash, {"build", "--compress", "="}) == Words{"zstd", "none"});
  CHECK(bash_offers(bash, {"build", "-o", "on"}) == Words{"one.cu"});
  CHECK(bash_offers(bash, {"build", "kern"}) == Words{"kernels"});
  CHECK(bash_offers(bash, {"build", "--cache-dir", ""}) == Words{"kernels"});  // the only folder
  CHECK(bash_offers(bash, {"targets", "on"}) == Words{});
  CHECK(bash_offers(bash, {"completions", "f"}) == Words{"fish"});
  CHECK(has(bash_offers(bash, {"man", ""}), "inspect"));
}

TEST_CASE("completions: bash completes lists of archs") {
  const Scripted bash("bash");
  CHECK(bash_offers(bash, {"build", "--arch", "gfx94"}) == Words{"gfx940", "gfx941", "gfx942"});
  // At least gfx900, gfx902, gfx904, gfx906 and gfx908.
  CHECK(bash_offers(bash, {"build", "--offload-arch", "gfx1030,gfx90"}).size() > 4);
  CHECK(bash_offers(bash, {"build", "--arch", "gfx1030,gfx90a"}) == Words{"gfx1030,gfx90a"});
  CHECK(bash_offers(bash, {"build", "--arch", "=", "gfx1030,nat"}) == Words{"gfx1030,native"});
  // Features follow a ':', at which readline begins another word.
  CHECK(bash_offers(bash, {"build", "--arch", "gfx90a", ":", "xnack+,gfx1030,nat"}) == Words{"xnack+,gfx1030,native"});
}

TEST_CASE("completions: bash completes compiler flags") {
  const Scripted bash("bash");
  CHECK(bash_offers(bash, {"build", "-ffast"}) == Words{"-ffast-math"});
  CHECK(has(bash_offers(bash, {"build", "-std", "=", "c++"}), "c++20"));
  CHECK(bash_offers(bash, {"build", "-I", "k"}) == Words{"kernels"});
  CHECK(bash_offers(bash, {"build", "-Ik"}) == Words{"-Ikernels"});
  CHECK(bash_offers(bash, {"inspect", "-ffast"}) == Words{});
}

TEST_CASE("completions: fish completes commands and options") {
  const Scripted fish("fish");
  CHECK(fish_offers(fish, "rocm-bindgen bui") == Words{"build"});
  CHECK(has(fish_offers(fish, "rocm-bindgen build --out"), "--output"));
  CHECK_FALSE(has(fish_offers(fish, "rocm-bindgen targets --out"), "--output"));
  CHECK(fish_offers(fish, "rocm-bindgen build --compress z") == Words{"zstd"});
  CHECK(has(fish_offers(fish, "rocm-bindgen build --arch gfx1030,gfx90"), "gfx1030,gfx90a"));
  CHECK(has(fish_offers(fish, "rocm-bindgen build --arch gfx90"), "gfx90a"));
  CHECK(has(fish_offers(fish, "rocm-bindgen build -std"), "-std=c++20"));
  CHECK(has(fish_offers(fish, "rocm-bindgen build -ffast"), "-ffast-math"));
  CHECK(fish_offers(fish, "rocm-bindgen build on") == Words{"one.cu"});
  CHECK(fish_offers(fish, "rocm-bindgen build --cache-dir k") == Words{"kernels/"});
  CHECK(fish_offers(fish, "rocm-bindgen completions z") == Words{"zsh"});
}

namespace {

/// The line that zsh shows after `line` and a tab, as "line<...>line". A pseudo-terminal of zsh's module zpty sends the
/// keys. The script waits at most 10 seconds (200 * 0.05 s) for the result.
std::string zsh_completes(const Scripted& scripted, const std::string& line) {
  scripted.folder.write("play",
                        "zmodload zsh/zpty\n"
                        "zpty shell zsh -f -i\n"
                        "type_line() { zpty -w shell \"$1\" }\n"
                        "type_line 'PS1=; PROMPT_EOL_MARK=; autoload -U compinit; compinit -u -D; source ./script'\n"
                        "type_line 'show() { print -r -- \"line<$BUFFER>line\" > shown; BUFFER=; zle accept-line }'\n"
                        "type_line 'zle -N show; bindkey \"^X\" show; unsetopt list_beep; print ready > ready'\n"
                        "until [[ -e ready ]]; do sleep 0.05; done\n"
                        "zpty -n -w shell \"$1\"$'\\t\\C-x'\n"
                        "for ((i = 0; i < 200; ++i)); do [[ -s shown ]] && break; sleep 0.05; done\n"
                        "zpty -d shell\n");
  std::filesystem::remove(scripted.folder / "shown");
  std::filesystem::remove(scripted.folder / "ready");
  const auto finished =
      run({"timeout", "60", "zsh", "-f", "./play", line},
          {scripted.folder.path(), {{"TERM", "xterm"}, {"ZDOTDIR", scripted.folder.path().string()}}});
  INFO(finished.err);
  const auto shown = read(scripted.folder / "shown");
  return shown.substr(0, shown.find('\n'));
}

}  // namespace

TEST_CASE("completions: zsh completes commands and options", "[slow]") {
  const Scripted zsh("zsh");
  const auto checked = run({"zsh", "-n", "./script"}, {zsh.folder.path(), {}});
  CHECK(checked.exit_code == 0);
  CHECK(checked.err.empty());
  CHECK(zsh_completes(zsh, "rocm-bindgen bui") == "line<rocm-bindgen build >line");
  CHECK(zsh_completes(zsh, "rocm-bindgen build --compress z") == "line<rocm-bindgen build --compress zstd >line");
  CHECK(zsh_completes(zsh, "rocm-bindgen build --arch gfx1030,nati") ==
        "line<rocm-bindgen build --arch gfx1030,native>line");
  CHECK(zsh_completes(zsh, "rocm-bindgen build on") == "line<rocm-bindgen build one.cu >line");
  CHECK(zsh_completes(zsh, "rocm-bindgen build -ffast") == "line<rocm-bindgen build -ffast-math >line");
}
