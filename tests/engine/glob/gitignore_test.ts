import { assertEquals } from "@std/assert";
import { compileIgnoreFile, MAX_IGNORE_BYTES } from "../../../src/engine/glob/gitignore.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Which of `paths` a file with these bytes ignores; a path that ends in `/` is a directory. */
function ignoredBy(bytes: Uint8Array, paths: readonly string[]): string[] {
  const set = compileIgnoreFile(bytes);
  return paths.filter((path) => {
    const name = path.replace(/\/$/, "");
    return set !== undefined &&
      set.verdict(set.automaton.advance(set.automaton.start, name), name !== path) === "matched";
  });
}

Deno.test("a byte-order mark and CRLF are not part of a rule", () => {
  assertEquals(ignoredBy(utf8("\ufeffa\r\nb \r\n\r\n# c\r\n"), ["a", "b", "c", "# c", "\ufeffa"]), ["a", "b"]);
});

Deno.test("trailing spaces count only if they are escaped", () => {
  assertEquals(ignoredBy(utf8("a  \nb\\ \n"), ["a", "a  ", "b", "b "]), ["a", "b "]);
});

Deno.test("the last line that matches decides", () => {
  assertEquals(
    ignoredBy(utf8("*.log\n!keep.log\n/keep.log\n!/x/*.log\n"), ["a.log", "x/a.log", "keep.log", "x/keep.log"]),
    [
      "a.log",
      "keep.log",
    ],
  );
});

Deno.test("a line that ends in a slash ignores directories only", () => {
  assertEquals(ignoredBy(utf8("build/\n!out/\nout\n"), ["build", "build/", "out", "out/", "x/build/"]), [
    "build/",
    "out",
    "out/",
    "x/build/",
  ]);
});

Deno.test("a malformed line is skipped, the others count", () => {
  assertEquals(ignoredBy(utf8("a{b\n}\n[z-a]\nx\\\ngood\n"), ["a{b", "}", "x\\", "good"]), ["good"]);
});

Deno.test("a line that is not UTF-8 ends the file", () => {
  assertEquals(ignoredBy(new Uint8Array([...utf8("a\n"), 0xff, 0x0a, ...utf8("b\n")]), ["a", "b"]), ["a"]);
});

Deno.test("a line of a thousand wildcards is skipped, a file of 5,000 lines is read", () => {
  const names = Array.from({ length: 5000 }, (_, i) => `name${i}`);
  const text = "*a".repeat(1000) + "\n" + names.join("\n") + "\n";
  assertEquals(utf8(text).length < MAX_IGNORE_BYTES, true);
  assertEquals(ignoredBy(utf8(text), ["name0", "name4999", "a".repeat(255), "x/name7"]), [
    "name0",
    "name4999",
    "x/name7",
  ]);
});

Deno.test("rules after the limit of a file's weight don't count, those before it do", () => {
  const text = "first\n" + "*a*b*c*d*e*f\n".repeat(1000) + "last\n";
  assertEquals(ignoredBy(utf8(text), ["first", "last", "xaxbxcxdxexf"]), ["first", "xaxbxcxdxexf"]);
});

Deno.test("an empty file and one of comments have no rules", () => {
  assertEquals([compileIgnoreFile(utf8("")), compileIgnoreFile(utf8("# a\n\n  \n"))], [undefined, undefined]);
});
