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
    pool.run(count, [&] {
      const std::lock_guard lock(mutex);
      ran.insert(std::this_thread::get_id());
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

TEST_CASE("one of the jobs that several threads start uses the pool's threads, and the others their callers'",
          "[dispatch]") {
  ThreadPool pool(3);
  std::atomic<unsigned> ran{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        std::atomic<unsigned> calls{0};
        pool.run(3, [&] { ++calls; });
        ran += calls == 1 || calls == 3;
      }
    });
  for (auto& caller : callers) caller.join();
  CHECK(ran == 4 * 50);
}

TEST_CASE("a job can wait for another one that is started later", "[dispatch]") {
  ThreadPool pool(2);
  std::atomic<bool> started{false}, done{false};
  std::thread first([&] {
    pool.run(2, [&] {
      started = true;
      while (!done) std::this_thread::yield();
    });
  });
  while (!started) std::this_thread::yield();
  unsigned calls = 0;
  pool.run(2, [&] { ++calls; });
  CHECK(calls == 1);
  done = true;
  first.join();
}
