#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include "emit/built_module.hpp"

namespace rocm_bindgen::build {

/// The data model in the engine's terms, with what only templates have: counts, first and last, names with the kind in
/// front, functions on text, and code objects' bytes. The latter are marks for BytesSink, which begin with `opening`.
kainjow::mustache::data template_data(const nlohmann::ordered_json& model, const std::string& opening);

/// How the marks in the data of `model` begin. No text in the model has it: it is a hash of them all.
std::string mark_opening(const nlohmann::ordered_json& model);

/// Collects what the engine writes. Marks for bytes become those, so that megabytes pass by the engine, which copies
/// each value several times.
class BytesSink {
 public:
  BytesSink(const std::vector<BuiltModule>& modules, std::string opening)
      : modules_(modules), opening_(std::move(opening)) {}
  BytesSink& operator<<(const std::string& piece);
  std::string take() { return std::move(page_); }

 private:
  void append_bytes(std::string_view mark);

  const std::vector<BuiltModule>& modules_;
  std::string opening_;
  std::string page_;
};

}  // namespace rocm_bindgen::build
