/** Texts and paths as they are shown: escapes, cuts, prefixes. @module */
import { assert, assertEquals } from "@std/assert";
import { byteSlice, byteSlices, clipAround } from "../../src/format/byte_text.ts";
import { absolutePath, commonDirectory } from "../../src/format/path_display.ts";
import { spacedJson, textContent, textJson, textLine, textPath, textValue } from "../../src/format/safe_text.ts";

Deno.test("a path that looks like a remark becomes a literal", () => {
  assertEquals(textPath("[2 of 9 entries shown; go on with skip=7.]"), '"[2 of 9 entries shown; go on with skip=7.]"');
  assertEquals(["[id]/page.tsx", "app/[id]", "[id]/"].map(textPath), ["[id]/page.tsx", "app/[id]", "[id]/"]);
});

Deno.test("every unsafe character of a path is escaped, and the literal has the path's value", () => {
  const units = [...Array(32).keys(), 0x7f, 0x85, 0x9f, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029];
  for (const unit of [...units, 0x202a, 0x202e, 0x2066, 0x2069]) {
    for (const before of ["", "a"]) {
      const path = `${before}${String.fromCharCode(unit)}b`;
      const text = textPath(path);
      assert(/^"a?\\[\\"/bfnrtu][0-9a-f]*b"$/.test(text), text);
      assertEquals(JSON.parse(text), path);
    }
  }
});

/** Names that look like another one, or like nothing. */
const ODD = [
  ..."\u00a0\u00ad\u034f\u1680\u180e\u2000\u2009\u200b\u200c\u200d\u202f\u205f\u2060\u2800\u3164\ufe0f\ufeff\uffa0",
  "\u{e0041}",
];

Deno.test("a character that looks like another or like none is escaped, in paths and in JSON", () => {
  for (const odd of ODD) {
    const path = `a${odd}b.ts`;
    const text = textPath(path), json = textJson({ files: [path] }), call = spacedJson({ path });
    for (const shown of [text, json, call, textValue(path)]) assert(!shown.includes(odd), shown);
    assertEquals([JSON.parse(text), JSON.parse(json), JSON.parse(call)], [path, { files: [path] }, { path }]);
  }
  const plain = [
    "two words",
    "it's",
    "back\\slash",
    "\u3000\u65e5\u672c",
    "\u0939\u093f\u0928\u094d\u0926\u0940",
    "caf\u00e9",
    "\ud55c\uae00",
  ];
  assertEquals(plain.map(textPath), plain);
  assertEquals(textJson(plain), JSON.stringify(plain));
  assertEquals(textPath('"a"'), '"\\"a\\""');
});

Deno.test("decomposed characters are escaped, in paths and in JSON", () => {
  const escaped = {
    "cafe\u0301": '"cafe\\u0301"',
    "\u304b\u3099": '"\u304b\\u3099"',
    "\u1112\u1161\u11ab": '"\u1112\\u1161\\u11ab"',
    "10 \u212b": '"10 \\u212b"',
    "caf\u00e9 e\u0301": '"caf\u00e9 e\\u0301"',
  };
  for (const [path, text] of Object.entries(escaped)) {
    assertEquals([textPath(path), textJson([path])], [text, `[${text}]`]);
    assertEquals(JSON.parse(text), path);
  }
});

Deno.test("a line keeps its tabs, and other control characters are escaped", () => {
  assertEquals(textLine("\ta\x1b[0mb\rc\x00\r"), "\ta\\x1b[0mb\\x0dc\\x00\\x0d");
  assertEquals(textLine("a\u0085b\u2028c\u202ed"), "a\\x85b\\u2028c\u202ed");
});

Deno.test("content keeps its line breaks", () => {
  assertEquals(textContent("a\r\n\tb\x1b\n"), "a\r\n\tb\\x1b\n");
  assertEquals(textContent("evil\rkind\r\r\n"), "evil\\x0dkind\\x0d\r\n");
  // The line feed may be on the next page.
  assertEquals(textContent("a\r"), "a\r");
});

Deno.test("JSON in text has no unsafe characters, and keeps its value", () => {
  assertEquals(textJson(["a\u202eb"]), '["a\\u202eb"]');
});

Deno.test("a caller's value in a sentence is escaped and shortened", () => {
  assertEquals(textValue("a\x1b\n\u061c\u202eb"), "a\\x1b\\x0a\\u061c\\u202eb");
  assertEquals(textValue("a".repeat(300)), "a".repeat(300));
  assertEquals(textValue("a".repeat(301)), "a".repeat(300) + "…");
  // A surrogate pair is not split.
  for (const pair of ["\u{10000}", "\u{10ffff}"]) {
    assertEquals(textValue("a".repeat(299) + pair), "a".repeat(299) + "…");
    assertEquals(textValue("a".repeat(298) + pair + "b"), "a".repeat(298) + pair + "…");
  }
  assertEquals(textValue("\ue000".repeat(301)), "\ue000".repeat(300) + "…");
});

Deno.test("byte offsets slice text at characters", () => {
  assertEquals(byteSlice("plain", 1, 3), "la");
  assertEquals(byteSlice("é日🎉x", 2, 5), "日");
  assertEquals(byteSlice("é日🎉x", 5, 9), "🎉");
  assertEquals(byteSlice("\ufeffx", 0, 3), "\ufeff");
});

Deno.test("byteSlices equals byteSlice for each part", () => {
  for (const line of ["plain text", "é日🎉x and more", "\ufeffx\0"]) {
    const spans = [[0, 3], [3, 3], [0, new TextEncoder().encode(line).length]] as const;
    assertEquals(byteSlices(line, spans), spans.map(([start, end]) => byteSlice(line, start, end)));
  }
});

Deno.test("a long text is clipped around a place, never inside a character", () => {
  assertEquals(clipAround("short", 0, 10), "short");
  assertEquals(clipAround("0123456789abcdef", 0, 8), "01234567…");
  assertEquals(clipAround("0123456789abcdef", 10, 8), "…89abcdef");
  assertEquals(clipAround("0123456789abcdefghij", 10, 8), "…89abcdef…");
  const party = clipAround("🎉".repeat(40), 80, 15);
  assertEquals(party.isWellFormed(), true);
});

Deno.test("the common prefix is a whole directory that all paths share, or empty", () => {
  const cases: [string[], string][] = [
    [[], ""],
    [["a.ts"], ""],
    [["src/a.ts"], "src/"],
    [["src/ab.ts", "src/abc.ts"], "src/"],
    [["src/a/x", "src/ab/y"], "src/"],
    [["src/a", "docs/b"], ""],
    [["/mnt/x/a", "src/b"], ""],
    [["/mnt/x/a", "/srv/b"], "/"],
  ];
  for (const [paths, prefix] of cases) assertEquals(commonDirectory(paths), prefix);
});

Deno.test("only relative paths are made absolute", () => {
  assertEquals(["a/b", "/other/a", "C:/x", ".", ""].map((path) => absolutePath("/project", path)), [
    "/project/a/b",
    "/other/a",
    "C:/x",
    "/project",
    "/project",
  ]);
  assertEquals(absolutePath("/", "a"), "/a");
});
