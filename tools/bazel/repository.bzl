"""The installation of rocm-bindgen on this machine, as a repository."""

_TOOLCHAIN = """\
load("@rules_rocm_bindgen//:defs.bzl", "rocm_bindgen_toolchain")

package(default_visibility = ["//visibility:public"])

rocm_bindgen_toolchain(
    name = "toolchain",
    device_libraries = {device_libraries},
    files = glob([
        "clang_resources/include/**",
        "compiler_libraries/*",
        "device_libraries/*.bc",
        "hip/**",
        "libexec/**",
    ], allow_empty = True),
    rocm_path = {rocm_path},
    tool = "bin/rocm-bindgen",
)
"""

_RUNTIME = """
cc_library(
    name = "runtime",
    # On Debian, libraries are in a folder below lib/ that is named after the architecture.
    srcs = glob([
        "lib/librocm_bindgen_runtime.so*",
        "lib/*/librocm_bindgen_runtime.so*",
    ], allow_empty = True),
    hdrs = glob(["include/rocm_bindgen/**"]),
    includes = ["include"],
)
"""

def _find_tool(ctx):
    if ctx.attr.path:
        return ctx.path(ctx.attr.path + "/bin/rocm-bindgen")
    tool = ctx.which("rocm-bindgen")
    if not tool:
        fail("rocm-bindgen is not in PATH: install it, or set `path` to the prefix under which it is installed")
    return tool

def _rocm_bindgen_repository(ctx):
    command = [_find_tool(ctx), "doctor", "--json"]
    if ctx.attr.rocm_path:
        command += ["--rocm-path", ctx.attr.rocm_path]
    doctor = ctx.execute(command)
    if doctor.return_code:
        fail("`rocm-bindgen doctor` reports that a part is missing:\n" + doctor.stdout + doctor.stderr)
    parts = json.decode(doctor.stdout)

    # The program in bin/ starts the others, which it finds by their paths.
    ctx.symlink(parts["tool"], "bin/rocm-bindgen")
    for program in parts["programs"][1:]:
        ctx.symlink(program, "libexec/rocm_bindgen/" + program.split("/")[-1])
    for library in parts["compiler_libraries"]:
        ctx.symlink(library, "compiler_libraries/" + library.split("/")[-1])
    ctx.symlink(parts["clang_resources"], "clang_resources")
    ctx.symlink(parts["device_libraries"], "device_libraries")
    ctx.symlink(parts["hip_root"] + "/include/hip", "hip")
    build_file = _TOOLCHAIN.format(
        rocm_path = repr(parts["hip_root"]),
        device_libraries = repr(parts["device_libraries"]),
    )

    # Without the rest of the prefix's headers: /usr/include must not be searched before the C++ library's folder.
    prefix = ctx.path(parts["tool"]).dirname.dirname
    headers = prefix.get_child("include").get_child("rocm_bindgen")
    if headers.exists:
        ctx.symlink(headers, "include/rocm_bindgen")
        ctx.symlink(prefix.get_child("lib"), "lib")
        build_file += _RUNTIME
    ctx.file("BUILD.bazel", build_file)

rocm_bindgen_repository = repository_rule(
    implementation = _rocm_bindgen_repository,
    doc = """Makes a repository of the tool, of what it compiles with, and of the runtime (target `runtime`), if its headers
    are installed.

    The compiler, its headers, HIP's headers and the device libraries are files of the repository, so that actions run
    again when one of them changes. The tool reads them where they are installed, though, and the C and C++ headers of
    the system are not among them. So all machines that share a cache or execute actions need the same packages at the
    same paths, as for Bazel's rules for C++ with a compiler of the system.""",
    attrs = {
        "path": attr.string(doc = "The prefix under which rocm-bindgen is installed; default: that of the one in PATH."),
        "rocm_path": attr.string(doc = "The ROCm installation to compile with; default: that which the tool finds."),
    },
    environ = ["PATH", "ROCM_PATH"],
    configure = True,
    local = True,
)
