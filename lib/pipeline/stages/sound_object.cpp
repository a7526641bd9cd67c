#include "pipeline/stages/sound_object.hpp"

#include "codeobject/cubin.hpp"
#include "codeobject/verify.hpp"
#include "emit/compress.hpp"

namespace rocm_bindgen::build {

bool is_sound(const FinishedObject& object, const TargetId& target) {
  if (!object.result.succeeded || object.result.parts != 0 || has_errors(object.result.diagnostics)) return false;
  const auto image = read_any_code_object(object.image, target.canonical);
  if (!image || has_errors(verify_code_object(object.result.kernels, *image, target, target.canonical))) return false;
  const auto unpacked = decompress_zstd(object.compressed, object.image.size());
  return unpacked && *unpacked == object.image;
}

}  // namespace rocm_bindgen::build
