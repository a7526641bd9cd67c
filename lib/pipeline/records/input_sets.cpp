#include "pipeline/records/input_sets.hpp"

#include <algorithm>

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

Expected<Json> InputSets::witness(const Inputs& inputs) {
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    const auto& set = shared_[i];
    if (!includes(inputs, set)) continue;
    if (written_.count(i) == 0) {
      const auto json = seen_.witness(set);
      const auto id = content_hash(exact_bytes(json));
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, write_sealed(place(id), json));
      written_[i] = id;
    }
    auto json = seen_.witness({without(inputs.files, set.files), without(inputs.absent, set.absent)});
    json["set"] = written_[i];
    return json;
  }
  return seen_.witness(inputs);
}

const InputSets::Set& InputSets::load(const std::string& id) {
  const auto known = loaded_.find(id);
  if (known != loaded_.end()) return known->second;
  Set set;
  const auto json = read_sealed(place(id));
  // A set is named by the hash of its content, so a file with another content is not the set that the record refers to.
  if (auto inputs = content_hash(exact_bytes(json)) == id ? seen_.check(json) : std::nullopt) {
    set = {std::move(*inputs), true};
    touch_own_file(place(id));
  }
  return loaded_.emplace(id, std::move(set)).first->second;
}

std::optional<InputSets::Held> InputSets::check(const Json& record) {
  if (!record.is_object()) return std::nullopt;
  Held held;
  if (record.contains("set")) {
    if (!record["set"].is_string()) return std::nullopt;
    const auto& set = load(record["set"].get<std::string>());
    if (!set.is_valid) return std::nullopt;
    held.shared = &set.inputs;
  }
  auto own = seen_.check(record);
  if (!own) return std::nullopt;
  held.own = std::move(*own);
  return held;
}

}  // namespace rocm_bindgen::build
