// Loads and launches code objects with random changes. Each must end with results or with an error, and the device must
// keep working. A mutant that crashes the process would end the test program, so the mutants are tried in a child
// process, which reports its progress in shared memory. ROCM_BINDGEN_MUTATIONS=FIRST:COUNT selects other seeds than the
// default ones; FIRST:1 repeats a single mutant.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/emulator/device/mutant.hpp"
#include "runtime/emulator/device/session.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

using namespace device_test;

namespace {

/// What a child process reports, in memory that it shares with the test.
struct Progress {
  std::uint64_t seed;                 ///< of the current mutant
  std::uint64_t refused, loaded;      ///< numbers of mutants
  std::uint64_t launched, faulted;    ///< numbers of launches that succeeded, and that ended with an error
  std::uint64_t errors_without_text;  ///< the number of launches whose error has an empty text
  char refusal[400];                  ///< the reason why the last refused mutant was refused
};

struct Original {
  std::string target, artifacts, kernel;
};

/// One code object for each target. They are of several kinds (device/CMakeLists.txt): "launches4" has code objects of
/// version 4, and "variables_rdc" has relocatable device code.
const std::vector<Original> kOriginals{{"gfx1100", "launches", "places"},
                                       {"gfx90a", "variables", "read_managed"},
                                       {"gfx1201", "faults", "write_variables"},
                                       {"gfx942", "launches4", "hidden"},
                                       {"gfx1030", "variables_rdc", "read_others"}};

/// Bytes that end at the end of the mapped memory, so that a read beyond them ends the process.
class GuardedBytes {
 public:
  explicit GuardedBytes(const std::vector<unsigned char>& bytes)
      : mapped_((bytes.size() + kPage - 1) / kPage * kPage + kPage),
        memory_(static_cast<unsigned char*>(
            mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    // The bytes are aligned, because the runtime would copy unaligned ones.
    data_ = memory_ + mapped_ - kPage - (bytes.size() + 7) / 8 * 8;
    std::memcpy(data_, bytes.data(), bytes.size());
    mprotect(memory_ + mapped_ - kPage, kPage, PROT_NONE);
  }
  ~GuardedBytes() { munmap(memory_, mapped_); }
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;

  const unsigned char* data() const { return data_; }

 private:
  static constexpr std::size_t kPage = 4096;
  std::size_t mapped_;
  unsigned char* memory_;
  unsigned char* data_ = nullptr;
};

/// A module whose only code object consists of these bytes.
struct Mutant {
  Mutant(const rocm_bindgen::Module& original, const char* target, const std::vector<unsigned char>& bytes)
      : image(bytes), module(original) {
    object.target = target;
    object.data = image.data();
    object.stored_size = object.image_size = bytes.size();
    module.code_objects = &object;
    module.code_object_count = 1;
  }
  Mutant(const Mutant&) = delete;
  Mutant& operator=(const Mutant&) = delete;

  GuardedBytes image;
  rocm_bindgen::CodeObject object{};
  rocm_bindgen::Module module;
};

const rocm_bindgen::CodeObject& object_for(const rocm_bindgen::Module& module, const std::string& target) {
  for (std::size_t i = 0; i < module.code_object_count; ++i)
    if (module.code_objects[i].target == target) return module.code_objects[i];
  throw std::runtime_error("no code object for " + target);
}

/// Launches each kernel of the module, with a buffer for each pointer and small numbers for the other arguments.
void launch_all(Session& session, const rocm_bindgen::Module& module, Progress& progress) {
  const auto buffer = session.zeros<unsigned char>(1 << 16);
  for (std::uint32_t k = 0; k < module.kernel_count; ++k) {
    std::vector<std::vector<unsigned char>> values;
    std::vector<const void*> arguments;
    for (std::uint32_t p = 0; p < module.kernels[k].parameter_count; ++p) {
      const auto& parameter = module.kernels[k].parameters[p];
      auto& value = values.emplace_back(parameter.size);
      void* const pointer = buffer.data();
      if (parameter.is_pointer && parameter.size == sizeof pointer)
        std::memcpy(value.data(), &pointer, sizeof pointer);
      else if (!value.empty())
        value[0] = 4;
    }
    for (const auto& value : values) arguments.push_back(value.data());
    try {
      rocm_bindgen::launch(session.stream(), module, k, {{2, 1, 1}, {64, 1, 1}}, arguments.data());
      ++progress.launched;
    } catch (const rocm_bindgen::Error& error) {
      ++progress.faulted;
      if (std::string(error.what()).empty()) ++progress.errors_without_text;
    }
  }
}

void try_mutant(Session& session, const Mutant& mutant, Progress& progress) {
  try {
    session.device().preload(mutant.module);
    ++progress.loaded;
    launch_all(session, mutant.module, progress);
  } catch (const rocm_bindgen::Error& error) {
    ++progress.refused;
    const auto length = std::string(error.what()).copy(progress.refusal, sizeof progress.refusal - 1);
    progress.refusal[length] = 0;
  }
  // The module must be unloaded even after an error. If it was loaded but one of its kernels was not found, the next
  // mutant at the same address would be taken for it.
  session.device().unload(mutant.module);
}

/// The mutants that one child process tries: those of kOriginals[index] with the seeds from `first` on.
struct Batch {
  unsigned index = 0;
  unsigned long long first = 0, count = 0;
};

/// An exception that is not an Error fails the child's test, so the child's exit code is not 0.
void try_batch(const Batch& batch, Progress& progress) {
  constexpr unsigned kSeconds = 600;  // far more than a batch needs
  alarm(kSeconds);                    // a signal ends a process that hangs
  // An allocation of a damaged size must fail here, and must not exhaust the machine's memory. Sanitizers reserve
  // terabytes of addresses, so they run without the limit.
  if (std::string_view(ROCM_BINDGEN_TEST_SANITIZERS).empty()) {
    constexpr rlim_t kMostMemory = rlim_t{6} << 30;  // far more than the process needs
    const rlimit limit{kMostMemory, kMostMemory};
    REQUIRE(setrlimit(RLIMIT_AS, &limit) == 0);
  }
  const auto& original = kOriginals.at(batch.index);
  // The limits end a mutant's endless loops early, and leave it 256 MiB of device memory.
  Session session(original.target, {{"MAX_INSTRUCTIONS", "20000"}, {"MEMORY", "268435456"}, {"THREADS", "1"}},
                  original.artifacts);
  const auto& module = module_with(original.artifacts, original.kernel);
  const auto& object = object_for(module, original.target);
  const std::vector<unsigned char> bytes(object.data, object.data + object.stored_size);
  const Mutator mutator(bytes);
  for (auto seed = batch.first; seed < batch.first + batch.count; ++seed) {
    progress.seed = seed;
    const Mutant mutant(module, object.target, mutator.mutant(seed));
    try_mutant(session, mutant, progress);
  }
  // The device still loads the original.
  const Mutant unchanged(module, object.target, bytes);
  session.device().preload(unchanged.module);
  session.device().unload(unchanged.module);
}

/// Memory that a process shares with the child that it starts, so that the progress is available after a crash.
class SharedProgress {
 public:
  explicit SharedProgress(const std::string& path) {
    const int file = open(path.c_str(), O_RDWR | O_CREAT, 0600);
    REQUIRE(file >= 0);
    REQUIRE(ftruncate(file, sizeof(Progress)) == 0);
    memory_ = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    REQUIRE(memory_ != MAP_FAILED);
  }
  ~SharedProgress() { munmap(memory_, sizeof(Progress)); }
  SharedProgress(const SharedProgress&) = delete;
  SharedProgress& operator=(const SharedProgress&) = delete;

  Progress& operator*() const { return *static_cast<Progress*>(memory_); }
  Progress* operator->() const { return static_cast<Progress*>(memory_); }

 private:
  void* memory_ = nullptr;
};

constexpr const char* kBatchVariable = "ROCM_BINDGEN_MUTATION_BATCH";
constexpr const char* kProgressVariable = "ROCM_BINDGEN_MUTATION_PROGRESS";
constexpr const char* kBatchTest = "device: a batch of the changed code objects";

/// `check_frequencies` must be false if ROCM_BINDGEN_MUTATIONS selects the seeds: there may be few, and all of them may
/// have the same outcome.
void check(const Batch& batch, bool check_frequencies) {
  const test::Folder folder;
  const SharedProgress progress((folder / "progress").string());
  const auto text = std::to_string(batch.index) + ":" + std::to_string(batch.first) + ":" + std::to_string(batch.count);
  const auto finished = test::run({"/proc/self/exe", kBatchTest},
                                  {{}, {{kBatchVariable, text}, {kProgressVariable, (folder / "progress").string()}}});
  const auto& original = kOriginals[batch.index];
  INFO(original.artifacts << " for " << original.target << ": " << progress->refused << " refused, " << progress->loaded
                          << " loaded, " << progress->launched << " launches done, " << progress->faulted
                          << " with an error; the last mutant was " << progress->seed
                          << "; the last refusal: " << progress->refusal << "\n"
                          << finished.out << finished.err);
  CHECK(finished.signal == 0);
  CHECK(finished.exit_code == 0);
  CHECK(progress->errors_without_text == 0);
  CHECK(progress->seed == batch.first + batch.count - 1);
  if (!check_frequencies) return;
  // Each outcome must occur often enough. If not, the changes are too small or too large to test anything. The shares
  // are rough: only outcomes that hardly occur are of interest.
  CHECK(progress->refused > batch.count / 10);
  CHECK(progress->loaded > batch.count / 10);
  CHECK(progress->faulted > batch.count / 100);
  CHECK(progress->launched > batch.count / 50);
}

}  // namespace

TEST_CASE("device: code objects with random changes end with results or an error") {
  // A larger number could find more errors. This one is large enough for the shares that check() tests.
  unsigned long long first = 1, count = 800;
  const char* const chosen = std::getenv("ROCM_BINDGEN_MUTATIONS");
  if (chosen != nullptr) REQUIRE(std::sscanf(chosen, "%llu:%llu", &first, &count) == 2);
  for (unsigned index = 0; index < kOriginals.size(); ++index) check({index, first, count}, chosen == nullptr);
}

/// Hidden, because it is for the child processes that the test above starts.
TEST_CASE("device: a batch of the changed code objects", "[.]") {
  const char* const text = std::getenv(kBatchVariable);
  const char* const path = std::getenv(kProgressVariable);
  if (text == nullptr || path == nullptr) return;
  Batch batch;
  REQUIRE(std::sscanf(text, "%u:%llu:%llu", &batch.index, &batch.first, &batch.count) == 3);
  const SharedProgress progress(path);
  try_batch(batch, *progress);
}
