#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include "emit/built_module.hpp"

namespace rocm_bindgen {

/// The data model in the engine's terms, with what only templates have: counts, first and last, names with the kind in
/// front, functions on text, and code objects' bytes. The latter are marks for BytesSink.
kainjow::mustache::data template_data(const nlohmann::ordered_json& model);

/// Collects what the engine writes. Marks for bytes become those, so that megabytes pass by the engine, which copies
/// each value several times.
class BytesSink {
 public:
  explicit BytesSink(const std::vector<BuiltModule>& modules) : modules_(modules) {}
  BytesSink& operator<<(const std::string& piece);
  std::string take() { return std::move(page_); }

 private:
  void append_bytes(std::string_view mark);

  const std::vector<BuiltModule>& modules_;
  std::string page_;
};

}  // namespace rocm_bindgen
