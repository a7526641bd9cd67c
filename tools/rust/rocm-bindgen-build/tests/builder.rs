//! The builder with the real command, outside of cargo. Needs the command, as build scripts do.

use rocm_bindgen_build::{Builder, ErrorKind};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{}", name, std::process::id()));
        fs::create_dir_all(path.join("kernels")).unwrap();
        Folder(path)
    }

    fn write(&self, file: &str, text: &str) -> &Folder {
        fs::write(self.0.join(file), text).unwrap();
        self
    }

    fn builder(&self) -> Builder {
        Builder::default()
            .src_dir(self.0.join("kernels"))
            .out_dir(self.0.join("out"))
            .target_arch("gfx1100")
            .flag("-O0")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const KERNEL: &str = "extern \"C\" __global__ void one(int* out) { *out = VALUE; }\n";

#[test]
fn folders_can_have_any_name() {
    let folder = Folder::new("a=b 100% c#d");
    folder.write("kernels/one.cu", KERNEL);
    let bindings = folder.builder().flag("-DVALUE=1").build_hsaco().unwrap();
    bindings.write(folder.0.join("here.rs")).unwrap();
    assert!(fs::read_to_string(folder.0.join("here.rs")).unwrap().contains("\"out/hsaco.artifacts/hsaco/one.gfx1100"));
}

#[test]
fn kernels_are_compiled_and_their_rust_source_can_be_written_to_any_folder() {
    let folder = Folder::new("anywhere");
    folder.write("kernels/one.cu", KERNEL).write("kernels/skipped.cu", "#error not compiled\n");
    let bindings = folder.builder().exclude("skip*.cu").flag("-DVALUE=1").build_hsaco().unwrap();
    assert_eq!(bindings.out_dir(), folder.0.join("out"));
    let here = folder.0.join("out/hsaco.rs");
    let elsewhere = folder.0.join("src/deep/kernels.rs");
    bindings.write(&here).unwrap();
    bindings.write(&elsewhere).unwrap();
    let (near, far) = (fs::read_to_string(&here).unwrap(), fs::read_to_string(&elsewhere).unwrap());
    assert!(near.contains("include_bytes!(\"hsaco.artifacts/hsaco/one.gfx1100.hsaco\")"), "{}", near);
    assert!(far.contains("include_bytes!(\"../../out/hsaco.artifacts/hsaco/one.gfx1100.hsaco\")"), "{}", far);
    assert!(near.contains("pub fn one(stream: &::rocm_bindgen::Stream") && !near.contains("skipped"));

    // Nothing is written if nothing changes.
    let before = fs::metadata(&elsewhere).unwrap().modified().unwrap();
    let bindings = folder.builder().exclude("skip*.cu").flag("-DVALUE=1").build_hsaco().unwrap();
    bindings.write(&elsewhere).unwrap();
    assert_eq!(fs::metadata(&elsewhere).unwrap().modified().unwrap(), before);
}

#[test]
fn data_alone_needs_no_crate() {
    let folder = Folder::new("data");
    folder.write("kernels/one.cu", KERNEL);
    let bindings = folder.builder().flag("-DVALUE=2").data_only().build_hsaco().unwrap();
    let path = folder.0.join("out/data.rs");
    bindings.write(&path).unwrap();
    assert!(!fs::read_to_string(&path).unwrap().contains("rocm_bindgen::"));
}

#[test]
fn errors_of_the_sources_have_places() {
    let folder = Folder::new("errors");
    folder.write("kernels/one.cu", KERNEL);
    let error = folder.builder().build_hsaco().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BuildFailed);
    let expected = "kernels/one.cu:1:51: use of undeclared identifier 'VALUE' [gfx1100]";
    assert!(error.to_string().contains(expected), "{}", error);
    // This is what a build script prints.
    assert_eq!(format!("{:?}", error), error.to_string());
}

#[test]
fn options_that_the_command_refuses_are_reported() {
    let folder = Folder::new("options");
    folder.write("kernels/one.cu", KERNEL);
    let error = folder.builder().target_arch("gfx9999").build_hsaco().unwrap_err();
    assert!(error.to_string().contains("error: unknown architecture 'gfx9999'"), "{}", error);
    assert!(error.to_string().contains("help: `rocm-bindgen targets` lists the supported ones"), "{}", error);
    let error = folder.builder().config(folder.0.join("absent.json")).build_hsaco().unwrap_err();
    assert!(error.to_string().contains("absent.json"), "{}", error);
}

#[test]
fn the_default_targets_are_three() {
    let folder = Folder::new("targets");
    folder.write("kernels/one.cu", KERNEL);
    let builder = Builder::default().src_dir(folder.0.join("kernels")).out_dir(folder.0.join("out"));
    let bindings = builder.flag("-O0").flag("-DVALUE=3").build_hsaco().unwrap();
    let mut objects: Vec<_> = fs::read_dir(bindings.out_dir().join("hsaco.artifacts/hsaco"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    objects.sort();
    assert_eq!(objects, ["one.gfx1030.hsaco", "one.gfx1100.hsaco", "one.gfx90a.hsaco"]);
}

#[test]
fn a_config_file_has_options_and_methods_take_precedence() {
    let folder = Folder::new("config");
    folder.write("kernels/one.cu", KERNEL);
    let options = "{\"inputs\": \"kernels\", \"arch\": \"gfx90a\", \"define\": [\"VALUE=4\"]}\n";
    folder.write("options.json", options);
    let objects = |builder: Builder| {
        let bindings =
            builder.config(folder.0.join("options.json")).out_dir(folder.0.join("out")).build_hsaco().unwrap();
        let artifacts = bindings.out_dir().join("hsaco.artifacts/hsaco");
        ["gfx1100", "gfx90a"].map(|arch| artifacts.join(format!("one.{}.hsaco", arch)).exists())
    };
    assert_eq!(objects(Builder::default()), [false, true]);
    assert_eq!(objects(Builder::default().target_arch("gfx1100")), [true, false]);
}

#[test]
fn the_folder_of_rocm_can_be_chosen() {
    let folder = Folder::new("rocm");
    folder.write("kernels/one.cu", KERNEL);
    folder.builder().flag("-DVALUE=5").rocm_path("/usr").build_hsaco().unwrap();
    let absent = folder.0.join("absent");
    let error = folder.builder().flag("-DVALUE=5").rocm_path(&absent).build_hsaco().unwrap_err();
    assert!(error.to_string().contains(absent.to_str().unwrap()), "{}", error);
}

#[test]
fn the_command_can_be_chosen() {
    let folder = Folder::new("chosen");
    folder.write("kernels/one.cu", KERNEL);
    let chosen = folder.0.join("any name");
    std::os::unix::fs::symlink(std::env::var_os("ROCM_BINDGEN").expect("the tests need ROCM_BINDGEN"), &chosen)
        .unwrap();
    folder.builder().flag("-DVALUE=6").tool(&chosen).build_hsaco().unwrap();
}

#[test]
fn a_command_that_is_missing_or_of_another_version_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("tool");
    let old = folder.0.join("old");
    let error = folder.builder().tool(&old).build_hsaco().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoTool);
    let expected = format!("Builder::tool() names {}, which is not a program", old.display());
    assert!(error.to_string().starts_with(&expected), "{}", error);
    assert!(error.to_string().contains("install the package rocm-bindgen, version 0.1, or set ROCM_BINDGEN"));

    folder.write("old", "#!/bin/sh\necho rocm-bindgen 0.0.3\n");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o755)).unwrap();
    let error = folder.builder().tool(&old).build_hsaco().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongVersion);
    let expected = format!("{} is version 0.0.3, which does not fit rocm-bindgen-build 0.1.0; install", old.display());
    assert!(error.to_string().starts_with(&expected), "{}", error);
}

#[test]
fn an_output_folder_is_needed() {
    std::env::remove_var("OUT_DIR");
    let error = Builder::default().build_hsaco().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::File);
    assert!(error.to_string().contains("call Builder::out_dir()"), "{}", error);
}
