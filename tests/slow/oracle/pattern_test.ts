/** Queries, compared with ripgrep 15: the same lines, the same spans. @module */
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import type { Matcher } from "../../../src/engine/matcher/matcher.ts";
import { iterateMatches } from "../../../src/engine/scan/match_block.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import type { Query } from "../../../src/model/request.ts";
import { query } from "../../engine/requests.ts";
import { leftmostFirst } from "../../oracle/leftmost.ts";
import { randomLiteral, randomPattern, randomText } from "../../oracle/random_pattern.ts";
import { byteLengthOf, decodeBytes } from "../../oracle/surrogates.ts";
import { tempTree } from "../../program.ts";
import { LENGTH, type Random, seeded } from "../../seed.ts";
import { assert, assertEquals } from "@std/assert";
import { rgPath } from "@vscode/ripgrep";

const TEXTS = 40;
/** The number of random patterns for each mode. */
const PATTERNS = 80 * LENGTH;

/** Modes: ripgrep's flags and the query's options. */
const MODES: readonly (readonly [flags: readonly string[], query: Partial<Query>])[] = [
  [["-s"], {}],
  [["-i"], { caseRule: "insensitive" }],
  [["-S"], { caseRule: "smart" }],
  [["-w"], { word: true }],
  [["-w", "-i"], { word: true, caseRule: "insensitive" }],
  [["-F"], { fixed: true }],
  [["-F", "-S", "-w"], { fixed: true, caseRule: "smart", word: true }],
  [["-U"], { multiline: true }],
  [["-U", "-i"], { multiline: true, caseRule: "insensitive" }],
];

interface Sample {
  readonly name: string;
  readonly text: string;
}

Deno.test("random queries match what ripgrep matches, byte for byte", async (t) => {
  const random = seeded("pattern oracle");
  using directory = tempTree({});
  const dir = directory.path;
  const samples = makeSamples(random, dir);
  for (const [flags, mode] of MODES) {
    await t.step(flags.join(" "), async () => {
      const tally = { same: 0, refused: 0, stopped: 0 };
      for (let i = 0; i < PATTERNS; i++) tally[await compare(random, dir, samples, flags, mode)]++;
      console.log(flags.join(" "), tally, `patterns on ${TEXTS} texts`);
      assert(tally.same > PATTERNS * 0.9, "most random patterns are fit to be compared");
    });
  }
});

function makeSamples(random: Random, dir: string): Sample[] {
  return Array.from({ length: TEXTS }, (_, i) => {
    const bytes = new Uint8Array(randomText(random, i % 3 === 0));
    Deno.writeFileSync(`${dir}/${i}.txt`, bytes);
    return { name: `${i}.txt`, text: decodeBytes(bytes) };
  });
}

/** `refused`: ripgrep refuses the pattern or panics; `stopped`: the pattern backtracks too long. */
async function compare(
  random: Random,
  dir: string,
  samples: readonly Sample[],
  flags: readonly string[],
  mode: Partial<Query>,
): Promise<"same" | "refused" | "stopped"> {
  const pattern = mode.fixed ? randomLiteral(random) : randomPattern(random);
  const theirs = await ripgrep(dir, flags, mode.fixed ? pattern : leftmostFirst(pattern));
  if (theirs === undefined) return "refused";
  const matcher = compileQuery(query(pattern, mode));
  const ours: Found[] = [];
  if (!GUARD.runWithTimeout(() => samples.forEach(({ text }) => ours.push(foundBy(matcher, text))), 1000)) {
    return "stopped";
  }
  for (const [i, { name, text }] of samples.entries()) {
    const label = `${flags.join(" ")} ${JSON.stringify(pattern)} in ${JSON.stringify(text)}`;
    assertEquals(ours[i].spans, (theirs.get(name) ?? []).filter((span) => onCharacters(span, text)), label);
    if (ours[i].ascii !== undefined) assertEquals(ours[i].ascii, ours[i].spans, `ascii ${label}`);
  }
  return "same";
}

const GUARD = new VmTimeout();

type ByteSpan = readonly [start: number, end: number];

/** The matches of both expressions; the ASCII one only where it may be used. */
interface Found {
  readonly spans: ByteSpan[];
  readonly ascii?: ByteSpan[];
}

function foundBy(matcher: Matcher, text: string): Found {
  const spans = spansOf(matcher.unicode, text);
  return /[^\0-\x7f]/.test(text) ? { spans } : { spans, ascii: spansOf(matcher.ascii, text) };
}

/** ripgrep shows no match at the very end of a text without a final line break. */
function spansOf(regex: RegExp, text: string): ByteSpan[] {
  return [...iterateMatches(regex, text)].filter(([start]) => start < text.length).map(([start, end]) => [
    byteLengthOf(text, start),
    byteLengthOf(text, end),
  ]);
}

/** ripgrep steps by bytes, so it finds the empty string within characters too. */
function onCharacters([start, end]: ByteSpan, text: string): boolean {
  if (end > start) return true;
  let bytes = 0;
  for (const char of text) {
    if (bytes >= start) break;
    bytes += byteLengthOf(char, char.length);
  }
  return bytes === start;
}

interface MatchEvent {
  readonly type: string;
  readonly data: {
    readonly path: { readonly text: string };
    readonly absolute_offset: number;
    readonly submatches: readonly { readonly start: number; readonly end: number }[];
  };
}

async function ripgrep(
  dir: string,
  flags: readonly string[],
  pattern: string,
): Promise<Map<string, ByteSpan[]> | undefined> {
  const args = ["--no-config", "-a", "-j1", "--no-ignore", "--json", ...flags, "-e", pattern, "."];
  const { code, stdout } = await new Deno.Command(rgPath, { args, cwd: dir, stdin: "null" }).output();
  // 2: the pattern is refused; above 2: the JSON printer panicked, as it does on some multi-line matches.
  if (code > 1) return undefined;
  const found = new Map<string, ByteSpan[]>();
  for (const line of new TextDecoder().decode(stdout).split("\n")) {
    if (line.startsWith('{"type":"match"')) add(found, JSON.parse(line));
  }
  return found;
}

function add(found: Map<string, ByteSpan[]>, { data }: MatchEvent): void {
  const name = data.path.text.replace(/^\.\//, "");
  const spans = data.submatches.map(({ start, end }) =>
    [data.absolute_offset + start, data.absolute_offset + end] as const
  );
  found.set(name, [...found.get(name) ?? [], ...spans]);
}

Deno.test("every character is in the same classes as in ripgrep", async () => {
  using directory = tempTree({});
  const dir = directory.path;
  const all = charactersWhere(/[^]/u);
  Deno.writeTextFileSync(`${dir}/all.txt`, all.join("\n") + "\n");
  for (const pattern of ["\\w", "\\W", "\\d", "\\s", "\\pL", "\\p{Lu}", "\\p{M}", "\\p{Greek}", "\\bx?", "\\<"]) {
    await compareCharacters(dir, all, [], pattern);
  }
});

Deno.test("every character folds as in ripgrep", async () => {
  using directory = tempTree({});
  const dir = directory.path;
  const cased = charactersWhere(/\p{Changes_When_Casemapped}/u);
  Deno.writeTextFileSync(`${dir}/cased.txt`, cased.join("\n") + "\n");
  for (let i = 0; i < cased.length; i += 64) {
    await compareCharacters(dir, cased, ["-i"], `[${cased.slice(i, i + 64).join("")}]`);
  }
});

/** All characters except the line break that `test` matches. */
function charactersWhere(test: RegExp): string[] {
  const codes = Array.from({ length: 0x110000 }, (_, code) => code);
  return codes.filter((code) => code !== 0x0a && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code)).filter((char) => test.test(char));
}

async function compareCharacters(
  dir: string,
  chars: readonly string[],
  flags: string[],
  pattern: string,
): Promise<void> {
  const args = ["--no-config", "-a", "-N", "--no-filename", ...flags, "-e", pattern, "."];
  const { stdout } = await new Deno.Command(rgPath, { args, cwd: dir, stdin: "null" }).output();
  const theirs = new TextDecoder("utf-8", { ignoreBOM: true }).decode(stdout).split("\n").slice(0, -1);
  const caseRule = flags.includes("-i") ? "insensitive" : "sensitive";
  const { unicode } = compileQuery(query(pattern, { caseRule }));
  const ours = chars.filter((char) => {
    unicode.lastIndex = 0;
    return unicode.test(char);
  });
  assertEquals(ours.join("\n"), theirs.join("\n"), pattern);
}
