/** read_file with outline and symbol: what a file defines, and one definition's text. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { spacedJson } from "../../../../src/format/safe_text.ts";
import { LIMITS } from "../../../../src/model/limits.ts";
import { openTools } from "../../../open_tools.ts";
import { tempTree } from "../../../program.ts";

const SHAPES = `/** Shapes. */
export class Circle {
  /** The area. */
  area(): number {
    return 3;
  }
  scale() {}
}

export class Square {
  area(): number {
    return 4;
  }
}

export function total(): number {
  return 7;
}
`;

/** A class of many methods, each with a comment. */
function longClass(methods: number): string {
  const body = Array.from(
    { length: methods },
    (_, i) => `  /** Step ${i}. */\n  step${i}() {\n    return ${i};\n  }\n`,
  );
  return `/** All steps. */\nexport class Steps {\n${body.join("")}}\n\nexport const after = () => 1;\n`;
}

const TREE = {
  "src/shapes.ts": SHAPES,
  "src/long.ts": longClass(120),
  "src/bare.ts": "// Nothing here.\nsideEffect();\n",
  "src/empty.ts": "",
  "notes.xyz": "one\ntwo\n",
  "image.png": "\x89PNG\r\n\x1a\n\0\0\0\0",
};

Deno.test("an outline has each definition on a line, indented, and the same in fields", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const { text, structured, found } = await tools.call("read_file", { path: "src/shapes.ts", outline: true });
  assertEquals(
    text,
    `2-8 class Circle
  4-6 method area
  7 method scale
10-14 class Square
  11-13 method area
16-18 function total
[typescript, 18 lines]`,
  );
  assertEquals([found, structured], [true, {
    path: "src/shapes.ts",
    language: "typescript",
    total_lines: 18,
    definitions: [
      { name: "Circle", kind: "class", start_line: 2, end_line: 8, depth: 0 },
      { name: "area", kind: "method", start_line: 4, end_line: 6, depth: 1 },
      { name: "scale", kind: "method", start_line: 7, end_line: 7, depth: 1 },
      { name: "Square", kind: "class", start_line: 10, end_line: 14, depth: 0 },
      { name: "area", kind: "method", start_line: 11, end_line: 13, depth: 1 },
      { name: "total", kind: "function", start_line: 16, end_line: 18, depth: 0 },
    ],
    truncated: false,
  }]);
});

Deno.test("an outline over the budget leaves out the deepest definitions first, and says so", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const whole = await tools.call("read_file", { path: "src/long.ts", outline: true });
  const { text, structured } = await tools.call("read_file", { path: "src/long.ts", outline: true, token_budget: 600 });
  assert(Math.max(countTokens(text), countTokens(JSON.stringify(structured))) <= 600);
  const lines = text.split("\n").filter((line) => !line.startsWith("["));
  assertEquals([lines[0], lines[1], lines.at(-1)], ["2-483 class Steps", "  4-6 method step0", "485 function after"]);
  const { truncated, truncated_by, total, hints } = structured, left = 122 - lines.length;
  assertEquals([truncated, truncated_by, total], [true, "token_budget", 122]);
  const more = "More: token_budget=2400";
  assertEquals(hints, [`${left} of 122 definitions are left out to fit the budget, the deepest first. ${more}`]);
  assertEquals(whole.structured.truncated, false);
});

Deno.test("a file without an outline says why, and how to read its first lines", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const hintsOf = async (path: string) => {
    const { structured, isError, found } = await tools.call("read_file", { path, outline: true });
    return [isError, found, structured.definitions, structured.hints];
  };
  const [, , , [unknown = ""] = []] = await hintsOf("notes.xyz").then((row) => row.map((each) => [each].flat()));
  assertMatch(
    String(unknown),
    /^There is no grammar for this kind of file, only for .*typescript.*\. Its first lines: outline=false$/,
  );
  assertEquals((await hintsOf("src/bare.ts")).slice(1), [false, [], [
    "No definitions were found. Its first lines: outline=false",
  ]]);
  assertEquals((await hintsOf("src/empty.ts")).slice(1), [false, [], ["Nothing here: the file has 0 bytes."]]);
  const { error } = await tools.ask("read_file", { path: "image.png", outline: true });
  assertEquals(Object(error).code, "BINARY_FILE");
});

Deno.test("a symbol is read whole with the comment before it", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const range = { range_type: "lines", offset_bytes: null, max_bytes: null, start_line: 3, max_lines: 4 };
  const { text, structured } = await tools.call("read_file", { path: "src/shapes.ts", symbol: "Circle.area" });
  const content = "3.   /** The area. */\n4.   area(): number {\n5.     return 3;\n6.   }";
  assertEquals([text, structured], [content, {
    path: "src/shapes.ts",
    content,
    is_truncated: false,
    range,
    total_lines: 18,
    size_bytes: SHAPES.length,
  }]);
  const plain = await tools.ask("read_file", { path: "src/shapes.ts:5", symbol: "total", line_numbers: false });
  assertEquals(plain.content, "export function total(): number {\n  return 7;\n}");
});

Deno.test("a symbol over the budget ends with the outline of its rest, and next goes on to its end", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const parts: unknown[] = [];
  for (let args: unknown = { path: "src/long.ts", symbol: "Steps", token_budget: 900 }; args !== undefined;) {
    const { text, structured } = await tools.call("read_file", args);
    assert(Math.max(countTokens(text), countTokens(JSON.stringify(structured))) <= 900);
    const { rest = [], content, next } = Object(structured);
    if (parts.length === 0) {
      const shown = String(content).split("\n").length + 1, [first, ...others] = rest;
      const at = Number(/^\d+/.exec(first)?.[0]);
      assert(at >= shown && at <= shown + 4, `${first} after ${shown}`);
      assertMatch(others.at(-1), /^… \d+ more$/);
      assert(text.endsWith(`[In the rest:]\n${rest.join("\n")}`), text);
    }
    parts.push(content);
    if (next !== undefined && parts.length < 3) assertMatch(next.path, /^src\/long\.ts:\d+-483$/);
    args = Object(next).start_line === 484 ? undefined : next;
  }
  const expected = longClass(120).split("\n").slice(0, 483).map((line, i) => `${i + 1}. ${line}`).join("\n");
  assertEquals(parts.join("\n"), expected);
});

Deno.test("several definitions of a name are listed with the call that reads each", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const { text, structured, isError } = await tools.call("read_file", { path: "src/shapes.ts", symbol: "area" });
  const hint = '2 definitions have this name. To read one: path="src/shapes.ts:3-6", symbol=null';
  assertEquals(
    [isError, text],
    [false, `4-6 method Circle.area\n11-13 method Square.area\n[typescript, 18 lines]\n[${hint}]`],
  );
  const { definitions, hints } = Object(structured);
  assertEquals(definitions, [
    { name: "Circle.area", kind: "method", start_line: 4, end_line: 6, depth: 1 },
    { name: "Square.area", kind: "method", start_line: 11, end_line: 13, depth: 1 },
  ]);
  assertEquals(hints, [hint]);
  const read = await tools.ask("read_file", { path: "src/shapes.ts:3-6" });
  assert(String(read.content).endsWith("6.   }"), String(read.content));
});

Deno.test("a symbol that is nowhere is answered with the nearest names; one without a grammar with a search", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const wrong = async (args: Record<string, unknown>) => Object((await tools.ask("read_file", args)).error);
  const nowhere = await tools.call("read_file", { path: "src/shapes.ts", symbol: "Circle.skale" });
  const where = "Search for it with definitions=true.";
  assertEquals(nowhere.structured, {
    error: { code: "NOT_FOUND", message: "src/shapes.ts defines no Circle.skale.", hint: where },
    nearest: ["Circle.scale", "Circle", "Circle.area"],
  });
  const nearest = "Nearest existing: Circle.scale, Circle, Circle.area.";
  assertEquals(nowhere.text, `NOT_FOUND: src/shapes.ts defines no Circle.skale.\n${where}\n${nearest}`);
  const { code, message, hint } = await wrong({ path: "notes.xyz", symbol: "two" });
  assertMatch(
    `${code} ${message}`,
    /^INVALID_ARGUMENT symbol: there is no grammar for this kind of file \(notes\.xyz\), only for /,
  );
  assertEquals(hint, "Search for the text two in this file.");
});

Deno.test("two arguments that say what to read are refused, but default values are no conflict", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const path = "src/shapes.ts";
  const cases: Record<string, unknown>[] = [
    { symbol: "total", start_line: 3 },
    { symbol: "total", max_lines: 5, outline: true },
    { outline: true, max_bytes: 5 },
    { outline: true, start_line: -5 },
  ];
  for (const args of cases) {
    const { error } = await tools.ask("read_file", { path, ...args });
    assertEquals([args, Object(error).code], [args, "INVALID_ARGUMENT"]);
  }
  const defaults = { start_line: 1, max_lines: 200, offset_bytes: 0, max_bytes: 65536, encoding: "", range_type: null };
  for (const asked of [{ outline: true, symbol: "" }, { symbol: "total", outline: false }]) {
    const answer = await tools.ask("read_file", { path, ...asked });
    assertEquals(await tools.ask("read_file", { path, ...defaults, ...asked }), answer);
    assertEquals(answer.error, undefined);
  }
});

Deno.test("a page of lines that the budget cut ends with the outline of the rest; one cut by max_lines does not", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const cut = await tools.call("read_file", { path: "src/long.ts", token_budget: 1000 });
  const rest = Object(cut.structured).rest;
  assertMatch(rest[0], /^(?: {2})?\d+-\d+ method step\d+$/);
  assertEquals(cut.text.slice(cut.text.indexOf("[In the rest:]")), `[In the rest:]\n${rest.join("\n")}`);
  assert(rest.includes("485 function after"), rest.join("\n"));
  const asked = await tools.ask("read_file", { path: "src/long.ts", max_lines: 10 });
  assertEquals([asked.is_truncated, asked.rest], [true, undefined]);
});

Deno.test("of a file that is parsed in part, no symbol is reported as missing in the rest", async () => {
  const text = `# Near\n${"text\n".repeat(LIMITS.outlineBytes / 5)}# far\n`;
  using files = tempTree({ "big.md": text });
  using tools = await openTools("default", [files.path]);
  const { error } = await tools.ask("read_file", { path: "big.md", symbol: "far" });
  const { code, message, hint } = Object(error);
  assertEquals(
    [code, message],
    ["NOT_FOUND", "big.md defines no far in the part of it that could be parsed."],
  );
  assertEquals(hint, "Search for the text far in this file.");
});

Deno.test("a budget without room has no outline of the rest", async () => {
  using files = tempTree({ "a.ts": "// A.\nfunction f() {}\nfunction g() {}\n" });
  using tools = await openTools("default", [files.path]);
  for (const token_budget of [1, 5, 9]) {
    const { text } = await tools.call("read_file", { path: "a.ts", token_budget });
    const next = spacedJson({ path: "a.ts", start_line: 2, max_lines: 200, token_budget });
    assertEquals(text, `1. // A.\n[lines 1-1 of 3; next: read_file ${next}]`);
  }
});

Deno.test("in a file that does not parse, a symbol that is not found may be where parsing failed", async () => {
  const whole = "def near(): pass\n", broken = "def far(: pass((\n";
  using files = tempTree({ "whole.py": whole, "half.py": whole + broken, "broken.py": broken });
  using tools = await openTools("default", [files.path]);
  const { text } = await tools.call("read_file", { path: "broken.py", outline: true });
  const hint = "The file does not parse, so no definitions were found. Its first lines: outline=false";
  assertEquals(text, `[python, 1 line]\n[${hint}]`);
  const messages = await Promise.all(["whole.py", "half.py", "broken.py"].map(async (path) => {
    return Object((await tools.ask("read_file", { path, symbol: "far" })).error).message;
  }));
  assertEquals(messages, [
    "whole.py defines no far.",
    "half.py defines no far in the part of it that could be parsed.",
    "broken.py defines no far in the part of it that could be parsed.",
  ]);
});
