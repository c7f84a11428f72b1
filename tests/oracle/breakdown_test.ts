/** Counts of values, and of each query of a list, compared with pipelines of ripgrep, sort and uniq. */
import { assertEquals } from "@std/assert";
import type { Query, SearchRequest } from "../../src/model/request.ts";
import { searchFor } from "../engine/requests.ts";
import { openEngine } from "../open_engine.ts";
import { tempTree } from "../program.ts";
import { type Random, seeded } from "../seed.ts";
import { queryFlags, ripgrep } from "./ripgrep.ts";
import { copyWithLf, plantTree, WORDS } from "./search_tree.ts";

const TREES = 2, QUERIES = 12;
const ASCII_WORDS = WORDS.filter((word) => /^[\0-\x7f]+$/.test(word));

/** No group is repeated: of a group that did not take part in the last turn, Rust keeps the text, JavaScript does not. */
const PATTERNS = [
  ..."foo Foo o+ [a-f]+\\d* \\w+ \\bfoo\\b \\w$ (foo|bar|日本) (?i)todo [^a-z␣]+ ß|größe (\\w+)[.␣-](\\w+) (f)?oo"
    .split(" "),
  ..."TODO(.)? (?:x|(o)) (?P<name>[[:upper:]]+) a.c \\S+\\s+(\\S+)$ ^\\s*(\\w) (é|ï)v foo(?:bar)?".split(" "),
].map((pattern) => pattern.replaceAll("␣", " "));
/** Only for ASCII: ripgrep also finds empty matches between the bytes of a character. */
const EMPTY = ["x*", "(x*)", ".*", "^$", "o*?", "\\b"];

Deno.test("each of 1,000 queries of a list is counted, as text and as whole words", async () => {
  const random = seeded("1,000 queries");
  const words = Array.from({ length: 1000 }, (_, i) => `name${i}_${"abcdef"[random.int(6)]}`);
  const lines = Array.from({ length: 3000 }, () => [random.pick(words), random.pick(words), "other"]);
  const totals = words.map((word) => lines.filter((line) => line.includes(word)).length);
  using place = await openEngine();
  Deno.writeTextFileSync(`${place.root}/a.txt`, lines.map((line) => line.join(" ")).join("\n"));
  for (const query of [{ fixed: true, caseRule: "sensitive" }, { word: true }] as const) {
    const options = { need: "total", breakdown: "patterns", timeoutMs: 30_000 } as const;
    const request = searchFor(words[0], options, { ...query, morePatterns: words.slice(1) });
    assertEquals((await place.engine.execute(request)).patternTotals, totals);
  }
});

for (const thread of [false, true]) {
  Deno.test(`values are counted as by ripgrep, sort and uniq (${thread ? "on a thread" : "in process"})`, async () => {
    const random = seeded(`value counts, ${thread ? "on a thread" : "in process"}`);
    for (let t = 0; t < (thread ? 1 : TREES); t++) {
      const words = t === 0 ? ASCII_WORDS : WORDS, patterns = t === 0 ? [...PATTERNS, ...EMPTY] : PATTERNS;
      using place = await openEngine({}, thread);
      using twin = tempTree({});
      plantTree(random, place.root, words);
      copyWithLf(place.root, twin.path);
      for (let i = 0; i < QUERIES; i++) {
        const request = valueRequest(random, patterns);
        const { values, total } = await place.engine.execute(request);
        const rows = values?.page.map(({ value, count, files }) => ({ value, count, files }));
        const label = JSON.stringify(request.query);
        assertEquals(rows, valuesOfRipgrep(twin.path, request), label);
        assertEquals({ total, distinct: values?.distinct }, {
          total: linesOf(twin.path, request),
          distinct: rows?.length,
        }, label);
        const again = await place.engine.execute({ ...request, skip: 1, limit: 2 });
        assertEquals(again.values?.page, values?.page.slice(1, 3), label);
      }
    }
  });
}

Deno.test("values over several lines are the texts that ripgrep's JSON has", async () => {
  const random = seeded("value counts over lines");
  using place = await openEngine();
  using twin = tempTree({});
  plantTree(random, place.root);
  copyWithLf(place.root, twin.path);
  for (const pattern of ["foo\\s+bar", "x[^o]*o", "\\n\\n", "o\\n?b", "error[\\s\\S]*?foo", "\\w+\\n\\w+", "\\w\\s"]) {
    const request = { ...searchFor(pattern, {}, { multiline: true }), need: "total", breakdown: "values" } as const;
    const { values } = await place.engine.execute(request);
    const counts = new Map(values?.page.map(({ value, count }) => [value, count]));
    assertEquals(counts, new Map(countEach(matchesOfRipgrep(twin.path, request))), pattern);
  }
});

Deno.test("each query of a list counts the lines that it finds alone, and the list finds their union", async () => {
  const random = seeded("lists of queries");
  for (let t = 0; t < TREES; t++) {
    using place = await openEngine();
    using twin = tempTree({});
    plantTree(random, place.root);
    copyWithLf(place.root, twin.path);
    for (let i = 0; i < QUERIES; i++) {
      const { query, ...request } = valueRequest(random, PATTERNS), { pattern, ...alike } = query;
      const fixed = random.chance(0.5), source = fixed ? WORDS.filter((word) => word.trim() !== "") : PATTERNS;
      const [first, ...morePatterns] = new Set([
        pattern,
        ...Array.from({ length: 1 + random.int(12) }, () => random.pick(source)),
      ]);
      const list: Query = { ...alike, fixed, pattern: first, morePatterns };
      const asked: SearchRequest = {
        ...request,
        query: list,
        maxCount: undefined,
        need: "counts",
        breakdown: "patterns",
      };
      const { total, patternTotals } = await place.engine.execute(asked);
      const rows = [first, ...morePatterns].map((one) =>
        rowsOf(twin.path, { ...asked, query: { ...alike, fixed, pattern: one } })
      );
      const expected = { total: new Set(rows.flat()).size, patternTotals: rows.map(({ length }) => length) };
      assertEquals({ total, patternTotals }, expected, JSON.stringify(list));
    }
  }
});

function valueRequest(random: Random, patterns: readonly string[]): SearchRequest {
  const fixed = random.chance(0.2), pattern = fixed ? random.pick(WORDS).trim() || "foo" : random.pick(patterns);
  const query = {
    fixed,
    word: random.chance(0.2) && !EMPTY.includes(pattern),
    caseRule: random.pick(["smart", "insensitive", "sensitive"] as const),
  };
  const limits = random.chance(0.15) ? { maxCount: 1 + random.int(3) } : {};
  return { ...searchFor(pattern, limits, query), need: "total", breakdown: "values", scope: searchFor("").scope };
}

/** The rows of a tally: most first, then in the order of their bytes. */
function valuesOfRipgrep(root: string, request: SearchRequest) {
  const { pattern, fixed } = request.query, hasGroup = !fixed && /(?<!\\)\((?!\?)|\(\?P</.test(pattern);
  const found = outputOf(root, request, "-o", "-N", "--null", "-H", ...hasGroup ? ["-r", "$1"] : []);
  const rows = found.map((line) => line.split("\0")), encoder = new TextEncoder();
  return countEach(rows.map(([, value]) => value))
    .map(([value, count]) => ({
      value,
      count,
      files: new Set(rows.flatMap(([path, own]) => own === value ? [path] : [])).size,
    }))
    .sort((a, b) => b.count - a.count || compareBytes(encoder.encode(a.value), encoder.encode(b.value)));
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return at < 0 ? a.length - b.length : a[at] - (b[at] ?? -1);
}

function countEach(values: readonly string[]): [string, number][] {
  return [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]);
}

function linesOf(root: string, request: SearchRequest): number {
  return outputOf(root, request, "-c", "--no-filename").reduce((sum, count) => sum + Number(count), 0);
}

/** A row for each matching line. */
function rowsOf(root: string, request: SearchRequest): string[] {
  return outputOf(root, request, "-n", "-H", "--null").map((line) => line.split(":", 1)[0]);
}

function matchesOfRipgrep(root: string, request: SearchRequest): string[] {
  return outputOf(root, request, "--json").filter((line) => line.startsWith('{"type":"match"'))
    .flatMap((line) => JSON.parse(line).data.submatches.map(({ match }: { match: { text: string } }) => match.text));
}

/** ripgrep's output by directory and arguments: the queries of lists repeat each other. */
const PRINTED = new Map<string, string[]>();

/** The lines of ripgrep's output. */
function outputOf(root: string, { query, maxCount }: SearchRequest, ...form: string[]): string[] {
  const limit = maxCount === undefined ? [] : [`-m${maxCount}`];
  const args = ["-j1", ...limit, ...form, ...queryFlags(query)];
  const key = [root, ...args].join("\0"), known = PRINTED.get(key);
  if (known !== undefined) return known;
  const { stdout, code, stderr } = ripgrep(root, args);
  if (code > 1) throw new Error(stderr);
  const lines = stdout.split("\n").slice(0, -1);
  PRINTED.set(key, lines);
  return lines;
}
