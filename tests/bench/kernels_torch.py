"""The cases of kernels_bench.cpp in PyTorch: name and milliseconds, one line each."""

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
    show("transposed copy f32", lambda: square(c).copy_(square(a).t()))
    show("add f32", lambda: torch.add(a, b, out=c))
    show("add f32 row broadcast", lambda: torch.add(square(a), b[:16384], out=square(c)))
    left = a.view(64, 256, 64, 256).permute(0, 2, 1, 3)
    right = b.view(64, 64, 256, 256).permute(1, 0, 2, 3)
    show("add f32 permuted", lambda: torch.add(left, right, out=c.view(64, 64, 256, 256)))
    truth = torch.empty(GIB // 2, device=device, dtype=torch.bool)
    show("lt f16", lambda: torch.lt(half(a, torch.float16), half(b, torch.float16), out=truth))
    show("affine f32", lambda: torch.mul(a, 1.5, out=c))
    half_c, half_a = half(c, torch.float16)[: GIB // 4], half(a, torch.float16)[: GIB // 4]
    show("cast f32 f16", lambda: half_c.copy_(a))
    show("cast f16 f32", lambda: c.copy_(half_a))
    show("cast u8 f32", lambda: c.copy_(mask))
    show("where u8 f32", lambda: torch.where(mask.view(torch.bool), a, b, out=c))
    show("fill f32", lambda: c.fill_(1.5))
    for count in (4096, 65536, 1 << 20):
        show(f"exp f32 of {count}", lambda: torch.exp(a[:count], out=c[:count]))


if __name__ == "__main__":
    main()
