// The steps of a compilation. Each processes one input, or links all of them; prints its command if that was requested,
// and its warnings; and does nothing else in a dry run.
#pragma once

#include <filesystem>
#include <vector>

#include "nvcc/settings.hpp"

namespace rocm_bindgen::build::driver {

/// Compiles a source to an object, and writes the make rule of -MD.
Expected<Done> compile_source(const Input& input, const Settings& settings, const std::filesystem::path& object);

/// Writes the code objects of a CUDA source, and the make rule of -MD.
Expected<Done> write_device_code(const Input& input, const Settings& settings);

/// Preprocesses a source to standard output or to the file of -o.
Expected<Done> preprocess(const Input& input, const Settings& settings);

/// Prints the make rule of a source, or writes it to the file of -MF or -o.
Expected<Done> print_dependencies(const Input& input, const Settings& settings);

/// Links the relocatable device code of objects and archives to `output`, which is an object, or a bundle for -dlink
/// with -cubin or a similar option. Returns false if there is none.
Expected<bool> link_device_code_of(const std::vector<std::filesystem::path>& objects, const Settings& settings,
                                   const std::filesystem::path& output);

/// Links objects and libraries to a program or a shared library.
Expected<Done> link_objects(const std::vector<std::filesystem::path>& objects, const Settings& settings,
                            const Toolkit& toolkit, const std::filesystem::path& output);

/// Writes an archive of objects.
Expected<Done> archive_objects(const std::vector<std::filesystem::path>& objects, const Settings& settings);

}  // namespace rocm_bindgen::build::driver
