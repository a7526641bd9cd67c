#include "support/interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace rocm_bindgen::build {
namespace {

volatile std::sig_atomic_t signal_came = 0;

void on_signal(int) {
  signal_came = 1;
}

void set_handler(void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  // No SA_RESTART: poll() has to return, so that the wait for workers ends at once.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    // What our parent had ignored stays ignored: that is how nohup works.
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void catch_interrupts() {
  set_handler(on_signal);
  // `ulimit -f`, and a reader that has left (`| head`), are error values from write(): the build goes on and cleans up.
  struct sigaction ignore{};
  ignore.sa_handler = SIG_IGN;
  for (const int signal : {SIGXFSZ, SIGPIPE}) sigaction(signal, &ignore, nullptr);
}

bool interrupted() {
  return signal_came != 0;
}

void restore_interrupts() {
  set_handler(SIG_DFL);
}

}  // namespace rocm_bindgen::build
