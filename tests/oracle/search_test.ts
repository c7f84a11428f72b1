/** Searches of random trees, compared with ripgrep line by line and span by span. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import type { SearchRequest } from "../../src/model/request.ts";
import type { Engine } from "../../src/pool/engine.ts";
import { openEngine } from "../open_engine.ts";
import { tempTree } from "../program.ts";
import { type Random, seeded } from "../seed.ts";
import { scopeOf } from "../engine/requests.ts";
import { queryFlags, ripgrep } from "./ripgrep.ts";
import { copyWithLf, plantTree, randomText, WORDS } from "./search_tree.ts";

const TREES = 2;
const QUERIES = 15;

for (const thread of [false, true]) {
  Deno.test(`a search finds the lines and spans that ripgrep finds (${thread ? "on a thread" : "in process"})`, async () => {
    const random = seeded(`search oracle, ${thread ? "on a thread" : "in process"}`);
    for (let t = 0; t < (thread ? 1 : TREES); t++) {
      const plant = (root: string) => plantTree(random, root);
      await compareTree(thread, plant, Array.from({ length: QUERIES }, () => randomRequest(random)), random);
    }
  });
}

Deno.test("a search finds the lines and spans that ripgrep finds in texts that are scanned in parts", async () => {
  const random = seeded("search oracle, long texts");
  const requests = Array.from({ length: QUERIES }, () => ({ ...randomRequest(random), scope: scopeOf() }));
  const plant = (root: string) => {
    for (let i = 0; i < 3; i++) {
      const parts = Array.from({ length: 250 }, () => randomText(random));
      Deno.writeTextFileSync(join(root, `${i}.txt`), parts.join("\n"));
    }
  };
  await compareTree(false, plant, requests.filter(({ query }) => !query.multiline), random);
});

async function compareTree(
  thread: boolean,
  plant: (root: string) => void,
  requests: readonly SearchRequest[],
  random: Random,
): Promise<void> {
  using place = await openEngine({}, thread);
  using twin = tempTree({});
  const { engine, root } = place;
  plant(root);
  copyWithLf(root, twin.path);
  for (const request of requests) await compareQuery(engine, twin.path, request, random.chance(0.5));
}

/** A match in either program: its place, and its bytes in the line. */
type Row = string;

/** @param first count before the lines: otherwise the count is known from them */
async function compareQuery(engine: Engine, root: string, request: SearchRequest, first: boolean): Promise<void> {
  const count = async () => (await engine.execute({ ...request, need: "total" })).total;
  const counted = first ? await count() : undefined, ours = await rowsOf(engine, request);
  const theirs = rowsOfRipgrep(root, request);
  if (theirs === "panicked") return;
  assertEquals(
    { ...joined(ours), counted: counted ?? await count() },
    { ...joined(theirs), counted: theirs.total },
    JSON.stringify(request),
  );
}

/** The rows as one text: an array of many thousands is slow to compare. */
function joined({ rows, total }: { rows: Row[]; total: number }) {
  return { rows: rows.join("\n"), total };
}

/** The records of all pages. */
async function rowsOf(engine: Engine, request: SearchRequest): Promise<{ rows: Row[]; total: number }> {
  const rows: Row[] = [];
  for (;;) {
    const { files, total, records } = await engine.execute({ ...request, skip: rows.length }), before = rows.length;
    for (const { path, hits } of files) {
      for (const h of hits) rows.push(`${path}:${h.lineNumber}:${JSON.stringify(h.spans)}:${h.line}`);
    }
    if (rows.length === before || rows.length >= records) return { rows: rows.sort(), total };
  }
}

function rowsOfRipgrep(root: string, request: SearchRequest): { rows: Row[]; total: number } | "panicked" {
  const rows: Row[] = [];
  const json = outputOf(root, request, "--json");
  if (json === undefined) return "panicked";
  for (const line of json.split("\n")) {
    if (!line.startsWith('{"type":"match"')) continue;
    const { data } = JSON.parse(line);
    const spans = wholeCharacters(
      data.lines.text,
      data.submatches.map((s: { start: number; end: number }) => [s.start, s.end]),
    );
    const text = data.lines.text.replace(/\n$/, "");
    const fitting = JSON.stringify(within(text, spans));
    rows.push(`${data.path.text.slice(2)}:${data.line_number}:${fitting}:${text}`);
  }
  // With -U ripgrep counts matches although it shows lines.
  const counts = outputOf(root, request, "-c", "--no-filename")?.split("\n") ?? [];
  return { rows: rows.sort(), total: counts.reduce((sum, count) => sum + Number(count), 0) };
}

/** ripgrep's output; undefined where its JSON printer panics, as in ripgrep 15.0 on some files with -U. */
function outputOf(root: string, request: SearchRequest, ...form: string[]): string | undefined {
  const { stdout, code, stderr } = ripgrep(root, [...scopeFlags(request), ...form, ...queryFlags(request.query)]);
  if (request.query.multiline && stderr.includes("panicked at crates/printer")) return undefined;
  if (code > 1) throw new Error(stderr);
  return stdout;
}

/** The matches without empty ones between the bytes of a character, which ripgrep finds. */
function wholeCharacters(line: string, spans: number[][]): number[][] {
  const bytes = new TextEncoder().encode(line);
  return spans.filter(([start, end]) => start !== end || (bytes[start] & 0xc0) !== 0x80);
}

/** The visible part of matches that include the line break. */
function within(text: string, spans: number[][]): number[][] {
  const { length } = new TextEncoder().encode(text);
  const kept = spans.filter(([start, end]) => end > start || start <= length);
  return kept.map(([start, end]) => [Math.min(start, length), Math.min(end, length)]);
}

function scopeFlags({ scope, maxCount }: SearchRequest): string[] {
  const flags: string[] = [];
  if (scope.hidden) flags.push("--hidden");
  if (scope.noIgnore) flags.push("--no-ignore");
  if (maxCount !== undefined) flags.push(`-m${maxCount}`);
  for (const glob of scope.globs) flags.push("-g", glob);
  return flags;
}

const PATTERNS = [
  "foo",
  "Foo",
  "o+",
  "[a-f]+\\d*",
  "\\w+",
  "\\bfoo\\b",
  "^\\s*\\w",
  "\\w$",
  "x*",
  "(foo|bar|日本)",
  "(?i)todo",
  "[^a-z ]+",
  ".*",
  "ß|größe",
  "\\S+\\s+\\S+$",
  "\\d{2,}",
  "é|ï",
  "^$",
  "[[:upper:]]+",
  "a.c",
];

/** Patterns that can match line breaks. */
const ACROSS = [
  "foo\\s+bar",
  "x[^o]*o",
  "^TODO.*?$\\n",
  "\\n\\n",
  "o\\n?b",
  "error(?s:.)*?foo",
  "(?s)error.*?foo",
  "foo[^)]*o.*",
  "\\n.*foo.*",
  "\\w+\\n\\w+",
  "^foo$",
  "é[\\s\\S]{0,9}語",
];

/** Patterns with empty matches, for which ripgrep's two ways of matching words (-w) disagree. */
const EMPTY = ["x*", ".*", "^$"];

function randomRequest(random: Random): SearchRequest {
  const fixed = random.chance(0.2);
  const globs = random.chance(0.2) ? [random.pick(["*.txt", "!*.md", "src/**", "!src", "*.{txt,rs}"])] : [];
  const multiline = !fixed && random.chance(0.2);
  const pattern = multiline ? random.pick(ACROSS) : fixed ? random.pick(WORDS).trim() || "foo" : random.pick(PATTERNS);
  return {
    op: "search",
    timeoutMs: 30_000,
    scope: {
      roots: ["."],
      globs,
      // Without `hidden` a wildcard matches no leading dot; ripgrep's -g includes hidden files.
      hidden: globs.length > 0 || random.chance(0.2),
      noIgnore: random.chance(0.2),
      followSymlinks: false,
    },
    query: {
      pattern,
      fixed,
      word: random.chance(0.2) && !multiline && !EMPTY.includes(pattern),
      caseRule: random.pick(["smart", "insensitive", "sensitive"] as const),
      multiline,
    },
    maxFileSize: 10 * 2 ** 20,
    ...(random.chance(0.1) ? { maxCount: 1 + random.int(3) } : {}),
    contextBefore: 0,
    contextAfter: 0,
    need: "lines",
    skip: 0,
    limit: 100_000,
  };
}
