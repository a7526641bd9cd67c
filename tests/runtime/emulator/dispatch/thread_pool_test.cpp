#include "dispatch/thread_pool.hpp"

#include <atomic>
#include <set>

#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

TEST_CASE("a pool runs a job on the requested number of threads, up to its size", "[dispatch]") {
  ThreadPool pool(4);
  CHECK(pool.size() == 4);
  for (const unsigned count : {1u, 2u, 4u, 100u}) {
    std::mutex mutex;
    std::multiset<std::thread::id> ran;
    std::atomic<unsigned> arrived{0};
    pool.run(count, [&] {
      {
        const std::lock_guard lock(mutex);
        ran.insert(std::this_thread::get_id());
      }
      for (++arrived; arrived < std::min(count, 4u);) std::this_thread::yield();
    });
    CHECK(ran.size() == std::min(count, 4u));
    CHECK(ran.count(std::this_thread::get_id()) >= 1);
  }
}

TEST_CASE("a pool of one thread runs the job in the caller's thread", "[dispatch]") {
  ThreadPool pool(1);
  unsigned ran = 0;
  pool.run(8, [&] { ++ran; });
  CHECK(ran == 1);
}

TEST_CASE("work of several callers is all done when their calls return", "[dispatch]") {
  ThreadPool pool(3);
  std::atomic<unsigned> complete{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        std::atomic<int> next{0}, done{0};
        pool.run(3, [&] {
          while (next++ < 20) ++done;
        });
        complete += done == 20;
      }
    });
  for (auto& caller : callers) caller.join();
  CHECK(complete == 4 * 50);
}

TEST_CASE("a job can wait for one that is started later, and threads that become free join a job that runs",
          "[dispatch]") {
  ThreadPool pool(3);
  std::atomic<unsigned> started{0}, calls{0};
  std::atomic<bool> may_end{false};
  std::thread first([&] {
    pool.run(3, [&] {
      ++started;
      while (!may_end) std::this_thread::yield();
    });
  });
  while (started < 3) std::this_thread::yield();
  // The caller's call begins although no thread is free. It ends the first job, whose threads then join this one.
  pool.run(3, [&] {
    ++calls;
    may_end = true;
    while (calls < 3) std::this_thread::yield();
  });
  CHECK(calls == 3);
  first.join();
}
