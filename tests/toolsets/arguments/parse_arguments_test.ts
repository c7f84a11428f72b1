import { assertEquals, assertThrows } from "@std/assert";
import { errorAnswer } from "../../../src/format/error_answer.ts";
import type { Lang } from "../../../src/model/messages/messages.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { flag, list, optional, required } from "../../../src/toolsets/arguments/fields.ts";
import { choice, choices, integer, TEXT, TEXTS } from "../../../src/toolsets/arguments/kinds.ts";
import { parseArguments } from "../../../src/toolsets/arguments/parse_arguments.ts";

const FIELDS = {
  roots: required(TEXTS, ""),
  query: optional(TEXT, ""),
  limit: optional(integer(1), ""),
  hidden: flag(""),
  case: optional(choice("smart", "sensitive"), ""),
  types: list(choices("f", "d"), ""),
};
const TOOL = { name: "some_tool", example: { roots: ["."] } };

function parse(args: unknown) {
  return parseArguments(FIELDS, args, TOOL.name).given;
}

function refusal(args: unknown, lang: Lang = "en"): string[] {
  const error = assertThrows(() => parseArguments(FIELDS, args, TOOL.name), ToolError);
  return errorAnswer(error, TOOL, lang).text.split("\n");
}

Deno.test("arguments with only one possible meaning are accepted", () => {
  assertEquals(parse({ roots: ["src"], limit: 5 }), { roots: ["src"], limit: 5 });
  assertEquals(parse({ roots: "src" }), { roots: ["src"] });
  assertEquals(parse({ roots: ["."], limit: "12", hidden: "true" }), { roots: ["."], limit: 12, hidden: true });
  assertEquals([parse({ roots: ".", hidden: "True" }).hidden, parse({ roots: ".", hidden: "FALSE" }).hidden], [
    true,
    false,
  ]);
  assertEquals(parse({ roots: ["."], query: ["a"] }), { roots: ["."], query: "a" });
  assertEquals(parse({ roots: ["."], query: 404, limit: null, case: null }), { roots: ["."], query: "404" });
});

Deno.test("an empty string counts as absent where that is allowed, and as an entry in a list", () => {
  const filledIn = { query: "", limit: "", hidden: "", case: "" };
  assertEquals(parse({ roots: ["."], ...filledIn }), { roots: ["."] });
  assertEquals(parse({ roots: "", ...filledIn }), { roots: [""] });
  assertEquals(parseArguments({ query: required(TEXT, "") }, { query: "" }, "t").values, { query: "" });
});

Deno.test("a list as JSON in a string is that list; text that only begins like one is not", () => {
  assertEquals(parse({ roots: '["src", "lib/*.ts"]' }), { roots: ["src", "lib/*.ts"] });
  assertEquals(parse({ roots: ' [\n  "src"\n]\n' }), { roots: ["src"] });
  for (const name of ["[id]/page.tsx", "[1]", "[a", '["a", 1]', '["a"]/b', '"src"']) {
    assertEquals(parse({ roots: name }), { roots: [name] });
  }
  assertEquals(refusal({ roots: "[]" })[0], 'INVALID_ARGUMENT: roots: needs at least one entry (given: "[]").');
  const many = JSON.stringify(Array.from({ length: 10_001 }, () => "a"));
  assertEquals(refusal({ roots: many })[0], "TOO_LARGE: roots is too large: 10001, at most 10000.");
});

Deno.test("enumerated words in one string are separated", () => {
  const types = (given: string) => parse({ roots: ["."], types: given }).types;
  assertEquals([types("f,d"), types("d f"), types(" f, "), types("")], [["f", "d"], ["d", "f"], ["f"], []]);
  assertEquals(parse({ roots: "a,b" }).roots, ["a,b"]);
  assertEquals(
    refusal({ roots: ["."], types: "f,x" })[0],
    'INVALID_ARGUMENT: types[1]: must be one of "f", "d" (given: "f,x").',
  );
});

Deno.test("an invalid value is refused with its rule, the value, and a call that works if it has the argument", () => {
  const works = 'Example: some_tool {"roots": ["."]}';
  const cases: [unknown, string][] = [
    [{}, "roots: is required (given: nothing)."],
    [undefined, "roots: is required (given: nothing)."],
    [[], "roots: is required (given: nothing)."],
    [[1], "some_tool: arguments are a JSON object (given: [1])."],
    ["text", 'some_tool: arguments are a JSON object (given: "text").'],
    [{ roots: null }, "roots: is required (given: nothing)."],
    [{ roots: [] }, "roots: needs at least one entry (given: [])."],
    [{ roots: [7] }, "roots[0]: must be a string (given: 7)."],
    [{ roots: { a: 1 } }, 'roots: must be a list of strings (given: {"a":1}).'],
    [{ roots: ["."], query: ["a", "b"] }, 'query: must be a string (given: ["a","b"]).'],
    [{ roots: ["."], query: [["a"]] }, 'query: must be a string (given: [["a"]]).'],
    [{ roots: ["."], query: [] }, "query: must be a string (given: [])."],
    [{ roots: ["."], limit: 1.5 }, "limit: must be a whole number (given: 1.5)."],
    [{ roots: ["."], limit: "many" }, 'limit: must be a whole number (given: "many").'],
    [{ roots: ["."], limit: "-1" }, 'limit: must be at least 1 (given: "-1").'],
    [{ roots: ["."], limit: -3 }, "limit: must be at least 1 (given: -3)."],
    [{ roots: ["."], limit: 1e300 }, "limit: must be at most 9007199254740991 (given: 1e+300)."],
    [{ roots: ["."], hidden: "yes" }, 'hidden: must be true or false (given: "yes").'],
    [{ roots: ["."], case: "loud" }, 'case: must be one of "smart", "sensitive" (given: "loud").'],
    [{ roots: ["."], query: { x: "y".repeat(500) } }, `query: must be a string (given: {"x":"${"y".repeat(74)}…).`],
  ];
  for (const [args, message] of cases) {
    const isApt = /^(?:roots|some_tool)/.test(message);
    assertEquals(refusal(args), [`INVALID_ARGUMENT: ${message}`, ...isApt ? [works] : []]);
  }
  assertEquals(refusal({ roots: ["."], limit: -2 }, "ja"), [
    "INVALID_ARGUMENT: limit: 1 以上にしてください(指定値: -2)。",
  ]);
});

Deno.test("a value is cut between characters, never inside one", () => {
  for (const [letters, faces] of [[76, 1], [75, 2], [0, 39]]) {
    const start = "y".repeat(letters);
    const [message] = refusal({ roots: start + "😀".repeat(50), limit: start + "😀".repeat(50) });
    assertEquals(message, `INVALID_ARGUMENT: limit: must be a whole number (given: "${start}${"😀".repeat(faces)}…).`);
  }
});

Deno.test("unknown arguments are named together with the nearest names, or all names where none is near", () => {
  const all = "roots, query, limit, hidden, case, types";
  const cases: [args: Record<string, unknown>, unknown: string, nearest: string][] = [
    [{ root: 1 }, "root", "roots"],
    [{ Hiden: 1 }, "Hiden", "hidden"],
    [{ case_sensitive: 1 }, "case_sensitive", "case"],
    [{ pattern: 1 }, "pattern", all],
    [{ pattern: "x", path: "src", "-i": true }, "pattern, path, -i", all],
    [{ root: 1, pattern: "x" }, "root, pattern", `root → roots; pattern → ${all}`],
    [JSON.parse('{"__proto__":{"hidden":true}}'), "__proto__", all],
    [{ constructor: 1 }, "constructor", all],
  ];
  for (const [args, unknown, nearest] of cases) {
    assertEquals(refusal({ roots: ["."], ...args, ...(unknown === "__proto__" && args) }).slice(0, 2), [
      `UNKNOWN_ARGUMENT: some_tool has no argument ${unknown}.`,
      `Nearest: ${nearest}.`,
    ]);
  }
});

Deno.test("a value too long to be meant is refused with its size", () => {
  const error = (args: unknown) => assertThrows(() => parse(args), ToolError).data;
  assertEquals(error({ roots: ["."], query: "a".repeat(100_001) }), {
    key: "too_large",
    params: { field: "query", size: 100_001, cap: 100_000 },
  });
  assertEquals(error({ roots: Array(10_001).fill("a") }).params, { field: "roots", size: 10_001, cap: 10_000 });
  assertEquals(error({ roots: ["ok", "a".repeat(100_001)] }).params.field, "roots[1]");
});
