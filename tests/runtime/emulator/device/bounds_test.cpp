// Accesses outside the memory that a kernel may use (allocations, arguments, a lane's stack), on each processor, most
// of them with the default checks. ExpectedFault in session.hpp explains the braces in calls of fault_of().
#include "runtime/emulator/device/session.hpp"
#include "runtime/emulator/device/targets.hpp"

using namespace device_test;
using rocm_bindgen::Buffer;

namespace {

/// Returns the part of the message from the end of `prefix` up to the next character that is one of `ends`.
std::string after(const std::string& message, const std::string& prefix, const std::string& ends) {
  const auto at = message.find(prefix);
  REQUIRE(at != std::string::npos);
  const auto begin = at + prefix.size();
  return message.substr(begin, message.find_first_of(ends, begin) - begin);
}

std::vector<float> numbers(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i);
  return values;
}

}  // namespace

TEST_CASE("device: a read past the end without a tail check is a fault") {
  Session session(GENERATE(from_range(kTargets)));
  // The first element past the end is that of work-item 1000 - 3 * 256 = 232 of workgroup 3.
  const auto in = session.upload(numbers(1000));
  const auto out = session.zeros<float>(1024);
  const auto message = session.fault_of("scale", {"3,0,0", "232,0,0", "scale reads"}, {{4}, {256}}, in, out, 2.0f);
  CHECK_THAT(message, Catch::Contains("read of 4 bytes at " + hexadecimal(in.data() + 1000) +
                                      " is out of bounds: right at the end of a device allocation of 4000 bytes"));
  CHECK_THAT(message, Catch::Contains("argument 1"));
  // Wave and lane are the hardware's numbers; the work-item is the source's.
  CHECK(after(message, ", wave ", ",") == std::to_string(232 / session.lanes()));
  CHECK(after(message, ", lane ", " ") == std::to_string(232 % session.lanes()));
  // The results of earlier workgroups have been written: element 512 is 512 * 2.
  CHECK(out.to_vector()[512] == 1024.0f);
}

TEST_CASE("device: a write past the end without a tail check is a fault") {
  Session session(GENERATE(from_range(kTargets)));
  const auto in = session.upload(numbers(1024));
  const auto out = session.zeros<float>(1000);
  const auto message = session.fault_of("scale", {"3,0,0", "232,0,0", "scale writes"}, {{4}, {256}}, in, out, 2.0f);
  CHECK_THAT(message, Catch::Contains("write of 4 bytes at " + hexadecimal(out.data() + 1000)));
  CHECK_THAT(message, Catch::Contains("argument 2"));
}

TEST_CASE("device: a message states the distance from the allocation and its kind") {
  Session session(GENERATE(from_range(kTargets)));
  const auto out = session.zeros<float>(64);
  SECTION("before the start") {
    const auto in = session.upload(numbers(64));
    session.fault_of("scale", {"0,0,0", "0,0,0", "scale reads", {"12 bytes before a device allocation of 256 bytes"}},
                     {{1}, {64}}, in.data() - 3, out, 1.0f);
  }
  SECTION("after the end") {
    const auto in = session.upload(numbers(64));
    // Element 74 begins (74 - 64) * 4 = 40 bytes past the end.
    session.fault_of("scale",
                     {"0,0,0", "0,0,0", "scale reads", {"40 bytes past the end of a device allocation of 256 bytes"}},
                     {{1}, {64}}, in.data() + 74, out, 1.0f);
  }
  SECTION("across the end") {
    // The buffer has 40 bytes, and work-item 2 reads those from 32 to 48.
    const auto in = session.upload(numbers(10));
    session.fault_of("copy_fours",
                     {"0,0,0", "2,0,0", "copy_fours", {"read of 16 bytes", "it reaches 8 bytes past the end"}},
                     {{1}, {4}}, static_cast<void*>(in.data()), static_cast<void*>(out.data()));
  }
  SECTION("far from any allocation") {
    session.fault_of("scale", {"0,0,0", "0,0,0", "scale reads", {"at 0x10", "null pointer"}}, {{1}, {64}},
                     reinterpret_cast<float*>(0x10), out, 1.0f);
    session.fault_of("scale", {"0,0,0", "0,0,0", "scale reads", {"0x123456789000", "no allocation is near"}},
                     {{1}, {64}}, reinterpret_cast<float*>(0x123456789000), out, 1.0f);
  }
  SECTION("a device variable") {
    // `counters` has 4 elements, and element 40 is also past the end of all variables of the code object.
    session.fault_of("add_to_counter", {"0,0,0", "", "add_to_counter", {"past the end of a code object"}}, {{1}, {1}},
                     40u, 1, static_cast<void*>(out.data()));
  }
}

TEST_CASE("device: an access to freed memory is a fault") {
  Session session(GENERATE(from_range(kTargets)));
  const auto out = session.zeros<int>(4);
  const auto live = session.upload(std::vector<int>{1, 2, 3, 4});
  std::vector<int*> pointers{live.data(), live.data() + 1, nullptr, live.data() + 3};
  {
    const auto short_lived = session.upload(std::vector<int>(10, 7));
    pointers[2] = short_lived.data() + 5;  // 20 bytes into 40
    session.run("follow", {{1}, {4}}, session.upload(pointers), out);
    CHECK(out.to_vector() == std::vector<int>{1, 2, 7, 4});
  }
  const ExpectedFault use_after_free{"0,0,0",
                                     "2,0,0",
                                     "follow",
                                     {"use after free: read of 4 bytes at " + hexadecimal(pointers[2]),
                                      "20 bytes into a freed device allocation of 40 bytes"}};
  session.fault_of("follow", use_after_free, {{1}, {4}}, session.upload(pointers), out);
  // The addresses are not reused soon, so the stale pointer does not point into the next allocation.
  const auto next = session.upload(std::vector<int>(10, 8));
  session.fault_of("follow", use_after_free, {{1}, {4}}, session.upload(pointers), out);
}

TEST_CASE("device: a fault reports the line of the access and those of its callers") {
  Session session(GENERATE(from_range(kTargets)));
  const auto out = session.zeros<int>(4);
  const auto pointers = session.zeros<int*>(4);
  SECTION("in a function that was called") {
    const auto message = session.fault_of("follow_in_a_call", {"0,0,0", "0,0,0", "called_with", {"null pointer"}},
                                          {{1}, {4}}, pointers, out);
    CHECK_THAT(message, Catch::Contains(" of 'called_with(int const volatile*)': "));
  }
  SECTION("in a function of a header") {  // atomicAdd()
    const auto count = session.zeros<char>(64);
    session.fault_of("count_at", {"0,0,0", "0,0,0", "count_at", {"inlined at memory.cu:"}}, {{1}, {4}}, count,
                     std::size_t{64});
  }
}

TEST_CASE("device: a misaligned atomic is a fault") {
  Session session(GENERATE(from_range(kTargets)));
  const auto count = session.zeros<unsigned>(16);
  const auto bytes = reinterpret_cast<char*>(count.data());
  session.run("count_at", {{1}, {64}}, bytes, std::size_t{8});
  CHECK(count.to_vector()[2] == 64);
  session.fault_of("count_at",
                   {"0,0,0", "0,0,0", "count_at", {"misaligned atomic of 4 bytes at " + hexadecimal(bytes + 6)}},
                   {{1}, {64}}, bytes, std::size_t{6});
}

TEST_CASE("device: a write to the kernel's arguments is a fault") {
  Session session(GENERATE(from_range(kTargets)));
  session.fault_of("add_to_arguments",
                   {"0,0,0", "0,0,0", "add_to_arguments", {"write of 4 bytes", "read-only", "kernel argument segment"}},
                   {{1}, {1}}, 5);
}

TEST_CASE("device: an access beyond a lane's stack is a fault") {
  Session session(GENERATE(from_range(kTargets)));
  constexpr unsigned kCount = 2;
  constexpr std::size_t kLanes = 64;
  const auto out = session.zeros<int>(kLanes);
  std::vector<unsigned> index(kCount * kLanes);
  for (std::size_t i = 0; i < index.size(); ++i) index[i] = static_cast<unsigned>(i);
  session.run("mark_in_stack", {{1}, {kLanes}}, session.upload(index), out, kCount);
  // The sum of 0 to 199 is 199 * 100. Work-item 3 has replaced elements 3 and 64 + 3 = 67 by -1.
  CHECK(out.to_vector()[3] == 199 * 100 - 3 - 67 - 2);
  index[kLanes + 41] = 5000;  // the second index of work-item 41
  // The stack frame has 800 bytes for the array of 200 elements, and 16 others of the compiler.
  session.fault_of("mark_in_stack",
                   {"0,0,0", "41,0,0", "mark_in_stack", {"scratch write of 4 bytes", "beyond the lane's 816 bytes"}},
                   {{1}, {kLanes}}, session.upload(index), out, kCount);
}

TEST_CASE("device: without debug information faults have no line, and without the check of bounds there is no fault") {
  const auto target = GENERATE(from_range(kTargets));
  SECTION("no line") {
    Session session(target, {}, "launches");
    // Work-item 8 is the first one past the 8 elements.
    const auto out = session.zeros<float>(8);
    const auto message = session.fault_of("whole_grid_sum", {"0,0,0", "8,0,0"}, {{1}, {64}}, out, out);
    CHECK_THAT(message, !Catch::Contains("source:"));
  }
  SECTION("no bounds") {
    // As on hardware, the access succeeds because the page is mapped.
    Session session(target, {{"CHECKS", "none"}});
    const auto in = session.upload(numbers(1000));
    const auto out = session.zeros<float>(1024);
    session.run("scale", {{4}, {256}}, in, out, 2.0f);
    CHECK(out.to_vector()[999] == 1998.0f);
  }
}
