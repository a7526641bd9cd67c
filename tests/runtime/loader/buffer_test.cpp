#include <array>
#include <limits>
#include <type_traits>

#include "runtime/loader/session.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;

namespace {

struct Pair {
  int first;
  double second;
};

}  // namespace

static_assert(!std::is_copy_constructible_v<Buffer<float>> && std::is_nothrow_move_constructible_v<Buffer<float>>);
static_assert(!std::is_copy_constructible_v<PinnedBuffer<int>> && std::is_nothrow_move_assignable_v<PinnedBuffer<int>>);

TEST_CASE("buffer: has the requested memory on its device and releases it") {
  Session session;
  session.driver->set_devices({mi210(), radeon()});
  const auto two = Device::open(1);
  {
    const Buffer<Pair> buffer(two, 10);
    CHECK(buffer.size() == 10);
    CHECK(buffer.bytes() == 10 * sizeof(Pair));
    CHECK(buffer.device() == two);
    CHECK(buffer.data() != nullptr);
    CHECK(session.driver->live().allocations == 1);
  }
  CHECK(session.driver->live().allocations == 0);
}

TEST_CASE("buffer: returns the data that was copied to it") {
  Session session;
  const auto device = Device::open();
  const std::vector<int> values{3, 1, 4, 1, 5};
  CHECK(Buffer<int>::from(device, values).to_vector() == values);
  CHECK(Buffer<int>::from(device, values.data() + 1, 2).to_vector() == std::vector<int>{1, 4});
  CHECK(Buffer<int>::from(device, std::array<int, 2>{7, 8}).to_vector() == std::vector<int>{7, 8});
  const int waits = session.driver->calls("hipStreamSynchronize");
  CHECK(Buffer<int>::zeros(device, 3).to_vector() == std::vector<int>{0, 0, 0});
  // The buffer is filled when zeros() returns, so that an independent stream may use it at once.
  CHECK(session.driver->calls("hipStreamSynchronize") == waits + 1);
  CHECK(Buffer<Pair>::from(device, std::vector<Pair>{{1, 2.5}}).to_vector().at(0).second == 2.5);
}

TEST_CASE("buffer: a part can be copied, and a copy of more than the buffer is refused") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  auto buffer = Buffer<int>::zeros(device, 4);
  const std::vector<int> values{1, 2, 3, 4, 5};
  buffer.copy_from(values.data(), 2);
  CHECK(buffer.to_vector() == std::vector<int>{1, 2, 0, 0});
  std::vector<int> out(5, -1);
  buffer.copy_to(out.data(), 1);
  CHECK(out == std::vector<int>{1, -1, -1, -1, -1});
  const auto refused = [](const Error& error) { CHECK(error.code() == ErrorCode::bad_argument); };
  refused(error_of([&] { buffer.copy_from(values.data(), 5); }, {"20 bytes", "device 0", "buffer's 16"}));
  refused(error_of([&] { buffer.copy_from(values.data(), 5, stream); }, {"20 bytes"}));
  refused(error_of([&] { buffer.copy_to(out.data(), 5); }, {"20 bytes"}));
  refused(error_of([&] { buffer.copy_to(out.data(), 5, stream); }, {"20 bytes"}));
  refused(error_of([&] { buffer.copy_from(Buffer<int>::zeros(device, 5), stream); }, {"20 bytes", "buffer's 16"}));
  // The size of this count in bytes is 2^64 + 4. It overflows, and must not be taken as 4.
  refused(error_of([&] { buffer.copy_from(values.data(), std::numeric_limits<std::size_t>::max() / 4 + 2); }));
  CHECK(buffer.to_vector() == std::vector<int>{1, 2, 0, 0});
}

TEST_CASE("buffer: sizes beyond the address range are refused before the driver is called") {
  Session session;
  const auto device = Device::open();
  constexpr auto most = std::numeric_limits<std::size_t>::max();
  // 2^61 elements have 2^64 bytes.
  const auto error = error_of([&] { Buffer<double> buffer(device, most / 8 + 1); },
                              {"2305843009213693952 elements", "8 bytes", "device 0"});
  CHECK(error.code() == ErrorCode::bad_argument);
  CHECK(error_of([&] { PinnedBuffer<double> buffer(device, most / 2); }).code() == ErrorCode::bad_argument);
  CHECK(session.driver->calls("hipMalloc") == 0);
  CHECK(session.driver->calls("hipHostMalloc") == 0);
}

TEST_CASE("buffer: a buffer of size 0 has no memory and copies of it do nothing") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  auto empty = Buffer<float>::zeros(device, 0);
  CHECK(empty.data() == nullptr);
  CHECK(empty.size() == 0);
  CHECK(empty.to_vector().empty());
  empty.copy_from(nullptr, 0);
  empty.copy_from(nullptr, 0, stream);
  empty.copy_to(nullptr, 0, stream);
  empty.copy_from(Buffer<float>(device, 0), stream);
  empty.clear(stream);
  CHECK(error_of([&] { empty.copy_from(Buffer<float>(device, 1), stream); }).code() == ErrorCode::bad_argument);
  const PinnedBuffer<float> none(device, 0);
  CHECK(none.begin() == none.end());
  CHECK(session.driver->calls("hipMalloc") == 1);  // the buffer of one element
  for (const char* function : {"hipMemcpy", "hipMemcpyAsync", "hipMemsetAsync", "hipHostMalloc"})
    CHECK(session.driver->calls(function) == 0);
}

TEST_CASE("buffer: an empty buffer is a valid argument") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  const Buffer<float> empty(device, 0);
  fault::Kernel scale;
  scale.parameter_sizes = {sizeof(float*), sizeof(float), sizeof(std::size_t)};
  session.driver->set_kernel("scale", scale);
  device.kernel(test_kernels::PROBE, "scale").launch({1}, {64}, 0, stream, empty, 1.0F, std::size_t{0});
  CHECK(session.driver->launches().at(0).argument<float*>(0) == nullptr);
}

TEST_CASE("buffer: queued copies and fills run on the stream") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  PinnedBuffer<int> in(device, 3), out(device, 3);
  for (int i = 0; i < 3; ++i) in[static_cast<std::size_t>(i)] = i + 1;
  Buffer<int> buffer(device, 3), second(device, 4);
  buffer.copy_from(in.data(), in.size(), stream);
  second.clear(stream);
  second.copy_from(buffer, stream);
  buffer.copy_to(out.data(), out.size(), stream);
  stream.synchronize();
  CHECK(std::vector<int>(out.begin(), out.end()) == std::vector<int>{1, 2, 3});
  CHECK(second.to_vector() == std::vector<int>{1, 2, 3, 0});
  CHECK(session.driver->calls("hipMemcpyAsync") == 3);
}

TEST_CASE("buffer: copies between devices run on a stream of either device") {
  Session session;
  session.driver->set_devices({mi210(), radeon()});
  const auto one = Device::open(0), two = Device::open(1);
  Stream here(one), there(two);
  const auto from = Buffer<int>::from(one, std::vector<int>{1, 2, 3});
  auto to = Buffer<int>::zeros(two, 3);
  to.copy_from(from, here);
  CHECK(to.to_vector() == std::vector<int>{1, 2, 3});
  auto again = Buffer<int>::zeros(two, 3);
  again.copy_from(from, there);
  CHECK(again.to_vector() == std::vector<int>{1, 2, 3});
  CHECK(session.driver->calls("hipMemcpyPeerAsync") == 2);
  CHECK(error_of([&] { Buffer<int>(two, 2).copy_from(from, there); }, {"device 1", "buffer's 8"}).code() ==
        ErrorCode::bad_argument);
}

TEST_CASE("buffer: a move transfers the memory and frees what it replaces") {
  Session session;
  const auto device = Device::open();
  auto first = Buffer<int>::from(device, std::vector<int>{1, 2});
  const int* const memory = first.data();
  Buffer<int> second(device, 100);
  second = std::move(first);
  CHECK(second.data() == memory);
  CHECK(second.size() == 2);
  CHECK(session.driver->live().allocations == 1);
  const Buffer<int> third(std::move(second));
  CHECK(third.to_vector() == std::vector<int>{1, 2});
  PinnedBuffer<int> pinned(device, 2), other(device, 2);
  pinned = std::move(other);
  CHECK(session.driver->live().pinned == 1);
}

TEST_CASE("buffer: a stream of an unrelated device is refused") {
  Session session;
  session.driver->set_devices({mi210(), mi210(), mi210()});
  const auto one = Device::open(0), two = Device::open(1), three = Device::open(2);
  Stream stream_of_two(two), stream_of_three(three);
  Buffer<int> of_one(one, 4), of_two(two, 4);
  int values[4] = {};
  const auto refused = [](const Error& error) { CHECK(error.code() == ErrorCode::bad_argument); };
  refused(error_of([&] { of_one.clear(stream_of_two); }, {"buffer belongs to device 0", "the stream to device 1"}));
  refused(error_of([&] { of_one.copy_from(values, 4, stream_of_two); }));
  refused(error_of([&] { of_one.copy_to(values, 4, stream_of_two); }));
  refused(error_of([&] { of_one.copy_from(of_two, stream_of_three); }));
  of_one.copy_from(of_two, stream_of_two);  // a stream of either device is right
}

TEST_CASE("buffer: a moved-from buffer is empty and its use is an error") {
  Session session;
  const auto device = Device::open();
  Buffer<int> from(device, 4);
  const Buffer<int> to = std::move(from);
  CHECK(to.size() == 4);
  CHECK(from.size() == 0);
  CHECK(from.data() == nullptr);
  CHECK(error_of([&] { from.to_vector(); }, {"moved"}).code() == ErrorCode::bad_argument);
  Stream stream(device);
  const Stream moved_to = std::move(stream);
  CHECK(error_of([&] { stream.synchronize(); }, {"moved"}).code() == ErrorCode::bad_argument);
}

TEST_CASE("buffer: elements may be bool") {
  Session session;
  const auto device = Device::open();
  const bool values[] = {true, false, true};
  CHECK(Buffer<bool>::from(device, values, 3).to_vector() == std::vector<bool>{true, false, true});
}
