#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include "emit/built_module.hpp"

namespace rocm_bindgen::build {

/// Converts the data model to the template engine's types and adds what only templates have: counts, first and last
/// flags, names prefixed with the kind of object, functions on text, and code objects' bytes. The bytes are marks for
/// BytesSink, which start with `opening`.
kainjow::mustache::data template_data(const nlohmann::ordered_json& model, const std::string& opening);

/// Returns the opening of the marks in the data of `model`. It contains a hash of the whole model, so that no text in
/// the model contains it.
std::string mark_opening(const nlohmann::ordered_json& model);

/// Collects the output of the engine and replaces the marks by the bytes they denote. Megabytes of bytes thus bypass
/// the engine, which copies every value several times.
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
