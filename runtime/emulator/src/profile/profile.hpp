// The profile of a device: what all launches of each kernel have executed, by source line, and the file that has it.
//
// docs/emulator.md documents the file. Launches that end with a fault are only counted, because how far their other
// workgroups came depends on time.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "load/program.hpp"
#include "machine/target.hpp"
#include "profile/profiler.hpp"

namespace rocm_bindgen::emulator {

/// The sizes of a launch, on which the number of waves that a compute unit holds depends.
struct LaunchShape {
  std::array<std::uint32_t, 3> workgroup;   ///< in work-items
  std::array<std::uint32_t, 3> workgroups;  ///< the number of workgroups
  std::uint32_t lds_bytes;                  ///< static and dynamic LDS of a workgroup
  unsigned wavefront_size;

  auto operator<=>(const LaunchShape&) const = default;
};

/// All functions are thread safe.
class Profile {
 public:
  explicit Profile(const Target& target) : target_(target) {}

  /// Adds a launch that has ended. Source lines are looked up now, because the program may be unloaded later.
  void add(const Program& program, const Kernel& kernel, const LaunchShape& shape, const LaunchCounts& counts);
  void add_faulted(const Kernel& kernel);

  /// The profile as the text of a JSON document. Kernels are in the order of their first launches, lines in that of
  /// their addresses.
  std::string text() const;

 private:
  /// A source line, or an instruction that has none.
  struct Place {
    std::string source;        ///< as Program::source_line(), without columns; empty if there is none
    std::string function;      ///< for an instruction without a source line
    std::uint64_t offset = 0;  ///< in the function, for an instruction without a source line
    std::string instruction;   ///< its assembly

    auto operator<=>(const Place&) const = default;
  };
  struct Line {
    Place place;
    Counts counts;
  };
  struct Record {
    std::string name, symbol;
    std::uint32_t vector_registers = 0, scalar_registers = 0;
    std::map<LaunchShape, std::uint64_t> launches;  ///< the number of launches of each shape
    std::uint64_t faulted_launches = 0, workgroups = 0, waves = 0;
    std::vector<Line> lines;
    std::map<std::uint64_t, std::size_t> line_of;  ///< index in `lines`, by the offset from the kernel's entry
  };

  /// Kernels with the same name and the same code have one record, even if their code object is loaded again.
  Record& record_of(const Kernel& kernel);
  std::size_t line_at(Record& record, const Program& program, unsigned lanes, std::uint64_t address) const;
  nlohmann::ordered_json shape_json(const Record& record, const LaunchShape& shape, std::uint64_t launches) const;
  nlohmann::ordered_json record_json(const Record& record) const;

  const Target& target_;
  mutable std::mutex mutex_;
  std::vector<Record> records_;
  std::map<std::pair<std::string, std::string>, std::size_t> index_;  ///< by name and code
};

}  // namespace rocm_bindgen::emulator
