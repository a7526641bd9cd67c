#include "pipeline/cache/http_store.hpp"

#include <chrono>
#include <curl/curl.h>
#include <dlfcn.h>

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace {

using Clock = std::chrono::steady_clock;

constexpr long kConnectMilliseconds = 1000;
constexpr auto kLongestSilence = std::chrono::seconds(1);
/// A transfer that is slower than this for a second costs more time than it saves.
constexpr long kSlowestBytesPerSecond = 4096;
/// Connections at a time. More do not help a server, and fewer would wait for each of many small files.
constexpr long kConnections = 16;
/// The largest answer in bytes. A server could otherwise fill the memory.
constexpr std::size_t kLargestAnswer = std::size_t{1} << 30;

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
  decltype(&::curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&::curl_easy_setopt) easy_setopt = nullptr;
  decltype(&::curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&::curl_easy_strerror) easy_strerror = nullptr;
  decltype(&::curl_slist_append) slist_append = nullptr;
  decltype(&::curl_slist_free_all) slist_free_all = nullptr;
  decltype(&::curl_multi_init) multi_init = nullptr;
  decltype(&::curl_multi_cleanup) multi_cleanup = nullptr;
  decltype(&::curl_multi_setopt) multi_setopt = nullptr;
  decltype(&::curl_multi_add_handle) multi_add_handle = nullptr;
  decltype(&::curl_multi_remove_handle) multi_remove_handle = nullptr;
  decltype(&::curl_multi_perform) multi_perform = nullptr;
  decltype(&::curl_multi_poll) multi_poll = nullptr;
  decltype(&::curl_multi_info_read) multi_info_read = nullptr;
  decltype(&::curl_multi_strerror) multi_strerror = nullptr;

 private:
  Curl() {
    void* library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    is_complete_ =
        find(library, "curl_global_init", global_init) && find(library, "curl_easy_init", easy_init) &&
        find(library, "curl_easy_cleanup", easy_cleanup) && find(library, "curl_easy_setopt", easy_setopt) &&
        find(library, "curl_easy_getinfo", easy_getinfo) && find(library, "curl_easy_strerror", easy_strerror) &&
        find(library, "curl_slist_append", slist_append) && find(library, "curl_slist_free_all", slist_free_all) &&
        find(library, "curl_multi_init", multi_init) && find(library, "curl_multi_cleanup", multi_cleanup) &&
        find(library, "curl_multi_setopt", multi_setopt) && find(library, "curl_multi_add_handle", multi_add_handle) &&
        find(library, "curl_multi_remove_handle", multi_remove_handle) &&
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

struct CloseEasy {
  void operator()(CURL* easy) const { Curl::get()->easy_cleanup(easy); }
};
struct CloseMulti {
  void operator()(CURLM* multi) const { Curl::get()->multi_cleanup(multi); }
};
struct CloseList {
  void operator()(curl_slist* list) const { Curl::get()->slist_free_all(list); }
};

/// One request and its answer.
struct Transfer {
  std::string url;
  const std::string* upload = nullptr;  ///< null: a download
  std::size_t sent = 0;
  std::string answer;
  bool is_too_large = false;
  Clock::time_point* last_progress = nullptr;
  std::string error_text = std::string(CURL_ERROR_SIZE, '\0');
  std::unique_ptr<CURL, CloseEasy> easy;
};

std::size_t receive(const char* bytes, std::size_t, std::size_t count, void* into) {
  auto& transfer = *static_cast<Transfer*>(into);
  *transfer.last_progress = Clock::now();
  transfer.is_too_large = transfer.answer.size() + count > kLargestAnswer;
  if (transfer.is_too_large) return CURL_WRITEFUNC_ERROR;
  transfer.answer.append(bytes, count);
  return count;
}

std::size_t send(char* bytes, std::size_t size, std::size_t count, void* from) {
  auto& transfer = *static_cast<Transfer*>(from);
  *transfer.last_progress = Clock::now();
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
  transfer.easy.reset(curl.easy_init());
  auto* easy = transfer.easy.get();
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

Failure cannot(const Transfer& transfer, const std::string& why) {
  return Failure(ExitCode::output, fmt::format("'{}': {}", without_credentials(transfer.url), why));
}

Failure describe(const Curl& curl, const Transfer& transfer, CURLcode code) {
  if (transfer.is_too_large) return cannot(transfer, "the answer is too large");
  const std::string details = transfer.error_text.c_str();
  return cannot(transfer, details.empty() ? curl.easy_strerror(code) : details);
}

/// Collects finished transfers. Fails if one of them failed.
Expected<Done> take_finished(const Curl& curl, CURLM* multi, Clock::time_point& last_progress) {
  int left = 0;
  while (const auto* message = curl.multi_info_read(multi, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    last_progress = Clock::now();
    Transfer* transfer = nullptr;
    curl.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
    if (message->data.result != CURLE_OK) return describe(curl, *transfer, message->data.result);
  }
  return Done{};
}

/// Does all transfers, many at a time. The connections are closed at the end, because workers are forked later.
Expected<Done> run(const Curl& curl, std::vector<Transfer>& transfers) {
  // libcurl waits for "100 Continue" before it sends a large body, which servers without it would delay by a second.
  const std::unique_ptr<curl_slist, CloseList> headers(curl.slist_append(nullptr, "Expect:"));
  const std::unique_ptr<CURLM, CloseMulti> multi(curl.multi_init());
  curl.multi_setopt(multi.get(), CURLMOPT_MAX_TOTAL_CONNECTIONS, kConnections);
  auto last_progress = Clock::now();
  for (auto& transfer : transfers) {
    transfer.last_progress = &last_progress;
    prepare(curl, transfer, headers.get());
    curl.multi_add_handle(multi.get(), transfer.easy.get());
  }
  Expected<Done> outcome = Done{};
  for (int running = 1; running != 0 && outcome;) {
    if (const auto code = curl.multi_perform(multi.get(), &running); code != CURLM_OK) {
      outcome = cannot(transfers.front(), curl.multi_strerror(code));
      break;
    }
    outcome = take_finished(curl, multi.get(), last_progress);
    if (outcome && running != 0 && Clock::now() - last_progress > kLongestSilence)
      outcome = cannot(transfers.front(), "the server does not answer");
    constexpr int kPollMilliseconds = 100;
    if (outcome && running != 0) curl.multi_poll(multi.get(), nullptr, 0, kPollMilliseconds, nullptr);
  }
  for (auto& transfer : transfers) curl.multi_remove_handle(multi.get(), transfer.easy.get());
  return outcome;
}

long status_of(const Curl& curl, const Transfer& transfer) {
  long status = 0;
  curl.easy_getinfo(transfer.easy.get(), CURLINFO_RESPONSE_CODE, &status);
  return status;
}

class HttpStore : public RemoteStore {
 public:
  explicit HttpStore(std::string url) : url_(std::move(url)) {
    while (url_.ends_with('/')) url_.pop_back();
  }

  Expected<std::vector<std::optional<std::string>>> get(const std::vector<std::string>& names) override {
    const auto* curl = Curl::get();
    if (curl == nullptr) return no_library();
    std::vector<Transfer> transfers(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) transfers[i].url = url_ + "/" + names[i];
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, run(*curl, transfers));
    std::vector<std::optional<std::string>> contents;
    for (auto& transfer : transfers) {
      constexpr long kOk = 200, kNotFound = 404;
      const auto status = status_of(*curl, transfer);
      if (status != kOk && status != kNotFound) return refused(transfer, status);
      contents.push_back(status == kOk ? std::optional(std::move(transfer.answer)) : std::nullopt);
    }
    return contents;
  }

  Expected<Done> put(const std::vector<File>& files) override {
    const auto* curl = Curl::get();
    if (curl == nullptr) return no_library();
    std::vector<Transfer> transfers(files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
      transfers[i].url = url_ + "/" + files[i].name;
      transfers[i].upload = &files[i].bytes;
    }
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, run(*curl, transfers));
    for (const auto& transfer : transfers)
      if (const auto status = status_of(*curl, transfer); status < 200 || status > 299)
        return refused(transfer, status);
    return Done{};
  }

 private:
  static Failure no_library() {
    return Failure(ExitCode::output, fmt::format("{} cannot be opened: install the package libcurl4", Curl::kLibrary));
  }

  static Failure refused(const Transfer& transfer, long status) {
    return cannot(transfer, fmt::format("the server answers {} with status {}",
                                        transfer.upload != nullptr ? "a PUT" : "a GET", status));
  }

  std::string url_;
};

}  // namespace

std::shared_ptr<RemoteStore> make_http_store(std::string url) {
  return std::make_shared<HttpStore>(std::move(url));
}

}  // namespace rocm_bindgen::build
