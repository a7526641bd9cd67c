#include "whole_tool.hpp"

namespace rocm_bindgen::build {

void continue_with_compiler(const std::string&) {}

}  // namespace rocm_bindgen::build
