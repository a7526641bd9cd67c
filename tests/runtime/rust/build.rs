fn main() -> Result<(), Box<dyn std::error::Error>> {
    let builder = rocm_bindgen_build::Builder::default().src_dir("kernels").target_arch("gfx1100");
    builder.build_hsaco()?.write(std::env::var("OUT_DIR")? + "/hsaco.rs")?;
    Ok(())
}
