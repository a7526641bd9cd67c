"""Finds the places of the device headers that CUDA programs use, and the mutations that can be made there: the errors that
mutants.py puts into the headers on purpose.

A program uses a function of a header if its text contains the function's name, or if a function that it uses does. The names
are those of the preprocessed text, because macros make many of the functions. A macro is used if one of the functions that it
makes is. Different functions with one name are not distinguished, so each use comes with its evidence: the lines for which the
program has machine code if it uses the place. mutants.py compares them with the compiled programs' line tables.
"""

import bisect
import collections
import dataclasses
import re

TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'"
    r"|0[xX][\da-fA-F']+[uUlL]*|\d[\d']*(?:\.\d*)?(?:[eE][-+]?\d+)?[a-zA-Z]*|\.\d+(?:[eE][-+]?\d+)?[fF]?"
    r"|[A-Za-z_]\w*|<<=|>>=|##|::|->|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||\+\+|--|.", re.S)
NAME = re.compile(r"[A-Za-z_]\w*")
# Words that are not taken for names of functions and constants, mostly because they can come directly before "(". Other keywords need
# not be here: they are seldom the last word before "(" or "=", which declared_names() takes for the declared name.
KEYWORDS = frozenset("if for while switch return sizeof alignof alignas decltype noexcept static_assert catch case else do new delete "
                     "static_cast reinterpret_cast const_cast template typename using __attribute__ __declspec defined throw".split())


@dataclasses.dataclass(frozen=True)
class Token:
    text: str
    offset: int
    line: int


@dataclasses.dataclass(frozen=True)
class Definition:
    """A function, constant or alias of a header: the names by which it is used, the names that it uses, and its lines."""
    names: frozenset
    uses: frozenset
    file: str
    first: int
    last: int
    is_code: bool


@dataclasses.dataclass(frozen=True)
class Place:
    """A mutation: `length` characters of a header at `offset`, the text `old`, are replaced by `new`."""
    kind: str
    file: str
    line: int
    offset: int
    length: int
    old: str
    new: str


def tokens_of(text):
    """The tokens of a text, without spaces, comments and line continuations."""
    starts = [match.end() for match in re.finditer("\n", text)]
    return [Token(match[0], match.start(), bisect.bisect_right(starts, match.start()) + 1) for match in TOKEN.finditer(text)
            if not match[0].isspace() and match[0] != "\\" and not match[0].startswith(("//", "/*"))]


def names_of(text):
    return {token.text for token in tokens_of(text) if NAME.fullmatch(token.text)} - KEYWORDS


def header_texts(preprocessed, folder):
    """Yields the file and the numbered lines of each part of a preprocessed text that comes from a file in the folder."""
    file, number, lines = None, 0, []
    for line in preprocessed.splitlines():
        marker = re.match(r'# (\d+) "([^"]*)"', line)
        if not marker:
            if file:
                lines.append((number, line))
            number += 1
            continue
        now = marker[2][len(folder) + 1:] if marker[2].startswith(folder + "/") else None
        if now != file and lines:
            yield file, lines
            lines = []
        file, number = now, int(marker[1])
    if lines:
        yield file, lines


def numbered_tokens(lines):
    return [Token(token.text, 0, number) for number, line in lines for token in tokens_of(line)]


def end_of(tokens, at, opening, closing):
    """The index after the token that closes the bracket at `at`."""
    depth = 0
    for index in range(at, len(tokens)):
        depth += (tokens[index].text == opening) - (tokens[index].text == closing)
        if depth == 0:
            return index + 1
    return len(tokens)


def without_attributes(tokens):
    result, at = [], 0
    while at < len(tokens):
        if tokens[at].text in ("__attribute__", "__declspec", "alignas", "decltype") and at + 1 < len(tokens):
            at = end_of(tokens, at + 1, "(", ")")
        else:
            result.append(tokens[at])
            at += 1
    return result


def declared_names(declaration, owner):
    """The names by which a declaration is used. An operator is used through its class or the types of its operands."""
    words = [token.text for token in without_attributes(declaration)]
    if "operator" in words:
        at = words.index("operator")
        return frozenset([owner] if owner else [word for word in words[at:] if NAME.fullmatch(word)]) - KEYWORDS - {"operator"}
    # "(" comes first, because default arguments of functions contain "=". A constant that a call initialises gets the call's name
    # for this reason, so it is found by the uses of that function only.
    for mark in ("(", "="):
        if mark in words:
            before = [word for word in words[:words.index(mark)] if NAME.fullmatch(word)]
            return frozenset(before[-1:]) - KEYWORDS
    return frozenset()


def definitions_in(file, tokens, owner=None):
    """The definitions of a header's tokens. Bodies of namespaces and classes are searched, bodies of functions are not."""
    found, declaration, at = [], [], 0
    while at < len(tokens):
        text = tokens[at].text
        if text == "{":
            end = end_of(tokens, at, "{", "}")
            words = [token.text for token in without_attributes(declaration)]
            scope = {"namespace", "class", "struct", "union"} & set(words)
            if scope and "(" not in words and "=" not in words:
                names = [word for word in words[words.index(min(scope, key=words.index)) + 1:] if NAME.fullmatch(word)]
                found += definitions_in(file, tokens[at + 1:end - 1], owner if "namespace" in scope else names[0] if names else owner)
                declaration = []
            elif "(" in words and "=" not in words[:words.index("(")]:
                found.append(definition(file, declaration + tokens[at:end], declared_names(declaration, owner)))
                declaration = []
            else:
                declaration += tokens[at:end]
            at = end
            continue
        if text == ";":
            words = [token.text for token in declaration]
            if "=" in words and ("constexpr" in words or "using" in words or "const" in words):
                found.append(definition(file, declaration, declared_names(declaration, owner)))
            declaration = []
        elif text == ":" and declaration and declaration[-1].text in ("public", "private", "protected"):
            declaration = []
        else:
            declaration.append(tokens[at])
        at += 1
    return found


def definition(file, tokens, names):
    uses = frozenset(token.text for token in tokens if NAME.fullmatch(token.text)) - KEYWORDS
    return Definition(names, uses, file, tokens[0].line, tokens[-1].line, tokens[-1].text == "}")


def definitions_of(preprocessed, folder):
    """The definitions of the folder's headers in a preprocessed text."""
    texts = {}
    for file, lines in header_texts(preprocessed, folder):
        texts.setdefault(file, []).extend(lines)
    return [one for file, lines in texts.items() for one in definitions_in(file, numbered_tokens(lines))]


def used_by(names, by_name):
    """The definitions that a text with these names uses, each with its depth: 0 if the text itself uses it, 1 if such a definition
    uses it, and so on. The depth is that of the shortest such chain."""
    depths, frontier, seen, depth = {}, set(names), set(names), 0
    while frontier:
        following = set()
        for name in sorted(frontier):
            for one in by_name.get(name, ()):
                if one not in depths:
                    depths[one] = depth
                    following |= one.uses
        frontier = following - seen
        seen |= following
        depth += 1
    return depths


class Header:
    """A header's text, and the macros that it defines."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokens_of(text)
        self.names = collections.defaultdict(set)
        for token in self.tokens:
            self.names[token.line].add(token.text)
        lines = text.splitlines()
        self.directives, self.macros = set(), []
        number = 1
        while number <= len(lines):
            last = number
            while lines[last - 1].endswith("\\") and last < len(lines):
                last += 1
            # Macros with parameters make functions. The lines of all other directives are never changed; object-like macros are mostly
            # renamings, constants and attributes.
            macro = re.match(r"\s*#\s*define\s+(\w+)\(", lines[number - 1])
            if macro:
                self.macros.append((macro[1], number, last))
            elif lines[number - 1].lstrip().startswith("#"):
                self.directives |= set(range(number, last + 1))
            number = last + 1

    def lines_of(self, first, last, function=None):
        """These lines and those of the macros that they use. If one macro makes several functions, only the lines of one of them are
        returned: `function` is a pair of its index and the number of functions."""
        lines, pending = set(), [(first, last)]
        while pending:
            start, end = pending.pop()
            if start in lines:
                continue
            blocks = self.blocks(start, end) if function else []
            if function and len(blocks) == function[1]:
                start, end = blocks[function[0]]
            lines |= set(range(start, end + 1))
            used = set().union(*(self.names[line] for line in range(start, end + 1)))
            for name, begin, stop in self.macros:
                is_latest = not any(other == name and begin < at < start for other, at, _ in self.macros)
                if name in used and begin < start and is_latest:
                    pending.append((begin, stop))
        return lines - self.directives

    def blocks(self, first, last):
        """The lines of the functions in a macro's body."""
        result, depth, start = [], 0, None
        for token in self.tokens:
            if first < token.line <= last:
                start = start or token.line
                depth += (token.text == "{") - (token.text == "}")
                if token.text == "}" and depth == 0:
                    result.append((start, token.line))
                    start = None
        return result


def lines_by_definition(definitions, headers):
    """For each definition, a map from each of its lines to the evidence: the lines that have machine code if that line is used."""
    on_line = {}
    for one in definitions:
        on_line.setdefault((one.file, one.first), []).append(one)
    result = {}
    for one in definitions:
        together = on_line[one.file, one.first]
        function = (together.index(one), len(together)) if one.first == one.last and len(together) > 1 else None
        lines = headers[one.file].lines_of(one.first, one.last, function)
        # Code that a macro makes has the line at which the macro is used.
        result[one] = {line: {line if one.first <= line <= one.last else one.first} if one.is_code else set() for line in lines}
    return result


def used_lines(programs, definitions, headers):
    """For each (file, line) that programs use: the programs with their evidence, those with the shortest way to it first.
    `programs` maps a name to the names in its text. The evidence is a set of lines of the file. It is empty for constants, for
    which there is no machine code."""
    lines_of, found, by_name = lines_by_definition(definitions, headers), {}, {}
    for one in definitions:
        for name in one.names:
            by_name.setdefault(name, []).append(one)
    for name, words in programs.items():
        for one, depth in used_by(words, by_name).items():
            for line, code in lines_of[one].items():
                ways = found.setdefault((one.file, line), {})
                before, evidence = ways.get(name, (depth, set()))
                ways[name] = min(depth, before), evidence | code
    return {place: {name: ways[name][1] for name in sorted(ways, key=lambda name: (ways[name][0], name))}
            for place, ways in found.items()}


def lines_with_code(dump, folder):
    """The (file, line) pairs of the folder's headers that have code or a call that was inlined, in the line table and the debug
    information that llvm-dwarfdump has printed."""
    found, folders, files, number, caller = set(), {}, {}, None, ""
    for line in dump.splitlines():
        call = re.search(r'DW_AT_call_(file|line)\s+\("?([^")]*)"?\)', line)
        if call and call[1] == "file":
            caller = call[2]
        elif call and caller.startswith(folder):
            found.add((caller[len(folder):], int(call[2])))
        row = re.match(r"0x[\da-f]+ +(\d+) +\d+ +(\d+) ", line)
        if row:
            if row[2] in files:
                found.add((files[row[2]], int(row[1])))
            continue
        entry = re.match(r'include_directories\[ *(\d+)\] = "(.*)"', line) or re.match(r"(file_names)\[ *(\d+)\]", line)
        field = re.match(r' *(name|dir_index): "?([^"]*)"?', line)
        if line.startswith("debug_line["):
            folders, files = {}, {}
        elif entry and entry[1] == "file_names":
            number = entry[2]
        elif entry:
            folders[entry[1]] = entry[2] + "/"
        elif field and field[1] == "name":
            name = field[2]
        elif field:
            path = folders.get(field[2], "") + name
            if path.startswith(folder):
                files[number] = path[len(folder):]
    return found


# The names and calls at which mutations are made.

INDEX = re.compile(r"\w*(lane|rank|index|delta|distance|offset|position|first|last|start|bit)s?_?", re.I)
ROUNDING = {"down": "up", "up": "down", "toward_zero": "down", "kNearest": "kTowardZero", "kTowardZero": "kNearest", "kDown": "kUp",
            "kUp": "kDown", "rounded_down": "rounded_up", "rounded_up": "rounded_down", "rounded_to_even": "rounded_to_zero",
            "rounded_to_zero": "rounded_to_even"}
ROUNDED_CALL = re.compile(r"((?:__builtin_|__ocml_|std::)?)(rint|nearbyint|trunc|floor|ceil|round)(f?|_f32|_f64)")
OTHER_CALL = {"rint": "trunc", "nearbyint": "trunc", "trunc": "rint", "floor": "ceil", "ceil": "floor", "round": "trunc"}
# Calls whose arguments may be swapped without an effect. The words match anywhere in a name, so some other calls are left alone as
# well: `or` is also in store().
COMMUTATIVE = re.compile(r"min|max|add|mul|sum|and|or|xor|same|equal|swap", re.I)
# The tokens between which a name is a value, and not a part of a declaration. "*" and "&" before a name may belong to a pointer or a
# reference type, and "<" after it may begin template arguments, so these are missing.
BEFORE_VALUE = {"(", "[", ",", "=", "+", "-", "/", "%", "|", "^", "<", ">", "<=", ">=", "==", "!=", "<<", ">>", "&&", "||", "?",
                ":", "return", "+=", "-=", "{"}
AFTER_VALUE = {")", "]", ",", ";", "+", "-", "/", "*", "%", "&", "|", "^", "<=", ">=", "==", "!=", "<<", ">>", "&&", "||", "?", ":"}


def integer(text):
    match = re.fullmatch(r"(0[xX][\da-fA-F]+|\d+)([uUlL]*)", text)
    return (int(match[1], 0), match[2]) if match and not re.fullmatch(r"0\d+", match[1]) else None


def replaced(kind, token, new):
    """The mutation that replaces a token: its kind, offset, length and new text."""
    return kind, token.offset, len(token.text), new


# changed_constants(), wrong_masks(), lanes_off_by_one(), wrong_roundings() and swapped_last_arguments() yield each mutation that can be
# made at the token `at`, in the form of replaced().
def changed_constants(tokens, at):
    token = tokens[at]
    number = integer(token.text)
    # A number after "<" is a template argument or a limit. lanes_off_by_one() moves limits: `x <= 4` is `x < 5`.
    if number and not is_mask(tokens, at) and tokens[at - 1].text != "<":
        yield replaced("constant", token, f"{number[0] + 1}{number[1]}")
    elif re.fullmatch(r"\d+\.\d*[fF]?", token.text):
        suffix = token.text[-1] if token.text[-1] in "fF" else ""
        yield replaced("constant", token, f"{float(token.text.rstrip('fF')) + 0.5}{suffix}")


def is_mask(tokens, at):
    text = tokens[at].text
    return bool(re.fullmatch(r"0[xX][fF]{4,}[uUlL]*", text)) or tokens[at - 1].text in ("&", "&=", "%", "<<", ">>", "<<=", ">>=")


def wrong_masks(tokens, at):
    token, number = tokens[at], integer(tokens[at].text)
    if number and is_mask(tokens, at):
        # A narrower mask, or a field that begins one bit too low. Masks of more than 12 bits are taken to be hexadecimal and lose
        # half of their digits, so that the upper half of the lanes or bits is missing; narrower ones lose one bit. The limit is not
        # critical: either way, the mask gets narrower.
        is_shift = tokens[at - 1].text in ("<<", ">>", "<<=", ">>=")
        value = number[0] - 1 if is_shift else number[0] >> (4 * (len(token.text.rstrip("uUlL")) - 2) // 2 if number[0] > 0xfff else 1)
        if number[0] > 0:
            yield replaced("mask", token, f"{value if value < 4096 else hex(value)}{number[1]}")
    # (width - 1), the mask of a section.
    words = [one.text for one in tokens[at:at + 5]]
    if words[:1] == ["("] and words[2:] == ["-", "1", ")"] and NAME.fullmatch(words[1]) and tokens[at - 1].text in ("&", "~"):
        yield replaced("mask", tokens[at + 1], f"{words[1]} / 2")


def lanes_off_by_one(tokens, at):
    token, before = tokens[at], tokens[at - 1].text
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if INDEX.fullmatch(token.text) and before in BEFORE_VALUE and after in AFTER_VALUE:
        yield replaced("lane", token, f"({token.text} + 1)")
    # In this code, a comparison has spaces around it and a list of template arguments has none.
    spaced = at + 1 < len(tokens) and tokens[at - 1].offset + len(before) < token.offset and token.offset + len(token.text) < tokens[at + 1].offset
    if token.text in ("<", ">", "<=", ">=") and spaced:
        yield replaced("lane", token, token.text[0] if len(token.text) == 2 else token.text + "=")


def wrong_roundings(tokens, at):
    token = tokens[at]
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if token.text in ROUNDING and (tokens[at - 1].text in ("::", ",") or after == "("):
        yield replaced("rounding", token, ROUNDING[token.text])
    call = ROUNDED_CALL.fullmatch(token.text)
    if call and after == "(":
        yield replaced("rounding", token, call[1] + OTHER_CALL[call[2]] + call[3])
    mode = re.fullmatch(r"(\w+)_(rn|rz|rd|ru)", token.text)
    if mode and after == "(" and tokens[at - 1].text in BEFORE_VALUE:
        yield replaced("rounding", token, f"{mode[1]}_{ {'rn': 'rz', 'rz': 'rn', 'rd': 'ru', 'ru': 'rd'}[mode[2]] }")


def swapped_last_arguments(tokens, at, text):
    """Swaps the last two arguments of a call. One mutation per call is enough, so other pairs are left alone."""
    name = tokens[at].text
    if not NAME.fullmatch(name) or name in KEYWORDS or name.startswith("ROCM_BINDGEN") or COMMUTATIVE.search(name):
        return
    head = at
    while tokens[head - 1].text == "::":
        head -= 2
    if tokens[head - 1].text not in BEFORE_VALUE | {";", "!"} or at + 1 >= len(tokens) or tokens[at + 1].text != "(":
        return
    end = end_of(tokens, at + 1, "(", ")")
    commas, depth = [at + 1], 0
    for index in range(at + 2, end - 1):
        depth += (tokens[index].text in "([{") - (tokens[index].text in ")]}")
        # Two names in a row are a parameter's type and name.
        if tokens[index].text in "<>" or (NAME.fullmatch(tokens[index].text) and NAME.fullmatch(tokens[index - 1].text)):
            return
        if tokens[index].text == "," and depth == 0:
            commas.append(index)
    if len(commas) < 2:
        return
    commas.append(end - 1)
    a = text[tokens[commas[-3] + 1].offset:tokens[commas[-2]].offset]
    between = tokens[commas[-2] + 1].offset
    b = text[between:tokens[commas[-1]].offset]
    if a.split() != b.split() and "\n" not in a + b:
        start = tokens[commas[-3] + 1].offset
        yield "arguments", start, between + len(b) - start, f"{b}, {a}"


def places_of(file, header, lines):
    """The mutations that can be made in these lines of a header."""
    result = []
    for at in range(1, len(header.tokens) - 1):
        token = header.tokens[at]
        if token.line not in lines:
            continue
        for make in (changed_constants, wrong_masks, lanes_off_by_one, wrong_roundings, swapped_last_arguments):
            mutations = make(header.tokens, at, header.text) if make is swapped_last_arguments else make(header.tokens, at)
            for kind, offset, length, new in mutations:
                result.append(Place(kind, file, token.line, offset, length, header.text[offset:offset + length], new))
    return result
