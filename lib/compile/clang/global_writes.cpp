#include "compile/clang/global_writes.hpp"

#include <set>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

namespace rocm_bindgen::build {
namespace {

using Location = std::optional<clang::SourceLocation>;

/// The maximum depth to which a pointer is followed through function calls, so that the search ends in recursive
/// functions. Writes at a greater depth are not found, which only means that no warning is given about them. A greater
/// number would find more writes and take longer.
constexpr int kMaxDepth = 6;

/// Searches the body of one function. Roots are variables that are known to point to, or to refer to, global memory.
class WriteSearch {
 public:
  WriteSearch(clang::ASTContext& context, int depth) : context_(context), depth_(depth) {}

  void add_root(const clang::ValueDecl* variable) { roots_.insert(variable); }
  /// Adds a struct that a kernel receives by value: the pointers in it point to global memory.
  void add_argument(const clang::ValueDecl* variable) { arguments_.insert(variable); }

  Location run(const clang::Stmt* statement) {
    // The body of a lambda runs only if the lambda is called. The operands of sizeof, noexcept and typeid are not
    // evaluated.
    if (statement == nullptr ||
        llvm::isa<clang::LambdaExpr, clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr, clang::CXXTypeidExpr>(
            statement))
      return {};
    if (const auto* condition = llvm::dyn_cast<clang::IfStmt>(statement)) return run_if(*condition);
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) note_variables(*declaration);
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
      if (writes(*expression)) return expression->getExprLoc();
      if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression); call != nullptr && writes_inside(*call))
        return expression->getExprLoc();
    }
    for (const auto* child : statement->children())
      if (auto found = run(child)) return found;
    return {};
  }

 private:
  Location run_if(const clang::IfStmt& statement) {
    if (auto found = run(statement.getInit())) return found;
    if (auto found = run(statement.getCond())) return found;
    bool is_true = false;
    const auto* condition = statement.getCond();
    const bool is_known = condition != nullptr && !condition->isValueDependent() &&
                          condition->EvaluateAsBooleanCondition(is_true, context_);
    if (!is_known || is_true)
      if (auto found = run(statement.getThen())) return found;
    return !is_known || !is_true ? run(statement.getElse()) : Location();
  }

  void note_variables(const clang::DeclStmt& statement) {
    for (const auto* declaration : statement.decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
      if (variable == nullptr || variable->getInit() == nullptr) continue;
      const auto type = variable->getType();
      if (type->isReferenceType() ? is_global(variable->getInit())
                                  : type->isPointerType() && points_to_global(variable->getInit()))
        roots_.insert(variable);
    }
  }

  bool writes(const clang::Expr& expression) const {
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&expression))
      return binary->isAssignmentOp() && is_global(binary->getLHS());
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&expression))
      return unary->isIncrementDecrementOp() && is_global(unary->getSubExpr());
    if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&expression))
      return call->isAssignmentOp() && call->getNumArgs() == 2 && is_global(call->getArg(0));
    if (const auto* atomic = llvm::dyn_cast<clang::AtomicExpr>(&expression))
      return atomic->getOp() != clang::AtomicExpr::AO__hip_atomic_load &&
             atomic->getOp() != clang::AtomicExpr::AO__atomic_load &&
             atomic->getOp() != clang::AtomicExpr::AO__atomic_load_n && points_to_global(atomic->getPtr());
    return false;
  }

  /// Whether the called function writes through a pointer or reference to global memory that is passed to it.
  bool writes_inside(const clang::CallExpr& call) const {
    const auto* function = call.getDirectCallee();
    if (function == nullptr || depth_ >= kMaxDepth || !function->hasBody(function)) return false;
    // If an operator is a member function, its first argument is the object, for which there is no parameter.
    const unsigned skipped = llvm::isa<clang::CXXOperatorCallExpr>(call) && llvm::isa<clang::CXXMethodDecl>(function);
    WriteSearch inside(context_, depth_ + 1);
    bool has_roots = false;
    for (unsigned i = skipped; i < call.getNumArgs() && i - skipped < function->getNumParams(); ++i) {
      const auto* parameter = function->getParamDecl(i - skipped);
      const auto type = parameter->getType();
      if (type->isReferenceType() ? !is_global(call.getArg(i))
                                  : !type->isPointerType() || !points_to_global(call.getArg(i)))
        continue;
      if (type->getPointeeType().isConstQualified()) continue;
      inside.add_root(parameter);
      has_roots = true;
    }
    return has_roots && inside.run(function->getBody()).has_value();
  }

  /// Whether the object that an expression denotes is in global memory.
  bool is_global(const clang::Expr* expression) const {
    expression = expression->IgnoreParenCasts();
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
      return points_to_global(element->getBase());
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
      return unary->getOpcode() == clang::UO_Deref && points_to_global(unary->getSubExpr());
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression))
      return member->isArrow() ? points_to_global(member->getBase()) : is_global(member->getBase());
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression);
    if (name == nullptr) return false;
    const auto* variable = name->getDecl();
    if (variable->getType()->isReferenceType()) return roots_.count(variable) != 0;
    return variable->hasAttr<clang::CUDADeviceAttr>() && !variable->hasAttr<clang::CUDASharedAttr>() &&
           !variable->hasAttr<clang::CUDAConstantAttr>() && llvm::isa<clang::VarDecl>(variable);
  }

  /// Whether a pointer certainly points to global memory.
  bool points_to_global(const clang::Expr* expression) const {
    expression = expression->IgnoreParenCasts();
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
      return binary->isAdditiveOp() && (points_to_global(binary->getLHS()) || points_to_global(binary->getRHS()));
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      if (unary->getOpcode() == clang::UO_AddrOf) return is_global(unary->getSubExpr());
      if (unary->isIncrementDecrementOp()) return points_to_global(unary->getSubExpr());
    }
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression))
      return points_to_global(choice->getTrueExpr()) && points_to_global(choice->getFalseExpr());
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression))
      if (name->getType()->isPointerType() && roots_.count(name->getDecl()) != 0) return true;
    if (expression->getType()->isArrayType()) return is_global(expression);
    return expression->getType()->isPointerType() && is_in_argument(expression);
  }

  /// Whether the pointer is a member of a struct that the kernel receives by value.
  bool is_in_argument(const clang::Expr* expression) const {
    while (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
      if (member->isArrow()) return false;
      expression = member->getBase()->IgnoreParenCasts();
    }
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression);
    return name != nullptr && arguments_.count(name->getDecl()) != 0;
  }

  clang::ASTContext& context_;
  int depth_;
  std::set<const clang::ValueDecl*> roots_, arguments_;
};

}  // namespace

Location first_global_write(const clang::FunctionDecl& kernel, clang::ASTContext& context) {
  WriteSearch search(context, 0);
  for (const auto* parameter : kernel.parameters()) {
    if (parameter->getType()->isPointerType()) search.add_root(parameter);
    if (parameter->getType()->isRecordType()) search.add_argument(parameter);
  }
  return search.run(kernel.getBody());
}

}  // namespace rocm_bindgen::build
