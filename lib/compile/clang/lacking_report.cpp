#include "compile/clang/lacking_report.hpp"

#include <algorithm>

#include <clang/AST/Decl.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetOptions.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace rocm_bindgen::build {
namespace {

/// Finds the location of a debug line. Lines in debug information follow #line directives; offsets in the source
/// manager do not.
clang::SourceLocation location_of(const llvm::DILocation& line, clang::SourceManager& sources) {
  if (line.getLine() == 0) return {};
  const auto entry = sources.getFileManager().getOptionalFileRef(line.getFilename());
  if (!entry) return {};
  const auto file = sources.translateFile(*entry);
  if (file.isInvalid()) return {};
  const auto begin = sources.getLocForStartOfFile(file);
  const auto lines = sources.getPresumedLineNumber(sources.getLocForEndOfFile(file)) + 1;
  // The directives that hipify adds shift all lines by the same small number, so the search is short; other directives
  // are rare.
  for (unsigned physical = line.getLine(), tried = 0; tried <= lines; ++physical, ++tried) {
    const auto location = sources.translateLineCol(file, physical, std::max(1U, line.getColumn()));
    const auto presumed = sources.getPresumedLoc(location);
    if (location.isValid() && presumed.isValid() && presumed.getLine() == line.getLine()) return location;
  }
  return begin;  // no line has this number, but the file is known
}

/// For example: "tex2D<float4, 4U>" becomes "tex2D".
std::string plain_name(llvm::StringRef name) {
  return name.split('<').first.str();
}

std::string demangled(llvm::StringRef symbol) {
  auto name = llvm::demangle(symbol.str());
  return name.substr(0, name.find('('));
}

/// The place in the user's text from which a use is reached, and the name of what is called there.
struct Place {
  clang::SourceLocation location;
  std::string called;
};

/// Returns a function's name. Functions of the device libraries may have none.
std::string name_of(const llvm::Function& function) {
  return function.hasName() ? demangled(function.getName()) : "a function of the device libraries";
}

/// Follows the calls outwards, through inlined ones as well, until one is in the user's text.
Place place_of(const LackingUse& use, clang::SourceManager& sources) {
  Place place{{}, name_of(*use.used)};
  for (const auto* call : use.calls) {
    for (const auto* line = call->getDebugLoc().get(); line != nullptr; line = line->getInlinedAt()) {
      place.location = location_of(*line, sources);
      if (place.location.isValid() && !sources.isInSystemHeader(place.location)) return place;
      if (const auto* function = line->getScope()->getSubprogram()) place.called = plain_name(function->getName());
    }
    if (call->getDebugLoc().get() == nullptr) place.called = name_of(*call->getFunction());
  }
  return {};
}

/// The condition for a processor, by clang's macro: "defined(__gfx9_generic__)".
std::string macro_of(std::string processor) {
  std::replace(processor.begin(), processor.end(), '-', '_');
  return fmt::format("defined(__{}__)", processor);
}

}  // namespace

Diagnostic describe_lacking_use(const LackingUse& use, clang::CompilerInstance& compiler,
                                clang::CodeGenerator& generator) {
  auto& sources = compiler.getSourceManager();
  auto place = place_of(use, sources);
  if (place.location.isInvalid()) {
    const auto* kernel = generator.GetDeclForMangledName(use.kernel->getName());
    place = {kernel == nullptr ? clang::SourceLocation() : sources.getExpansionLoc(kernel->getLocation()),
             name_of(*use.used)};
  }
  const auto& processor = compiler.getTargetOpts().CPU;
  Diagnostic error;
  error.text = fmt::format("'{}', used in kernel '{}', needs instructions that {} does not have ({})", place.called,
                           demangled(use.kernel->getName()), processor, use.feature);
  error.hint = fmt::format("exclude {} from --arch for this source, or write separate code for it under #if {}",
                           processor, macro_of(processor));
  const auto presumed = sources.getPresumedLoc(place.location);
  if (presumed.isInvalid()) return error;
  error.file = presumed.getFilename();
  error.line = presumed.getLine();
  error.column = presumed.getColumn();
  return error;
}

}  // namespace rocm_bindgen::build
