/**
 * Random patterns in random texts, compared with the lines and spans that ripgrep finds. Each search runs twice; the
 * second answer comes from the cache.
 * @module
 */
import { openTools } from "../../open_tools.ts";
import { randomLiteral, randomPattern, randomText } from "../../oracle/random_pattern.ts";
import type { Random } from "../../seed.ts";
import { defineFuzzer } from "./fuzzer.ts";
import { bytesOf, codeOf, type Files, latin, tempFiles } from "./ground.ts";
import { queryFlags, ripgrep } from "../../oracle/ripgrep.ts";

interface Query {
  readonly query: string;
  readonly case: "smart" | "insensitive" | "sensitive";
  readonly fixed_strings?: true;
  readonly word?: true;
  readonly multiline?: true;
}

interface Case {
  readonly files: Files;
  /** The lines end at CR LF for fossick and at LF for ripgrep, which treats the CR as a character. */
  readonly crlf?: true;
  readonly queries: readonly Query[];
}

/** Fuzzes patterns. */
export const searchFuzzer = defineFuzzer("patterns against ripgrep", make, check);

function make(random: Random): Case {
  const files = Array.from({ length: 1 + random.int(12) }, (_, i) => [`${i}.txt`, randomFile(random)]);
  const queries = Array.from({ length: 15 }, () => randomQuery(random));
  return { files: Object.fromEntries(files), ...random.chance(0.3) && { crlf: true }, queries };
}

/** Mostly short; sometimes long enough for the optimizations of long texts. */
function randomFile(random: Random): string {
  const ascii = random.chance(0.5);
  const parts = random.chance(0.1) ? 200 + random.int(2000) : 1 + random.int(4);
  return Array.from({ length: parts }, () => latin(randomText(random, ascii))).join("");
}

function randomQuery(random: Random): Query {
  const way = random.int(10);
  const rest = { case: random.pick(["smart", "insensitive", "sensitive"] as const) };
  if (way < 3) return { query: randomLiteral(random), fixed_strings: true, ...rest };
  if (way < 4) return { query: randomLiteral(random), fixed_strings: true, word: true, ...rest };
  if (way < 5) return { query: randomPattern(random), multiline: true, ...rest };
  if (way < 6) return { query: randomPattern(random), word: true, ...rest };
  if (way < 8) return { query: `${literal(random)}${randomPattern(random)}`, ...rest };
  return { query: randomPattern(random), ...rest };
}

/** A literal, which a search can look for first. */
function literal(random: Random): string {
  return randomLiteral(random).replace(/[.\-=]/g, "\\$&");
}

async function check({ files, crlf, queries }: Case): Promise<string | undefined> {
  using place = tempFiles(files);
  using twin = tempFiles(crlf ? withCrlf(files) : {});
  // Some patterns backtrack for longer, and their answers are not compared.
  using tools = await openTools("default", [crlf ? twin.root : place.root], { tokenBudget: 0, timeoutMs: 10_000 });
  for (const query of queries.filter(({ query }) => query !== "" && !(crlf && query.includes("\\r")))) {
    const theirs = rowsOfRipgrep(place.root, query);
    if (theirs === undefined) continue;
    for (const time of ["first", "second"]) {
      const answer = await tools.ask("search_content", { roots: ["."], limit: 10_000, ...query });
      if (answer.truncated_by !== undefined || isCut(answer) || codeOf(answer) === "TIMEOUT") break;
      const ours = codeOf(answer) ?? rowsOf(answer, query);
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) return told(query, time, ours, theirs);
    }
  }
  return undefined;
}

function withCrlf(files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll("\n", "\r\n")]));
}

/** Whether a line, or the lines of a match, were too long to show whole. */
function isCut({ matches }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(matches) && matches.some(({ line_truncated }) => line_truncated);
}

function told(query: Query, time: string, ours: unknown, theirs: unknown): string {
  return `${JSON.stringify(query)}, ${time} answer\nours   ${JSON.stringify(ours)}\ntheirs ${JSON.stringify(theirs)}`
    .slice(0, 3000);
}

/** `file:line:spans`; for matches across lines, the lines they lie in. */
function rowsOf(answer: Readonly<Record<string, unknown>>, query: Query): string[] {
  const rows: string[] = [];
  for (const match of Array.isArray(answer.matches) ? answer.matches : []) {
    const { file, line_number, line, submatches } = match;
    if (query.multiline) rows.push(...covered(file, line_number, line.split("\n").length));
    else rows.push(`${file}:${line_number}:${spans(line, wordly(query, submatches))}`);
  }
  return [...new Set(rows)].sort();
}

type Submatches = readonly { readonly start: number; readonly end: number }[];

/** The spans in a line; "?" in a line that is not UTF-8, where ripgrep's count bytes that are not shown here. */
function spans(line: string, submatches: Submatches): string {
  const { length } = new TextEncoder().encode(line);
  const shown = submatches.filter(({ start, end }) => end > start || start <= length);
  const within = shown.map(({ start, end }) => [Math.min(start, length), Math.min(end, length)]);
  return line.includes("\ufffd") ? "?" : JSON.stringify(within);
}

/** The spans, without empty ones in word searches: ripgrep's strategies find different numbers of these. */
function wordly({ word }: Query, spans: Submatches): Submatches {
  return word ? spans.filter(({ start, end }) => end > start) : spans;
}

function covered(file: string, line: number, lines: number): string[] {
  return Array.from({ length: lines }, (_, i) => `${file}:${line + i}`);
}

/** ripgrep's rows; undefined where it refuses the pattern, or its printer panics. */
function rowsOfRipgrep(root: string, query: Query): string[] | undefined {
  const { query: pattern, case: caseRule, fixed_strings: fixed, word, multiline } = query;
  const { code, stdout } = ripgrep(root, ["--json", ...queryFlags({ pattern, caseRule, fixed, word, multiline })]);
  if (code > 1) return undefined;
  const rows: string[] = [];
  for (const text of stdout.split("\n")) {
    if (!text.startsWith('{"type":"match"')) continue;
    const { data } = JSON.parse(text);
    const file = data.path.text.slice(2), line = lineOf(data.lines);
    if (query.multiline) rows.push(...covered(file, data.line_number, line.split("\n").length));
    else rows.push(`${file}:${data.line_number}:${theirSpans(line, wordly(query, data.submatches))}`);
  }
  return [...new Set(rows)].sort();
}

/** ripgrep steps by bytes, so it finds the empty string within characters too. */
function theirSpans(line: string, submatches: Submatches): string {
  const bytes = new TextEncoder().encode(line);
  const whole = submatches.filter(({ start, end }) => start !== end || (bytes[start] & 0xc0) !== 0x80);
  return spans(line, whole);
}

function lineOf({ text, bytes }: { readonly text?: string; readonly bytes?: string }): string {
  const line = text ?? new TextDecoder().decode(bytesOf(atob(bytes ?? ""))) + "\ufffd";
  return line.replace(/\n(?=\ufffd?$)/, "");
}
