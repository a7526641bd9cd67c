#include "codeobject/elf_check.hpp"

#include "codeobject/amd_check.hpp"
#include "codeobject/bad_code_object.hpp"
#include "codeobject/cubin_check.hpp"
#include "codeobject/target_id.hpp"

namespace rocm_bindgen::runtime {

void check_code_object(std::string_view image, const CodeObject& code_object, const Module& module) {
  const auto target = parse_target_id(code_object.target);
  if (!target) bad_code_object(code_object, module, "that is not a target ID");
  if (target->kind == TargetId::Kind::amd) return check_amd(image, *target, code_object, module);
  check_cubin(image, *target, code_object, module);
}

}  // namespace rocm_bindgen::runtime
