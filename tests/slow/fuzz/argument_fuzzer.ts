/**
 * Random arguments for every tool of every profile: the answer must satisfy its schema or be an error of the contract.
 * @module
 */
import { openTools } from "../../open_tools.ts";
import { randomGlob } from "../../oracle/random_tree.ts";
import { randomPattern } from "../../oracle/random_pattern.ts";
import { type Profile, toolsOf } from "../../../src/toolsets/profiles.ts";
import type { Tool } from "../../../src/toolsets/tool.ts";
import type { Random } from "../../seed.ts";
import { defineFuzzer } from "./fuzzer.ts";
import { codeOf, CODES, tempFiles, utf8 } from "./ground.ts";

interface Case {
  readonly profile: Profile;
  readonly calls: readonly { readonly tool: string; readonly args: unknown }[];
}

/** Fuzzes arguments. */
export const argumentFuzzer = defineFuzzer("arguments", make, check);

const TREE = {
  "a.txt": utf8("foo\nbar TODO\n\nfoo foo é\n"),
  "src/b.ts": utf8("const foo = 1;\n".repeat(50)),
  "src/deep/c.md": utf8("日本 TODO\n"),
  ".gitignore": "*.log\n",
  "x.log": "foo\n",
  "bin": "a\0b",
  "empty": "",
};
const TEXTS = [
  ...". a.txt src src/b.ts src/*.ts **/*.md nope ../x / TODO foo +10M -1k 2d 2026-01-01 utf-16le 10M path mtime lines bytes"
    .split(" "),
  ..."insensitive smart files directories f d e".split(" "),
  ...["", " ", "\0", "\u202e", "é", "(", "[", "**", "{a,b", "a".repeat(5000), "\n", "-1", "9".repeat(20), "__proto__"],
];
const NUMBERS = [0, 1, 2, 3, 10, 100, 5000, -1, -50, 0.5, 1e9, 2 ** 31, 2 ** 53, -1e300];
const JUNK = [null, {}, [], [[]], { a: 1 }, true];

function make(random: Random): Case {
  const profile = random.pick<Profile>(["default", "default", "default", "microagent", "fs"]);
  return { profile, calls: Array.from({ length: 12 }, () => randomCall(random, profile)) };
}

function randomCall(random: Random, profile: Profile) {
  const tool = random.pick(toolsOf(profile));
  if (random.chance(0.03)) return { tool: tool.name, args: random.pick([...JUNK, "x", 1]) };
  const args: Record<string, unknown> = { ...tool.example };
  for (const [name, kinds] of kindsOf(tool)) {
    if (random.chance(0.12)) args[name] = randomValue(random, name, random.chance(0.9) ? random.pick(kinds) : "junk");
  }
  if (random.chance(0.05)) delete args[random.pick(Object.keys(args))];
  if (random.chance(0.03)) args[random.pick(["paths", "qurey", "constructor"])] = 1;
  return { tool: tool.name, args };
}

/** The types of a tool's arguments, by name. */
function kindsOf(tool: Tool): [name: string, kinds: string[]][] {
  return Object.entries(tool.fields).map(([name, { kind: { schema } }]) => {
    const kinds = [schema, ...schema.anyOf ?? []].flatMap(({ type }) => type ?? []);
    return [name, kinds.length === 0 ? ["string"] : kinds];
  });
}

function randomValue(random: Random, name: string, kind: string): unknown {
  switch (kind) {
    case "boolean":
      return random.chance(0.5);
    case "integer":
    case "number":
      return random.pick(NUMBERS);
    case "array":
      return Array.from({ length: random.int(4) }, () => randomText(random, name));
    case "string":
      return randomText(random, name);
    default:
      return random.pick(JUNK);
  }
}

function randomText(random: Random, name: string): string {
  if (/query|pattern|regex/i.test(name) && random.chance(0.6)) return randomPattern(random);
  if (/glob|exclude|pattern/i.test(name) && random.chance(0.6)) return randomGlob(random);
  return random.pick(TEXTS);
}

async function check({ profile, calls }: Case): Promise<string | undefined> {
  using place = tempFiles(TREE);
  using tools = await openTools(profile, [place.root], { timeoutMs: 1000 });
  for (const { tool, args } of calls) {
    const answer = await tools.call(tool, args), code = codeOf(answer.structured);
    const wrong = answer.isError
      ? wrongError(code)
      : wrongAnswer(tools.service.tools.find(({ name }) => name === tool), answer);
    if (wrong !== undefined) return `${tool} ${JSON.stringify(args)}: ${wrong}`;
  }
  return undefined;
}

function wrongError(code: string | undefined): string | undefined {
  return code !== undefined && CODES.has(code) ? undefined : `an error of code ${code}`;
}

function wrongAnswer(
  tool: Tool | undefined,
  { structured, text }: { structured: Record<string, unknown>; text: string },
) {
  const { success, error } = tool?.output.safeParse(structured) ?? { success: false };
  if (!success) return `its structured content is not of its schema: ${error?.message}`;
  return /\[object |\bundefined\b|\bNaN\b/.test(text) ? `its text is odd: ${text.slice(0, 500)}` : undefined;
}
