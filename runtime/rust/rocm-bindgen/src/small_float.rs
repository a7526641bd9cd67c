//! Floating-point numbers of 8 and 16 bits, which kernels see as `__half`, `__nv_bfloat16` and `__nv_fp8_e4m3`.

/// An IEEE 754 binary16, as bits.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct F16(pub u16);

/// The upper half of an IEEE 754 binary32 (bfloat16), as bits.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bf16(pub u16);

/// An OCP 8-bit floating-point number E4M3 (no infinity, largest 448), as bits.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct F8E4M3(pub u8);

/// Divides by 2^`shift` and rounds to the nearest integer, ties to even.
fn shift_to_even(value: u32, shift: u32) -> u32 {
    if shift > 31 {
        // Only mantissas, which have 24 bits, are shifted so far.
        return 0;
    }
    let half = 1u32 << (shift - 1);
    let (quotient, rest) = (value >> shift, value & ((1u32 << shift) - 1));
    quotient + u32::from(rest > half || (rest == half && quotient & 1 == 1))
}

impl F16 {
    /// Rounds to the nearest value, ties to even. Numbers that are too large become infinite.
    pub fn from_f32(value: f32) -> F16 {
        let bits = value.to_bits();
        let sign = (bits >> 16 & 0x8000) as u16;
        let magnitude = bits & 0x7fff_ffff;
        if magnitude > 0x7f80_0000 {
            return F16(sign | 0x7e00);
        }
        let exponent = (magnitude >> 23) as i32 - 127 + 15;
        let rounded = if exponent > 0 {
            // A carry out of the mantissa increments the exponent, which gives the next power of two or infinity.
            let rebiased = magnitude.saturating_sub((127 - 15) << 23);
            shift_to_even(rebiased, 13).min(0x7c00)
        } else {
            // Subnormal: the implicit bit becomes explicit, and the mantissa is shifted to the fixed exponent.
            shift_to_even(magnitude & 0x007f_ffff | 0x0080_0000, (14 - exponent) as u32)
        };
        F16(sign | rounded as u16)
    }

    /// Returns the value, which every f32 can represent exactly.
    pub fn to_f32(self) -> f32 {
        let sign = u32::from(self.0 & 0x8000) << 16;
        let (exponent, mantissa) = (u32::from(self.0 >> 10 & 0x1f), u32::from(self.0 & 0x3ff));
        match exponent {
            0 => f32::from_bits(sign | (mantissa as f32 / (1u32 << 24) as f32).to_bits()),
            31 => f32::from_bits(sign | 0x7f80_0000 | mantissa << 13),
            _ => f32::from_bits(sign | (exponent + 127 - 15) << 23 | mantissa << 13),
        }
    }
}

impl Bf16 {
    /// Rounds to the nearest value, ties to even.
    pub fn from_f32(value: f32) -> Bf16 {
        let bits = value.to_bits();
        if value.is_nan() {
            // Rounding could carry a NaN's mantissa into its sign. The bit that is set keeps the mantissa from being 0.
            return Bf16((bits >> 16) as u16 | 0x40);
        }
        Bf16(shift_to_even(bits, 16) as u16)
    }

    /// Returns the value, which every f32 can represent exactly.
    pub fn to_f32(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_f16_survives_a_conversion_to_f32_and_back() {
        for bits in 0..=u16::MAX {
            let value = F16(bits).to_f32();
            if value.is_nan() {
                assert!(F16::from_f32(value).to_f32().is_nan());
            } else {
                assert_eq!(F16::from_f32(value), F16(bits));
            }
        }
    }

    #[test]
    fn f16_rounds_to_nearest_even() {
        // Halfway between two neighbours: the even one. Just above halfway: the upper one.
        for bits in 0..0x7bffu16 {
            let (low, high) = (F16(bits).to_f32(), F16(bits + 1).to_f32());
            let middle = low + (high - low) / 2.0;
            assert_eq!(F16::from_f32(middle).0, bits + (bits & 1));
            assert_eq!(F16::from_f32(f32::from_bits(middle.to_bits() + 1)).0, bits + 1);
        }
        assert_eq!(F16::from_f32(65520.0), F16(0x7c00));
        assert_eq!(F16::from_f32(-1e30), F16(0xfc00));
        assert_eq!(F16::from_f32(1e-30), F16(0));
        assert_eq!(F16::from_f32(f32::INFINITY), F16(0x7c00));
    }

    #[test]
    fn bf16_rounds_to_nearest_even() {
        assert_eq!(Bf16::from_f32(1.0), Bf16(0x3f80));
        assert_eq!(Bf16::from_f32(f32::from_bits(0x3f80_8000)), Bf16(0x3f80));
        assert_eq!(Bf16::from_f32(f32::from_bits(0x3f81_8000)), Bf16(0x3f82));
        assert_eq!(Bf16::from_f32(f32::MAX), Bf16(0x7f80));
        assert!(Bf16::from_f32(f32::from_bits(0xffff_ffff)).to_f32().is_nan());
        assert_eq!(Bf16(0xc000).to_f32(), -2.0);
    }
}
