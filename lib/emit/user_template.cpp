// The template engine has two shortcomings that this file works around: it does not report where a name is used, and it
// writes nothing for an unknown name. Before rendering, a number is therefore appended to the name in every tag
// (kPlaceMark and an index into a list of positions). When the engine looks up a name, Names removes the number; if the
// name is unknown, the number gives its position for the error message.

#include "emit/user_template.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>

#include "emit/template_data.hpp"
#include "emit/template_tags.hpp"
#include "support/embedded.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

namespace mustache = kainjow::mustache;

Diagnostic diagnostic_at(const TemplateText& in, std::size_t offset, std::string text, std::string hint = {}) {
  const auto place = place_of(in.text, offset);
  Diagnostic diagnostic;
  diagnostic.file = in.file.string();
  diagnostic.line = place.line;
  diagnostic.column = place.column;
  diagnostic.text = std::move(text);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

/// The engine's message ends with the position: "Unclosed section "kernels" at 17".
Diagnostic syntax_error(const TemplateText& in, llvm::StringRef message) {
  const auto [text, position] = message.rsplit(" at ");
  std::size_t offset = 0;
  if (position.getAsInteger(10, offset)) offset = 0;
  auto sentence = text.str();
  if (!sentence.empty()) sentence.front() = static_cast<char>(std::tolower(sentence.front()));
  return diagnostic_at(in, offset, sentence);
}

/// Checks a text and reads the partials that it includes. `open` contains the partials whose inclusion led to this
/// text.
Expected<Done> add_partials(UserTemplate& page, const TemplateText& in, std::vector<std::string>& open) {
  const mustache::mustache parsed(in.text);
  if (!parsed.is_valid()) return Failure(syntax_error(in, parsed.error_message()));
  for (const auto& tag : template_tags(in.text)) {
    if (tag.kind != '>') continue;
    if (std::find(open.begin(), open.end(), tag.name) != open.end())
      return Failure(diagnostic_at(in, tag.offset, fmt::format("partial '{}' includes itself", tag.name)));
    if (page.partials.count(tag.name) != 0) continue;
    const auto file = page.main.file.parent_path() / (tag.name + ".mustache");
    auto text = read_file(file);
    if (!text)
      return Failure(diagnostic_at(in, tag.offset, fmt::format("partial '{}' cannot be read", tag.name),
                                   fmt::format("{}: {}", file.string(), text.error().diagnostics.front().text)));
    const auto [added, is_new] = page.partials.emplace(tag.name, TemplateText{file, std::move(text).value()});
    open.push_back(tag.name);
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, add_partials(page, added->second, open));
    open.pop_back();
  }
  return Done{};
}

/// Separates a name from the number of its position.
constexpr char kPlaceMark = '\x02';

/// Adds positions to the names in templates.
class MarkedTexts {
 public:
  /// Returns the text of `in`, which must outlive this object, with a number after each name.
  std::string mark(const TemplateText& in) {
    std::string marked;
    std::vector<std::string> open;  // open sections; a closing tag must repeat the name of its opening tag
    std::size_t copied = 0;         // number of bytes of the text that `marked` contains so far
    for (const auto& tag : template_tags(in.text)) {
      if (tag.kind == '!') continue;
      auto suffix = kPlaceMark + std::to_string(places_.size());
      if (tag.kind == '/' && !open.empty()) {
        suffix = open.back();
        open.pop_back();
      } else {
        places_.push_back({&in, tag.offset});
      }
      if (tag.kind == '#' || tag.kind == '^') open.push_back(suffix);
      marked.append(in.text, copied, tag.name_end - copied).append(suffix);
      copied = tag.name_end;
    }
    return marked.append(in.text, copied);
  }

  /// Makes an error for an unknown name.
  Diagnostic unknown(const std::string& marked_name) const {
    const auto mark = marked_name.rfind(kPlaceMark);
    const auto& place = places_.at(std::stoul(marked_name.substr(mark + 1)));
    return diagnostic_at(*place.in, place.offset, fmt::format("unknown name '{}'", plain(marked_name)),
                         "docs/templates.md lists the names; those of kernels are defined within {{#kernels}}");
  }

  static std::string plain(const std::string& marked_name) {
    return marked_name.substr(0, marked_name.find(kPlaceMark));
  }

 private:
  struct Place {
    const TemplateText* in;
    std::size_t offset;
  };
  std::vector<Place> places_;
};

/// Looks up names for the engine and collects unknown ones, for which the engine would write nothing.
class Names : public mustache::context<std::string> {
 public:
  Names(const mustache::data* model, const UserTemplate& page, MarkedTexts& texts) : context(model) {
    for (const auto& [name, partial] : page.partials) partials_.emplace(name, mustache::data(texts.mark(partial)));
  }

  const mustache::data* get(const std::string& name) const override {
    const auto* found = context::get(MarkedTexts::plain(name));
    if (found == nullptr) unknown_.insert(name);
    return found;
  }
  const mustache::data* get_partial(const std::string& name) const override {
    const auto found = partials_.find(MarkedTexts::plain(name));
    return found == partials_.end() ? nullptr : &found->second;
  }
  const std::set<std::string>& unknown() const { return unknown_; }

 private:
  std::map<std::string, mustache::data> partials_;
  mutable std::set<std::string> unknown_;
};

}  // namespace

std::vector<fs::path> UserTemplate::files() const {
  std::vector<fs::path> all{main.file};
  for (const auto& [name, partial] : partials) all.push_back(partial.file);
  return all;
}

Expected<UserTemplate> load_template(const fs::path& file) {
  auto text = read_file(file);
  if (!text) {
    auto why = std::move(text).error().diagnostics.front();
    why.code = ExitCode::usage;
    why.text = "--template: " + why.text;
    return Failure(std::move(why));
  }
  UserTemplate page;
  page.main = {file, std::move(text).value()};
  std::vector<std::string> open;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto partials, add_partials(page, page.main, open));
  return page;
}

Expected<std::string> render_template(const UserTemplate& page, const nlohmann::ordered_json& model,
                                      const std::vector<BuiltModule>& modules) {
  MarkedTexts texts;
  mustache::mustache engine(texts.mark(page.main));
  // The output is code and not HTML, so nothing is escaped by default.
  engine.set_custom_escape([](const std::string& text) { return text; });
  const auto opening = mark_opening(model);
  const auto data = template_data(model, opening);
  Names names(&data, page, texts);
  BytesSink sink(modules, opening);
  engine.render(names, sink);
  std::vector<Diagnostic> diagnostics;
  for (const auto& name : names.unknown()) diagnostics.push_back(texts.unknown(name));
  if (!engine.is_valid()) {
    Diagnostic diagnostic;
    diagnostic.file = page.main.file.string();
    diagnostic.text = engine.error_message();
    diagnostics.push_back(std::move(diagnostic));
  }
  if (diagnostics.empty()) return sink.take();
  std::sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
  });
  return Failure(std::move(diagnostics));
}

std::string render_embedded(std::string_view name, const nlohmann::ordered_json& model,
                            const std::vector<BuiltModule>& modules) {
  UserTemplate page;
  page.main = {fs::path(name), std::string(embedded_text(name))};
  auto text = render_template(page, model, modules);
  if (!text) std::abort();  // an unknown name in the tool's own template: a defect that every run shows
  return std::move(text).value();
}

Expected<std::string> emit_by_template(const UserTemplate& page, const std::vector<BuiltModule>& modules,
                                       const DataModelPlace& place) {
  return render_template(page, data_model(modules, place), modules);
}

}  // namespace rocm_bindgen::build
