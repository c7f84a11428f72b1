import { assert, assertEquals } from "@std/assert";
import { spacedJson, textContent, textJson, textLine, textPath, textValue } from "../../src/format/safe_text.ts";

Deno.test("a path with unsafe characters becomes a JSON literal, any other stays unchanged", () => {
  assertEquals(["a b.ts", "日本語.txt", "it's", "back\\slash"].map(textPath), [
    "a b.ts",
    "日本語.txt",
    "it's",
    "back\\slash",
  ]);
  assertEquals(textPath("a\nb\t\x7f\x9b"), '"a\\nb\\t\\u007f\\u009b"');
  assertEquals(textPath('"a"'), '"\\"a\\""');
});

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
    "\u3000\u65e5\u672c",
    "\u0939\u093f\u0928\u094d\u0926\u0940",
    "caf\u00e9",
    "\ud55c\uae00",
  ];
  assertEquals(plain.map(textPath), plain);
  assertEquals(textJson(plain), JSON.stringify(plain));
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
