"""Runs the cases of kernels_bench.cpp in PyTorch; prints name and milliseconds, one line each."""

import torch

RUNS = 15
GIB = 1 << 30


def milliseconds(work):
    times = []
    for run in range(-2, RUNS):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        work()
        end.record()
        end.synchronize()
        if run >= 0:
            times.append(start.elapsed_time(end))
    return sorted(times)[RUNS // 2]


def show(name, work):
    print(f"{name}\t{milliseconds(work):.4f}", flush=True)


def main():
    device = torch.device("cuda")
    a = torch.zeros(GIB // 4, device=device)
    b, c = torch.zeros_like(a), torch.zeros_like(a)
    mask = torch.zeros(GIB // 4, device=device, dtype=torch.uint8)
    square = lambda x: x.view(16384, 16384)
    half = lambda x, dtype: x.view(dtype)
    show("exp f32", lambda: torch.exp(a, out=c))
    gelu, silu = torch.nn.functional.gelu, torch.nn.functional.silu
    show("gelu f16", lambda: gelu(half(a, torch.float16), approximate="tanh"))
    show("silu bf16", lambda: silu(half(a, torch.bfloat16)))
    x, y = half(a, torch.float16), half(b, torch.float16)
    show("expression silu(x) * y f16", lambda: torch.mul(silu(x), y, out=half(c, torch.float16)))
    show("transposed copy f32", lambda: square(c).copy_(square(a).t()))
    show("add f32", lambda: torch.add(a, b, out=c))
    show("add f32 row broadcast", lambda: torch.add(square(a), b[:16384], out=square(c)))
    left = a.view(64, 256, 64, 256).permute(0, 2, 1, 3)
    right = b.view(64, 64, 256, 256).permute(1, 0, 2, 3)
    show("add f32 permuted", lambda: torch.add(left, right, out=c.view(64, 64, 256, 256)))
    truth = torch.empty(GIB // 2, device=device, dtype=torch.bool)
    show("lt f16", lambda: torch.lt(half(a, torch.float16), half(b, torch.float16), out=truth))
    # An affine map without its addend moves the same bytes.
    show("affine f32", lambda: torch.mul(a, 1.5, out=c))
    half_c, half_a = half(c, torch.float16)[: GIB // 4], half(a, torch.float16)[: GIB // 4]
    show("cast f32 f16", lambda: half_c.copy_(a))
    show("cast f16 f32", lambda: c.copy_(half_a))
    show("cast u8 f32", lambda: c.copy_(mask))
    show("where u8 f32", lambda: torch.where(mask.view(torch.bool), a, b, out=c))
    show("fill f32", lambda: c.fill_(1.5))
    matrix, halves = a.view(32768, 8192), half(a, torch.float16).view(65536, 8192)
    show("sum f32 rows", lambda: matrix.sum(1))
    show("sum f32 columns", lambda: matrix.sum(0))
    show("sum f32 of 2^26 to one", lambda: a[: 1 << 26].sum())
    show("argmax f16 rows", lambda: halves.argmax(1))
    rows, half_rows = a.view(65536, 4096), half(a, torch.float16).view(131072, 4096)
    weight, half_weight = b[:4096], half(b, torch.float16)[:4096]
    show("softmax f32", lambda: torch.softmax(rows, -1, out=c.view(65536, 4096)))
    norm = torch.nn.functional.rms_norm
    show("RMS norm f32", lambda: norm(rows, (4096,), weight, 1e-5))
    show("RMS norm f16", lambda: norm(half_rows, (4096,), half_weight, 1e-5))
    show("layer norm f32", lambda: torch.nn.functional.layer_norm(rows, (4096,), weight, b[65536:69632], 1e-5))
    images = a.view(64, 256, 128, 128)
    pixels = half(a, torch.float16)[: 32 * 128 * 56 * 56].view(32, 128, 56, 56)
    taps = half(b, torch.float16)[: 128 * 128 * 9].view(128, 128, 3, 3)
    show("conv2d f16 3x3", lambda: torch.nn.functional.conv2d(pixels, taps, padding=1))
    show("max pool f32 2x2", lambda: torch.nn.functional.max_pool2d(images, 2))
    quarter = a[: GIB // 16].view(64, 256, 64, 64)
    show("upsample nearest f32", lambda: torch.nn.functional.interpolate(quarter, scale_factor=2))
    numbers = torch.rand(65536, 1024, device=device)
    show("argsort f32", lambda: torch.argsort(numbers, dim=-1))
    row_ids = torch.randint(1 << 20, (1 << 20,), device=device, dtype=torch.int32)
    table, picked = half(a, torch.float16).view(1 << 20, 512), half(c, torch.float16).view(1 << 20, 512)
    show("index_select f16", lambda: torch.index_select(table, 0, row_ids, out=picked))
    ids = torch.randint(8192, (GIB // 4,), device=device)
    for dim, shape in ((1, (32768, 8192)), (0, (8192, 32768))):
        show(f"gather f32 dim {dim}", lambda: torch.gather(a.view(shape), dim, ids.view(shape), out=c.view(shape)))
        show(f"scatter_add f32 dim {dim}", lambda: c.view(shape).scatter_add_(dim, ids.view(shape), a.view(shape)))
    for count in (4096, 65536, 1 << 20):
        show(f"exp f32 of {count}", lambda: torch.exp(a[:count], out=c[:count]))


if __name__ == "__main__":
    main()
