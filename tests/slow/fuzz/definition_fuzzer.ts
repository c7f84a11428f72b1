/**
 * Random and hostile sources in every language: their definitions are found without a crash and by the deadline, they lie
 * in the text and in one another, and the next text is parsed as usual.
 * @module
 */
import process from "node:process";
import { LANGUAGES } from "../../../src/engine/structure/languages.ts";
import { Structure } from "../../../src/engine/structure/structure.ts";
import { readParserFile } from "../../../src/pool/parser_files.ts";
import { outlineIn, parseContext, wrongDefinitions } from "../../engine/structure/parse_context.ts";
import { damaged, OUTLINES, sourcesIn } from "../../engine/structure/outlines.ts";
import type { Random } from "../../seed.ts";
import { defineFuzzer } from "./fuzzer.ts";

interface Case {
  readonly language: string;
  readonly text: string;
  /** It is repeated to this many UTF-16 units. */
  readonly units: number;
}

/** Milliseconds for a text, and of a slice. */
const DEADLINE_MS = 300, SLICE_MS = 12;
/** Milliseconds of processor time after the deadline. */
const LATE_MS = 100;

/** Fuzzes the finding of definitions. */
export const definitionFuzzer = defineFuzzer("definitions", make, check);

const structure = new Structure(0, readParserFile);

/** The first source in a language. */
function sourceOf(language: string): string {
  return sourcesIn(`${OUTLINES}${language}.txt`)[0].text;
}

/** Parts that parsers take long for, or much memory, when they are repeated. */
const HOSTILE = [
  "(",
  "{",
  "[",
  "<",
  "`${",
  '"\n',
  "a+",
  "if(a)",
  "<<A\n",
  "/*",
  "'",
  "#",
  "x = ",
  "function f(){",
  "class A {",
];

function make(random: Random): Case {
  const { name } = random.pick(LANGUAGES), text = damaged(random, sourceOf(name));
  if (random.chance(0.2)) return { language: name, text: random.pick(HOSTILE), units: 1_000_000 };
  if (random.chance(0.7)) return { language: name, text, units: text.length };
  const from = random.int(text.length);
  return { language: name, text: text.slice(from, from + 1 + random.int(30)), units: random.pick([10_000, 300_000]) };
}

async function check({ language, text, units }: Case): Promise<string | undefined> {
  // A smaller case may have no language.
  if (!LANGUAGES.some(({ name }) => name === language)) return undefined;
  const source = text.length >= units ? text : text.repeat(Math.ceil(units / Math.max(1, text.length)));
  // Loading a grammar is not parsing.
  const next = sourceOf(language), whole = await outline(language, next);
  let { found, usedMs } = await timedOutline(language, source);
  // Garbage of an earlier case may have been collected in that time.
  if (usedMs > DEADLINE_MS + LATE_MS) ({ found, usedMs } = await timedOutline(language, source));
  if (usedMs > DEADLINE_MS + LATE_MS) return `${usedMs} ms of processor time`;
  const wrong = wrongDefinitions(source, found);
  if (wrong !== undefined) return wrong;
  const again = await outline(language, next);
  return again.definitions.length === whole.definitions.length ? undefined : "the next text has other definitions";
}

async function timedOutline(language: string, text: string) {
  const before = cpuMs(), found = await outline(language, text, DEADLINE_MS);
  return { found, usedMs: cpuMs() - before };
}

async function outline(language: string, text: string, deadlineMs = Infinity) {
  const end = performance.now() + deadlineMs;
  let sliceEnd = 0;
  const shouldYield = () => {
    const now = performance.now(), isOver = now >= sliceEnd;
    if (isOver) sliceEnd = now + SLICE_MS;
    return isOver;
  };
  const name = LANGUAGES.find((one) => one.name === language)?.extensions[0];
  return await outlineIn(
    structure,
    `a.${name}`,
    text,
    parseContext({ shouldYield, remainingMs: () => end - performance.now() }),
  );
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
