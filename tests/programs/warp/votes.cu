// Votes of a warp of 32: ballots, any, all, matches, lane masks, and ballots in divergent code.
#include "../program.cuh"

struct Votes {
  unsigned ballot, any, all, match, match_all, active, below;
  int predicate;
};

__global__ void vote(const int* in, Votes* out) {
  const int lane = threadIdx.x % 32;
  const int value = in[threadIdx.x];
  Votes v;
  v.ballot = __ballot_sync(0xffffffffu, value > 4);
  v.any = __any_sync(0xffffffffu, value == 9);
  v.all = __all_sync(0xffffffffu, value < 9);
  v.match = __match_any_sync(0xffffffffu, value);
  v.match_all = __match_all_sync(0xffffffffu, value / 100, &v.predicate);  // 0 is equal in all lanes
  v.below = __popc(v.match & ((1u << lane) - 1));
  v.active = 0;
  // Only even lanes take part.
  if (lane % 2 == 0) v.active = __ballot_sync(0x55555555u, value % 2 == 0);
  out[threadIdx.x] = v;
}

// Assigns numbers from 0 on to the threads that take the branch, with one atomic operation per warp.
__global__ void number_active(const int* in, int* numbers, int* count) {
  const bool wanted = in[threadIdx.x] > 4;
  const unsigned ballot = __ballot_sync(0xffffffffu, wanted);
  if (!wanted) return;
  const int lane = threadIdx.x % 32;
  const int leader = __ffs(ballot) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(count, __popc(ballot));
  base = __shfl_sync(ballot, base, leader);
  numbers[base + __popc(ballot & ((1u << lane) - 1))] = threadIdx.x;
}

int main() {
  const int threads = 160;
  Numbers numbers(/*seed=*/90);
  std::vector<int> values(threads);
  for (int& value : values) value = numbers.below(10);
  for (int i = 32; i < 64; ++i) values[i] %= 3;  // a warp without large values
  DeviceArray<int> in(values), order(threads), count(1);
  DeviceArray<Votes> out(threads);
  vote<<<1, threads>>>(in.get(), out.get());
  CUDA_CHECK_KERNEL();
  const std::vector<Votes> result = out.host();
  bool ballots = true, votes = true, matches = true, active = true;
  for (int i = 0; i < threads; ++i) {
    const int base = i / 32 * 32;
    unsigned ballot = 0, match = 0, even = 0, any = 0, all = 1;
    for (int k = 0; k < 32; ++k) {
      const int value = values[base + k];
      ballot |= unsigned(value > 4) << k;
      match |= unsigned(value == values[i]) << k;
      even |= unsigned(k % 2 == 0 && value % 2 == 0) << k;
      any |= value == 9;
      all &= value < 9;
    }
    ballots = ballots && result[i].ballot == ballot;
    votes = votes && (result[i].any != 0) == (any != 0) && (result[i].all != 0) == (all != 0);
    matches = matches && result[i].match == match && result[i].match_all == 0xffffffffu && result[i].predicate != 0;
    matches = matches && result[i].below == unsigned(__builtin_popcount(match & ((1u << i % 32) - 1)));
    active = active && result[i].active == (i % 2 == 0 ? even : 0u);
  }
  expect(ballots, "ballots");
  expect(votes, "any and all");
  expect(matches, "matches");
  expect(active, "ballots of the lanes in a branch");

  count.clear();
  number_active<<<1, threads>>>(in.get(), order.get(), count.get());
  CUDA_CHECK_KERNEL();
  int wanted = 0;
  for (int value : values) wanted += value > 4;
  const std::vector<int> numbered = order.host();
  bool each_once = count.host()[0] == wanted;
  std::vector<bool> seen(threads, false);
  for (int i = 0; i < wanted; ++i) {
    each_once = each_once && values[numbered[i]] > 4 && !seen[numbered[i]];
    seen[numbered[i]] = true;
  }
  expect(each_once, "each thread that takes the branch has one number");
  std::printf("%d of %d threads have large values\n", wanted, threads);
  return verdict();
}
