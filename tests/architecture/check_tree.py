#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the rules of docs/ARCHITECTURE.md that a compiler does not: who may include whom, where clocks, threads and
sockets may be used, how large files, functions, classes and interfaces may grow, that comments are sentences, and that
nothing lies around unbuilt."""

import argparse
import ast
import collections
import io
import json
import re
import sys
import tokenize
from pathlib import Path
from typing import Iterable, Iterator, NamedTuple

FOLDERS = ("core", "media", "net", "ui", "app", "tests")
MAY_INCLUDE = {
    "core": {"core"},
    "media": {"media", "core"},
    "net": {"net", "core"},
    "ui": {"ui", "core"},
    "app": set(FOLDERS) - {"tests"},
    "tests": set(FOLDERS),
}
KNOWS_QT = ("ui", "app", "tests")
# Free of the world: no clock, socket, thread or randomness of its own.
PURE = ("core", "net", "media/mpeg", "media/mpeg_systems")
NOT_PURE = ("net/adapters",)
THREADS_IN = ("app/call", "app/devices", "app/host", "app/lab", "app/messages", "app/pipelines", "app/shape", "app/stream",
              "app/window", "media/audio/devices", "tests")

# Plain RTP is for `stream` and for tests that look into packets; a call cannot even name it.
ONLY_IN = {"app/stream/unprotected_packets.h": ("app/stream", "tests")}

MAX_SOURCE_LINES = 600
MAX_HEADER_LINES = 300
MAX_FUNCTION_LINES = 80
MAX_FOLDER_FILES = 25
MAX_DATA_MEMBERS = 25
MAX_PURE_VIRTUALS = 5
SMALL_HEADER_LINES = 40

SYSTEM_HEADER = re.compile(
    r"(sys|netinet|net|arpa|linux)/.*\.h|(unistd|poll|fcntl|netdb|pthread|ifaddrs|signal|time)\.h|thread|ctime|csignal|random")
OUTSIDE_WORLD = re.compile(
    r"\b\w*clock::now\s*\(|\b(s?rand|random|u?sleep|nanosleep|gettimeofday|clock_gettime|socket)\s*\(|\brandom_device\b"
    r"|\bsleep_(for|until)\b|\btime\s*\(\s*(nullptr|NULL|0)\s*\)")
THREAD = re.compile(r"\bstd::j?thread\b(?!::id)|\bstd::async\b|\bpthread_create\b|\bQThread(Pool)?\b|\.detach\(\)")
SLEEP = re.compile(r"\bsleep_(for|until)\b|\b(u?sleep|nanosleep)\s*\(|\bQTest::q(Sleep|Wait)\s*\(|\bQThread::m?sleep\b")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
SPDX = "SPDX-License-Identifier: GPL-3.0-or-later"
WITH_SPDX = {".cpp", ".h", ".cmake", ".py", ".sh", ".supp"}
# One match a token that may hide braces, quotes or banned words.
NOT_CODE = re.compile(
    r'R"(?P<tag>[^()\s\\]{0,16})\(.*?\)(?P=tag)"'  # raw string
    r"|//[^\n]*|/\*.*?\*/"  # comments
    r'|"(?:\\.|[^"\\\n])*"'  # string
    r"|(?<![0-9a-zA-Z])(?:u8|[uUL])?'(?:\\.|[^'\\\n])+'",  # character, not a digit separator
    re.DOTALL)
# The same for shell and CMake.
NOT_COMMANDS = re.compile(r"""(?:^|(?<=\s))#[^\n]*|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""", re.MULTILINE)
# A sentence that begins with one of these has no subject or no verb.
FRAGMENT = re.compile(
    r"(?:^|[.!?] )((?:(?:What|Of|Whether|Where|Who|Whose|Which|As|That|How|By|Nor|Than|Why|Else|And|Or)\b|\.\.\.)[^.]*"
    # One that opens with one of these has none either, unless a comma says where its main clause begins.
    r"|(?:When|While|Since|Until|Before|After|For|From|With|Without|If|Because|Unless|To|Once|Never|Between|Not"
    r"|Only (?:after|when|while|once|if|between))\b(?:[^.,?]|\.(?! |$))*(?=\.(?: |$)|$))")
COMMENT_MARKS = re.compile(r"^(?://[/!]?<?|/\*[*!]?<?|\*|#+)|\*/$")
CLASS = re.compile(r"\b(?:class|struct)\s+(?:alignas\s*\([^)]*\)\s*)?(\w+)[^;{}()]*\{")
DATA_MEMBER = re.compile(r"\b[a-z]\w*_(?:\[[^\]]*\])*$")
PREPROCESSOR = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
IS_TYPE_OR_NAMESPACE = re.compile(r"^\s*(?:template\s*<.*>\s*)?(?:typedef\s+)?(?:inline\s+)?"
                                  r"(?:namespace|class|struct|union|enum|extern\s*\"*)\b(?!.*\)\s*(?:const\s*)?$)", re.DOTALL)
ANONYMOUS = re.compile(r"^namespace \{$.*?^\}  // namespace$", re.MULTILINE | re.DOTALL)
ALIAS = re.compile(r"^using (\w+) =", re.MULTILINE)
# At the margin: a type, a constant, or a function with its parameters.
LOCAL_NAME = re.compile(r"^(?:(?:struct|class|enum class) (\w+)|[^\s(={][^(={\n]*?\b(k[A-Z]\w*)(?:\[\w*\])?(?: =|\{|\()"
                        r"|[^\s(={][^(={\n]*?(?<!:)\b(\w+)\(([^()]*)\)[\w\s]*\{)", re.MULTILINE)


class Finding(NamedTuple):
    path: str
    line: int
    message: str


class Function(NamedTuple):
    line: int
    length: int
    signature: str


def is_in(path: str, folders: tuple[str, ...]) -> bool:
    return any(path.startswith(folder + "/") for folder in folders)


def is_source(file: Path) -> bool:
    """True for C++, Python, and what else begins with #!."""
    if file.suffix in (".cpp", ".h", ".py"):
        return True
    with file.open("rb") as content:
        return content.read(2) == b"#!"


def parent(path: str) -> str:
    return path.rpartition("/")[0]


def line_of(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def blank(text: str, pattern: re.Pattern[str]) -> str:
    """The text with all matches replaced by spaces, line breaks kept."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def functions(code: str) -> Iterator[Function]:
    """The function definitions in `code`, which has no comments, strings and preprocessor lines any more.

    A brace opens a function when the words before it hold a parameter list and it is neither a type, a namespace nor
    an initialiser; everything up to its closing brace belongs to it, lambdas too.
    """
    depth_in_function = 0
    start = 0  # of the words before the brace
    body = None  # position of the first word of the function that is open
    for match in re.finditer(r"[{};]|(?<!:):(?!:)", code):
        token, position = match.group(), match.start()
        if body is not None:
            depth_in_function += {"{": 1, "}": -1}.get(token, 0)
            if depth_in_function > 0:
                continue
            if token == "}" and re.match(r"\s*[,{]", code[position + 1:position + 200]):
                continue  # A braced member initialiser; the body is still to come.
            if token == "}" or token == ";":
                length = line_of(code, position) - line_of(code, body) + 1
                yield Function(line_of(code, body), length, " ".join(code[body:position].split("{")[0].split()))
                body, start = None, position + 1
            continue
        words = code[start:position]
        if token == ":":
            if re.fullmatch(r"\s*(public|private|protected|(public |private )?(slots|signals|Q_SIGNALS|Q_SLOTS))\s*", words):
                start = position + 1
            continue
        if token == "{" and ")" in words and not words.rstrip().endswith("=") and not IS_TYPE_OR_NAMESPACE.match(words):
            body, depth_in_function = start + len(words) - len(words.lstrip()), 1
            continue
        start = position + 1


class Remark(NamedTuple):
    """A comment, or a line of one."""
    first: int
    last: int
    behind_code: bool
    words: str


def joined(remarks: Iterable[Remark]) -> Iterator[tuple[int, str]]:
    """The comments with the lines at which they begin; one that goes on in the next line is one comment."""
    found: list[Remark] = []
    for one in remarks:
        last = found[-1] if found else None
        if last and not one.behind_code and not last.behind_code and last.last == one.first - 1:
            found[-1] = Remark(last.first, one.last, False, f"{last.words} {one.words}")
        else:
            found.append(one)
    return ((one.first, one.words) for one in found)


def matched_remarks(text: str, pattern: re.Pattern[str], marks: tuple[str, ...]) -> Iterator[Remark]:
    """The matches of `pattern` that begin with one of `marks`."""
    for match in pattern.finditer(text):
        comment = match.group()
        if comment.startswith(marks) and not comment.startswith("#!") and SPDX not in comment:
            words = " ".join(COMMENT_MARKS.sub("", line.strip()).strip() for line in comment.splitlines()).strip()
            line, before = line_of(text, match.start()), text[:match.start()].rpartition("\n")[2]
            yield Remark(line, line + comment.count("\n"), bool(before.strip()), words)


def python_remarks(text: str) -> Iterator[Remark]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith("#!") and SPDX not in token.string:
            behind_code = bool(token.line[:token.start[1]].strip())
            yield Remark(token.start[0], token.start[0], behind_code, token.string.lstrip("# ").strip())


def docstrings(text: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            words = ast.get_docstring(node)
            if words is not None:
                yield node.body[0].lineno, " ".join(words.split())


def comments(text: str) -> Iterator[tuple[int, str]]:
    """The comments of C++."""
    return joined(matched_remarks(text, NOT_CODE, ("//", "/*")))


def script_comments(path: str, text: str) -> Iterator[tuple[int, str]]:
    """The comments of Python, with its docstrings, of shell and of CMake."""
    if path.endswith(".py") or re.match(r"#!.*\bpython", text):
        yield from joined(python_remarks(text))
        yield from docstrings(text)
    else:
        yield from joined(matched_remarks(text, NOT_COMMANDS, ("#",)))


def is_script(path: str, text: str) -> bool:
    return path.endswith((".py", ".sh", ".cmake", "CMakeLists.txt")) or text.startswith("#!")


class Type(NamedTuple):
    line: int
    name: str
    data_members: int
    pure_virtuals: int


def types(code: str) -> Iterator[Type]:
    """The classes in `code`, which has no comments, strings and preprocessor lines any more. A data member is a declaration
    whose name ends in an underscore, whatever it is set to."""
    for match in CLASS.finditer(code):
        depth, position, own = 1, match.end(), ""
        while depth > 0 and position < len(code):
            depth += {"{": 1, "}": -1}.get(code[position], 0)
            if depth == 1:
                own += ";" if code[position] == "}" else code[position]
            position += 1
        members = pure = 0
        for statement in re.split(r";|\b(?:public|private|protected)\s*:", own):
            name = re.split(r"\{|(?<![=!<>])=(?!=)", statement)[0].strip()
            members += bool(DATA_MEMBER.search(name)) and "(" not in re.sub(r"<[^;]*>", "", name)
            pure += bool(re.search(r"\bvirtual\b.*=\s*0\s*$", statement, re.DOTALL))
        yield Type(line_of(code, match.start()), match[1], members, pure)


class Checker:
    def __init__(self, root: Path, built: set[Path] | None):
        self.root = root
        self.built = built
        self.findings: list[Finding] = []
        # For each header: who includes it, and its length.
        self.users: dict[str, set[str]] = {}
        self.header_lines: dict[str, int] = {}
        # For each folder: the folders that it includes, each with the place where it first does.
        self.folders: dict[str, dict[str, tuple[str, int]]] = {}
        # For each name that only its source knows, by folder: the first source that has it.
        self.local_names: dict[tuple[str, str], str] = {}

    def say(self, path: str, line: int, message: str) -> None:
        self.findings.append(Finding(path, line, message))

    def run(self) -> list[Finding]:
        for file in sorted(self.files()):
            path = file.relative_to(self.root).as_posix()
            text = file.read_text(encoding="utf-8", errors="replace")
            self.check_license(path, text)
            if file.suffix in (".cpp", ".h") and is_in(path, FOLDERS):
                self.check_includes(path, text)
                self.check_size(path, text)
                code = blank(blank(text, NOT_CODE), PREPROCESSOR)
                self.check_words(path, code)
                self.check_types(path, code)
                self.check_comments(path, comments(text))
                self.check_functions(path, code)
            elif is_script(path, text):
                self.check_comments(path, script_comments(path, text))
            if file.suffix == ".cpp" and is_in(path, FOLDERS) and not is_in(path, ("tests",)):
                self.check_local_names(path, text)
            if file.suffix == ".h" and is_in(path, FOLDERS) and "#pragma once" not in text:
                self.say(path, 1, "a header begins with #pragma once")
            if file.suffix == ".cpp" and self.built is not None and file.resolve() not in self.built:
                self.say(path, 1, "no target builds this file")
        self.check_folder_sizes()
        self.check_folder_cycles()
        self.check_small_headers()
        return self.findings

    def files(self) -> Iterator[Path]:
        for entry in self.root.iterdir():
            if entry.name == "build" or (entry.name.startswith(".") and entry.name != ".ci"):
                continue
            if entry.is_dir():
                yield from (file for file in entry.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
            else:
                yield entry

    def check_license(self, path: str, text: str) -> None:
        name = path.rsplit("/", 1)[-1]
        suffix = Path(name).suffix
        if suffix in WITH_SPDX or name in ("CMakeLists.txt", "debian-packages.txt") or text.startswith("#!"):
            first = text.splitlines()[:2]
            where = 1 if text.startswith("#!") else 0
            if len(first) <= where or SPDX not in first[where]:
                self.say(path, where + 1, f"the first line (after #!) says {SPDX}")

    def check_includes(self, path: str, text: str) -> None:
        own = path.split("/", 1)[0]
        for match in INCLUDE.finditer(blank(text, re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL))):
            quote, header = match.groups()
            line = line_of(text, match.start())
            if quote == '"':
                folder = header.split("/", 1)[0]
                if folder in FOLDERS:
                    self.users.setdefault(header, set()).add(path)
                    if folder not in MAY_INCLUDE[own]:
                        self.say(path, line, f"{own} may not include {folder}")
                    if header in ONLY_IN and not is_in(path, ONLY_IN[header]):
                        self.say(path, line, f"{header} is for {' and '.join(ONLY_IN[header])} alone")
                    self.folders.setdefault(parent(path), {}).setdefault(parent(header), (path, line))
                elif not header.endswith(".moc"):
                    self.say(path, line, f'include "{header}" by its path from the root of the tree')
            elif re.match(r"Q[A-Z]\w*|Qt\w+/", header) and not is_in(path, KNOWS_QT):
                self.say(path, line, f"{own} is free of Qt")
            elif is_in(path, PURE) and not is_in(path, NOT_PURE) and SYSTEM_HEADER.fullmatch(header):
                self.say(path, line, f"<{header}>: {own} has no clock, socket, thread or randomness of its own")

    def check_folder_sizes(self) -> None:
        counts = collections.Counter(parent(file.relative_to(self.root).as_posix()) for file in self.files() if is_source(file))
        for folder, count in sorted(counts.items()):
            if count > MAX_FOLDER_FILES and is_in(folder + "/", FOLDERS):
                self.say(folder, 1, f"{count} sources; a folder holds at most {MAX_FOLDER_FILES}: give its parts folders")

    def check_folder_cycles(self) -> None:
        """Folders have an order: whoever includes a folder is not included by it, not even by way of others."""
        for folder, included in sorted(self.folders.items()):
            for other, (path, line) in sorted(included.items()):
                if other != folder and folder in self.reachable(other):
                    self.say(path, line, f"{folder} includes {other}, which includes {folder} in turn")

    def reachable(self, folder: str) -> set[str]:
        found, waiting = set(), [folder]
        while waiting:
            for other in self.folders.get(waiting.pop(), {}):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    def check_local_names(self, path: str, text: str) -> None:
        """The release build compiles the sources of a folder as one."""
        for match in ALIAS.finditer(text):
            self.note_local_name(path, match.group(1), line_of(text, match.start()))
        for block in ANONYMOUS.finditer(text):
            for match in LOCAL_NAME.finditer(blank(block.group(), NOT_CODE)):
                kind, constant, function, parameters = match.groups()
                # Functions may differ in the types of their parameters alone.
                types_of = ", ".join(re.sub(r"(?<=[\s&*])[a-z]\w*$", "", one.strip()).strip() for one in (parameters or "").split(","))
                self.note_local_name(path, kind or constant or f"{function}({types_of})",
                                     line_of(text, block.start() + match.start()))

    def note_local_name(self, path: str, name: str, line: int) -> None:
        first = self.local_names.setdefault((parent(path), name), path)
        if first != path:
            self.say(path, line, f"{name}: {first} has that name, too")

    def check_words(self, path: str, code: str) -> None:
        if is_in(path, PURE) and not is_in(path, NOT_PURE):
            self.ban(path, code, OUTSIDE_WORLD, "time is an argument here, and the outside world stays outside")
        if not is_in(path, THREADS_IN):
            self.ban(path, code, THREAD, "only " + ", ".join(THREADS_IN[:-1]) + " make threads")
        if is_in(path, ("tests",)):
            self.ban(path, code, SLEEP, "tests wait for what happens, they do not sleep")

    def ban(self, path: str, code: str, pattern: re.Pattern[str], why: str) -> None:
        for match in pattern.finditer(code):
            self.say(path, line_of(code, match.start()), f"{match.group().strip()}: {why}")

    def check_types(self, path: str, code: str) -> None:
        if is_in(path, ("tests",)):
            return
        for one in types(code):
            if one.data_members > MAX_DATA_MEMBERS:
                self.say(path, one.line,
                         f"{one.name}: {one.data_members} data members; a class has at most {MAX_DATA_MEMBERS}")
            if one.pure_virtuals > MAX_PURE_VIRTUALS:
                self.say(path, one.line,
                         f"{one.name}: {one.pure_virtuals} pure virtual functions; an interface has at most {MAX_PURE_VIRTUALS}")

    def check_comments(self, path: str, found: Iterable[tuple[int, str]]) -> None:
        for line, words in found:
            for match in FRAGMENT.finditer(words):
                self.say(path, line, f"a comment is whole sentences: \"{match[1][:60]}\"")

    def check_small_headers(self) -> None:
        """A header with a source of its own is a module; tests are users too, for they need what they test by itself."""
        for header, lines in sorted(self.header_lines.items()):
            users = self.users.get(header, set())
            source = header.removesuffix(".h") + ".cpp"
            if lines < SMALL_HEADER_LINES and len(users) == 1 and not (self.root / source).exists():
                self.say(header, 1, f"{lines} lines that only {min(users)} includes: put them there")

    def check_size(self, path: str, text: str) -> None:
        if path.endswith(".h") and not is_in(path, ("tests",)):
            self.header_lines[path] = len(text.splitlines())
        lines, limit = len(text.splitlines()), MAX_HEADER_LINES if path.endswith(".h") else MAX_SOURCE_LINES
        if lines >= limit:
            self.say(path, lines, f"{lines} lines; a file of this kind stays below {limit}: split it")

    def check_functions(self, path: str, code: str) -> None:
        for function in functions(code):
            if function.length >= MAX_FUNCTION_LINES:
                self.say(path, function.line,
                         f"{function.signature[:60]}: {function.length} lines; a function stays below {MAX_FUNCTION_LINES}")


def built_files(compile_commands: Path, left_out: list[Path]) -> set[Path]:
    """The files that the compiler is given, and all below the folders that this machine lacks something for."""
    commands = json.loads(compile_commands.read_text(encoding="utf-8"))
    built = {(Path(entry["directory"]) / entry["file"]).resolve() for entry in commands}
    return built | {file.resolve() for folder in left_out for file in folder.rglob("*.cpp")}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("--compile-commands", type=Path, help="compile_commands.json, to find files that nothing builds")
    parser.add_argument("--left-out", type=Path, action="append", default=[], metavar="FOLDER",
                        help="a folder that cannot be built here and is not expected to be")
    arguments = parser.parse_args()
    built = built_files(arguments.compile_commands, arguments.left_out) if arguments.compile_commands else None
    findings = Checker(arguments.root.resolve(), built).run()
    for finding in findings:
        print(f"{finding.path}:{finding.line}: {finding.message}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
