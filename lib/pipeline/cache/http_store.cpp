#include "pipeline/cache/http_store.hpp"

#include <chrono>
#include <curl/curl.h>
#include <dlfcn.h>

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace {

using Clock = std::chrono::steady_clock;

constexpr long kConnectMilliseconds = 1500;
/// A transfer that is slower than this for a second costs more time than it saves.
constexpr long kSlowestBytesPerSecond = 4096;
/// Connections at a time. More do not help a server, and fewer would wait for each of many small files.
constexpr long kConnections = 16;
/// The largest answer in bytes. A server could otherwise fill the memory.
constexpr std::size_t kLargestAnswer = std::size_t{1} << 28;

/// The functions of libcurl. The library is opened when a build has the URL of a server: with the two dozen libraries
/// that it needs, it would make every start of the tool slower, and it has no static form.
struct Curl {
  static constexpr const char* kLibrary = "libcurl.so.4";

  /// Null if the library is not installed.
  static const Curl* get() {
    static const Curl curl;
    return curl.is_complete_ ? &curl : nullptr;
  }

  decltype(&::curl_global_init) global_init = nullptr;
  decltype(&::curl_easy_init) easy_init = nullptr;
  decltype(&::curl_easy_setopt) easy_setopt = nullptr;
  decltype(&::curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&::curl_easy_strerror) easy_strerror = nullptr;
  decltype(&::curl_slist_append) slist_append = nullptr;
  decltype(&::curl_multi_init) multi_init = nullptr;
  decltype(&::curl_multi_setopt) multi_setopt = nullptr;
  decltype(&::curl_multi_add_handle) multi_add_handle = nullptr;
  decltype(&::curl_multi_perform) multi_perform = nullptr;
  decltype(&::curl_multi_poll) multi_poll = nullptr;
  decltype(&::curl_multi_info_read) multi_info_read = nullptr;
  decltype(&::curl_multi_strerror) multi_strerror = nullptr;

 private:
  Curl() {
    void* library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    is_complete_ = find(library, "curl_global_init", global_init) && find(library, "curl_easy_init", easy_init) &&
                   find(library, "curl_easy_setopt", easy_setopt) && find(library, "curl_easy_getinfo", easy_getinfo) &&
                   find(library, "curl_easy_strerror", easy_strerror) &&
                   find(library, "curl_slist_append", slist_append) && find(library, "curl_multi_init", multi_init) &&
                   find(library, "curl_multi_setopt", multi_setopt) &&
                   find(library, "curl_multi_add_handle", multi_add_handle) &&
                   find(library, "curl_multi_perform", multi_perform) && find(library, "curl_multi_poll", multi_poll) &&
                   find(library, "curl_multi_info_read", multi_info_read) &&
                   find(library, "curl_multi_strerror", multi_strerror) && global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  }

  template <class Function>
  static bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
  }

  bool is_complete_ = false;
};

/// One request and its answer. The handle is not closed: the worker ends soon, and closing waits for libcurl's threads,
/// for example one that asks a name server which does not answer.
struct Transfer {
  std::string url;
  const std::string* upload = nullptr;  ///< null: a download
  std::size_t sent = 0;
  std::string answer;
  bool is_too_large = false;
  std::string error_text = std::string(CURL_ERROR_SIZE, '\0');
  CURL* easy = nullptr;
  long status = 0;  ///< of the answer; 0: there is none
};

std::size_t receive(const char* bytes, std::size_t, std::size_t count, void* into) {
  auto& transfer = *static_cast<Transfer*>(into);
  transfer.is_too_large = transfer.answer.size() + count > kLargestAnswer;
  if (transfer.is_too_large) return CURL_WRITEFUNC_ERROR;
  transfer.answer.append(bytes, count);
  return count;
}

std::size_t send(char* bytes, std::size_t size, std::size_t count, void* from) {
  auto& transfer = *static_cast<Transfer*>(from);
  const auto sent = transfer.upload->copy(bytes, size * count, transfer.sent);
  transfer.sent += sent;
  return sent;
}

/// Starts an upload again, for example after a closed connection.
int seek(void* from, curl_off_t offset, int) {
  static_cast<Transfer*>(from)->sent = static_cast<std::size_t>(offset);
  return CURL_SEEKFUNC_OK;
}

void prepare(const Curl& curl, Transfer& transfer, curl_slist* headers) {
  auto* easy = transfer.easy = curl.easy_init();
  curl.easy_setopt(easy, CURLOPT_URL, transfer.url.c_str());
  curl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl.easy_setopt(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
  curl.easy_setopt(easy, CURLOPT_USERAGENT, "rocm-bindgen/" ROCM_BINDGEN_VERSION);
  curl.easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
  curl.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, kConnectMilliseconds);
  curl.easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, kSlowestBytesPerSecond);
  curl.easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, 1L);
  curl.easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer.error_text.data());
  curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
  curl.easy_setopt(easy, CURLOPT_WRITEDATA, &transfer);
  curl.easy_setopt(easy, CURLOPT_PRIVATE, &transfer);
  if (transfer.upload == nullptr) return;
  curl.easy_setopt(easy, CURLOPT_UPLOAD, 1L);
  curl.easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(transfer.upload->size()));
  curl.easy_setopt(easy, CURLOPT_READFUNCTION, send);
  curl.easy_setopt(easy, CURLOPT_READDATA, &transfer);
  curl.easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek);
  curl.easy_setopt(easy, CURLOPT_SEEKDATA, &transfer);
}

std::string about(const Transfer& transfer, const std::string& what) {
  return fmt::format("'{}': {}", without_credentials(transfer.url), what);
}

std::string describe(const Curl& curl, const Transfer& transfer, CURLcode code) {
  if (transfer.is_too_large) return about(transfer, "the answer is too large");
  const std::string details = transfer.error_text.c_str();
  return about(transfer, details.empty() ? curl.easy_strerror(code) : details);
}

/// What run() has achieved.
struct TransferProgress {
  std::size_t files = 0;
  std::size_t bytes = 0;
  std::string failure;
};

/// Sets the status of finished transfers. Returns false if one of them failed without an answer.
bool take_finished(const Curl& curl, CURLM* multi, TransferProgress& progress) {
  int left = 0;
  while (const auto* message = curl.multi_info_read(multi, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    Transfer* transfer = nullptr;
    curl.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
    if (message->data.result != CURLE_OK) {
      progress.failure = describe(curl, *transfer, message->data.result);
      return false;
    }
    curl.easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &transfer->status);
    ++progress.files;
    progress.bytes += transfer->answer.size() + transfer->sent;
  }
  return true;
}

/// Does the transfers, many at a time, until one fails or the patience ends. Returns why it ended early, if it did.
std::string run(const Curl& curl, std::vector<Transfer>& transfers, Patience patience) {
  // libcurl waits for "100 Continue" before it sends a large body, which servers without it would delay by a second.
  auto* const headers = curl.slist_append(nullptr, "Expect:");
  auto* const multi = curl.multi_init();
  curl.multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, kConnections);
  for (auto& transfer : transfers) {
    prepare(curl, transfer, headers);
    curl.multi_add_handle(multi, transfer.easy);
  }
  const auto start = Clock::now();
  TransferProgress progress;
  for (int running = 1; running != 0;) {
    if (const auto code = curl.multi_perform(multi, &running); code != CURLM_OK)
      return about(transfers.front(), curl.multi_strerror(code));
    if (!take_finished(curl, multi, progress)) break;
    if (running == 0) break;
    if (Clock::now() - start > patience.base + Patience::earned_by(progress.files, progress.bytes))
      return about(transfers.front(), "the server is too slow");
    constexpr int kPollMilliseconds = 50;
    curl.multi_poll(multi, nullptr, 0, kPollMilliseconds, nullptr);
  }
  return progress.failure;
}

std::string refusal(const Transfer& transfer) {
  return about(transfer, fmt::format("the server answers a {} with status {}",
                                     transfer.upload != nullptr ? "PUT" : "GET", transfer.status));
}

class HttpStore : public RemoteStore {
 public:
  explicit HttpStore(std::string url) : url_(std::move(url)) {
    while (url_.ends_with('/')) url_.pop_back();
  }

  Received get(const std::vector<std::string>& names, Patience patience) override {
    Received received{std::vector<std::optional<std::string>>(names.size()), {}};
    const auto* curl = Curl::get();
    if (curl == nullptr) return {received.contents, no_library()};
    std::vector<Transfer> transfers(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) transfers[i].url = url_ + "/" + names[i];
    received.failure = run(*curl, transfers, patience);
    for (std::size_t i = 0; i < names.size(); ++i) {
      constexpr long kOk = 200, kNotFound = 404;
      auto& transfer = transfers[i];
      if (transfer.status == kOk) {
        received.contents[i] = std::move(transfer.answer);
      } else if (transfer.status != 0 && transfer.status != kNotFound) {
        received.failure = refusal(transfer);
      }
    }
    return received;
  }

  Sent put(const std::vector<File>& files, Patience patience) override {
    Sent sent{std::vector<bool>(files.size()), {}};
    const auto* curl = Curl::get();
    if (curl == nullptr) return {sent.done, no_library()};
    std::vector<Transfer> transfers(files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
      transfers[i].url = url_ + "/" + files[i].name;
      transfers[i].upload = &files[i].bytes;
    }
    sent.failure = run(*curl, transfers, patience);
    for (std::size_t i = 0; i < files.size(); ++i) {
      const auto status = transfers[i].status;
      sent.done[i] = status >= 200 && status <= 299;
      if (status != 0 && !sent.done[i]) sent.failure = refusal(transfers[i]);
    }
    return sent;
  }

 private:
  static std::string no_library() {
    return fmt::format("{} cannot be opened: install the package libcurl4", Curl::kLibrary);
  }

  std::string url_;
};

}  // namespace

std::shared_ptr<RemoteStore> make_http_store(std::string url) {
  return std::make_shared<HttpStore>(std::move(url));
}

}  // namespace rocm_bindgen::build
