#include "pipeline/records/record_folder.hpp"

#include "pipeline/records/sealed_record.hpp"
#include "support/own_files.hpp"

namespace rocm_bindgen::build {

using Json = nlohmann::json;

Json RecordFolder::find(const std::string& name) const {
  return read_sealed_record(place(name)).value;
}

std::optional<RecordFolder::Valid> RecordFolder::find_valid(const std::string& name, const std::string& key) {
  auto [record, bytes] = read_sealed_record(place(name));
  if (!record.is_object() || !record.contains("key") || record["key"] != key) return std::nullopt;
  auto inputs = sets_.check(record);
  if (!inputs) return std::nullopt;
  return Valid{std::move(record), std::move(bytes), std::move(*inputs)};
}

void RecordFolder::touch(const std::string& name) const {
  touch_own_file(place(name));
}

Expected<Done> RecordFolder::write(const std::string& name, const std::string& key, Json record, const Inputs& inputs,
                                   std::string_view bytes) {
  ROCM_BINDGEN_TRY(const auto witness, sets_.witness(inputs));
  record["key"] = key;
  record.update(witness);
  return write_sealed_record(place(name), record, bytes);
}

}  // namespace rocm_bindgen::build
