#include "native/compiler.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <sstream>
#include <unistd.h>
#include <utility>
#include <vector>

#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "native/host_functions.hpp"
#include "native/object_cache.hpp"
#include "native/region_builder.hpp"

namespace rocm_bindgen::emulator {
namespace {

constexpr const char* kRegionName = "region";

bool host_has_vectors() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
#else
  return false;
#endif
}

/// Removes what lowerings emit twice, and folds constants.
void optimise(llvm::Function& function, llvm::TargetMachine& machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder passes(&machine);
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(components);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, components, modules);
  llvm::FunctionPassManager pipeline;
  pipeline.addPass(llvm::PromotePass());
  pipeline.addPass(llvm::EarlyCSEPass(true));
  pipeline.addPass(llvm::InstCombinePass());
  pipeline.addPass(llvm::EarlyCSEPass(true));
  pipeline.run(function, functions);
}

}  // namespace

struct NativeCompiler::Jit {
  std::unique_ptr<llvm::orc::LLJIT> lljit;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::string cpu, features;
  ObjectCache cache;
  std::mutex mutex;  ///< protects `machine`, which is used by one thread at a time
  std::atomic<std::uint64_t> regions{0};
  std::atomic<std::uint32_t> next_range{0};
};

namespace {

/// Compiles a small function with the kinds of operations that regions have. LLVM makes many static objects when it
/// uses them first. If it made them while the thread compiles, they would be destroyed before the thread is stopped.
bool compile_sample(llvm::orc::LLJIT& jit, llvm::TargetMachine& machine) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("sample", *context);
  module->setDataLayout(jit.getDataLayout());
  module->setTargetTriple(machine.getTargetTriple().str());
  llvm::IRBuilder<> ir(*context);
  auto* type = llvm::FunctionType::get(ir.getVoidTy(), {ir.getPtrTy()}, false);
  auto* function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "sample", *module);
  auto* row = llvm::FixedVectorType::get(ir.getInt32Ty(), 64);
  auto* floats = llvm::FixedVectorType::get(ir.getFloatTy(), 64);
  auto *entry = llvm::BasicBlock::Create(*context, "entry", function),
       *some = llvm::BasicBlock::Create(*context, "some", function),
       *done = llvm::BasicBlock::Create(*context, "done", function);
  ir.SetInsertPoint(entry);
  auto* memory = function->getArg(0);
  auto* bits = ir.CreateAlignedLoad(row, memory, llvm::Align(1));
  auto* number = ir.CreateBitCast(bits, floats);
  auto* less = ir.CreateFCmpOLT(number, ir.CreateSIToFP(bits, floats));
  auto* any = ir.CreateICmpNE(ir.CreateBitCast(less, ir.getInt64Ty()), ir.getInt64(0));
  ir.CreateCondBr(any, some, done);
  ir.SetInsertPoint(some);
  auto* fused = ir.CreateIntrinsic(llvm::Intrinsic::fma, {floats}, {number, number, number});
  auto* chosen = ir.CreateSelect(less, ir.CreateBitCast(fused, row), ir.CreateMul(bits, bits));
  ir.CreateAlignedStore(chosen, memory, llvm::Align(1));
  // A type that the host does not have.
  auto* wide = ir.CreateLoad(ir.getIntNTy(96), memory);
  ir.CreateStore(ir.CreateAdd(wide, wide), memory);
  ir.CreateBr(done);
  ir.SetInsertPoint(done);
  ir.CreateRetVoid();
  optimise(*function, machine);
  auto error = jit.addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context)));
  auto address = error ? llvm::Expected<llvm::orc::ExecutorAddr>(std::move(error)) : jit.lookup("sample");
  if (address) return true;
  llvm::consumeError(address.takeError());
  return false;
}

/// Its code is a library of its own, because the functions of all regions have the same name.
class OwnedRegion : public CompiledRegion {
 public:
  OwnedRegion(NativeCompiler& compiler, llvm::orc::JITDylib& library) : compiler_(compiler), library_(library) {}
  ~OwnedRegion() override {
    // After the end, LLVM's static objects, which removing code would use, may be gone.
    if (!compiler_.has_ended()) llvm::consumeError(library_.getExecutionSession().removeJITDylib(library_));
  }

 private:
  NativeCompiler& compiler_;
  llvm::orc::JITDylib& library_;
};

/// Adds the functions of the host that regions call.
bool define_host_functions(llvm::orc::LLJIT& jit) {
  llvm::orc::SymbolMap symbols;
  for (const auto& function : host_functions())
    symbols[jit.mangleAndIntern(function.name)] = {llvm::orc::ExecutorAddr::fromPtr(function.address),
                                                   llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  auto error = jit.getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols)));
  const bool defined = !error;
  llvm::consumeError(std::move(error));
  return defined;
}

std::atomic<NativeCompiler*> shared_compiler{nullptr};

}  // namespace

void NativeCompiler::stop_with_main_thread() {
  struct Guard {
    ~Guard() {
      if (auto* compiler = shared_compiler.load()) compiler->stop();
    }
  };
  if (gettid() != getpid()) return;
  static thread_local Guard guard;
  static_cast<void>(guard);
}

NativeCompiler* NativeCompiler::shared() {
  static NativeCompiler* const only = make();
  struct Stop {
    ~Stop() {
      if (only != nullptr) only->stop();
    }
  };
  static const Stop at_exit;
  return only;
}

NativeCompiler* NativeCompiler::make() {
  if (!host_has_vectors()) return nullptr;
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder) {
    llvm::consumeError(builder.takeError());
    return nullptr;
  }
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  // The models that LLVM's linker for code in memory supports.
  builder->setRelocationModel(llvm::Reloc::PIC_);
  builder->setCodeModel(llvm::CodeModel::Small);
  auto jit = std::make_unique<Jit>();
  jit->cpu = builder->getCPU();
  jit->features = builder->getFeatures().getString();
  auto machine = builder->createTargetMachine();
  auto lljit = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(*builder).create();
  if (!machine || !lljit) {
    if (!machine) llvm::consumeError(machine.takeError());
    if (!lljit) llvm::consumeError(lljit.takeError());
    return nullptr;
  }
  jit->machine = std::move(*machine);
  jit->lljit = std::move(*lljit);
  // LLVM may emit calls of functions of the C library.
  auto process =
      llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(jit->lljit->getDataLayout().getGlobalPrefix());
  if (process)
    jit->lljit->getMainJITDylib().addGenerator(std::move(*process));
  else
    llvm::consumeError(process.takeError());
  if (!define_host_functions(*jit->lljit) || !compile_sample(*jit->lljit, *jit->machine)) return nullptr;
  shared_compiler = new NativeCompiler(std::move(jit));
  return shared_compiler;
}

NativeCompiler::NativeCompiler(std::unique_ptr<Jit> jit)
    : jit_(std::move(jit)), process_(getpid()), thread_([this] { run(); }) {}

bool NativeCompiler::has_ended() {
  if (getpid() != process_) return true;
  const std::lock_guard lock(mutex_);
  return stopping_;
}

std::unique_ptr<CompiledRegion> NativeCompiler::compile(const Region& region, const Target& target, unsigned lanes,
                                                        bool exact_nans, const std::string& content) {
  struct Compiling {
    NativeCompiler& compiler;
    bool begun = compiler.begin_compiling();
    ~Compiling() {
      if (begun) compiler.end_compiling();
    }
  };
  const Compiling compiling{*this};
  return compiling.begun ? compile_or_find(region, target, lanes, exact_nans, content) : nullptr;
}

bool NativeCompiler::begin_compiling() {
  if (getpid() != process_) return false;
  const std::lock_guard lock(mutex_);
  if (!stopping_) ++compiling_;
  return !stopping_;
}

void NativeCompiler::end_compiling() {
  const std::lock_guard lock(mutex_);
  --compiling_;
  changed_.notify_all();
}

std::unique_ptr<CompiledRegion> NativeCompiler::compile_or_find(const Region& region, const Target& target,
                                                                unsigned lanes, bool exact_nans,
                                                                const std::string& content) {
  std::string key;
  if (!content.empty()) {
    std::ostringstream words;
    words << jit_->cpu << '\n'
          << jit_->features << '\n'
          << target.processor << ' ' << lanes << ' ' << exact_nans << '\n';
    key = words.str() + content;
    if (const auto object = jit_->cache.find(key))
      if (auto linked = link(*object, region)) return linked;
  }
  const auto object = emit(region, target, lanes, exact_nans);
  if (object.empty()) return nullptr;
  auto linked = link(object, region);
  if (linked != nullptr && !key.empty()) jit_->cache.store(key, object);
  return linked;
}

std::string NativeCompiler::emit(const Region& region, const Target& target, unsigned lanes, bool exact_nans) {
  llvm::LLVMContext context;
  llvm::Module module(kRegionName, context);
  const std::lock_guard lock(jit_->mutex);
  module.setDataLayout(jit_->machine->createDataLayout());
  module.setTargetTriple(jit_->machine->getTargetTriple().str());
  build_region(module, kRegionName, region, target, lanes, exact_nans);
  auto* function = module.getFunction(kRegionName);
  function->addFnAttr("target-cpu", jit_->cpu);
  function->addFnAttr("target-features", jit_->features);
  // On some hosts with AVX-512, LLVM would use only half of a vector register by default.
  function->addFnAttr("prefer-vector-width", "512");
  function->addFnAttr("min-legal-vector-width", "512");
  // The interpreter executes a region that no valid function could be made of.
  if (llvm::verifyFunction(*function)) return {};
  optimise(*function, *jit_->machine);
  auto object = llvm::orc::SimpleCompiler(*jit_->machine)(module);
  if (object) return (*object)->getBuffer().str();
  llvm::consumeError(object.takeError());
  return {};
}

std::unique_ptr<CompiledRegion> NativeCompiler::link(const std::string& object, const Region& region) {
  auto& session = jit_->lljit->getExecutionSession();
  auto& library = session.createBareJITDylib(kRegionName + std::to_string(jit_->regions++));
  library.addToLinkOrder(jit_->lljit->getMainJITDylib());
  auto result = std::make_unique<OwnedRegion>(*this, library);
  auto error = jit_->lljit->addObjectFile(library, llvm::MemoryBuffer::getMemBufferCopy(object));
  auto address =
      error ? llvm::Expected<llvm::orc::ExecutorAddr>(std::move(error)) : jit_->lljit->lookup(library, kRegionName);
  if (!address) {
    llvm::consumeError(address.takeError());
    return nullptr;
  }
  result->function = address->toPtr<NativeFunction>();
  for (const auto& block : region.blocks)
    result->instructions.insert(result->instructions.end(), block.instructions.begin(), block.instructions.end());
  result->begin = region.blocks.front().address;
  // An instruction has two versions, and fewer than half of the instructions access memory.
  result->first_range =
      jit_->next_range.fetch_add(static_cast<std::uint32_t>(result->instructions.size())) % kNativeRanges;
  return result;
}

void NativeCompiler::enqueue(const void* owner, std::function<void()> work) {
  if (getpid() != process_) return;
  const std::lock_guard lock(mutex_);
  if (stopping_) return;
  waiting_.push_back({owner, std::move(work)});
  changed_.notify_all();
}

void NativeCompiler::cancel(const void* owner) {
  if (getpid() != process_) return;
  std::unique_lock lock(mutex_);
  std::erase_if(waiting_, [&](const Work& work) { return work.owner == owner; });
  changed_.wait(lock, [&] { return running_ != owner; });
}

void NativeCompiler::stop() {
  // In a child of fork(), the mutex may be locked for ever, because the thread that would unlock it does not exist.
  if (getpid() != process_) return;
  {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    waiting_.clear();
    changed_.notify_all();
    changed_.wait(lock, [&] { return compiling_ == 0; });
  }
  if (thread_.joinable()) thread_.join();
}

void NativeCompiler::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    auto work = std::move(waiting_.front());
    waiting_.pop_front();
    running_ = work.owner;
    lock.unlock();
    try {
      work.call();
    } catch (const std::exception&) {
      // The interpreter executes what could not be compiled, for lack of memory for example.
    }
    work.call = nullptr;
    lock.lock();
    running_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace rocm_bindgen::emulator
