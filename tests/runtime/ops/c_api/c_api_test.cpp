// The C API of ops, through the shared library: every function with null for every pointer, whose result is a status
// and never a crash, and a few with values. The Rust tests call every function with values
// (tests/runtime/rust/tests/ops.rs).
#include <array>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>

#include "rocm_bindgen/rocm_bindgen_ops.h"
#include "support/catch.hpp"
#include "support/files.hpp"

namespace {

/// The result of a call that returns no status.
constexpr int kNone = -1;

template <class Function, class... Arguments>
int status_of(Function function, Arguments... arguments) {
  if constexpr (std::is_same_v<decltype(function(arguments...)), rocm_bindgen_status>) {
    return static_cast<int>(function(arguments...));
  } else {
    function(arguments...);
    return kNone;
  }
}

#define ROCM_BINDGEN_CALL(name, ...) \
  {"rocm_bindgen_" #name, [] { return status_of(rocm_bindgen_##name __VA_OPT__(, ) __VA_ARGS__); }}

const std::map<std::string, std::function<int()>>& calls() {
  constexpr std::nullptr_t n = nullptr;
  static const std::map<std::string, std::function<int()>> all{
      ROCM_BINDGEN_CALL(dtype_name, 0),
      ROCM_BINDGEN_CALL(quantized_format_name, 0),
      ROCM_BINDGEN_CALL(block_elements, 0),
      ROCM_BINDGEN_CALL(block_bytes, 0),
      ROCM_BINDGEN_CALL(workspace_create, n, std::size_t{32}, n),
      ROCM_BINDGEN_CALL(workspace_free, n),
      ROCM_BINDGEN_CALL(unary, n, 0, n, n),
      ROCM_BINDGEN_CALL(elu, n, n, 1.0, n),
      ROCM_BINDGEN_CALL(powf, n, n, 1.0, n),
      ROCM_BINDGEN_CALL(binary, n, 0, n, n, n),
      ROCM_BINDGEN_CALL(compare, n, 0, n, n, n),
      ROCM_BINDGEN_CALL(affine, n, n, 1.0, 1.0, n),
      ROCM_BINDGEN_CALL(cast, n, n, n),
      ROCM_BINDGEN_CALL(copy, n, n, n),
      ROCM_BINDGEN_CALL(fill, n, n, 1.0),
      ROCM_BINDGEN_CALL(where, n, n, n, n, n),
      ROCM_BINDGEN_CALL(elementwise, n, n, n, std::size_t{32}, n),
      ROCM_BINDGEN_CALL(reduce, n, 0, n, n, std::size_t{32}, n, n),
      ROCM_BINDGEN_CALL(arg_reduce, n, 0, n, n, std::size_t{32}, n, n),
      ROCM_BINDGEN_CALL(argsort, n, n, std::int64_t{0}, false, n, n),
      ROCM_BINDGEN_CALL(sort, n, n, std::int64_t{0}, false, n, n),
      ROCM_BINDGEN_CALL(topk, n, n, std::int64_t{0}, false, n, n, n),
      ROCM_BINDGEN_CALL(softmax, n, n, std::int64_t{0}, n),
      ROCM_BINDGEN_CALL(rms_norm, n, n, n, 1.0, n),
      ROCM_BINDGEN_CALL(layer_norm, n, n, n, n, 1.0, n),
      ROCM_BINDGEN_CALL(rope, n, false, n, n, n, n),
      ROCM_BINDGEN_CALL(index_select, n, n, std::int64_t{0}, n, n),
      ROCM_BINDGEN_CALL(gather, n, n, std::int64_t{0}, n, n),
      ROCM_BINDGEN_CALL(scatter, n, n, std::int64_t{0}, n, n),
      ROCM_BINDGEN_CALL(scatter_add, n, n, std::int64_t{0}, n, n),
      ROCM_BINDGEN_CALL(index_add, n, n, std::int64_t{0}, n, n),
      ROCM_BINDGEN_CALL(take_id_out_of_range, n, n, n),
      ROCM_BINDGEN_CALL(max_pool2d, n, n, rocm_bindgen_image_extent{1, 1}, rocm_bindgen_image_extent{1, 1}, n),
      ROCM_BINDGEN_CALL(avg_pool2d, n, n, rocm_bindgen_image_extent{1, 1}, rocm_bindgen_image_extent{1, 1}, n),
      ROCM_BINDGEN_CALL(upsample_nearest, n, n, n),
      ROCM_BINDGEN_CALL(upsample_bilinear2d, n, n, false, 1.0, 1.0, n),
      ROCM_BINDGEN_CALL(conv1d, n, n, n, n, n),
      ROCM_BINDGEN_CALL(conv2d, n, n, n, n, n),
      ROCM_BINDGEN_CALL(conv_transpose1d, n, n, n, n, n),
      ROCM_BINDGEN_CALL(conv_transpose2d, n, n, n, n, n),
      ROCM_BINDGEN_CALL(dequantize, n, n, n),
      ROCM_BINDGEN_CALL(quantize, n, n, n),
      ROCM_BINDGEN_CALL(get_rows, n, n, n, n),
      ROCM_BINDGEN_CALL(matvec, n, n, n, false, n, n),
      ROCM_BINDGEN_CALL(matmul, n, n, n, false, n, n),
      ROCM_BINDGEN_CALL(matvec_blocks, n, n, n, n),
      ROCM_BINDGEN_CALL(matmul_blocks, n, n, n, n),
      ROCM_BINDGEN_CALL(moe_forward, n, n, std::int64_t{0}, n, n, n, n),
      ROCM_BINDGEN_CALL(quantize_blocks, 0, n, std::size_t{32}, n),
      ROCM_BINDGEN_CALL(dequantize_blocks, 0, n, std::size_t{32}, n),
  };
  return all;
}

std::set<std::string> declared() {
  const auto header =
      test::read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/runtime/ops/include/rocm_bindgen/rocm_bindgen_ops.h");
  const std::regex declaration(R"(ROCM_BINDGEN_API[^;(]*?[ *](rocm_bindgen_\w+)\()");
  std::set<std::string> names;
  for (std::sregex_iterator at(header.begin(), header.end(), declaration), end; at != end; ++at) names.insert((*at)[1]);
  return names;
}

/// A device with a stream and a buffer of four floats, which are released at the end.
struct Session {
  rocm_bindgen_device* device = nullptr;
  rocm_bindgen_stream* stream = nullptr;
  rocm_bindgen_buffer* buffer = nullptr;

  Session() {
    REQUIRE(rocm_bindgen_device_open(0, &device) == ROCM_BINDGEN_SUCCESS);
    REQUIRE(rocm_bindgen_stream_create(device, false, &stream) == ROCM_BINDGEN_SUCCESS);
    REQUIRE(rocm_bindgen_buffer_allocate(device, 4 * sizeof(float), &buffer) == ROCM_BINDGEN_SUCCESS);
  }
  ~Session() {
    rocm_bindgen_buffer_free(buffer);
    rocm_bindgen_stream_destroy(stream);
    rocm_bindgen_device_close(device);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// The buffer as a vector.
  rocm_bindgen_tensor vector() const { return {rocm_bindgen_buffer_pointer(buffer), ROCM_BINDGEN_F32, 1, {4}, {1}}; }
};

}  // namespace

TEST_CASE("C API of ops: every function refuses null for every pointer") {
  std::set<std::string> called;
  for (const auto& [name, call] : calls()) {
    INFO(name);
    called.insert(name);
    const auto status = call();
    if (status == kNone) continue;
    CHECK(status == ROCM_BINDGEN_BAD_ARGUMENT);
    CHECK_THAT(rocm_bindgen_last_error(), Catch::EndsWith(" is null"));
  }
  CHECK(called == declared());
}

TEST_CASE("C API of ops: a tensor is filled and changed in place") {
  const Session session;
  const auto vector = session.vector();
  CHECK(rocm_bindgen_fill(session.stream, &vector, 2.0) == ROCM_BINDGEN_SUCCESS);
  CHECK(rocm_bindgen_unary(session.stream, ROCM_BINDGEN_UNARY_sqr, &vector, &vector) == ROCM_BINDGEN_SUCCESS);
  CHECK(rocm_bindgen_binary(session.stream, ROCM_BINDGEN_BINARY_sub, &vector, &vector, &vector) ==
        ROCM_BINDGEN_SUCCESS);
  CHECK(rocm_bindgen_affine(session.stream, &vector, 1.0, 3.0, &vector) == ROCM_BINDGEN_SUCCESS);
  std::array<float, 4> values{};
  CHECK(rocm_bindgen_buffer_copy_to_host(session.buffer, values.data(), sizeof values, 0, nullptr) ==
        ROCM_BINDGEN_SUCCESS);
  CHECK(values == std::array<float, 4>{3, 3, 3, 3});
}

TEST_CASE("C API of ops: numbers that are not enumerators are refused") {
  const Session session;
  auto vector = session.vector();
  CHECK(rocm_bindgen_unary(session.stream, 21, &vector, &vector) == ROCM_BINDGEN_BAD_ARGUMENT);
  CHECK_THAT(rocm_bindgen_last_error(), Catch::Equals("unary: number 21 is not an enumerator; they are 0 to 20"));
  CHECK(rocm_bindgen_compare(session.stream, -1, &vector, &vector, &vector) == ROCM_BINDGEN_BAD_ARGUMENT);
  vector.dtype = 10;
  CHECK(rocm_bindgen_fill(session.stream, &vector, 0) == ROCM_BINDGEN_BAD_ARGUMENT);
  CHECK_THAT(rocm_bindgen_last_error(), Catch::Equals("out: dtype is 10, which is not an element type"));
  const rocm_bindgen_quantized unknown{vector.data, 12, 1, 32};
  CHECK(rocm_bindgen_dequantize(session.stream, &unknown, &vector) == ROCM_BINDGEN_BAD_ARGUMENT);
  const rocm_bindgen_variable variable{"x", 5, {}, 0, 0};
  CHECK(rocm_bindgen_elementwise(session.stream, "x", &variable, 1, &vector) == ROCM_BINDGEN_BAD_ARGUMENT);
  float value = 0;
  CHECK(rocm_bindgen_quantize_blocks(12, &value, 0, &value) == ROCM_BINDGEN_BAD_ARGUMENT);
  CHECK(rocm_bindgen_block_bytes(12) == 0);
  CHECK(std::string(rocm_bindgen_quantized_format_name(-1)) == "?");
  CHECK(std::string(rocm_bindgen_dtype_name(ROCM_BINDGEN_F8E4M3)) == "f8e4m3");
}
