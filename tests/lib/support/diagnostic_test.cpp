#include "rocm_bindgen/build/diagnostic.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "rocm_bindgen/build/expected.hpp"
#include "support/catch.hpp"
#include "support/diagnostic_json.hpp"

using namespace rocm_bindgen::build;

namespace {

Diagnostic at(std::string file, unsigned line, std::string text, std::string target) {
  Diagnostic diagnostic;
  diagnostic.file = std::move(file);
  diagnostic.line = line;
  diagnostic.column = 7;
  diagnostic.text = std::move(text);
  diagnostic.targets = {std::move(target)};
  return diagnostic;
}

Expected<int> half(int value) {
  if (value % 2 != 0) return Failure(ExitCode::usage, "odd");
  return value / 2;
}

Expected<int> quarter(int value) {
  ROCM_BINDGEN_TRY(const auto once, half(value));
  ROCM_BINDGEN_TRY(const auto twice, half(once));
  return twice;
}

}  // namespace

TEST_CASE("diagnostic: a message is rendered like clang's, with targets and help") {
  auto diagnostic = at("a.cu", 3, "no", "gfx1100");
  diagnostic.snippet = "    3 | code\n";
  diagnostic.hint = "do this";
  CHECK(render(diagnostic) == "a.cu:3:7: error: no [gfx1100]\n    3 | code\n  help: do this\n");
  CHECK(render(Failure(ExitCode::usage, "text").diagnostics.front()) == "rocm-bindgen: error: text\n");
}

TEST_CASE("diagnostic: the same message of several targets is printed once") {
  const auto folded =
      fold_targets({at("a.cu", 3, "no", "gfx1030"), at("a.cu", 4, "no", "gfx1030"), at("a.cu", 3, "no", "gfx90a")});
  REQUIRE(folded.size() == 2);
  CHECK(folded[0].targets == std::vector<std::string>{"gfx1030", "gfx90a"});
}

TEST_CASE("diagnostic: notes stay with their message") {
  const auto note = [](unsigned line, const std::string& target) {
    auto message = at("a.cu", line, "in instantiation of 'f<int>'", target);
    message.severity = Severity::note;
    return message;
  };
  const auto folded =
      fold_targets({at("a.cu", 3, "no a", "gfx1030"), note(9, "gfx1030"), at("a.cu", 4, "no b", "gfx1030"),
                    note(9, "gfx1030"), at("a.cu", 4, "no b", "gfx90a"), note(9, "gfx90a"), note(10, "gfx90a")});
  std::vector<std::string> shown;  // line, first letter of the text, and number of targets of each
  for (const auto& message : folded)
    shown.push_back(fmt::format("{} {} {}", message.line, message.text.front(), message.targets.size()));
  CHECK(shown == std::vector<std::string>{"3 n 1", "9 i 1", "4 n 2", "9 i 2", "10 i 1"});
}

TEST_CASE("diagnostic: after the first warnings of a category, the others and their notes become a number") {
  const auto warning = [](std::string category) {
    auto message = at("a.cu", 3, "text", "gfx1030");
    message.severity = Severity::warning;
    message.category = std::move(category);
    return message;
  };
  auto note = at("a.cu", 9, "note", "gfx1030");
  note.severity = Severity::note;
  const auto error = at("a.cu", 4, "no", "gfx1030");
  const auto plain = warning("");
  const std::vector<Diagnostic> all{warning("a"), note,  warning("a"), note,  warning("b"), warning("a"), note,
                                    warning("a"), error, plain,        plain, plain,        warning("b"), warning("b")};
  const auto folded = fold_categories(all, 2);
  const std::vector<Diagnostic> kept{warning("a"), note,  warning("a"), note,  warning("b"),
                                     error,        plain, plain,        plain, warning("b")};
  REQUIRE(folded.size() == kept.size() + 2);
  CHECK(std::vector<Diagnostic>(folded.begin(), folded.end() - 2) == kept);
  CHECK(render(folded[kept.size()]) ==
        "rocm-bindgen: warning: 2 more warnings of this kind; --verbose prints them [a]\n");
  CHECK(render(folded.back()) == "rocm-bindgen: warning: 1 more warning of this kind; --verbose prints it [b]\n");
  CHECK(fold_categories(all, all.size()) == all);
}

TEST_CASE("diagnostic: explanations belong to no other message and are dropped with further warnings") {
  auto explanation = at("a.cuh", 3, "changed", "gfx1030");
  explanation.severity = Severity::note;
  explanation.category = "a";
  auto note = explanation;
  note.category.clear();
  auto warning = note;
  warning.severity = Severity::warning;
  CHECK(is_explanation(explanation));
  CHECK_FALSE(is_explanation(note));
  CHECK_FALSE(is_explanation(warning));
  CHECK(fold_categories({warning, note, explanation}, 3) == std::vector<Diagnostic>{warning, note});
  // The same explanation after two messages is one message.
  auto other = warning;
  other.line = 5;
  CHECK(fold_targets({warning, explanation, other, explanation}).size() == 3);
}

TEST_CASE("diagnostic: JSON preserves every member") {
  auto diagnostic = at("ä\n.cu", 3, "\"quoted\"", "gfx1100");
  diagnostic.severity = Severity::warning;
  diagnostic.code = ExitCode::toolchain;
  diagnostic.hint = "h";
  diagnostic.snippet = "s";
  CHECK(nlohmann::json(diagnostic).get<Diagnostic>() == diagnostic);
  const auto line = nlohmann::json::parse(render_json(diagnostic));
  CHECK(line.at("severity") == "warning");
  CHECK(line.at("targets").at(0) == "gfx1100");
}

TEST_CASE("expected: ROCM_BINDGEN_TRY returns failures to the caller") {
  CHECK(*quarter(8) == 2);
  REQUIRE_FALSE(quarter(6));
  CHECK(quarter(6).error().code() == ExitCode::usage);
}

TEST_CASE("failure: the most severe error determines the exit code") {
  Diagnostic warning = at("", 0, "", "");
  warning.severity = Severity::warning;
  warning.code = ExitCode::internal;
  Diagnostic crash = at("", 0, "", "");
  crash.code = ExitCode::job_crashed;
  CHECK(Failure(std::vector{at("", 0, "", ""), crash, warning}).code() == ExitCode::job_crashed);
}

TEST_CASE("diagnostic: later lines of a message are indented and a name cannot begin a line") {
  Diagnostic diagnostic;
  diagnostic.text = "no HIP headers found\n    tried /a\n    tried /b";
  CHECK(render(diagnostic, false) == "rocm-bindgen: error: no HIP headers found\n    tried /a\n    tried /b\n");
  diagnostic.text = "cannot read 'a\nb.cu:1: error: made up'";
  CHECK(render(diagnostic, false) == "rocm-bindgen: error: cannot read 'a\\nb.cu:1: error: made up'\n");
}
