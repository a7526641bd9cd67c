#pragma once

#include <string>
#include <vector>

#include "compile/clang/refusals.hpp"
#include "hipify/project/hip_source.hpp"

namespace clang {
class ASTContext;
class SourceManager;
}  // namespace clang

namespace rocm_bindgen::build {

/// A replacement of bytes in a file as the front end has read it. It has no line break: lines keep their numbers.
struct SourceRepair {
  std::string file;  ///< as the front end opened it
  std::string text_of_file;
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;
};

/// What to write into a translation unit so that clang accepts what nvcc accepts. Nothing is changed in headers of the
/// system. Found after the front end's run, because only the AST knows which declaration a definition is of.
struct SourceRepairs {
  std::vector<SourceRepair> repairs;
  std::vector<Diagnostic> warnings;  ///< what nvcc warns of, too
  bool empty() const { return repairs.empty(); }
};

SourceRepairs find_repairs(clang::ASTContext& context, const Refusals& refusals);

/// The source with the repairs made; a header that was not translated becomes one of its files.
HipSource repaired(const HipSource& source, const SourceRepairs& repairs);

}  // namespace rocm_bindgen::build
