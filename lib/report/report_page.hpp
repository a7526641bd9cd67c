#pragma once

#include <string>

#include "report/report.hpp"

namespace rocm_bindgen::build {

/// Emits one self-contained HTML page (templates/inspect.html.mustache): the code objects as a table, and the kernels
/// as data that a script in the page shows, sorts and filters. The same report gives the same bytes.
std::string emit_report_page(const Report& report);

}  // namespace rocm_bindgen::build
