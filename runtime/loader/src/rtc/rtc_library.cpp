#include "rtc/rtc_library.hpp"

#include <array>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <string_view>
#include <sys/stat.h>

#include "drivers/shared_library.hpp"
#include "drivers/symbol_table.hpp"
#include "environment.hpp"
#include "log.hpp"
#include "rocm_bindgen/error.hpp"

namespace rocm_bindgen::runtime {

/// Both libraries use 0 for success and identify a program by a pointer.
struct RtcLibrary::Functions {
  int (*version)(int* major, int* minor) = nullptr;
  const char* (*error_text)(int status) = nullptr;
  int (*create)(void** program, const char* source, const char* name, int headers, const char* const* texts,
                const char* const* names) = nullptr;
  int (*destroy)(void** program) = nullptr;
  int (*compile)(void* program, int options, const char* const* texts) = nullptr;
  int (*log_size)(void* program, std::size_t* bytes) = nullptr;
  int (*log)(void* program, char* text) = nullptr;
  int (*code_size)(void* program, std::size_t* bytes) = nullptr;
  int (*code)(void* program, char* image) = nullptr;
};

struct RtcLibrary::Vendor {
  const char* name;      ///< "hipRTC"
  const char* prefix;    ///< the prefix of its functions' names
  const char* code;      ///< what the names of its functions call the image
  const char* arch;      ///< the option that names the architecture
  const char* variable;  ///< the environment variable that names a library
  const char* remedy;
  std::vector<std::string> (*candidates)();
  bool has_comgr;  ///< whether AMD's compiler library, comgr, does the work
};

namespace {

/// libhiprtc exists since ROCm 5. Before that, and in Debian's HIP 5.2, its functions are in libamdhip64. HIP 6.4's
/// libamdhip64.so.6 has them too (docs/hip-functions.md). libamdhip64.so.7 is not a candidate: ROCm 7 has
/// libhiprtc.so.7, and no libamdhip64 of ROCm 7 was available to compare with.
std::vector<std::string> hiprtc_candidates() {
  constexpr std::array<const char*, 7> names{"libhiprtc.so.7",   "libhiprtc.so.6",   "libhiprtc.so.5", "libhiprtc.so",
                                             "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"};
  std::vector<std::string> candidates;
  for (const char* prefix : {"libhiprtc.so", "libamdhip64.so"})
    if (auto loaded = loaded_library(prefix); !loaded.empty()) candidates.push_back(std::move(loaded));
  if (const auto root = environment("ROCM_PATH"); !root.empty())
    for (const char* name : names) candidates.push_back(root + "/lib/" + name);
  candidates.insert(candidates.end(), names.begin(), names.end());
  for (const char* name : names) candidates.push_back(std::string("/opt/rocm/lib/") + name);
  return candidates;
}

/// NVRTC is named "libnvrtc.so.11.2" in all of CUDA 11.2 to 11.8; since CUDA 12, the name has only the major version.
/// The NVRTC of CUDA 11.0 and 11.1 is found by the name without a version.
std::vector<std::string> nvrtc_candidates() {
  constexpr std::array<const char*, 4> names{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};
  std::vector<std::string> candidates;
  if (auto loaded = loaded_library("libnvrtc.so"); !loaded.empty()) candidates.push_back(std::move(loaded));
  if (const auto root = environment("CUDA_PATH"); !root.empty())
    for (const char* name : names) candidates.push_back(root + "/lib64/" + name);
  candidates.insert(candidates.end(), names.begin(), names.end());
  for (const char* name : names) candidates.push_back(std::string("/usr/local/cuda/lib64/") + name);
  return candidates;
}

/// The file of the library that defines a function, as the dynamic linker reports it; empty if it reports none.
std::string library_of(const void* function) {
  Dl_info info{};
  return ::dladdr(function, &info) == 0 || info.dli_fname == nullptr ? std::string() : std::string(info.dli_fname);
}

/// Identifies a library by its file's size and time: a library that was replaced is another compiler, even if it
/// reports the same version.
std::string file_identity(const std::string& path) {
  struct stat file{};
  if (::stat(path.c_str(), &file) != 0) return path;
  return path + " " + std::to_string(file.st_size) + " " + std::to_string(file.st_mtim.tv_sec) + "." +
         std::to_string(file.st_mtim.tv_nsec);
}

SharedLibrary open_library(const char* name, const char* variable, const char* remedy,
                           const std::vector<std::string>& candidates) {
  std::vector<std::string> tried;
  const auto chosen = environment(variable);
  auto library = open_first(chosen.empty() ? candidates : std::vector<std::string>{chosen}, tried);
  if (!library.path.empty()) return library;
  std::string message = "compiling at run time requires " + std::string(name) + ", which cannot be opened; tried:";
  for (const auto& line : tried) message += "\n  " + line;
  throw Error(ErrorCode::no_compiler, message + "\n" + remedy);
}

/// The likely places of the compiler library that hipRTC uses, the most likely first: the copy that is already loaded,
/// or one next to hipRTC.
std::vector<std::string> comgr_candidates(const std::string& hiprtc) {
  constexpr std::array<const char*, 3> names{"libamd_comgr.so.3", "libamd_comgr.so.2", "libamd_comgr.so"};
  std::vector<std::string> candidates;
  if (auto loaded = loaded_library("libamd_comgr.so"); !loaded.empty()) candidates.push_back(std::move(loaded));
  const auto folder = hiprtc.substr(0, hiprtc.rfind('/') + 1);
  for (const char* name : names) candidates.push_back(folder + name);
  return candidates;
}

/// AMD's compiler library, which hipRTC uses.
struct Comgr {
  std::string identity;
  /// The processors that it supports, with a space before and after each, so that a search finds only complete names.
  /// Empty if it cannot list them.
  std::string processors;
};

/// Finds comgr and the processors that it supports. The list is needed because some versions crash on an unknown
/// processor: comgr 2.4, of HIP 5.2, frees memory that it did not allocate.
Comgr find_comgr(const std::string& hiprtc) {
  std::vector<std::string> tried;
  const auto library = open_first(comgr_candidates(hiprtc), tried);
  if (library.path.empty()) return {};
  void* const count_function = library.find("amd_comgr_get_isa_count");
  const auto count_of = reinterpret_cast<int (*)(std::size_t*)>(count_function);
  const auto name_of = reinterpret_cast<int (*)(std::size_t, const char**)>(library.find("amd_comgr_get_isa_name"));
  if (count_of == nullptr || name_of == nullptr) return {};
  Comgr comgr{file_identity(library_of(count_function)), {}};
  std::size_t count = 0;
  if (count_of(&count) != 0) return comgr;
  for (std::size_t i = 0; i < count; ++i)
    if (const char* isa = nullptr; name_of(i, &isa) == 0 && isa != nullptr)
      comgr.processors += " " + std::string(isa).substr(std::string_view(isa).rfind('-') + 1);
  if (!comgr.processors.empty()) comgr.processors += " ";
  return comgr;
}

std::mutex compilers;  ///< only one thread at a time may be inside a compiler

}  // namespace

RtcLibrary::RtcLibrary(const Vendor& vendor) : vendor_(vendor) {
  const auto library = open_library(vendor.name, vendor.variable, vendor.remedy, vendor.candidates());
  path_ = library.path;
  auto functions = std::make_unique<Functions>();
  SymbolTable symbols(library);
  const auto find = [&](auto*& function, const std::string& name) {
    symbols.required(function, (vendor.prefix + name).c_str());
  };
  find(functions->version, "Version");
  find(functions->error_text, "GetErrorString");
  find(functions->create, "CreateProgram");
  find(functions->destroy, "DestroyProgram");
  find(functions->compile, "CompileProgram");
  find(functions->log_size, "GetProgramLogSize");
  find(functions->log, "GetProgramLog");
  find(functions->code_size, "Get" + std::string(vendor.code) + "Size");
  find(functions->code, "Get" + std::string(vendor.code));
  symbols.check(vendor.name);
  int major = 0, minor = 0;
  functions->version(&major, &minor);
  const auto file = library_of(reinterpret_cast<const void*>(functions->create));
  identity_ = vendor.name + std::string(" ") + std::to_string(major) + "." + std::to_string(minor) + " " +
              file_identity(file.empty() ? path_ : file);
  if (vendor.has_comgr) {
    const auto comgr = find_comgr(path_);
    identity_ += " " + comgr.identity;
    processors_ = comgr.processors;
  }
  functions_ = functions.release();  // never freed: the library stays open until the process exits
}

const RtcLibrary& RtcLibrary::of(const DeviceInfo& device) {
  static const Vendor amd{"hipRTC",
                          "hiprtc",
                          "Code",
                          "--offload-arch=",
                          "ROCM_BINDGEN_HIPRTC_LIBRARY",
                          "install ROCm's hipRTC (libhiprtc), or set ROCM_BINDGEN_HIPRTC_LIBRARY or ROCM_PATH",
                          hiprtc_candidates,
                          true};
  static const Vendor nvidia{"NVRTC",
                             "nvrtc",
                             "CUBIN",
                             "--gpu-architecture=",
                             "ROCM_BINDGEN_NVRTC_LIBRARY",
                             "install CUDA's NVRTC (libnvrtc), or set ROCM_BINDGEN_NVRTC_LIBRARY or CUDA_PATH",
                             nvrtc_candidates,
                             false};
  // If the constructor throws, the static variable stays uninitialised, so the next call tries again.
  if (device.driver == "nvidia") {
    static const RtcLibrary library(nvidia);
    return library;
  }
  static const RtcLibrary library(amd);
  return library;
}

/// A program object of the library, destroyed with this object.
class RtcLibrary::Program {
 public:
  Program(const RtcLibrary& library, const std::string& source, const CompileOptions& options)
      : library_(library), options_(options) {
    std::vector<const char*> texts, names;
    for (const auto& header : options.headers) {
      texts.push_back(header.text.c_str());
      names.push_back(header.name.c_str());
    }
    check(functions().create(&program_, source.c_str(), options.name.c_str(), static_cast<int>(names.size()),
                             texts.data(), names.data()));
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    if (program_ != nullptr) functions().destroy(&program_);
  }

  void compile(const std::vector<const char*>& flags) const {
    const int status = functions().compile(program_, static_cast<int>(flags.size()), flags.data());
    const auto printed = text(functions().log_size, functions().log);
    if (status != 0) throw_failed(status, printed);
    if (!printed.empty() && logs(LogLevel::info)) log(LogLevel::info, "compiling '" + options_.name + "':\n" + printed);
  }

  std::string image() const {
    std::size_t bytes = 0;
    check(functions().code_size(program_, &bytes));
    std::string image(bytes, '\0');
    check(functions().code(program_, image.data()));
    return image;
  }

 private:
  const Functions& functions() const { return *library_.functions_; }

  /// Reads a text of the library. The terminating zero and trailing newlines are removed.
  std::string text(int (*size)(void*, std::size_t*), int (*get)(void*, char*)) const {
    std::size_t bytes = 0;
    if (size(program_, &bytes) != 0 || bytes == 0) return {};
    std::string printed(bytes, '\0');
    if (get(program_, printed.data()) != 0) return {};
    printed.resize(printed.find_last_not_of(std::string_view("\0\n", 2)) + 1);
    return printed;
  }

  void check(int status) const {
    if (status != 0) throw_failed(status, {});
  }

  [[noreturn]] void throw_failed(int status, const std::string& printed) const {
    const char* why = functions().error_text(status);
    const auto reason = why == nullptr ? std::to_string(status) : std::string(why);
    throw Error(ErrorCode::compile_failed,
                "compiling '" + options_.name + "' with " + library_.vendor_.name + " ('" + library_.path_ +
                    "'): " + reason + (printed.empty() ? "" : "\n" + printed),
                status, reason);
  }

  const RtcLibrary& library_;
  const CompileOptions& options_;
  void* program_ = nullptr;
};

std::string RtcLibrary::compile(const DeviceInfo& device, const std::string& source,
                                const CompileOptions& options) const {
  const std::lock_guard lock(compilers);
  const auto processor = device.arch.substr(0, device.arch.find(':'));
  if (!processors_.empty() && processors_.find(" " + processor + " ") == std::string::npos)
    throw Error(ErrorCode::no_compiler, "compiling '" + options.name + "' with " + vendor_.name + " ('" + path_ +
                                            "'): it does not support " + processor + "; a newer ROCm may");
  const auto arch = vendor_.arch + device.arch;
  std::vector<const char*> flags{arch.c_str()};
  for (const auto& flag : options.flags) flags.push_back(flag.c_str());
  const Program program(*this, source, options);
  program.compile(flags);
  return program.image();
}

}  // namespace rocm_bindgen::runtime
