#include "compile/clang/external_uses.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

namespace rocm_bindgen::build {
namespace {

/// The name of the list. Each of its nodes has four operands: symbol, file, line and column.
constexpr char kUsesMetadata[] = "rocm_bindgen.uses";

bool is_external(const llvm::GlobalValue& value) {
  const auto* function = llvm::dyn_cast<llvm::Function>(&value);
  return value.isDeclaration() && !value.use_empty() && (function == nullptr || !function->isIntrinsic());
}

/// Calls `each` with every external function and variable.
template <class Each>
void for_each_external(const llvm::Module& module, const Each& each) {
  for (const auto& function : module)
    if (is_external(function)) each(function);
  for (const auto& variable : module.globals())
    if (is_external(variable)) each(variable);
}

/// The functions and variables of the module that refer to `value`, also through other constants.
void collect_users(const llvm::Value& value, std::set<const llvm::Value*>& seen,
                   std::vector<const llvm::GlobalValue*>& users) {
  for (const auto* user : value.users()) {
    if (!seen.insert(user).second) continue;
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      users.push_back(instruction->getFunction());
    } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(user)) {
      users.push_back(variable);
    } else if (llvm::isa<llvm::Constant>(user)) {
      collect_users(*user, seen, users);
    }
  }
}

/// The declaration that a statement by itself refers to.
const clang::Decl* referenced(const clang::Stmt& statement) {
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(&statement)) return name->getDecl();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(&statement)) return member->getMemberDecl();
  if (const auto* object = llvm::dyn_cast<clang::CXXConstructExpr>(&statement)) return object->getConstructor();
  return nullptr;
}

clang::SourceLocation place_in_statement(const clang::Stmt& statement) {
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(&statement)) return member->getMemberLoc();
  return statement.getBeginLoc();
}

/// The statements of a function or variable.
std::vector<const clang::Stmt*> code_of(const clang::Decl& declaration) {
  std::vector<const clang::Stmt*> code;
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&declaration))
    for (const auto* initialiser : constructor->inits()) code.push_back(initialiser->getInit());
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) code.push_back(function->getBody());
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration)) code.push_back(variable->getInit());
  return code;
}

/// The first place in `user` that refers to `used`. An implicit use, as of a destructor, has the place of `user`.
clang::SourceLocation place_of_use(const clang::Decl& user, const clang::Decl& used) {
  auto waiting = code_of(user);
  std::reverse(waiting.begin(), waiting.end());
  while (!waiting.empty()) {
    const auto* statement = waiting.back();
    waiting.pop_back();
    if (statement == nullptr) continue;
    const auto* found = referenced(*statement);
    if (found != nullptr && found->getCanonicalDecl() == used.getCanonicalDecl()) return place_in_statement(*statement);
    const std::vector<const clang::Stmt*> children(statement->child_begin(), statement->child_end());
    waiting.insert(waiting.end(), children.rbegin(), children.rend());
  }
  return user.getLocation();
}

/// The first place in the source that uses `value`; invalid if there is none with a declaration in the source.
clang::SourceLocation first_place_of(const llvm::GlobalValue& value, clang::CodeGenerator& generator) {
  const auto* used = generator.GetDeclForMangledName(value.getName());
  if (used == nullptr) return {};
  std::set<const llvm::Value*> seen;
  std::vector<const llvm::GlobalValue*> users;
  collect_users(value, seen, users);
  // The order of users is that of the compiler's lists, the last one first.
  for (auto user = users.rbegin(); user != users.rend(); ++user)
    if (const auto* declaration = generator.GetDeclForMangledName((*user)->getName()))
      return place_of_use(*declaration, *used);
  return {};
}

llvm::MDNode* node_of(const ExternalUse& use, llvm::LLVMContext& context) {
  const auto number = [&](unsigned value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
  };
  return llvm::MDNode::get(context, {llvm::MDString::get(context, use.symbol), llvm::MDString::get(context, use.file),
                                     number(use.line), number(use.column)});
}

/// Reads a node of the list. The metadata comes from a file, so it may have any form; a node of another form gives an
/// empty symbol.
ExternalUse use_in(const llvm::MDNode& node) {
  if (node.getNumOperands() != 4) return {};
  const auto text = [&](unsigned operand) {
    const auto* string = llvm::dyn_cast_or_null<llvm::MDString>(node.getOperand(operand).get());
    return string == nullptr ? std::string() : string->getString().str();
  };
  const auto number = [&](unsigned operand) {
    const auto* value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node.getOperand(operand));
    return value == nullptr ? 0U : static_cast<unsigned>(value->getLimitedValue(~0U));
  };
  return {text(0), text(1), number(2), number(3)};
}

}  // namespace

void note_external_uses(llvm::Module& module, clang::CodeGenerator& generator, const clang::SourceManager& sources) {
  std::vector<ExternalUse> uses;
  for_each_external(module, [&](const llvm::GlobalValue& value) {
    const auto location = first_place_of(value, generator);
    if (location.isInvalid()) return;
    const auto presumed = sources.getPresumedLoc(sources.getExpansionLoc(location));
    if (presumed.isValid())
      uses.push_back({value.getName().str(), presumed.getFilename(), presumed.getLine(), presumed.getColumn()});
  });
  if (uses.empty()) return;
  auto* list = module.getOrInsertNamedMetadata(kUsesMetadata);
  for (const auto& use : uses) list->addOperand(node_of(use, module.getContext()));
}

std::vector<ExternalUse> external_uses(const llvm::Module& module) {
  std::map<std::string, ExternalUse> known;
  if (const auto* list = module.getNamedMetadata(kUsesMetadata))
    for (const auto* node : list->operands()) {
      auto use = use_in(*node);
      known.emplace(use.symbol, std::move(use));
    }
  std::vector<ExternalUse> uses;
  for_each_external(module, [&](const llvm::GlobalValue& value) {
    const auto found = known.find(value.getName().str());
    uses.push_back(found != known.end() ? found->second
                                        : ExternalUse{value.getName().str(), module.getSourceFileName(), 0, 0});
  });
  return uses;
}

}  // namespace rocm_bindgen::build
