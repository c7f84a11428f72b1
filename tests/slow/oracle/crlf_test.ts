/**
 * Trees with CR LF line ends, or with both CR LF and LF. Searches must give the lines, spans and counts of the same tree
 * with LF, and those of ripgrep with --crlf.
 */
import { assert, assertEquals } from "@std/assert";
import { rgPath } from "@vscode/ripgrep";
import type { SearchReport } from "../../../src/model/search_report.ts";
import type { SearchRequest } from "../../../src/model/request.ts";
import { MAX_CACHED_FILE_BYTES } from "../../../src/engine/cache/cached_file.ts";
import { searchFor } from "../../engine/requests.ts";
import { openEngine } from "../../open_engine.ts";
import { LENGTH, type Random, seeded } from "../../seed.ts";
import { leftmostFirst } from "../../oracle/leftmost.ts";
import { randomLiteral, randomPattern, randomText } from "../../oracle/random_pattern.ts";

/** The number of random cases. */
const PATTERNS = 120 * LENGTH;

/** The line ends that a twin writes. */
type Break = () => boolean;

/** A file, and the encoding to force. */
interface Planted {
  readonly name: string;
  /** The text, with LF. */
  readonly bytes: Uint8Array;
  /** The bytes of an ASCII character in UTF-16, the zero byte first or last. */
  readonly width: 1 | "le" | "be";
}

const unitOf = (code: number, width: Planted["width"]) => width === 1 ? [code] : width === "le" ? [code, 0] : [0, code];

/** The file with CR LF at the line ends that `isCrlf` selects. */
function withCrlf({ bytes, width }: Planted, isCrlf: Break): Uint8Array<ArrayBuffer> {
  const feed = unitOf(10, width), all: number[] = [];
  for (let at = 0; at < bytes.length; at += feed.length) {
    const unit = [...bytes.subarray(at, at + feed.length)];
    if (unit.join() === feed.join() && isCrlf()) all.push(...unitOf(13, width));
    all.push(...unit);
  }
  return new Uint8Array(all);
}

/** UTF-16 with a byte-order mark. */
function utf16(text: string, width: "le" | "be"): Uint8Array {
  const units = Uint16Array.from("\ufeff" + text, (char) => char.charCodeAt(0)), bytes = new Uint8Array(units.buffer);
  return width === "le" ? bytes : bytes.map((_, i) => bytes[i ^ 1]);
}

/** Files of many kinds: ASCII, other UTF-8, invalid UTF-8, UTF-16, large files, long lines. */
function plantedIn(random: Random): Planted[] {
  const small = Array.from({ length: 24 }, (_, i): Planted => {
    const bytes = randomText(random, i % 3 === 0), width = random.pick([1, 1, 1, "le", "be"] as const);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    return { name: `${i}.txt`, bytes: width === 1 ? bytes : utf16(text, width), width };
  });
  const long = Array.from({ length: 40 }, () => "ab ".repeat(random.int(400)) + random.pick(["", "k", " é", "\r "]));
  const encoder = new TextEncoder();
  return [...small, { name: "long.txt", bytes: encoder.encode(long.join("\n") + "\n"), width: 1 }];
}

/** A file so large that it is read in parts. */
function largeFile(random: Random): Planted {
  const parts: Uint8Array[] = [];
  for (let size = 0; size < 1.2 * MAX_CACHED_FILE_BYTES;) {
    const part = new TextEncoder().encode("a word\n\nof  \n".repeat(1 + random.int(3000)));
    parts.push(part, randomText(random, false), Uint8Array.of(10));
    size += part.length;
  }
  return { name: "large.txt", bytes: Uint8Array.from(parts.flatMap((part) => [...part])), width: 1 };
}

/** A report without bytes, times and reads. */
function saidBy({ files, top, filesMatched, total, records, searched, skipped, fingerprint, cutBy }: SearchReport) {
  return { files, top, filesMatched, total, records, searched, skipped, fingerprint, cutBy };
}

function randomRequest(random: Random, large: boolean): SearchRequest {
  const fixed = random.chance(0.15), multiline = !large && random.chance(0.35);
  const pattern = fixed
    ? randomLiteral(random) + (multiline ? random.pick(["\n", "\na", ""]) : "")
    : pieceOf(random, multiline);
  return searchFor(pattern, {
    need: random.pick(["lines", "lines", "samples", "counts", "total"]),
    limit: random.pick([1, 7, 1000]),
    skip: random.pick([0, 0, 2]),
    contextBefore: random.pick([0, 0, 2]),
    contextAfter: random.pick([0, 0, 3]),
    ...(random.chance(0.2) && { maxCount: 1 + random.int(3) }),
  }, {
    fixed,
    multiline,
    word: !multiline && random.chance(0.1),
    caseRule: random.pick(["smart", "insensitive", "sensitive"] as const),
  });
}

/** Patterns with line ends and line breaks, more often than in random patterns. */
function pieceOf(random: Random, multiline: boolean): string {
  const ends = "two$ \\s+$ ^$ ^\\w+$ b\\z a.+ [^k]+ \\W$ ^.{3}$ (?:b|$) (?<!x)$ \\b$".split(" ");
  const across = "\\n b\\n \\n\\n ^.*\\n.*$ [^a]\\n \\s+a (?s)a.{0,9}b \\R a\\r?\\n [^\\r\\n]+\\n".split(" ");
  if (random.chance(0.3)) return random.pick(ends);
  if (multiline && random.chance(0.5)) return random.pick(across);
  for (;;) {
    const pattern = randomPattern(random) + random.pick(["", "", "$"]);
    // A pattern that names the carriage return distinguishes the line ends.
    if (!pattern.includes("\\r")) return pattern;
  }
}

for (
  const [kind, large, thread] of [
    ["small files", false, false],
    ["small files", false, true],
    ["large files", true, false],
  ] as const
) {
  Deno.test(`a tree with CR LF gives the answers of the same tree with LF (${kind}, ${thread ? "on a thread" : "in process"})`, async () => {
    const random = seeded(`crlf twins, ${kind}, ${thread}`);
    using lf = await openEngine({}, thread);
    using crlf = await openEngine({}, thread);
    using mixed = await openEngine({}, thread);
    const plant = () => {
      for (const file of large ? [largeFile(random)] : plantedIn(random)) {
        Deno.writeFileSync(`${lf.root}/${file.name}`, withCrlf(file, () => false));
        Deno.writeFileSync(`${crlf.root}/${file.name}`, withCrlf(file, () => true));
        Deno.writeFileSync(`${mixed.root}/${file.name}`, withCrlf(file, () => random.chance(0.5)));
      }
    };
    plant();
    for (let i = 0; i < (large ? PATTERNS / 4 : PATTERNS); i++) {
      const request = randomRequest(random, large);
      // Again from the cache, and after a change.
      if (i % 40 === 39) plant();
      for (let time = 0; time < 2; time++) {
        const wanted = saidBy(await lf.engine.execute(request));
        assertEquals(saidBy(await crlf.engine.execute(request)), wanted, JSON.stringify(request.query));
        assertEquals(saidBy(await mixed.engine.execute(request)), wanted, JSON.stringify(request.query));
      }
    }
  });
}

/** Matching lines by file, with the spans of their matches. */
type Found = Record<string, readonly [line: number, text: string, spans: readonly (readonly number[])[]][]>;

function foundBy({ files }: SearchReport): Found {
  return Object.fromEntries(
    files.map(({ path, hits }) => [path, hits.map(({ lineNumber, line, spans }) => [lineNumber, line, spans])]),
  );
}

/** ripgrep's lines; undefined where it refuses the pattern: with --crlf none may match a carriage return. */
async function ripgrep(root: string, pattern: string): Promise<Found | undefined> {
  const args = ["--no-config", "-a", "-j1", "--crlf", "--json", "-e", leftmostFirst(pattern), "."];
  const { code, stdout } = await new Deno.Command(rgPath, { args, cwd: root, stdin: "null" }).output();
  if (code > 1) return undefined;
  const found: Record<string, [number, string, number[][]][]> = {};
  for (const event of new TextDecoder().decode(stdout).split("\n")) {
    if (!event.startsWith('{"type":"match"')) continue;
    const { data } = JSON.parse(event), text: string = data.lines.text.replace(/\r?\n$/, "");
    const spans = data.submatches.map(({ start, end }: { start: number; end: number }) => [start, end]);
    // ripgrep finds `\B` between CR and LF, and shows that line without a match.
    if (spans.length > 0 || !data.lines.text.endsWith("\r\n")) {
      (found[data.path.text.slice(2)] ??= []).push([data.line_number, text, spans]);
    }
  }
  return found;
}

Deno.test("a tree with CR LF gives the answers of ripgrep with --crlf", async () => {
  const random = seeded("ripgrep --crlf");
  using place = await openEngine();
  for (let i = 0; i < 40; i++) {
    // For `$` and `.`, a lone carriage return ends a line in ripgrep; in fossick it is a character.
    const text = new TextDecoder().decode(randomText(random, true)).replaceAll("\r", " ");
    const crlf = text.replaceAll("\n", () => random.pick(["\n", "\r\n", "\r\n"]));
    Deno.writeTextFileSync(`${place.root}/${i}.txt`, crlf);
  }
  let compared = 0;
  for (let i = 0; i < PATTERNS; i++) {
    const pattern = pieceOf(random, false), theirs = await ripgrep(place.root, pattern);
    // ripgrep finds the end of a text (`\z`) after the carriage return of the last line; here that is no part of the line.
    if (theirs === undefined || pattern.includes("\\z")) continue;
    const ours = foundBy(await place.engine.execute(searchFor(pattern)));
    assertEquals(ours, theirs, pattern);
    compared++;
  }
  assert(compared > 0.7 * PATTERNS, `${compared} of ${PATTERNS} patterns`);
});
