#include "support/response_files.hpp"

#include <algorithm>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Error.h>

namespace rocm_bindgen::build {

Expected<std::vector<std::string>> expand_response_files(const std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  llvm::SmallVector<const char*, 32> pointers;
  for (auto word = words.begin(); word != end; ++word) pointers.push_back(word->c_str());
  llvm::BumpPtrAllocator memory;
  llvm::cl::ExpansionContext context(memory, llvm::cl::TokenizeGNUCommandLine);
  if (auto error = context.expandResponseFiles(pointers))
    return Failure(ExitCode::usage, llvm::toString(std::move(error)));
  std::vector<std::string> expanded(pointers.begin(), pointers.end());
  expanded.insert(expanded.end(), end, words.end());
  return expanded;
}

}  // namespace rocm_bindgen::build
