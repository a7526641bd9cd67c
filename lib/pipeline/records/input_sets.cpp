#include "pipeline/records/input_sets.hpp"

#include <algorithm>

#include "pipeline/records/portable_witness.hpp"
#include "pipeline/records/sealed_record.hpp"
#include "support/exact_bytes.hpp"
#include "support/own_files.hpp"

namespace rocm_bindgen::build {
namespace {

using Json = nlohmann::json;
using Paths = std::vector<std::string>;

bool includes(const Inputs& all, const Inputs& some) {
  return std::includes(all.files.begin(), all.files.end(), some.files.begin(), some.files.end()) &&
         std::includes(all.absent.begin(), all.absent.end(), some.absent.begin(), some.absent.end());
}

Paths without(const Paths& all, const Paths& some) {
  Paths rest;
  std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace

void InputSets::share(Inputs inputs) {
  shared_.push_back(std::move(inputs));
}

Json InputSets::witness_of(const Inputs& inputs, const PathRoots* roots) {
  auto witness = seen_.witness(inputs);
  return roots == nullptr ? witness : to_portable(witness, *roots, seen_);
}

std::optional<Inputs> InputSets::check_witness(const Json& witness, const PathRoots* roots) {
  if (roots == nullptr) return seen_.check(witness);
  const auto local = to_local(witness, *roots, seen_);
  return local ? seen_.check(*local) : std::nullopt;
}

Expected<Json> InputSets::witness(const Inputs& inputs, const PathRoots* roots) {
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    const auto& set = shared_[i];
    if (!includes(inputs, set)) continue;
    auto& id = written_[{i, roots == nullptr ? Place() : roots->places()}];
    if (id.empty()) {
      const auto json = witness_of(set, roots);
      auto name = content_hash(exact_bytes(json));
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, write_sealed(place(name), json));
      id = std::move(name);
    }
    auto json = witness_of({without(inputs.files, set.files), without(inputs.absent, set.absent)}, roots);
    json["set"] = id;
    return json;
  }
  return witness_of(inputs, roots);
}

bool InputSets::has(const std::string& name) const {
  return content_hash(exact_bytes(read_sealed(place(name)))) == name;
}

bool InputSets::add(const std::string& name, const std::string& bytes) {
  if (content_hash(exact_bytes(unseal(bytes))) != name) return false;
  [[maybe_unused]] const auto ignored = write_own_file(place(name), bytes);
  // It may have been looked for before.
  std::erase_if(loaded_, [&](const auto& loaded) { return loaded.first.first == name; });
  return true;
}

const InputSets::Set& InputSets::load(const std::string& id, const PathRoots* roots) {
  const std::pair key(id, roots == nullptr ? Place() : roots->places());
  const auto known = loaded_.find(key);
  if (known != loaded_.end()) return known->second;
  Set set;
  const auto json = read_sealed(place(id));
  // A set is named by the hash of its content, so a file with another content is not the set that the record refers to.
  if (auto inputs = content_hash(exact_bytes(json)) == id ? check_witness(json, roots) : std::nullopt) {
    set = {std::move(*inputs), true};
    touch_own_file(place(id));
  }
  return loaded_.emplace(key, std::move(set)).first->second;
}

std::optional<InputSets::Held> InputSets::check(const Json& record, const PathRoots* roots) {
  if (!record.is_object()) return std::nullopt;
  Held held;
  if (record.contains("set")) {
    if (!record["set"].is_string()) return std::nullopt;
    const auto& set = load(record["set"].get<std::string>(), roots);
    if (!set.is_valid) return std::nullopt;
    held.shared = &set.inputs;
  }
  auto own = check_witness(record, roots);
  if (!own) return std::nullopt;
  held.own = std::move(*own);
  return held;
}

}  // namespace rocm_bindgen::build
