use rocm_bindgen_build::Builder;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out_dir = std::env::var("OUT_DIR")?;
    let bindings = Builder::default().src_dir("kernels").target_arch("gfx1100").target_arch("gfx90a").build_hsaco()?;
    bindings.write(out_dir + "/hsaco.rs")?;
    Ok(())
}
