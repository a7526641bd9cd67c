// Records what stores overwrite, so that instructions can be executed, undone, and executed by other code on the same
// memory.
//
// A journal records the accesses of one thread while a Recording exists. It keeps the previous value of all bytes that
// are stored to global memory and scratch, and the surroundings of these bytes: an aligned window of kWindow bytes, as
// far as it is in the same allocation. Only stored bytes are restored. The surroundings are compared, so that a store
// next to where it should be is noticed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace rocm_bindgen::emulator {

/// Not thread safe.
class StoreJournal {
 public:
  /// Lets the journal record the accesses of the calling thread, which must have no other recording.
  class Recording {
   public:
    explicit Recording(StoreJournal& journal);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;
  };
  /// The journal that records the calling thread; null if there is none.
  static StoreJournal* of_this_thread();

  void clear();
  /// Must be called before the bytes are written. `begin` and `end` are the bounds of their allocation.
  void before_store(std::byte* at, std::uint64_t bytes, std::byte* begin, std::byte* end);
  /// Restores all stored bytes, the newest first. What was recorded stays recorded, so that roll_back() also undoes
  /// stores of other code to the same bytes.
  void roll_back() const;

  /// The current contents of all windows, one after another.
  std::vector<std::byte> contents() const;
  /// The address of a byte of contents().
  std::uint64_t address_of(std::size_t position) const;

  /// Memory was accessed that the host's code may access at the same time.
  void note_host_access() { host_access_ = true; }
  bool has_host_access() const { return host_access_; }

 private:
  struct Store {
    std::byte* at;
    std::size_t bytes, before;  ///< `before`: the position in `before_`
  };
  std::vector<Store> stores_;
  std::vector<std::byte> before_;
  std::map<std::byte*, std::size_t> windows_;  ///< the first byte, and the number of bytes
  bool host_access_ = false;
};

}  // namespace rocm_bindgen::emulator
