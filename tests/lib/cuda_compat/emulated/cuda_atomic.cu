// libcu++'s atomics, barriers and pipelines, and CUDA's own barriers and copies, between the threads of a block.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>

extern "C" __global__ void cuda_atomic_integers(int* values) {
  // From -500 to 499, in no order.
  const int mine = static_cast<int>((threadIdx.x + blockIdx.x * blockDim.x) * 7919u % 1000u) - 500;
  using Reference = cuda::atomic_ref<int, cuda::thread_scope_device>;
  Reference(values[0]).fetch_add(mine, cuda::memory_order_relaxed);
  Reference(values[1]).fetch_sub(mine);
  Reference(values[2]).fetch_max(mine, cuda::memory_order_acq_rel);
  Reference(values[3]).fetch_min(mine, cuda::std::memory_order_release);
  Reference(values[4]).fetch_or(mine & 0xff);
  Reference(values[5]).fetch_and(~(1 << (mine & 15)));
  Reference(values[6]).fetch_xor(mine);
  Reference counter(values[7]);
  for (int seen = counter.load(); !counter.compare_exchange_weak(seen, seen + 3, cuda::memory_order_relaxed);) {
  }
  ++Reference(values[8]);
  Reference(values[9]) += 2;
  auto* halfwords = reinterpret_cast<short*>(values + 10);
  cuda::atomic_ref<short>(halfwords[threadIdx.x % 2]).fetch_add(1);
}

extern "C" __global__ void cuda_atomic_others(double* sums, unsigned long long* values, unsigned* in_block) {
  __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> count;
  __shared__ cuda::std::atomic_flag flag;
  __shared__ unsigned first;
  if (threadIdx.x == 0) {
    count.store(0, cuda::memory_order_relaxed);
    flag.clear();
    first = 0;
  }
  __syncthreads();
  count++;
  if (!flag.test_and_set()) cuda::atomic_ref<unsigned, cuda::thread_scope_block>(first).fetch_add(1);
  cuda::atomic_ref<double, cuda::thread_scope_device>(sums[0]).fetch_add(0.5);
  cuda::atomic_ref<float>(reinterpret_cast<float*>(sums + 1)[0]).fetch_add(0.25f);
  cuda::atomic_ref<double>(sums[2]).fetch_max(threadIdx.x * 0.125);

  struct Pair {
    unsigned sum, count;
  };
  cuda::atomic_ref<Pair, cuda::thread_scope_device> pair(*reinterpret_cast<Pair*>(values));
  for (Pair seen = pair.load(); !pair.compare_exchange_weak(seen, Pair{seen.sum + threadIdx.x, seen.count + 1});) {
  }
  cuda::atomic_ref<int*> pointer(*reinterpret_cast<int**>(values + 1));
  pointer.fetch_add(2);
  cuda::atomic_ref<bool> truth(*reinterpret_cast<bool*>(values + 2));
  truth = true;
  __syncthreads();
  if (threadIdx.x == 0) {
    in_block[2 * blockIdx.x] = count;
    in_block[2 * blockIdx.x + 1] = first;
  }
}

// The block has two halves: in each round one fills a buffer and the other reads it.
extern "C" __global__ void cuda_atomic_barriers(unsigned* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier filled, emptied;
  __shared__ unsigned buffer[64];
  if (threadIdx.x == 0) {
    init(&filled, blockDim.x);
    init(&emptied, blockDim.x);
  }
  __syncthreads();
  const unsigned rank = threadIdx.x % 64;
  for (unsigned round = 0; round < 4; ++round) {
    if (threadIdx.x < 64) {
      buffer[rank] = round * 1000 + rank;
      (void)filled.arrive();
      emptied.arrive_and_wait();
    } else {
      filled.wait(filled.arrive());
      // With an offset of 33, each warp reads elements of both warps that write.
      out[round * 64 + rank] = buffer[(rank + 33) % 64];
      emptied.wait(emptied.arrive());
    }
  }
}

// In each round, 64 threads leave the barrier, while the others keep synchronizing. Afterwards CUDA's two older
// interfaces are tested: awbarrier, and __mbarrier with waits by parity and by token.
extern "C" __global__ void cuda_atomic_leaving(unsigned* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ nvcuda::experimental::awbarrier old;
  __shared__ __mbarrier_t word;
  __shared__ unsigned met;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    init(&old, blockDim.x);
    __mbarrier_init(&word, blockDim.x);
    met = 0;
  }
  __syncthreads();
  for (unsigned round = 0; round < blockDim.x / 64; ++round) {
    if (threadIdx.x / 64 == round) {
      barrier.arrive_and_drop();
      break;
    }
    atomicAdd(&met, 1u);
    barrier.arrive_and_wait();
  }
  out[threadIdx.x] = threadIdx.x == blockDim.x - 1 ? met : 0;

  old.arrive_and_wait();
  if (threadIdx.x == 0) met = 77;
  auto token = old.arrive();
  old.wait(token);
  out[blockDim.x + threadIdx.x] = met;

  // Each round has two phases: one wait by parity, one by token.
  for (unsigned round = 0; round < 3; ++round) {
    __mbarrier_arrive(&word);
    while (!__mbarrier_test_wait_parity(&word, false)) {
    }
    if (threadIdx.x == 0) met = 100 + round;
    const __mbarrier_token_t mine = __mbarrier_arrive(&word);
    while (!__mbarrier_try_wait(&word, mine, 1000)) {
    }
    out[(2 + round) * blockDim.x + threadIdx.x] = met;
    __syncthreads();
  }
}

// A pipeline of two stages loads each batch one iteration before it is summed.
extern "C" __global__ void cuda_atomic_pipelines(const unsigned* in, unsigned batches, unsigned* out) {
  namespace cg = cooperative_groups;
  const auto block = cg::this_thread_block();
  __shared__ unsigned memory[2][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const unsigned rank = block.thread_rank(), threads = block.size();
  const size_t bytes = threads * sizeof(unsigned);

  auto shared = cuda::make_pipeline(block, &state);
  unsigned sum = 0;
  for (unsigned computed = 0, fetched = 0; computed < batches; ++computed) {
    for (; fetched < batches && fetched < computed + 2; ++fetched) {
      shared.producer_acquire();
      cuda::memcpy_async(block, memory[fetched % 2], in + fetched * threads, bytes, shared);
      shared.producer_commit();
    }
    shared.consumer_wait();
    // The neighbour's element, so that each warp needs data that another warp loads.
    sum += memory[computed % 2][(rank + 1) % threads];
    shared.consumer_release();
  }
  out[rank] = sum;
  block.sync();

  // The first 64 threads produce for the others.
  const auto role = rank < 64 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto divided = cuda::make_pipeline(block, &state, role);
  sum = 0;
  for (unsigned batch = 0; batch < batches; ++batch) {
    if (role == cuda::pipeline_role::producer) {
      divided.producer_acquire();
      cuda::memcpy_async(&memory[batch % 2][rank], in + batch * threads + rank, sizeof(unsigned), divided);
      divided.producer_commit();
    } else {
      divided.consumer_wait();
      sum += memory[batch % 2][(rank + 1) % 64];
      divided.consumer_release();
    }
  }
  out[threads + rank] = sum;
  block.sync();

  auto own = cuda::make_pipeline();
  cuda::memcpy_async(&memory[0][rank], in + rank, cuda::aligned_size_t<4>(4), own);
  own.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(own);
  block.sync();
  out[2 * threads + rank] = memory[0][threads - 1 - rank];

  // Copies two of four elements; the rest is set to zero.
  __pipeline_memcpy_async(&memory[1][rank / 4 * 4], in + rank / 4 * 4, 16, 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  block.sync();
  out[3 * threads + rank] = memory[1][rank];
}

extern "C" __global__ void cuda_atomic_counting(unsigned* out) {
  __shared__ cuda::latch<cuda::thread_scope_block> latch;
  __shared__ cuda::counting_semaphore<cuda::thread_scope_block, 8> semaphore;
  __shared__ unsigned before;
  if (threadIdx.x == 0) {
    init(&latch, blockDim.x);
    new (&semaphore) cuda::counting_semaphore<cuda::thread_scope_block, 8>(5);
    before = 0;
  }
  __syncthreads();
  atomicAdd(&before, 1u);
  latch.arrive_and_wait();
  out[threadIdx.x] = before;
  out[blockDim.x + threadIdx.x] = semaphore.try_acquire() ? 1 : 0;
}
