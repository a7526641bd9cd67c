#include "support/interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace rocm_bindgen::build {
namespace {

volatile std::sig_atomic_t signal_arrived = 0;

void on_signal(int) {
  signal_arrived = 1;
}

void set_handler(void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  // SA_RESTART is not set: poll() must return, so that waiting for workers ends immediately.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    // Signals that the parent ignores stay ignored, as nohup requires.
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void catch_interrupts() {
  set_handler(on_signal);
  // A file size limit (`ulimit -f`) and a closed pipe (`| head`) are then errors returned by write(), so that the build
  // can clean up.
  struct sigaction ignore{};
  ignore.sa_handler = SIG_IGN;
  for (const int signal : {SIGXFSZ, SIGPIPE}) sigaction(signal, &ignore, nullptr);
}

bool interrupted() {
  return signal_arrived != 0;
}

void restore_interrupts() {
  set_handler(SIG_DFL);
}

}  // namespace rocm_bindgen::build
