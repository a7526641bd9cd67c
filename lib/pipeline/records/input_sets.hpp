#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "pipeline/records/path_roots.hpp"
#include "pipeline/records/seen_files.hpp"

namespace rocm_bindgen::build {

/// Sets of inputs that many records share, mainly the headers at the start of every source. Each set is a separate
/// file, named by the hash of its content, and a record lists only its inputs outside the set. The shared inputs of
/// hundreds of records are therefore read and checked only once.
///
/// With roots, records and sets are portable (see portable_witness.hpp), so that copies of a project share them.
class InputSets {
 public:
  InputSets(std::filesystem::path folder, SeenFiles& seen) : folder_(std::move(folder)), seen_(seen) {}

  /// Records that are written from now on may refer to this set.
  void share(Inputs inputs);

  /// Returns the witness of a record with these inputs, that is, the data with which check() later determines whether
  /// they are unchanged. Fails with ExitCode::output.
  Expected<nlohmann::json> witness(const Inputs& inputs, const PathRoots* roots = nullptr);

  /// The file of the set with this name.
  std::filesystem::path place(const std::string& name) const { return folder_ / (name + ".inputs"); }
  /// Returns whether there is an undamaged set with this name.
  bool has(const std::string& name) const;
  /// Adds a set whose file has these bytes elsewhere. Returns false if they are not those of the set with this name. It
  /// is not an error if the file cannot be written.
  bool add(const std::string& name, const std::string& bytes);

  /// The inputs of a valid record.
  struct Held {
    Inputs own;                      ///< inputs outside the set
    const Inputs* shared = nullptr;  ///< inputs in the set; null if the record refers to no set; owned by InputSets
  };
  /// Returns the inputs of a record that contains a witness, if they are unchanged.
  std::optional<Held> check(const nlohmann::json& record, const PathRoots* roots = nullptr);

 private:
  struct Set {
    Inputs inputs;
    bool is_valid = false;  ///< the set is undamaged and its inputs are unchanged
  };
  const Set& load(const std::string& id, const PathRoots* roots);
  nlohmann::json witness_of(const Inputs& inputs, const PathRoots* roots);
  std::optional<Inputs> check_witness(const nlohmann::json& witness, const PathRoots* roots);

  std::filesystem::path folder_;
  SeenFiles& seen_;
  std::vector<Inputs> shared_;
  using Place = std::string;                                      ///< PathRoots::places(), or empty
  std::map<std::pair<std::size_t, Place>, std::string> written_;  ///< by index in shared_
  std::map<std::pair<std::string, Place>, Set> loaded_;
};

}  // namespace rocm_bindgen::build
