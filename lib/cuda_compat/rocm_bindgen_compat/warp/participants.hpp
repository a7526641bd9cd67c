// The threads among which the work of a group is divided.
#pragma once

#include <stddef.h>

namespace rocm_bindgen {

struct Participants {
  size_t rank;     ///< rank of the caller among the threads that divide the work
  size_t count;    ///< number of threads that divide the work
  size_t threads;  ///< number of threads that a barrier of the group expects; more than `count` if each warp of the
                   ///< group does all of the work
};

/// The default for every type with CUDA's group interface. Groups whose lanes may have returned have specialisations.
template <class Group>
struct ParticipantsOf {
  __attribute__((host)) __attribute__((device)) static Participants of(const Group& group) {
    return {group.thread_rank(), group.size(), group.size()};
  }
};

}  // namespace rocm_bindgen
