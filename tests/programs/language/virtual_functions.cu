// Objects with virtual functions, which a kernel creates in device memory and other kernels call.
#include <new>

#include "../program.cuh"

class Shape {
 public:
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
  __device__ virtual int corners() const { return 0; }
};

class Rectangle : public Shape {
 public:
  __device__ Rectangle(int width, int height) : width_(width), height_(height) {}
  __device__ int area() const override { return width_ * height_; }
  __device__ int corners() const override { return 4; }

 private:
  int width_, height_;
};

class Square final : public Rectangle {
 public:
  __device__ explicit Square(int side) : Rectangle(side, side) {}
};

class Disc : public Shape {
 public:
  __device__ explicit Disc(int radius) : radius_(radius) {}
  __device__ int area() const override { return 3 * radius_ * radius_; }  // with 3 for pi

 private:
  int radius_;
};

constexpr int kBytes = 32;
static_assert(sizeof(Rectangle) <= kBytes && sizeof(Disc) <= kBytes, "each shape has room in its slot");

__global__ void create(char* slots, Shape** shapes, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  char* slot = slots + i * kBytes;
  if (i % 3 == 0)
    shapes[i] = new (slot) Rectangle(i, 2);
  else if (i % 3 == 1)
    shapes[i] = new (slot) Square(i);
  else
    shapes[i] = new (slot) Disc(i);
}

__global__ void measure(Shape* const* shapes, int* areas, int* corners, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  areas[i] = shapes[i]->area();
  corners[i] = shapes[i]->corners();
}

int main() {
  const int count = 200;
  DeviceArray<char> slots(count * kBytes);
  DeviceArray<Shape*> shapes(count);
  DeviceArray<int> areas(count), corners(count);
  create<<<blocks_for(count, 64), 64>>>(slots.get(), shapes.get(), count);
  measure<<<blocks_for(count, 64), 64>>>(shapes.get(), areas.get(), corners.get(), count);
  CUDA_CHECK_KERNEL();
  const std::vector<int> found = areas.host(), found_corners = corners.host();
  bool right = true;
  long long sum = 0;
  for (int i = 0; i < count; ++i) {
    right = right && found[i] == (i % 3 == 0 ? 2 * i : i % 3 == 1 ? i * i : 3 * i * i);
    right = right && found_corners[i] == (i % 3 == 2 ? 0 : 4);
    sum += found[i];
  }
  expect(right, "each call reaches the class of its object");
  std::printf("sum of the areas %lld\n", sum);
  return verdict();
}
