#pragma once

#include <filesystem>
#include <memory>

#include "pipeline/cache/remote_store.hpp"

namespace rocm_bindgen::build {

/// A folder, usually on a file system that several machines or users share. Files appear by renaming.
std::shared_ptr<RemoteStore> make_folder_store(std::filesystem::path folder);

}  // namespace rocm_bindgen::build
