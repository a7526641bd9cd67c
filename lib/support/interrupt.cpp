#include "support/interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace rocm_bindgen {
namespace {

volatile std::sig_atomic_t signal_came = 0;

void on_signal(int) { signal_came = 1; }

void set_handler(void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  // No SA_RESTART: poll() has to return, so that the wait for workers ends at once.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_interrupts() {
  set_handler(on_signal);
  // A full disk or `ulimit -f` is an error value from write(), a reader that left one from the terminal's pipe.
  struct sigaction ignore{};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &ignore, nullptr);
}

bool interrupted() { return signal_came != 0; }

void restore_interrupts() { set_handler(SIG_DFL); }

}  // namespace rocm_bindgen
