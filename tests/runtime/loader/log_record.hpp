// Records the runtime's log messages for a test.
#pragma once

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "rocm_bindgen/log.hpp"

namespace runtime_test {

/// Records all messages up to `level` during its lifetime; afterwards errors go to standard error again.
class LogRecord {
 public:
  struct Message {
    rocm_bindgen::LogLevel level;
    std::string text;
  };

  explicit LogRecord(rocm_bindgen::LogLevel level = rocm_bindgen::LogLevel::error) {
    rocm_bindgen::set_log_level(level);
    rocm_bindgen::set_log_callback(&LogRecord::take, this);
  }
  LogRecord(const LogRecord&) = delete;
  LogRecord& operator=(const LogRecord&) = delete;
  ~LogRecord() {
    rocm_bindgen::set_log_callback(nullptr, nullptr);
    rocm_bindgen::set_log_level(rocm_bindgen::LogLevel::error);
  }

  std::vector<Message> messages() const {
    const std::lock_guard lock(mutex_);
    return messages_;
  }

  /// Whether there is a message of that level that contains all of `words`.
  bool has(rocm_bindgen::LogLevel level, const std::vector<std::string>& words) const {
    const auto all = messages();
    return std::any_of(all.begin(), all.end(), [&](const Message& message) {
      return message.level == level && std::all_of(words.begin(), words.end(), [&](const std::string& word) {
               return message.text.find(word) != std::string::npos;
             });
    });
  }

  std::string text() const {
    std::string all;
    for (const auto& message : messages()) all += message.text + "\n";
    return all;
  }

 private:
  static void take(int level, const char* message, void* user) {
    auto& record = *static_cast<LogRecord*>(user);
    const std::lock_guard lock(record.mutex_);
    record.messages_.push_back({static_cast<rocm_bindgen::LogLevel>(level), message});
  }

  mutable std::mutex mutex_;
  std::vector<Message> messages_;
};

}  // namespace runtime_test
