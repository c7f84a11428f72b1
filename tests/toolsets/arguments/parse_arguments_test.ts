/** Arguments: what is accepted, what is refused, sizes and times. @module */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { PROFILES } from "../../../src/cli/command_line/settings.ts";
import { errorAnswer } from "../../../src/format/error_answer.ts";
import type { Lang } from "../../../src/model/messages/messages.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { flag, list, optional, required } from "../../../src/toolsets/arguments/fields.ts";
import { choice, choices, integer, TEXT, TEXTS } from "../../../src/toolsets/arguments/kinds.ts";
import { parseArguments } from "../../../src/toolsets/arguments/parse_arguments.ts";
import { parseFileSize, parseSize, parseTime } from "../../../src/toolsets/arguments/sizes_and_times.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

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

Deno.test("a value is cut between characters, never inside one", () => {
  for (const [letters, faces] of [[76, 1], [75, 2], [0, 39]]) {
    const start = "y".repeat(letters);
    const [message] = refusal({ roots: start + "😀".repeat(50), limit: start + "😀".repeat(50) });
    assertEquals(message, `INVALID_ARGUMENT: limit: must be a whole number (given: "${start}${"😀".repeat(faces)}…).`);
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

Deno.test("sizes have fd's signs and units", () => {
  const cases: [string, string, number][] = [
    ["+10M", "+", 10_000_000],
    ["-1k", "-", 1000],
    ["5b", "=", 5],
    ["7", "=", 7],
    ["+2Ki", "+", 2048],
    ["-3MiB", "-", 3 * 2 ** 20],
    ["1gb", "=", 1e9],
    ["+1ti", "+", 2 ** 40],
    ["+999999999999999t", "+", Number.MAX_SAFE_INTEGER],
  ];
  for (const [text, sign, bytes] of cases) assertEquals({ text, ...parseSize(text) }, { text, sign, bytes });
  for (const text of ["", "+", "M", "10x", "1.5M", "+-1k", "10 i", "++1", "1e3"]) {
    assertEquals(parseSize(text), undefined, text);
  }
});

Deno.test("file sizes have ripgrep's units", () => {
  assertEquals(["10M", "1k", "2G", "77", "1MiB", "0"].map(parseFileSize), [
    10 * 2 ** 20,
    1024,
    2 ** 31,
    77,
    2 ** 20,
    0,
  ]);
  for (const text of ["", "M", "-1M", "1P", "ten"]) assertEquals(parseFileSize(text), undefined, text);
});

Deno.test("spans count back from now", () => {
  const now = Date.UTC(2025, 5, 15, 12), second = 1000, hour = 3600 * second, day = 24 * hour;
  const cases: [string, number][] = [
    ["10s", 10 * second],
    ["30min", hour / 2],
    ["30m", hour / 2],
    ["3h", 3 * hour],
    ["2d", 2 * day],
    ["1w", 7 * day],
    ["3 hours", 3 * hour],
    ["1M", 30.44 * day],
    ["2months", 60.88 * day],
    ["1y", 365.25 * day],
    ["2DAYS", 2 * day],
  ];
  for (const [text, ago] of cases) assertEquals([text, parseTime(text, now)], [text, now - ago]);
});

Deno.test("dates are local unless they name an offset, and must exist", () => {
  const cases: [string, number][] = [
    ["2025-01-31", new Date(2025, 0, 31).getTime()],
    ["2025-01-31 08:30", new Date(2025, 0, 31, 8, 30).getTime()],
    ["2025-01-31T08:30:15Z", Date.UTC(2025, 0, 31, 8, 30, 15)],
    ["2025-01-31T08:30:15+09:00", Date.UTC(2025, 0, 30, 23, 30, 15)],
    ["2024-02-29", new Date(2024, 1, 29).getTime()],
  ];
  for (const [text, at] of cases) assertEquals([text, parseTime(text, 0)], [text, at]);
  for (
    const text of [
      "",
      "2d ago",
      "yesterday",
      "2025-02-29",
      "2025-13-01",
      "2025-01-01T25:00",
      "5",
      "3 x",
      "-2d",
      "1h 30min",
    ]
  ) {
    assertEquals(parseTime(text, 0), undefined, text);
  }
});

Deno.test("fractions of a second count to the millisecond, with an offset or without", () => {
  const second = Date.UTC(2024, 4, 6, 7, 8, 9), local = new Date(2024, 4, 6, 7, 8, 9).getTime();
  const fractions: readonly (readonly [text: string, ms: number])[] = [
    [".5", 500],
    [".25", 250],
    [".007", 7],
    [".9999999", 999],
    ["", 0],
  ];
  for (const [text, ms] of fractions) {
    const time = `2024-05-06T07:08:09${text}`;
    const found = [`${time}Z`, `${time}+02:00`, time].map((text) => parseTime(text, 0));
    assertEquals(found, [second + ms, second + ms - 7_200_000, local + ms], text);
  }
});

/** Arguments that no tool accepts are refused in words and never treated as a bug. */

const ODD: readonly unknown[] = [
  { toString: "x" },
  [{ toString: 1 }],
  ["a", { toString: "x", valueOf: 1 }],
  [[]],
  [[null]],
  { toJSON: "x" },
  { length: 3 },
  { __proto__: null },
  ...[null, true, 0, -1, 1.5, 1e9, "", "x", "\0", [], ["x"], {}, { a: 1 }, "x".repeat(200_000)],
];

/** Names of arguments in other tools. */
const OTHERS =
  "path paths glob include type -A -B -C -i context output_mode head_limit max_results offset end_line lines range"
    .split(" ");

Deno.test("no value makes a tool reject: it is refused or ignored, in every argument of every tool", async () => {
  using files = tempTree({ "a.txt": "x\n" });
  for (const profile of PROFILES) {
    using tools = await openTools(profile, [files.path]);
    for (const { name, example, fields } of toolsOf(profile)) {
      for (const field of [...Object.keys(fields), ...OTHERS]) {
        for (const value of ODD) {
          const { structured, isError } = await tools.call(name, { ...example, [field]: value });
          const { code } = Object(structured.error);
          assert(!isError || code !== "INTERNAL", `${name} ${field} ${JSON.stringify(value)}: ${code}`);
        }
      }
      for (const args of [1, "x", '"x"', "[1]", [1], () => 1]) {
        assertEquals(Object((await tools.ask(name, args)).error).code, "INVALID_ARGUMENT");
      }
    }
  }
});
