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

TEST_CASE("jobs that several threads start run one after another", "[dispatch]") {
  ThreadPool pool(3);
  std::atomic<unsigned> ran{0}, running{0};
  std::atomic<bool> overlapped{false};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      for (int i = 0; i < 50; ++i)
        pool.run(3, [&] {
          // A job has three calls, so more would be those of another job.
          if (++running > 3) overlapped = true;
          ++ran;
          --running;
        });
    });
  for (auto& caller : callers) caller.join();
  CHECK(ran == 4 * 50 * 3);
  CHECK_FALSE(overlapped);
}
