// LLVM's just-in-time compiler for the host, with a thread that compiles in the background.
//
// The code of a region is an object file that contains no address of this process: the region's own addresses are in
// NativeContext, and functions of the host are symbols. So it can be kept on disk for other processes (see
// object_cache.hpp).
//
// The process has one object, which is made when native code is first requested, and never destroyed, because a device
// may be a static object that ends later than anything here. But all compilation must end before LLVM's own static
// objects are destroyed. When the main thread ends the process, its thread-local objects are destroyed before all
// static ones, and stop_with_main_thread() makes one of them that calls stop(). If another thread ends the process, a
// static object calls stop(). Static objects that LLVM has made before live longer; it makes most of them when it first
// compiles, so a sample is compiled before that object is made.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "machine/target.hpp"
#include "native/context.hpp"
#include "native/region.hpp"

namespace rocm_bindgen::emulator {

/// All functions are thread safe.
class NativeCompiler {
 public:
  /// Returns null if the host has no native code: it is not x86-64 with AVX2, or LLVM cannot compile for it.
  static NativeCompiler* shared();
  ~NativeCompiler() = delete;

  /// Must be called in each thread that may be the main thread before native code is used there; has no effect in
  /// others.
  static void stop_with_main_thread();

  /// Compiles in the calling thread. Returns null if LLVM fails or the process ends. `exact_nans`: see FunctionBuilder.
  /// `content` is everything in the region that its code depends on; if it is not empty, the code is taken from the
  /// cache on disk, or stored there.
  std::unique_ptr<CompiledRegion> compile(const Region& region, const Target& target, unsigned lanes, bool exact_nans,
                                          const std::string& content = {});
  /// Lets the thread call `work`. `owner` identifies whose work it is.
  void enqueue(const void* owner, std::function<void()> work);
  /// Removes what the owner has enqueued, and waits for what is running.
  void cancel(const void* owner);
  /// Ends the thread, drops the work that it has not begun, and waits for compilations in other threads. Later ones
  /// fail. Called when the process ends.
  void stop();
  /// Whether stop() was called, or this is a child of the process that has the thread.
  bool has_ended();

 private:
  struct Jit;
  explicit NativeCompiler(std::unique_ptr<Jit> jit);
  static NativeCompiler* make();
  /// Counts a compilation, so that stop() waits for it. Returns false if it must not begin.
  bool begin_compiling();
  void end_compiling();
  std::unique_ptr<CompiledRegion> compile_or_find(const Region& region, const Target& target, unsigned lanes,
                                                  bool exact_nans, const std::string& content);
  /// Returns the object file; empty if LLVM fails.
  std::string emit(const Region& region, const Target& target, unsigned lanes, bool exact_nans);
  /// Returns null if LLVM fails.
  std::unique_ptr<CompiledRegion> link(const std::string& object, const Region& region);
  void run();

  std::unique_ptr<Jit> jit_;
  std::mutex mutex_;
  std::condition_variable changed_;
  struct Work {
    const void* owner;
    std::function<void()> call;
  };
  std::deque<Work> waiting_;
  const void* running_ = nullptr;  ///< the owner of the work that the thread does
  bool stopping_ = false;
  unsigned compiling_ = 0;  ///< the number of compilations in all threads
  int process_;             ///< the process that has the thread; a child of fork() does not have it
  std::thread thread_;
};

}  // namespace rocm_bindgen::emulator
