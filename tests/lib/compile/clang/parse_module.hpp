#pragma once

#include <memory>
#include <string>

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include "support/catch.hpp"

/// The module whose LLVM assembly is `text`.
inline std::unique_ptr<llvm::Module> parse_module(llvm::LLVMContext& context, const std::string& text) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString(text, diagnostic, context);
  INFO(diagnostic.getMessage().str());
  REQUIRE(module);
  return module;
}
