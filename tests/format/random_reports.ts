/**
 * Random search reports with difficult names, lines and counts.
 * @module
 */
import type { FileHits, Hit, SearchReport } from "../../src/model/search_report.ts";
import type { Random } from "../seed.ts";

const NAMES = [
  "main.ts",
  "a b.md",
  "表.txt",
  "x\ny.log",
  "esc\x1b[31m.c",
  "\u202etxt.exe",
  '"quoted".json',
  "__proto__",
];
const DIRS = ["", "src/", "src/format/", "src/format/deep/er/", "docs/日本/", "/mnt/other/"];
const WORDS = [
  "const",
  "value",
  "=",
  "await",
  "fetchAllTheThings(id)",
  "42",
  "{",
  "});",
  "日本語のテキスト",
  "🎉",
  "\t",
  "// TODO",
  "é",
  "\x1b[0m",
];

/** The size of a random report. */
export interface Size {
  readonly files: number;
  readonly hits: number;
  readonly context: number;
}

/** The report of a whole search, with every hit. `pageOf` cuts a page from it. */
export function randomReport(random: Random, size: Size): SearchReport {
  const paths = new Set(Array.from({ length: random.int(size.files + 1) }, (_, i) => randomPath(random, i)));
  const files = [...paths].map((path) => randomFile(path, random, size));
  const total = files.reduce((sum, file) => sum + file.count, 0);
  const top = files.toSorted((a, b) => b.count - a.count).slice(0, 10)
    .map((file) => ({ ...file, hits: file.hits.slice(0, 3) }));
  return {
    op: "search",
    files,
    top,
    filesMatched: files.length,
    total,
    records: total,
    timedOutLines: 0,
    searched: files.length + random.int(50),
    findMs: 1.5,
    searchMs: 2.5,
    skipped: random.chance(0.3) ? { binary: 1 + random.int(9), hidden: random.int(3) } : {},
    ...(random.chance(0.1) && { cutBy: "timeout" as const }),
  };
}

/** The report of one page. */
export function pageOf(report: SearchReport, skip: number, limit: number): SearchReport {
  let index = 0;
  const files = report.files.map((file) => {
    const from = Math.max(0, skip - index), to = Math.max(0, skip + limit - index);
    index += file.hits.length;
    return { ...file, hits: file.hits.slice(from, to) };
  });
  return { ...report, files };
}

function randomPath(random: Random, i: number): string {
  const name = random.chance(0.2) ? random.pick(NAMES) : `file${i}.${random.pick(["ts", "py", "md"])}`;
  return random.pick(DIRS) + name;
}

function randomFile(path: string, random: Random, size: Size): FileHits {
  const count = 1 + random.int(size.hits);
  let line = 0;
  const hits = Array.from({ length: count }, () => randomHit(line += 1 + random.int(8), random, size.context));
  return { path, count, hits };
}

function randomHit(lineNumber: number, random: Random, context: number): Hit {
  const line = randomLine(random);
  const bytes = new TextEncoder().encode(line).length;
  return {
    lineNumber,
    line,
    cut: random.chance(0.05),
    spans: bytes === 0 ? [[0, 0]] : [[0, new TextEncoder().encode([...line][0]).length]],
    column: 1,
    before: Array.from({ length: Math.min(lineNumber - 1, random.int(context + 1)) }, () => randomLine(random)),
    after: Array.from({ length: random.int(context + 1) }, () => randomLine(random)),
    ...(random.chance(0.4) && { enclosing: randomDefinition(lineNumber, random) }),
  };
}

/** A definition around a line. */
function randomDefinition(line: number, random: Random): NonNullable<Hit["enclosing"]> {
  const name = random.pick(["run", "Task.run", "größe", "日本", "a b"]),
    startLine = Math.max(1, line - random.int(3) * 10);
  return { name, startLine, endLine: line + random.int(3) * 10 };
}

function randomLine(random: Random): string {
  return "  ".repeat(random.int(5)) + Array.from({ length: 1 + random.int(12) }, () => random.pick(WORDS)).join(" ");
}
