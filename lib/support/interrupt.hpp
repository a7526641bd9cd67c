#pragma once

namespace rocm_bindgen::build {

/// From here on SIGINT and SIGTERM no longer end the process: they set a flag, wait_for_workers() sees it, and the
/// build returns ExitCode::interrupted after its temporary files are gone. Called once, by main.
void catch_interrupts();

/// True once a signal has come.
bool interrupted();

/// In a worker: the signals end the process again.
void restore_interrupts();

}  // namespace rocm_bindgen::build
