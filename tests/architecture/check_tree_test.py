#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes up small trees and asks whether check_tree finds what is wrong in them, and nothing else."""

import tempfile
import unittest
from pathlib import Path

import check_tree

SCRIPT_SPDX = "# SPDX-License-Identifier: GPL-3.0-or-later\n"
SPDX = "// SPDX-License-Identifier: GPL-3.0-or-later\n"


def check(files: dict[str, str], built: set[str] | None = None) -> list[str]:
    """The findings in a tree of `files` (the SPDX line and #pragma once are added), as "path:line: message"."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for path, text in files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            once = "#pragma once " if path.endswith(".h") else ""
            file.write_text((SPDX if path.endswith((".cpp", ".h")) else "") + once + text)
        paths = None if built is None else {root / path for path in built}
        return [f"{f.path}:{f.line}: {f.message}" for f in check_tree.Checker(root, paths).run()]


class Includes(unittest.TestCase):
    def test_layers_include_downwards_only(self) -> None:
        allowed = {"core/a.h": '"core/b.h"', "net/a.h": '"core/b.h"', "media/a.h": '"core/b.h"', "ui/a.h": '"core/b.h"',
                   "app/a.h": '"ui/b.h"', "tests/a.h": '"app/b.h"'}
        self.assertEqual([], check({path: f"\n#include {what}\n" for path, what in allowed.items()}))
        for path, what in (("core/a.h", "net/b.h"), ("net/a.h", "media/b.h"), ("media/a.h", "net/b.h"),
                           ("ui/a.h", "media/b.h"), ("net/a.h", "app/b.h"), ("app/a.h", "tests/b.h")):
            self.assertEqual(1, len(check({path: f'\n#include "{what}"\n'})), f"{path} includes {what}")

    def test_folders_include_each_other_one_way_only(self) -> None:
        def including(*pairs: tuple[str, str]) -> list[str]:
            return check({path: f'\n#include "{header}"\n' for path, header in pairs})

        self.assertEqual([], including(("core/a/x.h", "core/b/y.h"), ("core/a/z.h", "core/a/x.h"), ("core/x.h", "core/a/x.h")))
        self.assertEqual(2, len(including(("core/a/x.h", "core/b/y.h"), ("core/b/z.h", "core/a/w.h"))))
        self.assertEqual(2, len(including(("ui/x.h", "ui/a/y.h"), ("ui/a/z.h", "ui/w.h"))))
        self.assertEqual(3, len(including(("net/a/x.h", "net/b/y.h"), ("net/b/z.h", "net/c/w.h"), ("net/c/v.h", "net/a/u.h"))))

    def test_own_headers_are_named_from_the_root(self) -> None:
        self.assertEqual(1, len(check({"net/a.cpp": '#include "a.h"\n'})))
        self.assertEqual([], check({"ui/a.cpp": '#include "a.moc"\n'}))

    def test_qt_stays_in_ui_and_app(self) -> None:
        for header in ("QString", "QtCore/QString"):
            source = f"\n#include <{header}>\n"
            self.assertEqual([], check({"ui/a.h": source, "app/a.h": source}))
            for folder in ("core", "net", "media"):
                self.assertEqual(1, len(check({f"{folder}/a.h": source})))

    def test_system_headers_stay_in_adapters(self) -> None:
        for header in ("sys/socket.h", "unistd.h", "poll.h", "netinet/in.h", "thread"):
            source = f"\n#include <{header}>\n"
            self.assertEqual([], check({"net/adapters/a.h": source, "media/a.h": source}))
            self.assertEqual(1, len(check({"core/a.h": source})))
            self.assertEqual(1, len(check({"net/rtp/a.h": source})))

    def test_plain_rtp_is_for_streams_alone(self) -> None:
        source = '\n#include "app/stream/unprotected_packets.h"\n'
        self.assertEqual([], check({"app/stream/a.cpp": source, "tests/a.cpp": source}))
        self.assertEqual(1, len(check({"app/call/a.cpp": source})))

    def test_comments_include_nothing(self) -> None:
        self.assertEqual([], check({"core/a.h": '\n// #include "net/b.h"\n/*\n#include "net/b.h"\n*/\n'}))


class Words(unittest.TestCase):
    def test_the_engine_has_no_clock_randomness_or_sleep(self) -> None:
        for call in ("std::chrono::steady_clock::now()", "rand()", "std::random_device d;", "usleep(1)",
                     "std::this_thread::sleep_for(1ms)", "time(nullptr)", "clock_gettime(c, t)"):
            self.assertEqual(1, len(check({"net/rtp/a.cpp": f"int x = {call};\n"})), call)
            self.assertEqual([], check({"net/adapters/a.cpp": f"int x = {call};\n"}), call)

    def test_what_only_sounds_like_it_passes(self) -> None:
        source = 'int operand(int); // rand()\nconst char* s = "rand()"; int y = operand(1\'000); char c = \'"\';\n'
        self.assertEqual([], check({"core/a.cpp": source}))

    def test_threads_are_made_in_few_folders(self) -> None:
        for word in ("std::thread t;", "std::jthread t;", "std::async(f);", "QThreadPool pool;", "std::move(look_up).detach();"):
            self.assertEqual([], check({"app/host/a.cpp": word, "app/window/a.cpp": word, "tests/a.cpp": word,
                                        "media/audio/devices/a.cpp": word}))
            self.assertEqual(1, len(check({"media/a.cpp": word})))
            self.assertEqual(1, len(check({"app/a.cpp": word})))
        self.assertEqual([], check({"media/a.cpp": "std::thread::id owner;\n"}))

    def test_tests_do_not_sleep(self) -> None:
        for call in ("std::this_thread::sleep_for(1ms)", "usleep(1)", "QTest::qWait(1)"):
            findings = check({"tests/a.cpp": f"\nvoid f() {{ {call}; }}\n"})
            self.assertEqual(1, len(findings))
            self.assertIn("tests/a.cpp:3:", findings[0])


class Sizes(unittest.TestCase):
    @staticmethod
    def function(lines: int, opening: str = "int f(int x) {") -> str:
        """A definition of so many lines."""
        return opening + "\n" + "  x += 1;\n" * (lines - 2) + "}\n"

    def test_files(self) -> None:
        for path, limit in (("core/a.cpp", 600), ("core/a.h", 300)):
            self.assertEqual([], check({path: "\n" * (limit - 2)}))
            self.assertEqual(1, len(check({path: "\n" * (limit - 1)})))

    def test_folders(self) -> None:
        self.assertEqual([], check({f"core/a/{i}.h": "" for i in range(25)} | {"core/a/b/0.h": ""}))
        self.assertEqual(1, len(check({f"core/a/{i}.h": "" for i in range(26)})))
        self.assertEqual(1, len(check({f"tests/a/{i}": f"#!/bin/sh\n{SCRIPT_SPDX}" for i in range(26)})), "scripts count, too")

    def test_functions(self) -> None:
        for opening in ("int f(int x) {", "Type::Type(int a)\n: a_{a}, b_{2}, c_(3) {", "template <typename T>\nT f() const noexcept {",
                        "TEST(Suite, Name) {", "auto f(int x = 3) -> int {", "namespace {\nclass A {\n public:\n  void f() {",
                        "struct Some f() {"):
            prefix = len(opening.splitlines()) - 1 if "class" not in opening else 0
            tail = "};\n}\n" if "class" in opening else ""
            self.assertEqual([], check({"core/a.cpp": self.function(79 - prefix, opening) + tail}), opening)
            self.assertEqual(1, len(check({"core/a.cpp": self.function(80 - prefix, opening) + tail})), opening)

    def test_braces_in_strings_do_not_count(self) -> None:
        text = 'const char* a = "{";\nchar b = \'{\';\nauto c = R"x({"{)x";  // {\n#define D {\n'
        findings = check({"core/a.cpp": text + self.function(80)})
        self.assertEqual(1, len(findings))
        self.assertIn("core/a.cpp:6: int f(int x)", findings[0])

    def test_tables_and_types_are_no_functions(self) -> None:
        for opening in ("const std::array<int, size(x)> kTable = {", "class alignas(64) Slot {", "namespace counterpoint {",
                        "enum class Kind : int {"):
            self.assertEqual([], check({"core/a.cpp": opening + "\n" + "  1,\n" * 100 + "};\n"}), opening)


class Types(unittest.TestCase):
    def found(self, text: str) -> list[tuple[str, int, int]]:
        return [(one.name, one.data_members, one.pure_virtuals) for one in check_tree.types(text)]

    def test_data_members_end_in_an_underscore(self) -> None:
        self.assertEqual([("A", 6, 0)], self.found(
            "class A final : public B<int> {\n public:\n  explicit A(int b_);\n  int f() const { return b_; }\n private:\n"
            "  int b_;\n  C c_ = {1, 2};\n  std::map<int, D> d_{};\n  E e_[3];\n  std::function<void()> f_;\n"
            "  void g(int h_ = 1);\n  static inline int i_ = f(2);\n};\n"))

    def test_a_type_inside_another_has_its_own_members(self) -> None:
        self.assertEqual([("A", 1, 0), ("B", 2, 0)], self.found("class A {\n  struct B {\n    int a_;\n    int b_;\n  };\n  B c_;\n};\n"))

    def test_pure_virtual_functions_are_counted(self) -> None:
        self.assertEqual([("A", 0, 2)], self.found(
            "struct A {\n  virtual ~A() = default;\n  virtual void f(int a = 0) = 0;\n  virtual int g()\n      const = 0;\n"
            "  virtual void h() {}\n};\n"))

    def test_large_ones_are_reported(self) -> None:
        def a_class(members: int, functions: int) -> dict[str, str]:
            own = "".join(f"  int m{i}_;\n" for i in range(members))
            return {"core/a.cpp": f"class A {{\n{own}" + "  virtual void f() = 0;\n" * functions + "};\n"}

        self.assertEqual([], check(a_class(25, 5)))
        self.assertEqual(1, len(check(a_class(26, 0))))
        self.assertEqual(1, len(check(a_class(0, 6))))


class Comments(unittest.TestCase):
    def check(self, text: str) -> list[str]:
        return check({"core/a.cpp": text})

    def test_fragments_are_found_in_each_kind_of_comment(self) -> None:
        for comment in ("// What it is.", "/// How it is done.", "/** Whether it is so. */", "int a;  ///< Of the peer.",
                        "// A rate. Which is low.", "// It is a rate.\n// As it was.", "/*\n * Who knows.\n */"):
            self.assertEqual(1, len(self.check(comment + "\n")), comment)

    def test_sentences_and_code_pass(self) -> None:
        for text in ("// It is what it is.", "// Is this all, as it was, by the way?", "// Whatever comes is kept. However it does.",
                     "// The rate,\n// which is low.", 'const char* a = "// What it is.";', "int a;  // A rate\nint b;  // It grows."):
            self.assertEqual([], self.check(text + "\n"), text)

    def test_openers_without_a_main_clause_are_found(self) -> None:
        for comment in ("Until one is measured.", "With the lock.", "When it began; nothing before.", "Since RFC 3.2 at least.",
                        "It is a rate. From 0.5 on.", "A rate! For messages", "Only when found().", "Why it ended, in words.",
                        "Else a file, or nothing.", "And at the top.", "...and its end, too.", "1. Never null."):
            self.assertEqual(1, len(self.check(f"int a;  ///< {comment}\n")), comment)
        for comment in ("After the drain, the rate returns.", "Without a socket, each is the first. It is so.", "In bytes.",
                        "At least one.", "When does it end?", "With RFC 3.2 it ends, too.", "Forecast of the size.",
                        "Only the last is kept."):
            self.assertEqual([], self.check(f"int a;  ///< {comment}\n"), comment)

    def test_scripts_are_held_to_it_too(self) -> None:
        line = "# " + SPDX[3:]
        for path, text in (("app/run", f"#!/bin/bash\n{line}\nsay it  # Of it.\n"), ("cmake/a.sh", line + "# It is.\n# As it was.\n"),
                           ("cmake/a.cmake", line + "\n# What it is.\n"), ("core/CMakeLists.txt", line + "set(a)  # For it.\n"),
                           ("tests/a.py", line + '"""What it is."""\n'), ("tests/a.py", line + "a = 1  # Of it.\n"),
                           ("tests/a", f"#!/usr/bin/env python3\n{line}def f():\n    \"\"\"It is.\n\n    Of it.\"\"\"\n")):
            self.assertEqual(1, len(check({path: text})), text)
        for path, text in (("cmake/a.sh", line + 'say "# What it is." ${a#What}  # It is.\n'),
                           ("tests/a.py", line + 'a = "# What it is."\n"""It is."""\nb = """What it is."""\n')):
            self.assertEqual([], check({path: text}), text)
        self.assertIn("tests/a.py:3:", check({"tests/a.py": line + "\n# As it was.\n"})[0])

    def test_a_place_is_told(self) -> None:
        self.assertIn("core/a.cpp:4:", self.check("\n\n// As it was.\n")[0])

    def test_tests_are_held_to_it_too(self) -> None:
        self.assertEqual(1, len(check({"tests/a.cpp": "// What it is.\n"})))


class LocalNames(unittest.TestCase):
    def test_names_that_a_folder_has_twice_are_found(self) -> None:
        def found(one: str, other: str, path: str = "core/b.cpp") -> int:
            block = "\nnamespace counterpoint {{\nnamespace {{\n{}\n}}  // namespace\n"
            return len(check({"core/a.cpp": block.format(one), path: block.format(other)}))

        for text in ("constexpr int kA = 1;", "constexpr std::array<int, 2> kA = {1, 2};", "constexpr Duration kA{600};",
                     "struct A {\n};", "using A = int;", "int f(int a) {\n  return a;\n}", "std::string f() {\n}"):
            self.assertEqual(1, found(text, text), text)
            self.assertEqual(0, found(text, text, "core/other/b.cpp"), text)
        self.assertEqual(1, found("int f(const A& a, int b) {\n}", "bool f(const A& other, int) {\n}"))
        self.assertEqual(0, found("int f(int a) {\n}", "int f(bool a) {\n}"), "overloads")
        self.assertEqual(0, found("int f() {\n  if (g(1)) {\n}\n}", "int h() {\n  if (g(1)) {\n}\n}"), "within functions")


class SmallHeaders(unittest.TestCase):
    def test_small_headers_with_one_user_are_found(self) -> None:
        def found(lines: int, *users: str) -> int:
            return len(check({"core/a.h": "\n" * lines} | {user: '\n#include "core/a.h"\n' for user in users}))

        self.assertEqual(1, found(10, "core/b.cpp"))
        self.assertEqual(0, found(10, "core/a.cpp", "core/b.cpp"), "a source of its own")
        self.assertEqual(0, found(10, "core/b.cpp", "tests/c.cpp"), "a test of its own")
        self.assertEqual(0, found(10, "core/b.cpp", "net/c.h"))
        self.assertEqual(0, found(40, "core/b.cpp"))
        self.assertEqual(0, found(10))


class Housekeeping(unittest.TestCase):
    def test_every_file_names_its_license(self) -> None:
        line = "# " + SPDX[3:]
        self.assertEqual([], check({"app/run": "#!/bin/sh\n" + line, "core/CMakeLists.txt": line, "README.md": "Hello\n"}))
        for path, text in (("app/run", "#!/bin/sh\n"), ("core/CMakeLists.txt", "set(a)\n"), ("tests/a.py", "\n" + line)):
            self.assertEqual(1, len(check({path: text})), path)

    def test_headers_have_a_guard(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "core").mkdir()
            (Path(folder) / "core/a.h").write_text(SPDX)
            self.assertEqual(1, len(check_tree.Checker(Path(folder), None).run()))

    def test_every_source_is_built(self) -> None:
        files = {"core/a.cpp": "\n", "core/b.cpp": "\n", "core/c.h": "\n"}
        self.assertEqual(["core/b.cpp:1: no target builds this file"], check(files, built={"core/a.cpp"}))

    def test_what_cannot_be_built_here_is_left_out(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve()
            (root / "optional").mkdir()
            (root / "optional/b.cpp").touch()
            commands = root / "compile_commands.json"
            commands.write_text('[{"directory": "%s", "file": "a.cpp"}]' % root)
            self.assertEqual({root / "a.cpp"}, check_tree.built_files(commands, []))
            self.assertEqual({root / "a.cpp", root / "optional/b.cpp"},
                             check_tree.built_files(commands, [root / "optional"]))

    def test_what_was_built_is_not_looked_at(self) -> None:
        self.assertEqual([], check({"build/dev/x.cpp": "rand();\n", ".cache/x.cpp": "\n"}, built=set()))


if __name__ == "__main__":
    unittest.main()
