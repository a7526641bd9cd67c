#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "emit/built_module.hpp"

namespace rocm_bindgen::build {

/// Where the data model is about to be written.
struct DataModelPlace {
  std::string output;      ///< file name of the output
  std::string name_space;  ///< as given by --namespace
  std::string artifacts;   ///< the artifacts' folder, relative to the output's; "." = the same
};

/// Everything that there is to tell of `modules`, but for the code objects' bytes: what `--emit json` writes and
/// templates are filled with. docs/templates.md describes each member.
nlohmann::ordered_json data_model(const std::vector<BuiltModule>& modules, const DataModelPlace& place);

/// The text of `--emit json`.
std::string emit_json(const std::vector<BuiltModule>& modules, const DataModelPlace& place);

/// "gfx90a:sramecc+:xnack-" -> "gfx90a_sramecc_on_xnack_off": a part of identifiers.
std::string target_identifier(std::string_view target);

/// Is the parameter an address on the device?
bool is_pointer(const BuiltParameter& parameter);

/// Is the parameter a struct by value?
bool is_struct(const BuiltParameter& parameter);

}  // namespace rocm_bindgen::build
