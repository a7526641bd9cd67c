#include "compile/clang/link_code_object.hpp"

#include <lld/Common/CommonLinkerContext.h>
#include <lld/Common/Driver.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/raw_ostream.h>

LLD_HAS_DRIVER(elf)

namespace rocm_bindgen::build {

std::optional<Diagnostic> link_code_object(const std::vector<const char*>& arguments, const std::string& source) {
  // The driver's command starts with "-flavor gnu" for the lld program; the library expects a program name instead.
  // One thread, because a worker counts as one job.
  std::vector<const char*> linker{"ld.lld", "--threads=1"};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (llvm::StringRef(arguments[i]) == "-flavor") {
      ++i;
      continue;
    }
    linker.push_back(arguments[i]);
  }
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  const bool linked = lld::elf::link(linker, stream, stream, /*exitEarly=*/false, /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  if (linked) return std::nullopt;
  Diagnostic diagnostic;
  diagnostic.file = source;
  const auto [first, others] = llvm::StringRef(stream.str()).rtrim().split('\n');
  diagnostic.text = "linking the code object failed: " + first.str();
  if (!others.empty()) diagnostic.snippet = others.str() + "\n";
  return diagnostic;
}

}  // namespace rocm_bindgen::build
