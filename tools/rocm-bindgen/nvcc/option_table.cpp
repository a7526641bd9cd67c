#include "nvcc/option_table.hpp"

#include <algorithm>
#include <array>

namespace rocm_bindgen::build::driver {
namespace {

constexpr auto kHonoured = Treatment::honoured;
constexpr auto kIgnored = Treatment::ignored;
constexpr auto kRefused = Treatment::refused;

// Reasons that several options share.
constexpr const char* kWindows = "it concerns Windows only";
constexpr const char* kRegisters = "AMD's registers are allocated by the compiler; use __launch_bounds__";
constexpr const char* kWarningsHaveNames = "clang's warnings are selected by name: -Xcompiler -Wno-NAME";
constexpr const char* kNoPtxas = "there is no ptxas or nvlink; AMD's code generator has other options";
constexpr const char* kTuning = "it only trades compile time for speed on NVIDIA's GPUs";
constexpr const char* kLto = "linked device code is always optimised as a whole";
constexpr const char* kBool = "true|false";

std::vector<Option> phases() {
  constexpr const char* kSection = "Phases of the compilation";
  return {
      {kSection, "cuda", "cuda", Value::none, "", kHonoured,
       "write the preprocessed source, as translated to HIP, to x.cu.cpp.ii; only a compiler for HIP accepts it"},
      {kSection, "cubin", "cubin", Value::none, "", kHonoured,
       "write device code only: AMD's code objects, as a bundle"},
      {kSection, "fatbin", "fatbin", Value::none, "", kHonoured, "write device code only, as a bundle"},
      {kSection, "ptx", "ptx", Value::none, "", kHonoured, "write device code only; it is not PTX but a bundle"},
      {kSection, "optix-ir", "optix-ir", Value::none, "", kRefused, "write OptiX code", "AMD's GPUs have no OptiX"},
      {kSection, "ltoir", "ltoir", Value::none, "", kRefused, "write device code for linking", "use -dc"},
      {kSection, "preprocess", "E", Value::none, "", kHonoured, "preprocess only; CUDA sources as translated to HIP"},
      {kSection, "generate-dependencies", "M", Value::none, "", kHonoured, "print a make rule of the source's headers"},
      {kSection, "generate-nonsystem-dependencies", "MM", Value::none, "", kHonoured,
       "like -M, without the system's headers"},
      {kSection, "generate-dependencies-with-compile", "MD", Value::none, "", kHonoured,
       "compile, and write a make rule to a file"},
      {kSection, "generate-nonsystem-dependencies-with-compile", "MMD", Value::none, "", kHonoured,
       "like -MD, without the system's headers"},
      {kSection, "dependency-output", "MF", Value::one, "<file>", kHonoured, "the file of the make rule"},
      {kSection, "generate-dependency-targets", "MP", Value::none, "", kHonoured, "also an empty rule for each header"},
      {kSection, "dependency-target-name", "MT", Value::one, "<target>", kHonoured, "the target of the make rule"},
      {kSection, "compile", "c", Value::none, "", kHonoured, "compile each source to an object"},
      {kSection, "device-c", "dc", Value::none, "", kHonoured, "the same as -rdc=true -c"},
      {kSection, "device-w", "dw", Value::none, "", kHonoured, "the same as -rdc=false -c"},
      {kSection, "device-link", "dlink", Value::none, "", kHonoured,
       "link the relocatable device code of objects and archives to an object, or to a bundle with -cubin or -fatbin"},
      {kSection, "link", "link", Value::none, "", kHonoured, "compile and link; the default"},
      {kSection, "lib", "lib", Value::none, "", kHonoured, "compile, and write an archive"},
      {kSection, "run", "run", Value::none, "", kHonoured,
       "compile, link and run, on the machine's AMD GPU or the emulated device"},
      {kSection, "run-args", "run-args", Value::list, "<arguments>,...", kHonoured, "arguments of the program of -run"},
  };
}

std::vector<Option> files() {
  constexpr const char* kSection = "Files and folders";
  return {
      {kSection, "output-file", "o", Value::one, "<file>", kHonoured, "the output"},
      {kSection, "pre-include", "include", Value::list, "<file>,...", kHonoured, "include a header first"},
      {kSection, "objdir-as-tempdir", "objtemp", Value::none, "", kIgnored, "where intermediate files are written",
       "there are no intermediate files"},
      {kSection, "library", "l", Value::list, "<library>,...", kHonoured, "link with a library"},
      {kSection, "define-macro", "D", Value::list, "<def>,...", kHonoured, "define a macro"},
      {kSection, "undefine-macro", "U", Value::list, "<def>,...", kHonoured, "undefine a macro"},
      {kSection, "include-path", "I", Value::list, "<path>,...", kHonoured, "search a folder for headers"},
      {kSection, "system-include", "isystem", Value::list, "<path>,...", kHonoured,
       "search a folder for headers, without warnings about them"},
      {kSection, "library-path", "L", Value::list, "<path>,...", kHonoured, "search a folder for libraries"},
      {kSection, "output-directory", "odir", Value::one, "<directory>", kHonoured, "the folder of outputs"},
      {kSection, "compiler-bindir", "ccbin", Value::one, "<path>", kHonoured,
       "the C++ compiler, or its folder, for C and C++ sources and for linking"},
      {kSection, "allow-unsupported-compiler", "allow-unsupported-compiler", Value::none, "", kIgnored,
       "accept any host compiler", "any is accepted"},
      {kSection, "archiver-binary", "arbin", Value::one, "<path>", kHonoured, "the ar of -lib"},
      {kSection, "cudart", "cudart", Value::one, "{none|shared|static}", kHonoured,
       "whether to link with HIP's runtime library, which is always shared", "", "none|shared|static|hybrid"},
      {kSection, "cudadevrt", "cudadevrt", Value::one, "{none|static}", kIgnored, "link with CUDA's device runtime",
       "AMD's device libraries are linked into the code objects", "none|static"},
      {kSection, "libdevice-directory", "ldir", Value::one, "<directory>", kIgnored, "the folder of libdevice",
       "AMD's device libraries are used"},
      {kSection, "target-directory", "target-dir", Value::one, "<string>", kIgnored, "a folder below targets/",
       "there is one set of headers and libraries"},
      {kSection, "use-local-env", "use-local-env", Value::none, "", kIgnored, "skip the set-up of cl.exe", kWindows},
      {kSection, "force-cl-env-setup", "force-cl-env-setup", Value::none, "", kIgnored, "set cl.exe up", kWindows},
      {kSection, "options-file", "optf", Value::list, "<file>,...", kHonoured, "read more options from files"},
  };
}

std::vector<Option> language() {
  constexpr const char* kSection = "Language and host code";
  return {
      {kSection, "profile", "pg", Value::none, "", kHonoured, "instrument host code for gprof"},
      {kSection, "debug", "g", Value::none, "", kHonoured, "debug information of host code"},
      {kSection, "device-debug", "G", Value::none, "", kHonoured,
       "debug information of device code, which is optimised nevertheless"},
      {kSection, "generate-line-info", "lineinfo", Value::none, "", kHonoured, "line numbers of device code"},
      {kSection, "optimization-info", "opt-info", Value::list, "<kind>,...", kIgnored, "report what was inlined",
       "the report is NVIDIA's compiler's"},
      {kSection, "optimize", "O", Value::one, "<level>", kHonoured,
       "optimise host code; device code is always optimised"},
      {kSection, "Ofast-compile", "Ofc", Value::one, "<level>", kIgnored, "compile device code faster", kTuning,
       "0|max|mid|min"},
      {kSection, "dopt", "dopt", Value::one, "<kind>", kIgnored, "optimise device code", "it is always optimised",
       "on|off"},
      {kSection, "dlink-time-opt", "dlto", Value::none, "", kIgnored, "optimise device code when linking", kLto},
      {kSection, "lto", "lto", Value::none, "", kIgnored, "the same as -dlto", kLto},
      {kSection, "gen-opt-lto", "gen-opt-lto", Value::none, "", kIgnored, "optimise before linking", kLto},
      {kSection, "ftemplate-backtrace-limit", "ftemplate-backtrace-limit", Value::one, "<limit>", kHonoured,
       "the number of instantiation notes"},
      {kSection, "ftemplate-depth", "ftemplate-depth", Value::one, "<limit>", kHonoured,
       "the depth of template instantiations"},
      {kSection, "no-exceptions", "noeh", Value::none, "", kHonoured, "no exceptions in host code"},
      {kSection, "shared", "shared", Value::none, "", kHonoured, "link a shared library"},
      {kSection, "x", "x", Value::one, "{c|c++|cu}", kHonoured, "the language of the sources", "", "c|c++|cu"},
      {kSection, "std", "std", Value::one, "{c++03|...|c++20}", kHonoured,
       "the C++ standard; for CUDA sources at least C++14", "", "c++03|c++11|c++14|c++17|c++20"},
      {kSection, "no-host-device-initializer-list", "nohdinitlist", Value::none, "", kIgnored,
       "no std::initializer_list in device code", "sources that compile without it compile with it"},
      {kSection, "no-host-device-move-forward", "nohdmoveforward", Value::none, "", kIgnored,
       "no std::move and std::forward in device code", "sources that compile without them compile with them"},
      {kSection, "expt-relaxed-constexpr", "expt-relaxed-constexpr", Value::none, "", kIgnored,
       "let device code call constexpr functions", "this is always permitted"},
      {kSection, "extended-lambda", "extended-lambda", Value::none, "", kIgnored, "allow __device__ lambdas",
       "they are always permitted"},
      {kSection, "expt-extended-lambda", "expt-extended-lambda", Value::none, "", kIgnored,
       "the same as -extended-lambda", "they are always permitted"},
      {kSection, "machine", "m", Value::one, "{64}", kHonoured, "64-bit code, the only choice", "", "64"},
      {kSection, "m64", "m64", Value::none, "", kHonoured, "64-bit code, the only choice"},
      {kSection, "no-align-double", "-no-align-double", Value::none, "", kIgnored, "no -malign-double",
       "there is no 32-bit code"},
  };
}

std::vector<Option> passing() {
  constexpr const char* kSection = "Options for other programs";
  return {
      {kSection, "compiler-options", "Xcompiler", Value::list, "<options>,...", kHonoured,
       "options for the compiler of host code"},
      {kSection, "linker-options", "Xlinker", Value::list, "<options>,...", kHonoured, "options for the linker"},
      {kSection, "archive-options", "Xarchive", Value::list, "<options>,...", kHonoured, "options for ar"},
      {kSection, "ptxas-options", "Xptxas", Value::list, "<options>,...", kIgnored, "options for ptxas", kNoPtxas},
      {kSection, "nvlink-options", "Xnvlink", Value::list, "<options>,...", kIgnored, "options for nvlink", kNoPtxas},
      {kSection, "cudafe-options", "Xcudafe", Value::list, "<options>,...", kIgnored, "options for cudafe++",
       kWarningsHaveNames},
      {kSection, "fatbin-options", "Xfatbin", Value::list, "<options>,...", kIgnored, "options for fatbinary",
       "bundles are not compressed"},
      {kSection, "forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler", Value::none, "", kHonoured,
       "unknown options are for the compiler of host code"},
      {kSection, "forward-unknown-to-host-linker", "forward-unknown-to-host-linker", Value::none, "", kHonoured,
       "unknown options are for the linker"},
      {kSection, "forward-unknown-opts", "forward-unknown-opts", Value::none, "", kHonoured,
       "unknown options are for both"},
  };
}

std::vector<Option> control() {
  constexpr const char* kSection = "The driver itself";
  return {
      {kSection, "static-global-template-stub", "static-global-template-stub", Value::one, "{true|false}", kIgnored,
       "static host stubs of kernel templates", "HIP's stubs are registered per object", kBool},
      {kSection, "device-entity-has-hidden-visibility", "device-entity-has-hidden-visibility", Value::one,
       "{true|false}", kIgnored, "hide kernels of a shared library", "HIP finds kernels by address, not by name",
       kBool},
      {kSection, "dont-use-profile", "noprof", Value::none, "", kIgnored, "do not read nvcc.profile", "there is none"},
      {kSection, "dryrun", "dryrun", Value::none, "", kHonoured, "print what would be done"},
      {kSection, "verbose", "v", Value::none, "", kHonoured, "print what is done"},
      {kSection, "threads", "t", Value::one, "<number>", kHonoured,
       "compile jobs at a time; 0 = one per processor; by default one per target"},
      {kSection, "split-compile", "split-compile", Value::one, "<number>", kIgnored, "threads of the optimiser",
       "large sources are always divided among the jobs of -t"},
      {kSection, "split-compile-extended", "split-compile-extended", Value::one, "<number>", kIgnored,
       "threads of the optimiser", "large sources are always divided among the jobs of -t"},
      {kSection, "fdevice-syntax-only", "fdevice-syntax-only", Value::none, "", kRefused, "check device code only",
       "leave it out: device code is checked in every compile"},
      {kSection, "fdevice-time-trace", "fdevice-time-trace", Value::one, "<file name>", kIgnored,
       "write a profile of the compiler", "the profile is NVIDIA's compiler's"},
      {kSection, "keep", "keep", Value::none, "", kIgnored, "keep intermediate files", "there are none"},
      {kSection, "keep-dir", "keep-dir", Value::one, "<directory>", kIgnored, "the folder of -keep", "there are none"},
      {kSection, "save-temps", "save-temps", Value::none, "", kIgnored, "the same as -keep", "there are none"},
      {kSection, "clean-targets", "clean", Value::none, "", kRefused, "delete the outputs", "delete them with rm"},
      {kSection, "time", "time", Value::one, "<file name>", kIgnored, "write a table of times",
       "the phases are NVIDIA's"},
      {kSection, "input-drive-prefix", "idp", Value::one, "<prefix>", kIgnored, "paths of Cygwin", kWindows},
      {kSection, "dependency-drive-prefix", "ddp", Value::one, "<prefix>", kIgnored, "paths of Cygwin", kWindows},
      {kSection, "drive-prefix", "dp", Value::one, "<prefix>", kIgnored, "paths of Cygwin", kWindows},
      {kSection, "no-device-link", "nodlink", Value::none, "", kHonoured, "do not link device code of objects"},
      {kSection, "jobserver", "jobserver", Value::none, "", kIgnored, "take jobs from make", "this is done without it"},
      {kSection, "help", "h", Value::none, "", kHonoured, "print this help"},
      {kSection, "version", "V", Value::none, "", kHonoured, "print the version"},
  };
}

std::vector<Option> device_code() {
  constexpr const char* kSection = "Device code";
  constexpr const char* kCode = "sm_ and compute_ numbers select no AMD GPU; see --offload-arch";
  return {
      {kSection, "offload-arch", "offload-arch", Value::list, "<target>,...", kHonoured,
       "AMD targets to compile for: gfx1100,gfx90a; not an option of NVIDIA's nvcc"},
      {kSection, "gpu-architecture", "arch", Value::one, "<arch>", kHonoured,
       "native: compile for the machine's AMD GPUs, unless targets are named; other values select no AMD GPU, see "
       "--offload-arch"},
      {kSection, "gpu-code", "code", Value::list, "<code>,...", kIgnored, "the GPUs to compile for", kCode},
      {kSection, "generate-code", "gencode", Value::one, "<specification>", kIgnored, "-arch and -code in one", kCode},
      {kSection, "relocatable-device-code", "rdc", Value::one, "{true|false}", kHonoured,
       "device code that other objects' device code may call", "", kBool},
      {kSection, "entries", "e", Value::list, "<entry>,...", kIgnored, "the kernels to compile",
       "all kernels are compiled"},
      {kSection, "maxrregcount", "maxrregcount", Value::one, "<amount>", kIgnored, "the number of registers",
       kRegisters},
      {kSection, "use_fast_math", "use_fast_math", Value::none, "", kHonoured,
       "-ftz=true -prec-div=false -prec-sqrt=false -fmad=true, and fast versions of sinf and others"},
      {kSection, "ftz", "ftz", Value::one, "{true|false}", kHonoured, "flush denormal floats to zero", "", kBool},
      {kSection, "prec-div", "prec-div", Value::one, "{true|false}", kHonoured, "divide floats exactly", "", kBool},
      {kSection, "prec-sqrt", "prec-sqrt", Value::one, "{true|false}", kHonoured, "exact square roots of floats", "",
       kBool},
      {kSection, "fmad", "fmad", Value::one, "{true|false}", kHonoured, "fuse multiplications and additions", "",
       kBool},
      {kSection, "extra-device-vectorization", "extra-device-vectorization", Value::none, "", kIgnored,
       "vectorise device code more", kTuning},
      {kSection, "default-stream", "default-stream", Value::one, "{legacy|null|per-thread}", kHonoured,
       "the meaning of the default stream", "", "legacy|null|per-thread"},
      {kSection, "keep-device-functions", "keep-device-functions", Value::none, "", kIgnored,
       "keep device functions that no kernel calls", "only kernels can be found in a code object"},
      {kSection, "source-in-ptx", "src-in-ptx", Value::none, "", kIgnored, "show the source in PTX", "there is no PTX"},
      {kSection, "restrict", "restrict", Value::none, "", kIgnored, "pointers of kernels do not alias",
       "the code is correct without it, but may be slower"},
      {kSection, "extensible-whole-program", "ewp", Value::none, "", kIgnored, "for dynamic parallelism",
       "AMD's GPUs have none, and its uses are reported"},
      {kSection, "no-compress", "no-compress", Value::none, "", kIgnored, "do not compress device code",
       "bundles are not compressed"},
      {kSection, "compress-mode", "compress-mode", Value::one, "<mode>", kIgnored, "how to compress device code",
       "bundles are not compressed"},
      {kSection, "compile-as-tools-patch", "astoolspatch", Value::none, "", kRefused, "code for NVIDIA's tools",
       "leave it out: those tools do not work with AMD's GPUs"},
      {kSection, "list-gpu-code", "code-ls", Value::none, "", kHonoured, "list sm_ numbers, all of which are accepted"},
      {kSection, "list-gpu-arch", "arch-ls", Value::none, "", kHonoured,
       "list compute_ numbers, all of which are accepted"},
      {kSection, "jump-table-density", "jtd", Value::one, "<number>", kIgnored, "when to use jump tables", kTuning},
      {kSection, "relocatable-ptx", "reloc-ptx", Value::none, "", kIgnored, "keep PTX when linking", "there is no PTX"},
      {kSection, "device-stack-protector", "device-stack-protector", Value::one, "{true|false}", kIgnored,
       "stack canaries in device code", "the emulated device checks accesses", kBool},
      {kSection, "sanitize", "sanitize", Value::one, "<toolname>", kRefused, "instrument device code",
       "run the program on the emulated device, which checks accesses"},
  };
}

std::vector<Option> messages() {
  constexpr const char* kSection = "Messages and linking";
  constexpr const char* kScript = "relocations of device code do not need it";
  return {
      {kSection, "disable-warnings", "w", Value::none, "", kHonoured, "no warnings"},
      {kSection, "Wreorder", "Wreorder", Value::none, "", kHonoured, "warn about reordered initialisers"},
      {kSection, "Wdefault-stream-launch", "Wdefault-stream-launch", Value::none, "", kIgnored,
       "warn about launches without a stream", "clang has no such warning"},
      {kSection, "Wmissing-launch-bounds", "Wmissing-launch-bounds", Value::none, "", kIgnored,
       "warn about kernels without __launch_bounds__", "clang has no such warning"},
      {kSection, "Wext-lambda-captures-this", "Wext-lambda-captures-this", Value::none, "", kIgnored,
       "warn about lambdas that capture this", "clang has no such warning"},
      {kSection, "Wno-deprecated-declarations", "Wno-deprecated-declarations", Value::none, "", kHonoured,
       "no warnings about deprecated functions, which is the default"},
      {kSection, "Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets", Value::none, "", kIgnored,
       "no warnings about old GPUs", "there are none"},
      {kSection, "Werror", "Werror", Value::list, "<kind>,...", kHonoured,
       "warnings are errors; default-stream-launch, missing-launch-bounds and ext-lambda-captures-this have no effect, "
       "because clang has no such warnings",
       "",
       "all-warnings|cross-execution-space-call|default-stream-launch|deprecated-declarations|ext-lambda-captures-this|"
       "missing-launch-bounds|reorder"},
      {kSection, "resource-usage", "res-usage", Value::none, "", kIgnored, "print the use of registers",
       "use rocm-bindgen inspect"},
      {kSection, "qpp-config", "qpp-config", Value::one, "<config>", kIgnored, "the version of q++", "for QNX only"},
      {kSection, "display-error-number", "err-no", Value::none, "", kIgnored, "show numbers of messages",
       kWarningsHaveNames},
      {kSection, "no-display-error-number", "no-err-no", Value::none, "", kIgnored, "hide them", kWarningsHaveNames},
      {kSection, "diag-error", "diag-error", Value::list, "<number>,...", kIgnored, "make errors of warnings",
       kWarningsHaveNames},
      {kSection, "diag-suppress", "diag-suppress", Value::list, "<number>,...", kIgnored, "hide warnings",
       kWarningsHaveNames},
      {kSection, "diag-warn", "diag-warn", Value::list, "<number>,...", kIgnored, "show warnings", kWarningsHaveNames},
      {kSection, "host-linker-script", "hls", Value::one, "{use-lcs|gen-lcs}", kIgnored, "use a linker script", kScript,
       "use-lcs|gen-lcs"},
      {kSection, "augment-host-linker-script", "aug-hls", Value::none, "", kIgnored, "add to a linker script", kScript},
      {kSection, "relocatable-link", "r", Value::none, "", kHonoured,
       "link to an object; without -rdc=false, device code stays relocatable"},
      {kSection, "host-relocatable-link", "-host-relocatable-link", Value::none, "", kHonoured,
       "the same as --relocatable-link, by its older name"},
      {kSection, "brief-diagnostics", "brief-diag", Value::one, "{true|false}", kIgnored, "shorter messages",
       "messages always show line and column", kBool},
      {kSection, "frandom-seed", "frandom-seed", Value::one, "<seed>", kIgnored, "the seed of generated names",
       "the same source always gives the same bytes"},
  };
}

/// Options whose value may follow in the same word.
constexpr std::array<std::string_view, 7> kJoined{"O", "D", "U", "I", "L", "l", "t"};

}  // namespace

const std::vector<Option>& option_table() {
  static const std::vector<Option> table = [] {
    std::vector<Option> all;
    for (const auto& part : {phases(), files(), language(), passing(), control(), device_code(), messages()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return table;
}

bool may_be_joined(const Option& option) {
  return std::find(kJoined.begin(), kJoined.end(), option.short_name) != kJoined.end();
}

const Option* find_option(std::string_view word) {
  const bool is_long = word.starts_with("--");
  if (!word.starts_with("-") || word.size() < 2) return nullptr;
  const auto spelled = word.substr(is_long ? 2 : 1);
  const auto name = spelled.substr(0, spelled.find('='));
  const Option* joined = nullptr;
  for (const auto& option : option_table()) {
    if (name == (is_long ? option.name : option.short_name)) return &option;
    if (!is_long && may_be_joined(option) && spelled.starts_with(option.short_name)) joined = &option;
  }
  return joined;
}

}  // namespace rocm_bindgen::build::driver
