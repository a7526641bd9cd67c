#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "emit/built_module.hpp"

namespace rocm_bindgen::build {

/// Names in the data model that depend on the output file and the options, not on the modules.
struct DataModelPlace {
  std::string output;      ///< file name of the output
  std::string name_space;  ///< as given with --namespace
  std::string artifacts;   ///< the artifacts' folder relative to the output's folder; "." if they are the same
};

/// Everything about `modules` except the code objects' bytes. This is what `--emit json` writes and what templates are
/// filled with; docs/templates.md documents each member.
nlohmann::ordered_json data_model(const std::vector<BuiltModule>& modules, const DataModelPlace& place);

/// Returns the text of `--emit json`.
std::string emit_json(const std::vector<BuiltModule>& modules, const DataModelPlace& place);

/// Makes a part of an identifier from a target ID: "gfx90a:sramecc+:xnack-" becomes "gfx90a_sramecc_on_xnack_off".
std::string target_identifier(std::string_view target);

/// Whether the parameter is an address on the device.
bool is_pointer(const BuiltParameter& parameter);

/// Whether the parameter is a struct that is passed by value.
bool is_struct(const BuiltParameter& parameter);

}  // namespace rocm_bindgen::build
