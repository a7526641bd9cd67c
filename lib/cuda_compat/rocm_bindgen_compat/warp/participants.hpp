// The threads among which a group's work is shared out.
#pragma once

#include <stddef.h>

namespace rocm_bindgen {

struct Participants {
  size_t rank;     ///< the caller's, among those that share out the work
  size_t count;    ///< how many share it out
  size_t threads;  ///< how many threads the group is taken to have
};

/// For every type with CUDA's group interface. Groups whose lanes may have returned have their own specialisation.
template <class Group>
struct ParticipantsOf {
  __attribute__((host)) __attribute__((device)) static Participants of(const Group& group) {
    return {group.thread_rank(), group.size(), group.size()};
  }
};

}  // namespace rocm_bindgen
