/** Ignore files: their lines, their limits, and where git has more of them. @module */
import { assertEquals } from "@std/assert";
import { compileIgnoreFile, MAX_IGNORE_BYTES } from "../../../src/engine/glob/gitignore.ts";
import { gitCommonDir, ignoreVerdict, pushRules, readIgnoreRules } from "../../../src/engine/glob/ignore_stack.ts";
import { GLOB_DIALECTS, type GlobDialect } from "../../../src/engine/glob/parse_glob.ts";
import { bytesFile, MemoryDoor } from "../memory_door.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Which of `paths` a file with this text ignores. */
function ignoredBy(text: string, paths: readonly string[], dialect: GlobDialect = GLOB_DIALECTS.ignore): string[] {
  const set = compileIgnoreFile(utf8(text), dialect);
  return paths.filter((path) =>
    set !== undefined && set.verdict(set.automaton.advance(set.automaton.start, path), false) === "matched"
  );
}

Deno.test("a byte-order mark is not part of a rule, and a malformed line is skipped", () => {
  assertEquals(ignoredBy("\ufeffa\r\nb \r\n", ["a", "b", "\ufeffa"]), ["a", "b"]);
  assertEquals(ignoredBy("a{b\n}\n[z-a]\nx\\\ngood\n", ["a{b", "}", "x\\", "good"]), ["good"]);
});

Deno.test("braces are alternatives in ripgrep's own files, and plain characters in git's, as the end of a wrong range", () => {
  const names = ["a.py", "a.py{}", "b", "c", "{b,c}", "y", "z"], text = "*.py{}\n{b,c}\n[z-y]\n";
  assertEquals(ignoredBy(text, names), ["a.py", "b", "c"]);
  assertEquals(ignoredBy(text, names, GLOB_DIALECTS.gitignore), ["a.py{}", "{b,c}", "z"]);
});

Deno.test("a line of a thousand wildcards is skipped, a file of 5,000 lines is read", () => {
  const text = "*a".repeat(1000) + "\n" + Array.from({ length: 5000 }, (_, i) => `name${i}`).join("\n") + "\n";
  assertEquals(utf8(text).length < MAX_IGNORE_BYTES, true);
  const ignored = ["name0", "name4999", "x/name7"];
  assertEquals(ignoredBy(text, [...ignored, "a".repeat(255)]), ignored);
});

Deno.test("lines that exceed a file's weight don't count, those that fit do", () => {
  const text = "first\n" + "*a*b*c*d*e*f\n".repeat(1000) + "*x*y*z\nlast\n";
  assertEquals(ignoredBy(text, ["first", "last", "xaxbxcxdxexf"]), ["first", "last", "xaxbxcxdxexf"]);
});

const ROOT = { root: 0, path: "" };

Deno.test("an ignore file rewritten between open and read is read whole", () => {
  const now = new TextEncoder().encode("!.env\nsrc\n");
  for (let size = 0; size <= now.length; size++) {
    const rewritten = { ...bytesFile(now), size };
    const door = new MemoryDoor({ ".gitignore": rewritten });
    const stack = pushRules([], readIgnoreRules(door, ROOT, [{ name: ".gitignore", kind: "file" }]));
    const verdicts = [".env", ".other", "src", "s", "a"].map((name) => ignoreVerdict(stack, name, false));
    assertEquals(verdicts, ["kept", undefined, "ignored", undefined, undefined], `${size} bytes when it was opened`);
  }
});

const ROOTS = [{ path: "/srv/app", names: ["/srv/app", "/link"], prefix: "" }];

/** The path of the common directory of `worktree`, in a root with these files. */
function commonDir(files: Readonly<Record<string, string>>): string | undefined {
  return gitCommonDir({ root: 0, path: "worktree" }, ROOTS, ({ path }) => files[path] ?? "")?.path;
}

Deno.test("a .git file names the git directory, and `commondir` the one that worktrees share", () => {
  for (
    const gitDir of [
      "../main/.git/worktrees/w/",
      "/srv/app/main/.git/worktrees/w",
      "/link/./main/x/../.git//worktrees/w",
    ]
  ) {
    const file = { "worktree/.git": `gitdir: ${gitDir}\n` };
    assertEquals([gitDir, commonDir(file)], [gitDir, "main/.git/worktrees/w"]);
    assertEquals(commonDir({ ...file, "main/.git/worktrees/w/commondir": "../..\n" }), "main/.git");
  }
});

Deno.test("a .git file that names no directory inside the roots has no common directory", () => {
  for (
    const text of [
      "",
      "ref: x",
      "gitdir: ../../other\n",
      "gitdir: /etc\n",
      "gitdir: /srv/application\n",
      "gitdir: a\0b",
    ]
  ) {
    assertEquals([text, commonDir({ "worktree/.git": text })], [text, undefined]);
  }
});
