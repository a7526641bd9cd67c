#pragma once

namespace rocm_bindgen::build {

/// Installs handlers for SIGINT, SIGTERM and SIGHUP. From then on these signals set a flag instead of ending the
/// process; run_workers() and run_process() check the flag, and the build returns ExitCode::interrupted after its
/// temporary files are removed. Called once, by main.
void catch_interrupts();

/// Whether a signal has arrived.
bool interrupted();

/// Restores the default handlers, for worker processes.
void restore_interrupts();

}  // namespace rocm_bindgen::build
