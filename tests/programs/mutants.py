"""Makes errors on purpose (mutations) in the device headers and the rules, one at a time, and counts how many of them the programs
notice.

The mutations are drawn with a fixed seed, in turn from each kind and, within a kind, from different files:

    constant    a constant is changed
    arguments   the last two arguments of a call are swapped
    lane        a lane or an index is off by one, or a comparison includes its limit
    mask        a mask has another width, or a field another position
    rounding    a number is rounded in another direction
    rule        a CUDA name is translated to another HIP name of the same kind and header

A mutant of a header is a folder with the changed header, which the compiler searches first. A mutant of a rule is a copy of
the programs in which the CUDA name is replaced by the wrong HIP name. hipify replaces a name by its rule token by token and
keeps names of HIP, so the copy is translated as the original would be with the changed rule. This is checked for each drawn rule:
the copy with the right HIP name must translate to the same text as the original.

Places for which no program has machine code, according to the line tables of their device and host code, are skipped. A mutant is
caught if a program that uses the place fails: it exits with another status than 0, prints FAIL, crashes, or runs out of time.
A mutant with which a program does not compile is invalid, because the compiler finds it without any test. A mutant that
changes no compiled program is unused. Invalid and unused mutants are replaced by further draws.
"""

import argparse
import collections
import dataclasses
import difflib
import json
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import mutant_places
from mutant_places import Place

KINDS = ("constant", "arguments", "lane", "mask", "rounding", "rule")
# A wrong name is taken from this number of rules with the most similar names.
SIMILAR_RULES = 5
# A program that only waits uses no processor time, so there is also a limit of elapsed time, in multiples of --seconds.
ELAPSED_LIMIT = 10
# The folder that line tables have for the tool's headers.
EMBEDDED = "/rocm-bindgen-embedded/device/"


@dataclasses.dataclass
class Outcome:
    """How a program ended: whether it was built, why it failed (None: it passed), and the program file's contents."""
    built: bool
    failure: str
    binary: bytes = b""


# ---- The programs. ----

def read_programs(folder):
    """The sources of each program by its name: files two levels deep, and folders of several translation units."""
    programs = {str(path.relative_to(folder).with_suffix("")): [path] for path in sorted(folder.glob("*/*.cu"))}
    for main in sorted(folder.glob("units/*/main.cu")):
        # This program needs -rdc=true, with which all code objects of a program are one.
        if main.parent.name != "relocatable":
            programs[str(main.parent.relative_to(folder))] = sorted(main.parent.glob("*.cu"))
    return programs


def project_text(path):
    """The text of a source and of the project's headers that it includes."""
    seen, pending, text = set(), [path], ""
    while pending:
        file = pending.pop()
        if file in seen or not file.exists():
            continue
        seen.add(file)
        own = file.read_text()
        text += own
        pending += [(file.parent / name).resolve() for name in re.findall(r'#\s*include\s*"([^"]+)"', own)]
    return text


class Tool:
    """rocm-bindgen, the programs, and their outcomes without any mutation."""

    def __init__(self, options, scratch):
        self.options, self.scratch = options, scratch
        self.programs = read_programs(options.programs)
        # Outcomes by the program's name; with_lines is for builds with line tables, and also has the lines that have code.
        self.unchanged, self.with_lines = {}, {}

    def command(self, *words, folder=None):
        extra = ["--cache-dir", str(self.options.cache_dir)] if self.options.cache_dir else []
        result = subprocess.run([self.options.tool, *words, *extra], cwd=folder, capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"mutants.py: rocm-bindgen {' '.join(words)}: {result.stderr.strip()}")
        return result.stdout

    def run(self, name, root, include=None, flags=()):
        """Builds and runs a program below `root`. Paths are relative, so that they do not change the program file."""
        binary = self.scratch / "program"
        binary.unlink(missing_ok=True)
        sources = [str(path.relative_to(self.options.programs)) for path in self.programs[name]]
        argv = [self.options.tool, "run", *sources, "--arch", self.options.arch, "--driver", f"emulated:{self.options.arch}", "-j", "1",
                "-o", str(binary)]
        argv += [*flags, *(["-I", str(include)] if include else [])]
        argv += ["--cache-dir", str(self.options.cache_dir)] if self.options.cache_dir else []
        seconds = self.options.seconds
        with tempfile.TemporaryFile() as output:
            # A limit of processor time does not depend on what else the machine does. Each compiler process has its own.
            process = subprocess.Popen(argv, cwd=root, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                       start_new_session=True,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)))
            try:
                status = process.wait(seconds * ELAPSED_LIMIT)
            except subprocess.TimeoutExpired:
                status = None
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            output.seek(0)
            text = output.read().decode(errors="replace")
        if not binary.exists():
            # The compiler's error, without the path at its start.
            return Outcome(False, re.sub(r"^\S*/", "", first_line(text, r"\berror\b") or "not built"))
        return Outcome(True, failure_of(status, text), binary.read_bytes())

    def run_unchanged(self, name):
        if name not in self.unchanged:
            self.unchanged[name] = self.run(name, self.options.programs)
        return self.unchanged[name]

    def run_with_lines(self, name):
        """Runs a program without any change. Returns its outcome, and the lines of headers for which it has machine code."""
        if name not in self.with_lines:
            outcome = self.run(name, self.options.programs, flags=["-gline-tables-only"])
            self.with_lines[name] = outcome, self.lines_with_code(outcome.binary)
        return self.with_lines[name]

    def lines_with_code(self, binary):
        found, file = set(), self.scratch / "object"
        # The program's file begins with its host code, and contains the code object.
        for match in re.finditer(b"\x7fELF\x02\x01\x01", binary):
            file.write_bytes(binary[match.start():])
            dump = subprocess.run([self.options.dwarfdump, "--debug-line", "--debug-info", str(file)], capture_output=True, text=True).stdout
            found |= mutant_places.lines_with_code(dump, EMBEDDED)
        return found


def first_line(text, pattern):
    return next((line.strip() for line in text.splitlines() if re.search(pattern, line)), None)


def failure_of(status, text):
    words = first_line(text, "FAIL")
    # None is the limit of elapsed time. At the limit of processor time, which is both soft and hard, Linux may send either signal.
    if status is None or status in (-signal.SIGXCPU, -signal.SIGKILL):
        return "time limit"
    if status < 0:
        return signal.Signals(-status).name
    return words or (f"exit status {status}" if status else None)


# ---- The candidates. ----

@dataclasses.dataclass
class Originals:
    """The folder of the tool's headers, and the path of the header that each continues with by #include_next."""
    folder: pathlib.Path
    following: dict

    def text(self, file, change=lambda text: text):
        """A header's text for another folder, from which #include_next would find the original again."""
        text = change((self.folder / file).read_text())
        return re.sub(r"#include_next <([^>]+)>", lambda match: f'#include "{self.following[file]}"' if file in self.following else match[0], text)


def used_header_places(tool, texts):
    """The mutations of lines of headers that programs use, and the programs that use each line."""
    flags = shlex.split(tool.command("hipify", "--compile-flags", str(next(iter(tool.programs.values()))[0])))
    folder = pathlib.Path(flags[flags.index("-isystem") + 1])
    headers = {str(path.relative_to(folder)): mutant_places.Header(path.read_text()) for path in sorted(folder.rglob("*")) if path.is_file()}
    # nvcc includes its runtime header implicitly.
    includes = sorted({"#include <cuda_runtime.h>"} | {line for text in texts.values() for line in re.findall(r"#\s*include\s*<[^>]+>", text)})
    everything = preprocessed(tool, includes, flags)
    words = {name: mutant_places.names_of(text) for name, text in texts.items()}
    users = mutant_places.used_lines(words, mutant_places.definitions_of(everything, str(folder)), headers)
    places = []
    for file in sorted({file for file, _ in users}):
        places += mutant_places.places_of(file, headers[file], {line for name, line in users if name == file})
    return Originals(folder, following_headers(everything, folder, headers)), places, users


def following_headers(text, folder, headers):
    """The path of the header that each header of the folder continues with by #include_next, from a preprocessed text."""
    paths = dict.fromkeys(re.findall(r'^# \d+ "(/[^"]+)"', text, re.M))
    return {file: path for path in paths if not path.startswith(f"{folder}/") for file in headers
            if path.endswith("/" + file) and "#include_next" in headers[file].text}


def preprocessed(tool, includes, flags):
    source, translated = tool.scratch / "includes.cu", tool.scratch / "translated.cu"
    source.write_text("\n".join(includes) + "\n")
    translated.write_text(tool.command("hipify", str(source)))
    argv = [tool.options.clang, "-x", "hip", "--cuda-device-only", f"--offload-arch={tool.options.arch}", "-E", *flags, str(translated)]
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout


def used_rule_places(rules, texts):
    """For each rule of a name that programs use, the wrong names. Wrong types and headers would not compile."""
    used = {}
    for name, text in texts.items():
        for word in mutant_places.names_of(text):
            used.setdefault(word, []).append(name)
    places, users = [], {}
    for table in sorted(rules.glob("*.tsv")):
        rows = [(number, line.split("\t")) for number, line in enumerate(table.read_text().splitlines(), 1)]
        rows = [(number, row) for number, row in rows if len(row) > 3 and row[1] and row[3] in ("function", "enumerator")]
        groups = {}
        for _, row in rows:
            groups.setdefault((row[2], row[3]), set()).add(row[1])
        for number, row in rows:
            if row[0] not in used:
                continue
            others = difflib.get_close_matches(row[1], sorted(groups[row[2], row[3]] - {row[1]}), SIMILAR_RULES, 0)
            for other in others:
                places.append(Place("rule", table.name, number, 0, 0, f"{row[0]} -> {row[1]}", f"{row[0]} -> {other}"))
            users[table.name, number] = dict.fromkeys(sorted(used[row[0]], key=lambda name: (len(texts[name]), name)), set())
    return places, users


def drawn(places, kinds, seed):
    """Yields the places in the order in which they are tried: the kinds in turn, and for each kind its files in turn."""
    chance = random.Random(seed)
    queues = []
    for kind in kinds:
        files = {}
        for place in places:
            if place.kind == kind:
                files.setdefault(place.file, []).append(place)
        order = sorted(files)
        chance.shuffle(order)
        for file in order:
            chance.shuffle(files[file])
        queue = collections.deque()
        while any(files.values()):
            queue.extend(files[file].pop() for file in order if files[file])
        queues.append(queue)
    while any(queues):
        yield from [queue.popleft() for queue in queues if queue]


# ---- One mutant. ----

def mutate_header(tool, originals, place):
    """Returns a folder with only the changed header. Headers include it in angle brackets or by a path that begins in the folder.
    The headers that are in no subfolder would find the original next to themselves, so these are in the folder, too."""
    shadow = tool.scratch / "headers"
    shutil.rmtree(shadow, ignore_errors=True)
    (shadow / place.file).parent.mkdir(parents=True)
    for other in originals.folder.glob("*"):
        if other.is_file() and ("#include_next" not in other.read_text() or other.name in originals.following):
            (shadow / other.name).write_text(originals.text(other.name))
    end = place.offset + place.length
    (shadow / place.file).write_text(originals.text(place.file, lambda text: text[:place.offset] + place.new + text[end:]))
    return shadow


def mutate_programs(tool, old, new):
    """Returns a copy of the programs in which a name is replaced."""
    copy = tool.scratch / "programs"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(tool.options.programs, copy)
    for path in copy.rglob("*.cu*"):
        text = path.read_text()
        for token in reversed([token for token in mutant_places.tokens_of(text) if token.text == old]):
            text = text[:token.offset] + new + text[token.offset + len(old):]
        path.write_text(text)
    return copy


def is_plain_rule(tool, name, cuda, hip):
    """Whether hipify does nothing else with this name than to replace it."""
    source = tool.programs[name][0].relative_to(tool.options.programs)
    original = tool.command("hipify", str(source), folder=tool.options.programs)
    return original == tool.command("hipify", str(source), folder=mutate_programs(tool, cuda, hip))


def judge(tool, place, users, originals):
    """Returns a mutant's result, the program that decided it, and the reason."""
    include, root = None, tool.options.programs
    if not users:
        return "unused", "", ""
    if place.kind == "rule":
        cuda, right = place.old.split(" -> ")
        first = next(iter(users))
        if not is_plain_rule(tool, first, cuda, right):
            return "invalid", first, "hipify does more than replace the name"
        root = mutate_programs(tool, cuda, place.new.split(" -> ")[1])
    else:
        include = mutate_header(tool, originals, place)
    survived = []
    for name in programs_to_try(tool, place, users):
        outcome = tool.run(name, root, include)
        if not outcome.built:
            return "invalid", name, outcome.failure
        if outcome.failure:
            return "caught", name, outcome.failure
        if outcome.binary != tool.run_unchanged(name).binary:
            survived.append(name)
    return ("survives", ", ".join(survived), "") if survived else ("unused", "", "")


def programs_to_try(tool, place, users):
    """Yields programs that use the place and that pass without any change. Programs with machine code for the place come first. The others
    follow, because an optimised program's line table does not have every line. If no program has machine code for it, none is
    yielded."""
    without_code, tried = [], 0
    # Programs that were already built come first.
    for name in sorted(users, key=lambda name: name not in tool.with_lines):
        if tried == tool.options.tries:
            return
        outcome, lines = tool.run_with_lines(name)
        if not outcome.built or outcome.failure:
            continue
        if users[name] and not any((place.file, line) in lines for line in users[name]):
            without_code.append(name)
            continue
        tried += 1
        yield name
    if tried > 0:
        yield from without_code[:tool.options.tries - tried]


def judge_all(tool, places, users, originals, options):
    """Judges mutants until enough of them count, and prints a row for each."""
    print("| mutant | file:line | change | result | by program | seconds |\n|---|---|---|---|---|---|", flush=True)
    counts, counted_places = collections.Counter(), []
    for number, place in enumerate(places, 1):
        if counts["caught"] + counts["survives"] == options.count:
            break
        start = time.monotonic()
        result, name, reason = judge(tool, place, users.get((place.file, place.line), {}), originals)
        counts[result] += 1
        if result in ("caught", "survives"):
            counted_places.append(place)
        if result == "unused":
            continue
        cells = [f"{number} {place.kind}", f"{place.file}:{place.line}", f"`{place.old}` to `{place.new}`", result,
                 name + (f": {reason[:100]}" if reason else ""), f"{time.monotonic() - start:.0f}"]
        print("| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |", flush=True)
    return counts, counted_places


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(prog=os.environ.get("PROGRAM_NAME"), description="Counts which errors the programs notice.")
    parser.add_argument("--programs", type=pathlib.Path, default=here, help="folder of the programs (default: the script's)")
    parser.add_argument("--rules", type=pathlib.Path, default=here.parents[1] / "lib/hipify/rules", help="folder of the tables of names")
    parser.add_argument("--tool", default="rocm-bindgen", help="the rocm-bindgen to use; its headers are the ones that are changed")
    parser.add_argument("--clang", default="clang++-19", help="the clang++ that preprocesses headers (default: clang++-19)")
    parser.add_argument("--dwarfdump", default="llvm-dwarfdump-19", help="the llvm-dwarfdump that prints line tables (default: llvm-dwarfdump-19)")
    parser.add_argument("--arch", default="gfx1100", help="target (default: gfx1100)")
    parser.add_argument("--cache-dir", type=pathlib.Path, help="for rocm-bindgen")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: 1)")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="kinds to draw (default: all)")
    parser.add_argument("--count", type=int, default=40, help="number of mutants that count (default: 40)")
    parser.add_argument("--least", type=int, default=32, help="number of mutants that must be caught (default: 32)")
    parser.add_argument("--tries", type=int, default=6, help="number of programs that a mutant is tried with (default: 6)")
    parser.add_argument("--seconds", type=int, default=60, help="limit of a program's processor time (default: 60)")
    parser.add_argument("--save", type=pathlib.Path, help="write the mutants that count to a file")
    parser.add_argument("--again", type=pathlib.Path, help="judge the mutants of a file that --save wrote, instead of drawing")
    parser.add_argument("--show", action="store_true", help="print all places in the order of the draw, and judge none")
    options = parser.parse_args()
    options.programs = options.programs.resolve()
    with tempfile.TemporaryDirectory() as scratch:
        tool = Tool(options, pathlib.Path(scratch))
        texts = {name: "".join(project_text(path) for path in paths) for name, paths in tool.programs.items()}
        originals, places, users = used_header_places(tool, texts)
        rule_places, rule_users = used_rule_places(options.rules, texts)
        users |= rule_users
        order = drawn(places + rule_places, options.kinds, options.seed)
        if options.again:
            order = [Place(**place) for place in json.loads(options.again.read_text())]
        if options.show:
            print("\n".join(f"{place.kind} {place.file}:{place.line} `{place.old}` to `{place.new}`" for place in order))
            return 0
        counts, counted_places = judge_all(tool, order, users, originals, options)
    if options.save:
        options.save.write_text(json.dumps([dataclasses.asdict(place) for place in counted_places], indent=1) + "\n")
    total = counts["caught"] + counts["survives"]
    print(f"\n{counts['caught']} of {total} caught, {counts['survives']} survive; "
          f"not counted: {counts['invalid']} invalid, {counts['unused']} unused")
    return 0 if counts["caught"] >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
