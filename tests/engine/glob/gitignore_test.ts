import { assertEquals } from "@std/assert";
import { compileIgnoreFile, MAX_IGNORE_BYTES } from "../../../src/engine/glob/gitignore.ts";
import { GLOB_DIALECTS, type GlobDialect } from "../../../src/engine/glob/parse_glob.ts";

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

Deno.test("an empty file and one of comments have no rules", () => {
  assertEquals(["", "# a\n\n  \n"].map((text) => ignoredBy(text, ["# a", " "])), [[], []]);
});
