// CUB's BlockDiscontinuity, BlockAdjacentDifference and BlockShuffle: operations on the items of adjacent threads.
#pragma once

#include "rocm_bindgen_compat/cub/block_reduce.hpp"

namespace hipcub {
namespace detail {

// Exchanges one item per thread.
template <class T, int Threads>
struct Neighbours {
  struct TempStorage {
    Uninitialized<T> items[Threads];
  };

  // Returns the item of the thread `distance` after this one (before it if negative), or `otherwise` if the block has
  // no such thread.
  __device__ static T of(TempStorage& storage, int thread, const T& mine, int distance, const T& otherwise) {
    storage.items[thread].Alias() = mine;
    __syncthreads();
    const int other = thread + distance;
    return other >= 0 && other < Threads ? storage.items[other].Alias() : otherwise;
  }
};

// CUB passes the index to operators that accept it. The callers pass 0 as the last argument, so the overload with int
// is preferred if both are possible.
template <class Op, class T>
__device__ auto flag_of(Op op, const T& before, const T& item, int index, int) -> decltype(op(before, item, index)) {
  return op(before, item, index);
}
template <class Op, class T>
__device__ auto flag_of(Op op, const T& before, const T& item, int, long) -> decltype(op(before, item)) {
  return op(before, item);
}

}  // namespace detail

template <class T, int X, int Y = 1, int Z = 1, int Arch = 0>
class BlockDiscontinuity {
  using Shape = detail::BlockShape<X, Y, Z>;
  using Neighbours = detail::Neighbours<T, Shape::kThreads>;

 public:
  using TempStorage = typename Neighbours::TempStorage;

  __device__ BlockDiscontinuity() : storage_(own_storage()), thread_(Shape::thread()) {}
  __device__ BlockDiscontinuity(TempStorage& storage) : storage_(storage), thread_(Shape::thread()) {}

  // Heads differ from the item before them, tails from the item after them. The first item of the block is a head and
  // the last one is a tail, unless the caller passes the adjacent item outside the block for comparison.
  template <int Items, class Flag, class Op>
  __device__ void FlagHeads(Flag (&flags)[Items], T (&input)[Items], Op op) {
    heads(flags, input, op, Neighbours::of(storage_, thread_, input[Items - 1], -1, input[0]), thread_ > 0);
  }
  template <int Items, class Flag, class Op>
  __device__ void FlagHeads(Flag (&flags)[Items], T (&input)[Items], Op op, T before_block) {
    heads(flags, input, op, Neighbours::of(storage_, thread_, input[Items - 1], -1, before_block), true);
  }
  template <int Items, class Flag, class Op>
  __device__ void FlagTails(Flag (&flags)[Items], T (&input)[Items], Op op) {
    tails(flags, input, op, Neighbours::of(storage_, thread_, input[0], 1, input[0]), thread_ + 1 < Shape::kThreads);
  }
  template <int Items, class Flag, class Op>
  __device__ void FlagTails(Flag (&flags)[Items], T (&input)[Items], Op op, T after_block) {
    tails(flags, input, op, Neighbours::of(storage_, thread_, input[0], 1, after_block), true);
  }
  template <int Items, class Flag, class Op>
  __device__ void FlagHeadsAndTails(Flag (&head_flags)[Items], Flag (&tail_flags)[Items], T (&input)[Items], Op op) {
    FlagHeads(head_flags, input, op);
    __syncthreads();
    FlagTails(tail_flags, input, op);
  }
  template <int Items, class Flag, class Op>
  __device__ void FlagHeadsAndTails(Flag (&head_flags)[Items], Flag (&tail_flags)[Items], T after_block,
                                    T (&input)[Items], Op op) {
    FlagHeads(head_flags, input, op);
    __syncthreads();
    FlagTails(tail_flags, input, op, after_block);
  }
  template <int Items, class Flag, class Op>
  __device__ void FlagHeadsAndTails(Flag (&head_flags)[Items], T before_block, Flag (&tail_flags)[Items],
                                    T (&input)[Items], Op op) {
    FlagHeads(head_flags, input, op, before_block);
    __syncthreads();
    FlagTails(tail_flags, input, op);
  }
  template <int Items, class Flag, class Op>
  __device__ void FlagHeadsAndTails(Flag (&head_flags)[Items], T before_block, Flag (&tail_flags)[Items], T after_block,
                                    T (&input)[Items], Op op) {
    FlagHeads(head_flags, input, op, before_block);
    __syncthreads();
    FlagTails(tail_flags, input, op, after_block);
  }

 private:
  __device__ static TempStorage& own_storage() {
    __shared__ TempStorage storage;
    return storage;
  }
  template <int Items, class Flag, class Op>
  __device__ void heads(Flag (&flags)[Items], T (&input)[Items], Op op, const T& before, bool has_neighbour) {
    const int first = thread_ * Items;
    flags[0] = has_neighbour ? static_cast<Flag>(detail::flag_of(op, before, input[0], first, 0)) : Flag(1);
    for (int i = 1; i < Items; ++i)
      flags[i] = static_cast<Flag>(detail::flag_of(op, input[i - 1], input[i], first + i, 0));
  }
  template <int Items, class Flag, class Op>
  __device__ void tails(Flag (&flags)[Items], T (&input)[Items], Op op, const T& next_item, bool has_neighbour) {
    const int first = thread_ * Items;
    for (int i = 0; i + 1 < Items; ++i)
      flags[i] = static_cast<Flag>(detail::flag_of(op, input[i], input[i + 1], first + i + 1, 0));
    flags[Items - 1] =
        has_neighbour ? static_cast<Flag>(detail::flag_of(op, input[Items - 1], next_item, first + Items, 0)) : Flag(1);
  }

  TempStorage& storage_;
  int thread_;
};

template <class T, int X, int Y = 1, int Z = 1, int Arch = 0>
class BlockAdjacentDifference {
  using Shape = detail::BlockShape<X, Y, Z>;
  using Neighbours = detail::Neighbours<T, Shape::kThreads>;

 public:
  using TempStorage = typename Neighbours::TempStorage;

  __device__ BlockAdjacentDifference() : storage_(own_storage()), thread_(Shape::thread()) {}
  __device__ BlockAdjacentDifference(TempStorage& storage) : storage_(storage), thread_(Shape::thread()) {}

  // Computes op(item, previous item). The first item of the block stays unchanged, unless the item before it is given.
  template <int Items, class Out, class Op>
  __device__ void SubtractLeft(T (&input)[Items], Out (&output)[Items], Op op) {
    left(input, output, op, Neighbours::of(storage_, thread_, input[Items - 1], -1, input[0]), thread_ > 0);
  }
  template <int Items, class Out, class Op>
  __device__ void SubtractLeft(T (&input)[Items], Out (&output)[Items], Op op, T before_block) {
    left(input, output, op, Neighbours::of(storage_, thread_, input[Items - 1], -1, before_block), true);
  }
  // The items from valid_items on are copied.
  template <int Items, class Out, class Op>
  __device__ void SubtractLeftPartialTile(T (&input)[Items], Out (&output)[Items], Op op, int valid_items) {
    const T before = Neighbours::of(storage_, thread_, input[Items - 1], -1, input[0]);
    left_partial(input, output, op, valid_items, before, thread_ > 0);
  }
  template <int Items, class Out, class Op>
  __device__ void SubtractLeftPartialTile(T (&input)[Items], Out (&output)[Items], Op op, int valid_items,
                                          T before_block) {
    const T before = Neighbours::of(storage_, thread_, input[Items - 1], -1, before_block);
    left_partial(input, output, op, valid_items, before, true);
  }
  // Computes op(item, next item). The last item of the block stays unchanged, unless the item after it is given.
  template <int Items, class Out, class Op>
  __device__ void SubtractRight(T (&input)[Items], Out (&output)[Items], Op op) {
    const T next_item = Neighbours::of(storage_, thread_, input[0], 1, input[0]);
    right(input, output, op, next_item, Shape::kThreads * Items - 1);
  }
  template <int Items, class Out, class Op>
  __device__ void SubtractRight(T (&input)[Items], Out (&output)[Items], Op op, T after_block) {
    const T next_item = Neighbours::of(storage_, thread_, input[0], 1, after_block);
    right(input, output, op, next_item, Shape::kThreads * Items);
  }
  template <int Items, class Out, class Op>
  __device__ void SubtractRightPartialTile(T (&input)[Items], Out (&output)[Items], Op op, int valid_items) {
    const T next_item = Neighbours::of(storage_, thread_, input[0], 1, input[0]);
    right(input, output, op, next_item, valid_items - 1);
  }

 private:
  __device__ static TempStorage& own_storage() {
    __shared__ TempStorage storage;
    return storage;
  }
  // Only the first `differences` items of the block have a next one. The index into `input` is clamped because
  // compilers warn of input[Items] even where it is not read.
  template <int Items, class Out, class Op>
  __device__ void right(T (&input)[Items], Out (&output)[Items], Op op, const T& next_item, int differences) {
    for (int i = 0; i < Items; ++i) {
      const T other = i + 1 < Items ? input[i + 1 < Items ? i + 1 : i] : next_item;
      output[i] =
          thread_ * Items + i < differences ? static_cast<Out>(op(input[i], other)) : static_cast<Out>(input[i]);
    }
  }
  // The loops of left_partial() and left() run backwards, because the output may be the input.
  template <int Items, class Out, class Op>
  __device__ void left_partial(T (&input)[Items], Out (&output)[Items], Op op, int valid_items, const T& before,
                               bool has_neighbour) {
    for (int i = Items - 1; i >= 0; --i) {
      const bool differs = thread_ * Items + i < valid_items && (i > 0 || has_neighbour);
      const T other = i > 0 ? input[i > 0 ? i - 1 : 0] : before;
      output[i] = differs ? static_cast<Out>(op(input[i], other)) : static_cast<Out>(input[i]);
    }
  }
  template <int Items, class Out, class Op>
  __device__ void left(T (&input)[Items], Out (&output)[Items], Op op, const T& before, bool has_neighbour) {
    for (int i = Items - 1; i > 0; --i) output[i] = op(input[i], input[i - 1]);
    output[0] = has_neighbour ? static_cast<Out>(op(input[0], before)) : static_cast<Out>(input[0]);
  }

  TempStorage& storage_;
  int thread_;
};

template <class T, int X, int Y = 1, int Z = 1, int Arch = 0>
class BlockShuffle {
  using Shape = detail::BlockShape<X, Y, Z>;
  using Neighbours = detail::Neighbours<T, Shape::kThreads>;

 public:
  using TempStorage = typename Neighbours::TempStorage;

  __device__ BlockShuffle() : storage_(own_storage()), thread_(Shape::thread()) {}
  __device__ BlockShuffle(TempStorage& storage) : storage_(storage), thread_(Shape::thread()) {}

  // Gets the item of the thread `distance` after this one. If the block has no such thread, `output` is unchanged.
  __device__ void Offset(T input, T& output, int distance = 1) {
    output = Neighbours::of(storage_, thread_, input, distance, output);
  }
  __device__ void Rotate(T input, T& output, unsigned int distance = 1) {
    const int other = (thread_ + static_cast<int>(distance)) % Shape::kThreads;
    output = Neighbours::of(storage_, thread_, input, other - thread_, input);
  }
  // Up() gives each position the previous item of the block, and Down() the next one. The output at the first or the
  // last position of the block is unchanged, because no such item exists.
  template <int Items>
  __device__ void Up(T (&input)[Items], T (&previous)[Items]) {
    const T before = Neighbours::of(storage_, thread_, input[Items - 1], -1, previous[0]);
    for (int i = Items - 1; i > 0; --i) previous[i] = input[i - 1];
    previous[0] = before;
  }
  // `block_suffix` and `block_prefix` are the last and the first item of the block, which no position receives. All
  // threads get them.
  template <int Items>
  __device__ void Up(T (&input)[Items], T (&previous)[Items], T& block_suffix) {
    block_suffix = of_thread(input[Items - 1], Shape::kThreads - 1);
    Up(input, previous);
  }
  template <int Items>
  __device__ void Down(T (&input)[Items], T (&next)[Items]) {
    const T next_item = Neighbours::of(storage_, thread_, input[0], 1, next[Items - 1]);
    for (int i = 0; i + 1 < Items; ++i) next[i] = input[i + 1];
    next[Items - 1] = next_item;
  }
  template <int Items>
  __device__ void Down(T (&input)[Items], T (&next)[Items], T& block_prefix) {
    block_prefix = of_thread(input[0], 0);
    Down(input, next);
  }

 private:
  __device__ T of_thread(const T& mine, int thread) {
    const T item = Neighbours::of(storage_, thread_, mine, thread - thread_, mine);
    __syncthreads();
    return item;
  }
  __device__ static TempStorage& own_storage() {
    __shared__ TempStorage storage;
    return storage;
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace hipcub
