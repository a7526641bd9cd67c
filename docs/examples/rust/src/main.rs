use rocm_bindgen::{Buffer, Device, Error, Stream};

fn main() -> Result<(), Error> {
    let device = Device::open(0)?;
    let stream = Stream::new(&device)?;
    let x = Buffer::from_slice(&device, &[1.0, 2.0, 3.0, 4.0, 5.0])?;
    let mut y = Buffer::from_slice(&device, &[10.0, 20.0, 30.0, 40.0, 50.0])?;
    rocm_bindgen_example::saxpy(&stream, 2.0, &x, &mut y)?;
    println!("{}: {:?}", device.info()?.name, y.read(&stream)?);
    Ok(())
}
