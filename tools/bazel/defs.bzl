"""Rules that compile CUDA sources for AMD GPUs.

    load("@rules_rocm_bindgen//:defs.bzl", "rocm_bindgen_library")

    rocm_bindgen_library(
        name = "kernels",
        srcs = ["scale.cu"],
        archs = ["gfx1100", "gfx90a"],
    )

    cc_binary(
        name = "program",
        srcs = ["main.cpp"],  # includes "kernels.hpp"
        deps = [":kernels", "@rocm_bindgen//:runtime"],
    )

There is one action per source and architecture, and one that writes the header. The workspace has to define the
repository `rocm_bindgen`, see repository.bzl.
"""

RocmBindgenToolchainInfo = provider(
    doc = "The tool and what it compiles with.",
    fields = {
        "device_libraries": "path of the folder with ROCm's device libraries",
        "files": "depset of the files that a compile reads",
        "rocm_path": "path of the ROCm installation",
        "tool": "the executable file",
    },
)

def _toolchain_impl(ctx):
    return [RocmBindgenToolchainInfo(
        tool = ctx.file.tool,
        files = depset(ctx.files.files),
        rocm_path = ctx.attr.rocm_path,
        device_libraries = ctx.attr.device_libraries,
    )]

rocm_bindgen_toolchain = rule(
    implementation = _toolchain_impl,
    doc = "Used by rocm_bindgen_repository().",
    attrs = {
        "device_libraries": attr.string(mandatory = True),
        "files": attr.label_list(allow_files = True),
        "rocm_path": attr.string(mandatory = True),
        "tool": attr.label(allow_single_file = True, mandatory = True),
    },
)

def _join(*parts):
    return "/".join([part for part in parts if part])

def _source_root(ctx, source):
    """Returns the folder that paths in outputs are relative to: that of the package."""
    package = _join(source.root.path, ctx.label.workspace_root, ctx.label.package)
    if not package:
        return "."
    return package if source.path.startswith(package + "/") else source.dirname

def _flags(ctx, compilation):
    flags = []
    flags += ["-D" + define for define in compilation.defines.to_list()]
    flags += ["-iquote" + folder for folder in compilation.quote_includes.to_list()]
    flags += ["-I" + folder for folder in compilation.includes.to_list()]
    for folder in compilation.system_includes.to_list():
        flags += ["-isystem", folder]
    return flags + ctx.attr.copts

def _possible_inputs(ctx, headers):
    """Declares the action that writes the paths of all headers, one per line."""
    list = ctx.actions.declare_file(ctx.label.name + ".objects/possible_inputs")
    paths = ctx.actions.args()
    paths.set_param_file_format("multiline")
    paths.add_all(headers)
    ctx.actions.write(list, paths)
    return list

def _compile(ctx, toolchain, source, arch, headers, possible, flags):
    """Declares the action for one source and one architecture. Returns the object file."""
    stem = "%s.objects/%s.%s" % (ctx.label.name, source.basename[:-len(".cu")], arch.replace(":", "-"))
    object = ctx.actions.declare_file(stem + ".rbo")

    # A header that this source does not include is an input, because it may include it after the next change. Bazel
    # does not run the action again for files in this list.
    unused = ctx.actions.declare_file(stem + ".unused")

    arguments = ctx.actions.args()
    arguments.add("compile")
    arguments.add(source)
    arguments.add("-o", object)
    arguments.add("--arch", arch)
    arguments.add("--root", _source_root(ctx, source))
    arguments.add("--rocm-path", toolchain.rocm_path)
    arguments.add("--rocm-device-lib-path", toolchain.device_libraries)
    arguments.add("--possible-inputs", possible)
    arguments.add("--unused-inputs", unused)
    arguments.add_all(["--no-cache", "-j", "1"])
    arguments.add_all(flags)
    ctx.actions.run(
        executable = toolchain.tool,
        arguments = [arguments],
        inputs = depset([source, possible], transitive = [headers, toolchain.files]),
        outputs = [object, unused],
        unused_inputs_list = unused,
        mnemonic = "RocmBindgenCompile",
        progress_message = "Compiling %s for %s" % (source.short_path, arch),
    )
    return object

def _emit(ctx, toolchain, objects, header, artifacts):
    arguments = ctx.actions.args()
    arguments.add("emit")
    arguments.add("-o", header)
    arguments.add("--out-dir", artifacts.path)
    arguments.add(ctx.attr.namespace, format = "--namespace=%s")
    arguments.add_all(objects)
    arguments.use_param_file("@%s")
    arguments.set_param_file_format("shell")
    ctx.actions.run(
        executable = toolchain.tool,
        arguments = [arguments],
        inputs = depset(objects, transitive = [toolchain.files]),
        outputs = [header, artifacts],
        mnemonic = "RocmBindgenEmit",
        progress_message = "Writing %s" % header.short_path,
    )

def _library_impl(ctx):
    toolchain = ctx.attr._toolchain[RocmBindgenToolchainInfo]
    for arch in ctx.attr.archs:
        if arch.startswith("sm_"):
            fail("%s: nvcc, which compiles for %s, is not an input that Bazel knows" % (ctx.label, arch))
    workspace = ctx.label.workspace_root
    own = CcInfo(compilation_context = cc_common.create_compilation_context(
        headers = depset(ctx.files.hdrs),
        quote_includes = depset([workspace or ".", _join(ctx.genfiles_dir.path, workspace)]),
    ))
    compilation = cc_common.merge_cc_infos(
        cc_infos = [own] + [dep[CcInfo] for dep in ctx.attr.deps],
    ).compilation_context
    flags = _flags(ctx, compilation)
    possible = _possible_inputs(ctx, compilation.headers)
    objects = [
        _compile(ctx, toolchain, source, arch, compilation.headers, possible, flags)
        for source in ctx.files.srcs
        for arch in ctx.attr.archs
    ]
    header = ctx.actions.declare_file(ctx.label.name + ".hpp")
    artifacts = ctx.actions.declare_directory(ctx.label.name + ".artifacts")
    _emit(ctx, toolchain, objects, header, artifacts)
    return [
        DefaultInfo(files = depset([header])),
        CcInfo(compilation_context = cc_common.create_compilation_context(
            headers = depset([header]),
            quote_includes = depset([_join(ctx.genfiles_dir.path, workspace)]),
            includes = depset([header.dirname]),
        )),
        OutputGroupInfo(artifacts = depset([artifacts]), objects = depset(objects)),
    ]

rocm_bindgen_library = rule(
    implementation = _library_impl,
    doc = """Compiles CUDA sources into the header NAME.hpp, which a cc_library or cc_binary includes.

    The output group `artifacts` has the code objects, the translated sources and manifest.json.""",
    attrs = {
        "archs": attr.string_list(
            default = ["gfx1030", "gfx1100", "gfx90a"],
            doc = "Target IDs of AMD's GPUs.",
            allow_empty = False,
        ),
        "copts": attr.string_list(doc = "Flags for the compiler."),
        "deps": attr.label_list(providers = [CcInfo], doc = "C++ libraries whose headers the sources include."),
        "hdrs": attr.label_list(allow_files = True, doc = "Headers that the sources include."),
        "namespace": attr.string(default = "kernels", doc = "The C++ namespace of the header's contents."),
        "srcs": attr.label_list(
            allow_files = [".cu"],
            mandatory = True,
            allow_empty = False,
            doc = "CUDA sources, each with another file name.",
        ),
        "_toolchain": attr.label(
            default = "@rocm_bindgen//:toolchain",
            providers = [RocmBindgenToolchainInfo],
        ),
    },
)
