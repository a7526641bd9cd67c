#include "pipeline/cache/prefix_store.hpp"

#include "support/file.hpp"
#include "support/own_files.hpp"

namespace rocm_bindgen::build {

using Json = nlohmann::json;

std::optional<PrecompiledPrefix> PrefixStore::find(const std::string& key) {
  const auto valid = records_.find_valid(key + ".record", key);
  if (!valid) return std::nullopt;
  try {
    PrecompiledPrefix prefix;
    const auto hash = valid->record.at("pch").get<std::string>();
    // The file is named by its content, so that no build writes other content to it while a compiler reads it.
    prefix.file = records_.place(hash + ".pch");
    const auto bytes = read_own_file(prefix.file);
    if (!bytes || content_hash(*bytes) != hash) return std::nullopt;
    records_.touch(key + ".record");
    records_.touch(hash + ".pch");
    prefix.dependencies = valid->inputs.own.files;
    prefix.absent = valid->inputs.own.absent;
    valid->record.at("names").get_to(prefix.names);
    return prefix;
  } catch (const Json::exception&) {
    return std::nullopt;  // a damaged record is treated as missing
  }
}

bool PrefixStore::note_wanted(const std::string& key) {
  const auto note = records_.place(key + ".wanted");
  if (read_own_file(note)) return true;
  [[maybe_unused]] const auto noted = write_own_file(note, "");
  return false;
}

Expected<PrecompiledPrefix> PrefixStore::store(const std::string& key, const PrecompiledPrefix& made) {
  ROCM_BINDGEN_TRY(const auto bytes, read_file(made.file));
  auto stored = made;
  const auto hash = content_hash(bytes);
  stored.file = records_.place(hash + ".pch");
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto file, write_own_file(stored.file, bytes));
  stored_bytes_ += bytes.size();
  ROCM_BINDGEN_TRY(
      [[maybe_unused]] const auto record,
      records_.write(key + ".record", key, {{"pch", hash}, {"names", made.names}}, {made.dependencies, made.absent}));
  return stored;
}

}  // namespace rocm_bindgen::build
