/**
 * No text makes an expression of our own slow: each literal and each `RegExp(…)` under `src/` is judged. Users'
 * expressions are another matter: these run under a time limit.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { Language, type Node, Parser } from "web-tree-sitter";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import { readParserFile } from "../../../src/pool/parser_files.ts";

// Its other backends start a process or a thread.
Deno.env.set("RECHECK_SYNC_BACKEND", "pure");
const { checkSync } = await import("recheck");

/** Rooms whose code runs on the main thread, where no time limit stops an expression. */
const MAIN_ROOMS = ["cli", "consult", "format", "mcp", "model", "pool", "toolsets"];

/** Why an expression may be one that is not proven linear. */
type Reason =
  /** Sees only texts that stand in our own code. */
  | "own text"
  /** Sees only texts of at most some thousand characters, on which a quadratic expression takes milliseconds. */
  | "short text"
  /** Texts with every special character escaped. */
  | "literal"
  /** A class for one character, or a property of one. */
  | "one character"
  /** Runs under the time limit, or is compiled and never run. Not on the main thread. */
  | "guarded";

/** Expressions with the beginning of their text, blanks made one, and what makes them harmless. */
const EXCEPTIONS: readonly [file: string, beginning: string, reason: Reason][] = [
  ["cli/command_line/tool_flags.ts", '/\\[".*?"\\]/g', "own text"],
  ["cli/config/hosts.ts", "/\\s*\\n", "own text"],
  ["cli/config/hosts.ts", "/\\[\\n", "own text"],
  ["engine/matcher/byte_sequences.ts", "new RegExp(text, flags)", "guarded"],
  ["engine/matcher/byte_sequences.ts", "new RegExp(`\\\\u{${code", "one character"],
  ["engine/matcher/compile_query.ts", "new RegExp(", "guarded"],
  ["engine/ops/likely_files.ts", 'new RegExp(shapes.join("|")', "short text"],
  ["engine/ops/likely_files.ts", "new RegExp(clear", "short text"],
  ["engine/ops/likely_files.ts", "new RegExp(escapeRegex(pattern)", "literal"],
  ["engine/regex/char_sets.ts", "new RegExp(`", "one character"],
  ["engine/structure/tree_sitter.ts", "/", "own text"],
  ["mcp/prompts.ts", "RegExp(`\\\\b${name}", "literal"],
];

interface Expression {
  /** Below `src/`. */
  readonly file: string;
  readonly line: number;
  /** As it stands in the code, blanks made one. */
  readonly code: string;
  /** Undefined for a constructor that did not run when its module was loaded. */
  readonly expression?: RegExp;
}

const SRC = new URL("../../../src/", import.meta.url);

Deno.test("every expression of our own is linear, or a row says why it need not be", async () => {
  const all = await expressionsOfSource();
  assert(all.length > 300, `only ${all.length} were found`);
  const slow = all.filter((one) => exceptionFor(one) === undefined && !isLinear(one.expression));
  assertEquals(slow.map(({ file, line, code }) => `src/${file}:${line} ${code}`), []);
  const unused = EXCEPTIONS.filter(([file, beginning]) =>
    !all.some((one) => one.file === file && one.code.startsWith(beginning))
  );
  assertEquals(unused, [], "rows without an expression");
});

Deno.test("an expression on the main thread is not excused by a time limit", () => {
  const guarded = EXCEPTIONS.filter(([, , reason]) => reason === "guarded").map(([file]) => file.split("/")[0]);
  assertEquals(guarded.filter((room) => MAIN_ROOMS.includes(room)), []);
});

Deno.test("expressions that once held a server without end are judged so", () => {
  const hung = [
    /^[\p{L}\p{N}]+(?:[-_]?[\p{L}\p{N}]+)*$/u,
    /^\s*(?:"((?:[^"\\]+|\\.)*)"|'((?:[^']+|'')*)')\s*:/,
    /(?:\s|\\+[rn]?|["'`,+.;&_#*|>()[\]-]|<br ?\/?>){1,60}[A-Za-z0-9+/]{16}/,
    /(?<=(?:[;{}/]|\/\/[^\n]*)\s*)[A-Z]/,
    // Each is slow only where it is begun at each character.
    /\/+$/,
    /\s+$/v,
    /(?:x\s*)+$/,
  ];
  assertEquals(hung.filter(isLinear).map(String), []);
  const linear = [/(?<!\/)\/+$/, /^\s*x+$/v, /"(?:[^"\\]|\\.)*"/y];
  assertEquals(linear.filter((one) => !isLinear(one)).map(String), []);
});

function exceptionFor({ file, code }: Expression): Reason | undefined {
  return EXCEPTIONS.find((row) => row[0] === file && code.startsWith(row[1]))?.[2];
}

/** Whether the expression is proven linear or, where no proof is known, fast on the worst texts that we can make. */
function isLinear(expression: RegExp | undefined): boolean {
  if (expression === undefined) return false;
  const { source, flags } = expression;
  if (!mayRepeat(source)) return true;
  const { status } = checkSync(source, flags, { checker: "automaton", timeout: 200 });
  return status === "safe" || status === "unknown" && isFastOnBadTexts(expression);
}

/** Whether something in it is repeated: without that, the work at each character has a bound. */
function mayRepeat(source: string): boolean {
  return /[*+{]/.test(source.replaceAll(/\\[^]|\[(?:[^\]\\]|\\[^])*\]/g, ""));
}

/** Characters of a bad text, and milliseconds after which it is tried at the next length. */
const TRIES = [[16_000, 30], [128_000, 2000]] as const;

/**
 * Whether a bad text of one of these lengths is soon done. In the first a quadratic expression takes some 100 ms, a linear
 * one less than 1 ms; in the second 6 s and 8 ms, which no other load of the machine makes alike.
 */
function isFastOnBadTexts(expression: RegExp): boolean {
  const guard = new VmTimeout();
  for (const [start, pump, end] of badTextsFor(expression.source)) {
    const isFast = TRIES.some(([units, ms]) => {
      const text = start + pump.repeat(units / pump.length) + end;
      return guard.runWithTimeout(() => void text.replace(expression, ""), ms);
    });
    if (!isFast) return false;
  }
  return true;
}

/** One or two of the expression's parts, again and again, after a beginning that it may need, and with an end. */
function* badTextsFor(source: string): Generator<readonly [start: string, pump: string, end: string]> {
  const parts = partsOf(source);
  for (const one of parts) {
    for (const other of ["", ...parts]) {
      if (one === other) continue;
      const pump = one + other;
      yield* ["\0", "\n\0"].map((end) => ["", pump, end] as const);
      if (other === "") yield* parts.map((start) => [start, pump, "\0"] as const);
    }
  }
}

/** Words and characters that stand in an expression, and one of each class that its escapes name. */
function partsOf(source: string): string[] {
  const words = source.match(/(?<!\\)[A-Za-z]{2,}/g) ?? [];
  const inClasses = (source.match(/\[(?:[^\]\\]|\\[^])*\]/g) ?? []).flatMap((part) =>
    part.slice(1, -1).match(SIGN) ?? []
  );
  const signs = [...source.match(/\\[^\w\s]|[^\w\s^$*+?()[\]{}|.\\]/g) ?? [], ...inClasses].map((sign) =>
    sign.slice(-1)
  );
  const escaped = Array.from(source.matchAll(/\\(?:([sdw])|p)/g), ([, letter = "w"]) => SAMPLES[letter]);
  return [...new Set([...words, "a", "1", " ", ...escaped, ...signs])].slice(0, 14);
}

const SIGN = /[^\w\s^-]/g;

const SAMPLES: Readonly<Record<string, string>> = { s: "\n", d: "1", w: "a" };

/** Literals as the parser finds them, and constructors with what they made when their module was loaded. */
async function expressionsOfSource(): Promise<Expression[]> {
  const found = (await Promise.all(typescriptFiles(SRC).map(expressionsIn))).flat();
  const made = await constructedIn([...new Set(found.filter(isConstructor).map(({ file }) => file))]);
  return found.flatMap((one) => {
    if (!isConstructor(one)) return one;
    const here = made.get(`${one.file}:${one.line}`) ?? [];
    return here.length === 0 ? one : here.map((expression) => ({ ...one, expression }));
  });
}

function isConstructor({ code }: Expression): boolean {
  return !code.startsWith("/");
}

function typescriptFiles(dir: URL): string[] {
  return [...Deno.readDirSync(dir)].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return typescriptFiles(new URL(`${name}/`, dir));
    return name.endsWith(".ts") ? [new URL(name, dir).pathname.slice(SRC.pathname.length)] : [];
  });
}

await Parser.init({ wasmBinary: await readParserFile("runtime") });
const parser = new Parser().setLanguage(await Language.load(await readParserFile("typescript.wasm")));

async function expressionsIn(file: string): Promise<Expression[]> {
  const tree = parser.parse(await Deno.readTextFile(new URL(file, SRC)));
  assert(tree !== null, `${file} was not parsed`);
  const nodes = tree.rootNode.descendantsOfType(["regex", "new_expression", "call_expression"]);
  return nodes.filter((node) => node !== null).flatMap((node) => {
    const expression = node.type === "regex" ? literalOf(node) : undefined;
    if (expression === undefined && calledBy(node) !== "RegExp") return [];
    const code = node.text.replaceAll(/\s+/g, " ");
    return [{ file, line: node.startPosition.row + 1, code, ...(expression && { expression }) }];
  });
}

function calledBy(node: Node): string | undefined {
  return (node.childForFieldName("constructor") ?? node.childForFieldName("function"))?.text;
}

function literalOf({ text }: Node): RegExp {
  const end = text.lastIndexOf("/");
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/** The expressions that modules construct when they are loaded, by `file:line`. */
async function constructedIn(files: readonly string[]): Promise<Map<string, RegExp[]>> {
  const made = new Map<string, RegExp[]>(), original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, args, newTarget) {
      const expression: RegExp = Reflect.construct(target, args, newTarget);
      const at = original.prototype.exec.call(/\/src\/([\w/]+\.ts:\d+):/, new Error().stack ?? "")?.[1] ?? "";
      made.set(at, [...made.get(at) ?? [], expression]);
      return expression;
    },
  });
  try {
    for (const file of files) await import(new URL(file, SRC).href);
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}
