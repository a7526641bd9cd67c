// CUB's collectives of warps and blocks.
#include <cub/cub.cuh>

// The prefix callback of a scan: returns the total of the earlier calls.
struct CubCallback {
  int running;
  __device__ int operator()(int agg) {
    int old = running;
    running += agg;
    return old;
  }
};

extern "C" __global__ void cub_block_reduce(const int* in, int* out, int valid) {
  typedef cub::BlockReduce<int, 160> R;
  __shared__ typename R::TempStorage t;
  int sum = R(t).Sum(in[threadIdx.x]);
  __syncthreads();
  int largest = R(t).Reduce(in[threadIdx.x], cub::Max(), valid);
  __syncthreads();
  int items[2] = {in[threadIdx.x], 1};
  int sum_of_items = R(t).Sum(items);
  if (threadIdx.x == 0) {
    out[0] = sum;
    out[1] = largest;
    out[2] = sum_of_items;
  }
}

extern "C" __global__ void cub_block_scan(const int* in, int* out) {
  typedef cub::BlockScan<int, 16, cub::BLOCK_SCAN_WARP_SCANS, 10> S;
  __shared__ S::TempStorage t;
  int i = threadIdx.y * 16 + threadIdx.x, r, agg;
  S(t).ExclusiveSum(in[i], r, agg);
  out[i] = r;
  __syncthreads();
  S(t).InclusiveSum(in[i], r);
  out[160 + i] = r;
  __syncthreads();
  auto mx = cub::Max();
  S(t).ExclusiveScan(in[i], r, -7, mx);
  out[320 + i] = r;
  __syncthreads();
  int a[2] = {in[i], in[i] * 2};
  S(t).InclusiveSum(a, a);
  out[480 + i] = a[0] * 1000 + a[1];
  __syncthreads();
  CubCallback cb{5};
  S(t).ExclusiveSum(in[i], r, cb);
  out[640 + i] = r + agg;  // agg is the sum of the block, from the first scan
  __syncthreads();
}

extern "C" __global__ void cub_warp(const int* in, int* out) {
  typedef cub::WarpReduce<int> W;
  __shared__ W::TempStorage t[2];
  int w = threadIdx.x / 32;
  int i = threadIdx.x;
  out[i] = W(t[w]).Sum(in[i]);
  out[64 + i] = W(t[w]).HeadSegmentedSum(in[i], i % 5 == 0);
  out[128 + i] = W(t[w]).TailSegmentedSum(in[i], i % 5 == 4);
  typedef cub::WarpScan<int, 16> S;
  __shared__ S::TempStorage ts[4];
  int r;
  S(ts[i / 16]).ExclusiveSum(in[i], r);
  out[192 + i] = r;
  S(ts[i / 16]).InclusiveScan(in[i], r, cub::Max());
  out[256 + i] = r;
}

extern "C" __global__ void cub_sort(const float* in, float* out, int* order) {
  typedef cub::BlockRadixSort<float, 128, 3, int> S;
  __shared__ S::TempStorage t;
  typedef cub::BlockLoad<float, 128, 3, cub::BLOCK_LOAD_TRANSPOSE> L;
  __shared__ L::TempStorage lt;
  float k[3];
  int v[3];
  L(lt).Load(in, k);
  for (int i = 0; i < 3; ++i) v[i] = threadIdx.x * 3 + i;
  S(t).SortDescending(k, v);
  cub::BlockStore<float, 128, 3, cub::BLOCK_STORE_WARP_TRANSPOSE>().Store(out, k);
  cub::StoreDirectBlocked(threadIdx.x, order, v);
  __syncthreads();
  S(t).SortBlockedToStriped(k, v);
  cub::StoreDirectStriped<128>(threadIdx.x, out + 384, k);
  typedef cub::BlockExchange<int, 128, 3> E;
  __shared__ E::TempStorage et;
  for (int i = 0; i < 3; ++i) v[i] = threadIdx.x * 3 + i;
  E(et).BlockedToStriped(v);
  // A wrong exchange is reported by a negative index in `order`.
  for (int i = 0; i < 3; ++i)
    if (v[i] != int(i * 128 + threadIdx.x)) order[0] = -1;
  __syncthreads();
  E(et).StripedToBlocked(v, v);
  for (int i = 0; i < 3; ++i)
    if (v[i] != int(i + 3 * threadIdx.x)) order[0] = -2;
}
