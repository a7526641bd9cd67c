#include "support/leftovers.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "support/interrupt.hpp"
#include "support/own_files.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kMark = ".tmp-";

/// The part of the name before the mark; empty if `name` is not that of a temporary file.
std::string_view final_name(std::string_view name) {
  const auto mark = name.rfind(kMark);
  if (mark == std::string_view::npos) return {};
  const auto random = name.substr(mark + kMark.size());
  // The suffix that mkstemp() and mkdtemp() generate.
  const bool is_ours = random.size() == 6 &&
                       std::all_of(random.begin(), random.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
  return is_ours ? name.substr(0, mark) : std::string_view();
}

/// Removes the temporary files and folders that satisfy the condition; other processes may remove them at the same
/// time.
template <class Condition>
void remove_where(const fs::path& folder, const Condition& condition) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const auto own_name = entry->path().filename();
    const auto name = final_name(own_name.native());
    if (!name.empty() && condition(*entry, name)) found.push_back(entry->path());
  }
  for (const auto& path : found) fs::remove_all(path, error);
}

/// Whether a noted output belongs to this build: it is one of `outputs`, or it is below the build's folder and no link
/// leads out of it.
bool is_of_build(const fs::path& noted, const fs::path& out_dir, const std::vector<fs::path>& outputs) {
  std::error_code error;
  const auto same = [&](const fs::path& output) { return fs::absolute(output, error) == noted; };
  if (std::any_of(outputs.begin(), outputs.end(), same)) return true;
  const auto below = noted.lexically_relative(fs::absolute(out_dir, error));
  // "." is the folder itself; check_stays_below() refuses "..".
  return !below.empty() && *below.begin() != "." && check_stays_below(out_dir, below).has_value();
}

}  // namespace

void remove_temporaries_of(const fs::path& path) {
  const auto folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  remove_where(folder, [&](const fs::directory_entry& entry, std::string_view name) {
    std::error_code gone;
    return name == path.filename().native() && entry.is_regular_file(gone);
  });
}

void remove_old_temporaries(const fs::path& folder) {
  const auto oldest = fs::file_time_type::clock::now() - std::chrono::hours(1);
  remove_where(folder, [&](const fs::directory_entry& entry, std::string_view) {
    std::error_code gone;
    const auto written = entry.last_write_time(gone);
    return !gone && written < oldest;
  });
}

OutputJournal::OutputJournal(const fs::path& out_dir, const std::vector<fs::path>& outputs) : file_(-1) {
  std::error_code error;
  const auto folder = out_dir / ".rocm-bindgen";
  fs::create_directories(folder, error);
  const auto path = folder / "outputs";
  if (!is_real_folder(folder)) return;
  file_ = open_own_file(path);
  if (file_ < 0) return;
  while (::flock(file_, LOCK_EX) != 0 && errno == EINTR && !interrupted()) {
  }
  // The process that noted these outputs has ended, because it would otherwise hold the lock. If there is no lock (on
  // some network file systems, or after an interrupt), it may still run; at worst, it fails and says that its temporary
  // file is gone.
  const auto noted = read_own_file(path);
  if (!noted) return;
  for (std::size_t begin = 0; begin < noted->size();) {
    const auto end = std::min(noted->find('\0', begin), noted->size());
    const fs::path output(noted->substr(begin, end - begin));
    if (is_of_build(output, out_dir, outputs)) remove_temporaries_of(output);
    begin = end + 1;
  }
}

OutputJournal::~OutputJournal() {
  if (file_ < 0) return;
  // A failure does no harm: the next build then only tries to remove temporaries that do not exist.
  [[maybe_unused]] const auto ignored = ::ftruncate(file_, 0);
  ::close(file_);
}

void OutputJournal::note(const fs::path& output) {
  if (file_ < 0) return;
  std::error_code error;
  const auto name = fs::absolute(output, error).string();
  // The terminating zero is written as well; it separates the entries. If the write fails, only a temporary of this
  // output would be left, and only if the build is killed.
  [[maybe_unused]] const auto ignored = ::write(file_, name.c_str(), name.size() + 1);
}

}  // namespace rocm_bindgen::build
