"""Builds and runs CUDA programs of another project, judges their results, and prints a table.

The list of programs has one line for each program:

    NAME [SECONDS]: SOURCE... [OPTION]... [-- ARGUMENT... [-- FILE...]]

Paths are relative to the project's checkout. SECONDS is the time limit for building and running; the default is 300. Empty
lines and lines that begin with # are skipped. A program runs in the folder of its first source, because most programs have
paths of their data relative to it. FILEs are files that the program writes there; their contents are compared like output.

A program is right if it exits with 0, its output contains no words that report a failure, and no kernel failed, unless it
says that this was expected. If the folder of recorded outputs has a file for it, the output must also be the same. Lines about
times, rates and the device differ on each machine, so they are not compared. Numbers may differ by the tolerance, except whole
ones. A program is doubtful if nothing contradicts that it is right, but little shows it: it called a function that the
emulated device does not serve, or no line of its output can be compared and it does not report success.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time

FAILURE = re.compile(r"\b(fail(ed|ure)?|mismatch(es)?|incorrect|wrong|error code)\b|\bnot (correct|equal)\b|result\s*=\s*fail", re.I)
# "0 errors", "failed: 0", "no mismatch" and "failed as expected" report success.
NO_FAILURE = re.compile(r"\bfail\w* as expected|\b(0|no|without|zero)\s+\w*\s*(fail|error|mismatch|wrong|incorrect)|(fail\w*|errors?|mismatch\w*)\s*[:=]\s*0\b", re.I)
# Words by which programs report that their own checks passed.
SUCCESS = re.compile(r"\b(pass(ed)?|success(ful(ly)?)?|correct|ok|done|matches?)\b", re.I)
# Lines with these words are not compared, because they depend on the machine or the run.
VARIES = re.compile(
    r"\d\s*s\b|\b(ms|msec|sec|secs|seconds?|milliseconds?|usec|us|ns|[gmk]b/s|[gmk]ib/s|[gm]?flops?(/s)?|gflop/s|fps|hz|mhz|ghz)\b|\btimes?\b|\btook\b|elapsed|bandwidth"
    r"|throughput|speedup|performance|\bgpu\b|\bdevices?\b|compute capability|cuda|nvidia|driver|0x[0-9a-f]+|\bpid\b|\bemulated\b|texture alignment"
    r"|\bmax(imum)? threads? (per|dimension)|multi ?processor|\bSMs?\b|\bmemory\b|\bclocks?\b|\bcycles?\b",
    re.I)
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?\b(?:nan|inf)\b", re.I)
# The line with which libamdhip64 begins its work. Everything before may be of the compiler.
STARTED = re.compile(r"^rocm-bindgen hip: this is not a GPU.*$", re.M)
# Messages of libamdhip64 that do not begin with the function that failed are about work that failed later: kernels and copies.
FAULT = re.compile(r"^rocm-bindgen hip: (?!this is not a GPU|\w*hip\w*: )(.*)$", re.M)
EXPECTED = re.compile(r"\bas expected\b", re.I)
# CUDA's samples exit with 2 (EXIT_WAIVED) if the device lacks the feature that they show.
WAIVED = 2


class Program:
    def __init__(self, line, number, path):
        head, separator, rest = line.partition(":")
        words = head.split()
        if not separator or not words or len(words) > 2 or (len(words) == 2 and not words[1].isdigit()):
            sys.exit(f"{path}:{number}: expected 'NAME [SECONDS]: SOURCE... [-- ARGUMENT...]'")
        self.name = words[0]
        self.seconds = int(words[1]) if len(words) == 2 else 300
        tokens = shlex.split(rest)
        groups = [[]]
        for token in tokens:
            if token == "--" and len(groups) < 3:
                groups.append([])
            else:
                groups[-1].append(token)
        self.build, self.arguments, self.files = groups + [[]] * (3 - len(groups))
        if not self.build or self.build[0].startswith("-"):
            sys.exit(f"{path}:{number}: '{self.name}' has no source")

    def folder(self, checkout):
        return (checkout / self.build[0]).parent

    def words(self, checkout):
        """The sources and options, with paths of the checkout made absolute."""
        result = []
        for word in self.build:
            option = re.match(r"(-I|-L|-include=)(?=.)", word)
            prefix = option[0] if option else ""
            path = word[len(prefix):]
            is_path = option or not word.startswith("-")
            result.append(prefix + str((checkout / path).resolve()) if is_path and (checkout / path).exists() else word)
        return result


def read_list(path):
    programs = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            programs.append(Program(line, number, path))
    names = [program.name for program in programs]
    for name in names:
        if names.count(name) > 1:
            sys.exit(f"{path}: two programs are named '{name}'")
    return programs


def execute(argv, folder, seconds, environment=None):
    """Returns the exit status (None after a timeout), stdout and stderr. Processes that the program left are killed, too."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(argv, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                   start_new_session=True)
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
        return status, texts[0], texts[1]


def execute_program(argv, program, checkout):
    """Like execute(), with the files that the program writes as part of its output."""
    folder = program.folder(checkout)
    for name in program.files:
        (folder / name).unlink(missing_ok=True)
    # own_messages() needs the line that this variable silences.
    environment = {name: value for name, value in os.environ.items() if name != "ROCM_BINDGEN_HIP_QUIET"}
    status, out, err = execute(argv, folder, program.seconds, environment)
    for name in program.files:
        file = folder / name
        out += file.read_text(errors="replace") if file.exists() else f"{name} was not written\n"
    return status, out, err


# The lines that are compared, with runs of spaces reduced to one.
def compared_lines(text):
    return [" ".join(line.split()) for line in text.splitlines() if line.strip() and not VARIES.search(line)]


def same_number(one, other, tolerance):
    # Whole numbers are counts, indices or checksums.
    if not re.search(r"[.eni]", one + other, re.I):
        return int(one) == int(other)
    # NaN equals NaN here. Below 0.001, the tolerance is absolute.
    a, b = float(one), float(other)
    if a != a or b != b:
        return a != a and b != b
    return a == b or abs(a - b) <= tolerance * max(abs(a), abs(b), 1e-3)


def same_line(one, other, tolerance):
    if NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other))
    return all(same_number(a, b, tolerance) for a, b in pairs)


def difference(expected, actual, tolerance):
    """Describes the first difference between two lists of lines. Returns None if they agree."""
    for one, other in zip(expected, actual):
        if not same_line(one, other, tolerance):
            return f"prints '{other}', not '{one}'"
    if len(expected) != len(actual):
        return f"prints {len(actual)} comparable lines, not {len(expected)}"
    return None


def compare(expected, actual, tolerance):
    """Compares a program's output with the recorded one. Returns the result, as a word for the table, and a reason."""
    text, expected, actual = actual, compared_lines(expected), compared_lines(actual)
    if not expected and not actual:
        nothing = "no line of the output can be compared"
        return ("ok", f"by its own words; {nothing}") if SUCCESS.search(text) else ("doubtful", nothing)
    lines = f"{len(actual)} line{'' if len(actual) == 1 else 's'} compared"
    found = difference(expected, actual, tolerance)
    if not found:
        return "ok", f"same output as recorded, {lines}"
    # Workgroups print in any order.
    if not difference(sorted(expected), sorted(actual), tolerance):
        return "ok", f"same lines as recorded, in another order, {lines}"
    return "differs", found


# The first error of a compiler or of the program, without the path at its start.
def first_error(text):
    for line in text.splitlines():
        if re.search(r"\berror\b", line):
            return re.sub(r"^\S*/", "", line.strip())
    lines = text.strip().splitlines()
    return lines[-1] if lines else "no message"


# The first line in which the program reports a failure.
def failure_words(text):
    for line in text.splitlines():
        if FAILURE.search(line) and not NO_FAILURE.search(line):
            return line.strip()
    return None


# The message of libamdhip64 about something that the emulated device does not serve, which explains most failures.
def unserved(text):
    match = re.search(r"(\w+): not supported by the emulated device|(\S.*) (?:is|are) not served", text)
    return match[0] if match else None


# What the program itself wrote to stderr after it began to use the device.
def own_messages(err):
    started = STARTED.search(err)
    lines = err[started.end():].splitlines() if started else []
    return "\n".join(line for line in lines if not line.startswith("rocm-bindgen"))


def judge(status, out, err, expected, tolerance):
    """Returns the result of a program that has run, as a word for the table and a reason."""
    reason = unserved(err)
    suffix = f" ({reason})" if reason else ""
    if status is None:
        return "timeout", "ran out of time" + suffix
    if status < 0:
        return "crash", signal.Signals(-status).name + suffix
    # Other programs exit with the same status if they fail, so the output must also state that something is not supported.
    if status == WAIVED and re.search(r"waiv|not support|requires", out + err, re.I):
        return "waived", failure_words(out) or out.strip().splitlines()[-1] + suffix
    if status != 0:
        return "fails", f"exit status {status}" + (suffix or f": {first_error(err or out)}")
    expects_failure = EXPECTED.search(out) is not None
    # A kernel's assert() writes to stderr as well.
    words = failure_words(out) or (None if expects_failure else failure_words(own_messages(err)))
    if words:
        return "fails", f"says '{words}'" + suffix
    # The program may have ignored the error.
    fault = FAULT.search(err)
    if fault and not expects_failure:
        return "fails", f"exit status 0 after {fault[1]}"
    if expected is not None:
        result, words = compare(expected, out, tolerance)
        return (result, words) if result == "ok" else (result, words + suffix)
    if reason:
        return "doubtful", f"exit status 0, but {reason}"
    return "ok", "by its own words" if SUCCESS.search(out) else "exit status 0"


def run_translated(program, options, scratch):
    binary = scratch / program.name
    argv = [options.tool, "run", *program.words(options.checkout), "--driver", f"emulated:{options.arch}", "--arch",
            options.arch, "-o", str(binary)]
    if options.cache_dir:
        argv += ["--cache-dir", options.cache_dir]
    status, out, err = execute_program(argv + ["--", *program.arguments], program, options.checkout)
    if not binary.exists():
        return ("timeout", "building took too long") if status is None else ("does not build", first_error(err))
    out = out.replace(str(binary), program.name)
    if not options.recorded:
        return judge(status, out, err, None, options.tolerance)
    file = options.recorded / f"{program.name}.out"
    if file.exists():
        return judge(status, out, err, file.read_text(errors="replace"), options.tolerance)
    result, reason = judge(status, out, err, None, options.tolerance)
    return result, f"{reason}; {file.name} is missing"


def record(program, options, scratch):
    binary = scratch / program.name
    argv = [options.nvcc, *program.words(options.checkout), "-o", str(binary), f"-arch={options.arch}"]
    status, out, err = execute(argv, program.folder(options.checkout), program.seconds)
    if status != 0:
        return "does not build", first_error(err or out)
    status, out, err = execute_program([str(binary), *program.arguments], program, options.checkout)
    result = judge(status, out, err, None, options.tolerance)
    if result[0] == "ok":
        # The program's path differs on each machine.
        (options.recorded / f"{program.name}.out").write_text(out.replace(str(binary), program.name))
    return result


def print_row(row):
    name, result, reason, seconds = row
    shown = reason.replace("|", "\\|")
    print(f"| {name} | {result} | {shown[:160]} | {seconds:.1f} |", flush=True)


def run_all(programs, options, step):
    """Runs the step on every program, prints a table with a row for each, and returns the results."""
    print("| program | result | reason | seconds |\n|---|---|---|---|")
    results = []
    with tempfile.TemporaryDirectory() as scratch:
        def timed(program):
            start = time.monotonic()
            result, reason = step(program, options, pathlib.Path(scratch))
            return program.name, result, reason, time.monotonic() - start

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for row in pool.map(timed, programs):
                print_row(row)
                results.append(row[1])
    return results


def print_counts(results):
    counts = sorted(((results.count(result), result) for result in set(results)), reverse=True)
    print("\n" + ", ".join(f"{count} {result}" for count, result in counts))


def absolute(program):
    """A program's path; a name without a slash is searched in PATH and stays as it is."""
    return str(pathlib.Path(program).resolve()) if program and "/" in program else program


def main():
    parser = argparse.ArgumentParser(prog=os.environ.get("PROGRAM_NAME"), description="Builds and runs CUDA programs of a checkout.")
    parser.add_argument("checkout", type=pathlib.Path, help="folder of the programs")
    parser.add_argument("list", type=pathlib.Path, help="file with a line 'NAME [SECONDS]: SOURCE... [-- ARGUMENT...]' per program")
    parser.add_argument("--recorded", type=pathlib.Path, help="folder with NAME.out files of a run on an NVIDIA GPU")
    parser.add_argument("--tool", default="rocm-bindgen", help="the rocm-bindgen to use")
    parser.add_argument("--nvcc", help="record the outputs of programs that this nvcc builds, instead of comparing")
    parser.add_argument("--arch", help="target (default: gfx1100, with --nvcc: native)")
    parser.add_argument("--cache-dir", help="for rocm-bindgen run")
    parser.add_argument("--tolerance", type=float, default=1e-3, help="relative difference of numbers that are not whole (default: 0.001)")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="programs at a time")
    options = parser.parse_args()
    # Programs run in folders of their own, where relative paths would name something else.
    options.checkout = options.checkout.resolve()
    options.tool, options.nvcc = absolute(options.tool), absolute(options.nvcc)
    if options.cache_dir:
        options.cache_dir = str(pathlib.Path(options.cache_dir).resolve())
    options.arch = options.arch or ("native" if options.nvcc else "gfx1100")
    if options.nvcc:
        if not options.recorded:
            parser.error("--nvcc needs --recorded, the folder for the outputs")
        options.recorded.mkdir(parents=True, exist_ok=True)
    results = run_all(read_list(options.list), options, record if options.nvcc else run_translated)
    print_counts(results)
    return 0 if all(result == "ok" for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
