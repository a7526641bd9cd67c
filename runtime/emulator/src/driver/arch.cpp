#include "driver/arch.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace rocm_bindgen::emulator {
namespace {

[[noreturn]] void refuse(const std::string& asked, const std::string& word, const Target& target, bool has_features) {
  throw std::runtime_error("'" + asked + "': '" + word + "' is not a feature of " + target.processor +
                           (has_features ? ", which has sramecc and xnack, each + or -" : ", which has none"));
}

}  // namespace

std::string complete_arch(const std::string& asked, const Target& target) {
  // A target ID states its features in the order of their names, which is the order of this map.
  std::map<std::string, char> features;
  if (target.has_features) features = {{"sramecc", '+'}, {"xnack", '-'}};
  auto unstated = features;  // those that `asked` has not stated so far
  for (std::size_t at = target.processor.size(); at < asked.size();) {
    const auto end = std::min(asked.find(':', at + 1), asked.size());
    const auto word = asked.substr(at + 1, end - at - 1);
    at = end;
    const auto sign = word.empty() ? '\0' : word.back();
    const auto name = word.substr(0, word.empty() ? 0 : word.size() - 1);
    if ((sign != '+' && sign != '-') || unstated.erase(name) == 0) refuse(asked, word, target, !features.empty());
    features[name] = sign;
  }
  std::string arch = target.processor;
  for (const auto& [name, sign] : features) arch.append(":").append(name).push_back(sign);
  return arch;
}

}  // namespace rocm_bindgen::emulator
