// CUDA's vector types: members, alignment, make_ functions, and loads and stores of complete vectors.
#include "../program.cuh"

struct Layout {
  int sizes[8];
  int alignments[8];
};

__global__ void layout(Layout* out) {
  *out = {{sizeof(char3), sizeof(short2), sizeof(int3), sizeof(float4), sizeof(double2), sizeof(uchar4),
           sizeof(longlong2), sizeof(float3)},
          {alignof(char3), alignof(short2), alignof(int3), alignof(float4), alignof(double2), alignof(uchar4),
           alignof(longlong2), alignof(float3)}};
}

__global__ void cross(const float3* a, const float3* b, float3* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] = make_float3(a[i].y * b[i].z - a[i].z * b[i].y, a[i].z * b[i].x - a[i].x * b[i].z,
                       a[i].x * b[i].y - a[i].y * b[i].x);
}

__global__ void swizzle(const int4* in, int4* out, ushort4* narrow, double2* wide) {
  const int i = threadIdx.x;
  const int4 v = in[i];
  out[i] = make_int4(v.w, v.z, v.y, v.x);
  narrow[i] = make_ushort4(v.x, v.y, v.z, v.w);
  wide[i] = make_double2(double(v.x) + v.y, double(v.z) + v.w);
}

int main() {
  DeviceArray<Layout> device_layout(1);
  layout<<<1, 1>>>(device_layout.get());
  CUDA_CHECK_KERNEL();
  const Layout found = device_layout.host()[0];
  const Layout expected = {{3, 4, 12, 16, 16, 4, 16, 12}, {1, 4, 4, 16, 16, 4, 16, 4}};
  bool same = true;
  for (int i = 0; i < 8; ++i)
    same = same && found.sizes[i] == expected.sizes[i] && found.alignments[i] == expected.alignments[i];
  expect(same, "sizes and alignments on the device");
  expect(sizeof(int3) == 12 && sizeof(float4) == 16 && alignof(float4) == 16 && alignof(double2) == 16,
         "sizes and alignments on the host");

  const int count = 300;
  Numbers numbers(/*seed=*/102);
  std::vector<float3> a(count), b(count);
  for (int i = 0; i < count; ++i) {
    a[i] = make_float3(numbers.below(20), numbers.below(20), numbers.below(20));
    b[i] = make_float3(numbers.below(20), numbers.below(20), numbers.below(20));
  }
  DeviceArray<float3> device_a(a), device_b(b), products(count);
  cross<<<blocks_for(count, 128), 128>>>(device_a.get(), device_b.get(), products.get(), count);
  CUDA_CHECK_KERNEL();
  const std::vector<float3> result = products.host();
  bool orthogonal = true;
  for (int i = 0; i < count; ++i) {
    const float3 c = result[i];
    orthogonal =
        orthogonal && a[i].x * c.x + a[i].y * c.y + a[i].z * c.z == 0 && c.z == a[i].x * b[i].y - a[i].y * b[i].x;
  }
  expect(orthogonal, "cross products");

  std::vector<int4> vectors(32);
  for (int i = 0; i < 32; ++i) vectors[i] = make_int4(i, 10 * i, 100 * i, 70000 + i);
  DeviceArray<int4> in(vectors), out(32);
  DeviceArray<ushort4> narrow(32);
  DeviceArray<double2> wide(32);
  swizzle<<<1, 32>>>(in.get(), out.get(), narrow.get(), wide.get());
  CUDA_CHECK_KERNEL();
  bool right = true;
  for (int i = 0; i < 32; ++i) {
    right = right && out.host()[i].x == 70000 + i && out.host()[i].w == i;
    right = right && narrow.host()[i].w == (unsigned short)(70000 + i) && narrow.host()[i].z == 100 * i;
    // i + 10 i, and 100 i + 70000 + i.
    right = right && wide.host()[i].x == 11 * i && wide.host()[i].y == 70000 + 101 * i;
  }
  expect(right, "members in another order and of other types");
  std::printf("float3 has %d bytes, float4 has %d\n", found.sizes[7], found.sizes[3]);
  return verdict();
}
