#include <cstddef>
#include <cstring>
#include <elf.h>
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

/// Checks that `inspect` refuses a file of these bytes with an error that names it.
void check_refused_file(const Folder& folder, const std::string& bytes) {
  const auto file = folder.write("bad.hsaco", bytes);
  const auto finished = rocm_bindgen({"inspect", file.string()});
  INFO(bytes.size() << " bytes; " << finished.err);
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.err, Catch::Contains("bad.hsaco: error: not a valid AMDGPU code object: "));
  CHECK(finished.out.empty());
}

}  // namespace

TEST_CASE("inspect: a code object and a manifest are shown as table and as JSON", "[slow]") {
  Project project;
  project.source("scale.cu",
                 "extern \"C\" __global__ void scale(float* out, const float* in, double factor, short n) {\n"
                 "  __shared__ float tile[64];\n"
                 "  tile[threadIdx.x] = in[threadIdx.x];\n"
                 "  __syncthreads();\n"
                 "  if (threadIdx.x < n) out[threadIdx.x] = tile[63 - threadIdx.x] * factor;\n"
                 "}\n");
  REQUIRE(project.build().exit_code == 0);
  const std::string object = "out/k.artifacts/hsaco/scale.gfx1100.hsaco";
  const auto table = rocm_bindgen({"inspect", object}, {project.path(), {}});
  INFO(table.out << table.err);
  CHECK(table.exit_code == 0);
  CHECK_THAT(table.out, Catch::StartsWith(object + ": gfx1100, code object version 5, 1 kernels\n"));
  // The double is after two pointers (offset 16, size 8), and the short after it (offset 24, size 2).
  CHECK_THAT(table.out, Catch::Contains("VGPR") && Catch::Contains("  scale ") && Catch::Contains("@16:8") &&
                            Catch::Contains("@24:2"));

  const auto by_object = rocm_bindgen({"inspect", "--json", object}, {project.path(), {}});
  const auto by_manifest = rocm_bindgen({"inspect", "--json", "out/k.artifacts/manifest.json"}, {project.path(), {}});
  CHECK(by_object.exit_code == 0);
  CHECK(by_object.out == by_manifest.out);
  const auto info = nlohmann::json::parse(by_object.out).at(0);
  CHECK(info["target"] == "gfx1100");
  CHECK(info["code_object_version"] == 5);
  const auto& kernel = info["kernels"].at(0);
  CHECK(kernel["name"] == "scale");
  CHECK(kernel["lds_bytes"] == 256);  // 64 floats
  CHECK(kernel["wavefront_size"] == 32);
  CHECK(kernel["vgpr_spills"] == 0);
  REQUIRE(kernel["arguments"].size() == 4);
  CHECK(kernel["arguments"][0]["kind"] == "global_buffer");
  CHECK(kernel["arguments"][2]["offset"] == 16);
  CHECK(kernel["arguments"][2]["size"] == 8);
  CHECK(kernel["arguments"][3]["size"] == 2);

  // A file truncated at any byte is refused, because the section headers at its end are missing. About 40 lengths are
  // tried.
  const auto bytes = read(project / object);
  for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 40)
    check_refused_file(project.folder(), bytes.substr(0, length));

  // Damage to a byte that inspect reads must not crash it: the file is either refused or shown. Every 29th of the first
  // 1200 bytes is inverted. The file begins with the ELF header, the program headers and the metadata note, which are
  // what inspect reads first. The two numbers only limit how long the test takes.
  for (std::size_t at = 0; at < 1200; at += 29) {
    auto damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0xff);
    const auto file = project.folder().write("damaged.hsaco", damaged);
    const auto finished = rocm_bindgen({"inspect", "--json", file.string()});
    INFO("byte " << at << ": " << finished.err);
    CHECK((finished.exit_code == 0 || finished.exit_code == 1));
    CHECK(finished.err.empty() == (finished.exit_code == 0));
  }
}

TEST_CASE("inspect: numbers that LLVM's readers do not check are checked first") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  REQUIRE(project.build().exit_code == 0);
  const auto bytes = read(project / "out/k.artifacts/hsaco/a.gfx1100.hsaco");
  const auto inspect_with = [&](auto&& change) {
    auto changed = bytes;
    change(changed);
    return rocm_bindgen({"inspect", project.folder().write("changed.hsaco", changed).string()});
  };
  const auto check_says = [](const Finished& finished, const std::string& message) {
    INFO(finished.err);
    CHECK(finished.exit_code == 1);
    CHECK_THAT(finished.err, Catch::Contains("not a valid AMDGPU code object: " + message));
  };
  // Numbers that LLVM 19 assigns to no processor.
  for (const char machine : {'\x27', '\x49', '\x58', '\x5a', '\x1f'})
    check_says(inspect_with([&](std::string& elf) { elf[offsetof(Elf64_Ehdr, e_flags)] = machine; }),
               "the processor in e_flags is unknown (0x");

  const auto with_note_segment = [&](auto&& change) {
    return inspect_with([&](std::string& elf) {
      Elf64_Ehdr header;
      std::memcpy(&header, elf.data(), sizeof header);
      for (std::size_t i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr segment;
        char* const bytes_of_segment = elf.data() + header.e_phoff + i * sizeof segment;
        std::memcpy(&segment, bytes_of_segment, sizeof segment);
        if (segment.p_type != PT_NOTE) continue;
        change(segment);
        std::memcpy(bytes_of_segment, &segment, sizeof segment);
      }
    });
  };
  CHECK(with_note_segment([](Elf64_Phdr& segment) { segment.p_align = 0; }).exit_code == 0);
  check_says(with_note_segment([](Elf64_Phdr& segment) { segment.p_align = 3; }), "a note segment is aligned to 3");
  check_says(with_note_segment([](Elf64_Phdr& segment) { segment.p_offset = ~Elf64_Off(0); }),
             "a note segment is outside the file");
  check_says(with_note_segment([](Elf64_Phdr& segment) { segment.p_filesz -= 8; }), "a note exceeds its segment");
  check_says(with_note_segment([](Elf64_Phdr& segment) { segment.p_filesz = 0; }), "no AMDGPU metadata note");
}

TEST_CASE("inspect: files that are not code objects are refused with a message") {
  Folder folder;
  check_refused_file(folder, "");
  check_refused_file(folder, "garbage");
  check_refused_file(folder, std::string(100000, '\xff'));
  check_refused_file(folder,
                     "\x7f"
                     "ELF");
  check_refused_file(folder,
                     "\x7f"
                     "ELF" +
                         std::string(60, '\xff'));
  check_refused_file(folder, read(tool()).substr(0, 1 << 20));  // an ELF file for another machine, truncated
  check_refused_file(folder, "__CLANG_OFFLOAD_BUNDLE__");
}

TEST_CASE("inspect: missing files, folders and invalid manifests are refused") {
  Folder folder;
  const auto missing = rocm_bindgen({"inspect", (folder / "none.hsaco").string()});
  CHECK(missing.exit_code == 1);
  CHECK_THAT(missing.err, Catch::Contains("none.hsaco: error: cannot read the file: No such file or directory"));
  const auto directory = rocm_bindgen({"inspect", folder.path().string()});
  CHECK(directory.exit_code == 1);
  CHECK_THAT(directory.err, Catch::Contains("cannot read the file: Is a directory"));
  for (const std::string text :
       {"", "{", "[]", "{}", "{\"modules\": 1}", "{\"modules\": [1]}", "{\"modules\": [{\"code_objects\": 1}]}",
        "{\"modules\": [{\"code_objects\": [1]}]}", "{\"modules\": [{\"code_objects\": [{\"file\": 1}]}]}"}) {
    INFO(text);
    const auto finished = rocm_bindgen({"inspect", folder.write("manifest.json", text).string()});
    CHECK(finished.exit_code == 1);
    CHECK_THAT(finished.err, Catch::Contains("manifest.json' is not a rocm-bindgen manifest"));
  }
}
