// k-means: each point is assigned to its nearest centre, and each block sums up its clusters in shared memory.
#include "../program.cuh"

constexpr int kClusters = 5;
constexpr int kThreads = 128;

struct Sums {
  int x, y, count;
};

// Coordinates are integers, so sums are exact in any order, and the device finds the same clusters as the host.
__host__ __device__ inline int nearest(int2 point, const int2* centres) {
  int best = 0;
  int best_distance = 0x7fffffff;
  for (int c = 0; c < kClusters; ++c) {
    const int dx = point.x - centres[c].x, dy = point.y - centres[c].y;
    const int distance = dx * dx + dy * dy;
    if (distance < best_distance) {
      best = c;
      best_distance = distance;
    }
  }
  return best;
}

__global__ void assign(const int2* points, int count, const int2* centres, int* clusters, Sums* sums) {
  __shared__ Sums block_sums[kClusters];
  __shared__ int2 block_centres[kClusters];
  if (threadIdx.x < kClusters) {
    block_sums[threadIdx.x] = {0, 0, 0};
    block_centres[threadIdx.x] = centres[threadIdx.x];
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    const int cluster = nearest(points[i], block_centres);
    clusters[i] = cluster;
    atomicAdd(&block_sums[cluster].x, points[i].x);
    atomicAdd(&block_sums[cluster].y, points[i].y);
    atomicAdd(&block_sums[cluster].count, 1);
  }
  __syncthreads();
  if (threadIdx.x < kClusters) {
    atomicAdd(&sums[threadIdx.x].x, block_sums[threadIdx.x].x);
    atomicAdd(&sums[threadIdx.x].y, block_sums[threadIdx.x].y);
    atomicAdd(&sums[threadIdx.x].count, block_sums[threadIdx.x].count);
  }
}

int main() {
  const int count = 2000;
  Numbers numbers(/*seed=*/70);
  std::vector<int2> points(count), centres(kClusters);
  for (int i = 0; i < count; ++i)
    points[i] = make_int2(2000 * (i % kClusters) + numbers.below(900), 1500 * (i % 3) + numbers.below(900));
  for (int c = 0; c < kClusters; ++c) centres[c] = points[c];
  std::vector<int2> host_centres = centres;
  std::vector<int> host_clusters(count);

  DeviceArray<int2> device_points(points), device_centres(centres);
  DeviceArray<int> clusters(count);
  DeviceArray<Sums> sums(kClusters);
  for (int round = 0; round < 10; ++round) {
    sums.clear();
    assign<<<blocks_for(count, kThreads), kThreads>>>(device_points.get(), count, device_centres.get(), clusters.get(),
                                                      sums.get());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<Sums> result = sums.host();
    for (int c = 0; c < kClusters; ++c)
      if (result[c].count > 0) centres[c] = make_int2(result[c].x / result[c].count, result[c].y / result[c].count);
    device_centres.set(centres);

    std::vector<Sums> host_sums(kClusters, Sums{0, 0, 0});
    for (int i = 0; i < count; ++i) {
      Sums& sum = host_sums[host_clusters[i] = nearest(points[i], host_centres.data())];
      sum.x += points[i].x;
      sum.y += points[i].y;
      ++sum.count;
    }
    for (int c = 0; c < kClusters; ++c)
      if (host_sums[c].count > 0)
        host_centres[c] = make_int2(host_sums[c].x / host_sums[c].count, host_sums[c].y / host_sums[c].count);
  }
  expect(clusters.host() == host_clusters, "the clusters are those of the host");
  for (int c = 0; c < kClusters; ++c) {
    expect(centres[c].x == host_centres[c].x && centres[c].y == host_centres[c].y, "the centres are those of the host");
    std::printf("centre %d: %d, %d\n", c, centres[c].x, centres[c].y);
  }
  return verdict();
}
