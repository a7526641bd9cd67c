#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "pipeline/records/seen_files.hpp"

namespace rocm_bindgen::build {

/// Sets of inputs that many records share, mainly the headers at the start of every source. Each set is a separate
/// file, named by the hash of its content, and a record lists only its inputs outside the set. The shared inputs of
/// hundreds of records are therefore read and checked only once.
class InputSets {
 public:
  InputSets(std::filesystem::path folder, SeenFiles& seen) : folder_(std::move(folder)), seen_(seen) {}

  /// Records that are written from now on may refer to this set.
  void share(Inputs inputs);

  /// Returns the witness of a record with these inputs, that is, the data with which check() later determines whether
  /// they are unchanged. Fails with ExitCode::output.
  Expected<nlohmann::json> witness(const Inputs& inputs);

  /// The inputs of a valid record.
  struct Held {
    Inputs own;                      ///< inputs outside the set
    const Inputs* shared = nullptr;  ///< inputs in the set; null if the record refers to no set; owned by InputSets
  };
  /// Returns the inputs of a record that contains a witness, if they are unchanged.
  std::optional<Held> check(const nlohmann::json& record);

 private:
  struct Set {
    Inputs inputs;
    bool is_valid = false;  ///< the set is undamaged and its inputs are unchanged
  };
  std::filesystem::path place(const std::string& id) const { return folder_ / (id + ".inputs"); }
  const Set& load(const std::string& id);

  std::filesystem::path folder_;
  SeenFiles& seen_;
  std::vector<Inputs> shared_;
  std::map<std::size_t, std::string> written_;  ///< by index in shared_
  std::map<std::string, Set> loaded_;
};

}  // namespace rocm_bindgen::build
