/** No pattern that is endless for a backtracking engine blocks its call, the processor or the next call. */
import { assert, assertEquals } from "@std/assert";
import { HAS_PROC, untilIdle } from "../../process_stats.ts";
import { tempTree } from "../../program.ts";
import { errorCodeOf, fieldAt, type Reply, ServerProcess, structuredOf } from "../../sandbox/server_process.ts";
import { ALL, SCOPED } from "../../sandbox/setups.ts";

const A = "a".repeat(40) + "!";
const AB = "ab".repeat(30) + "!";
const DIGITS = "1".repeat(45) + "x";
const WORDS = "word ".repeat(25) + "!";
const BLANKS = "x" + " ".repeat(60_000) + "y";

/** A line that matches immediately, one without a match on which the pattern is endless, and more arguments. */
type Row = readonly [name: string, query: string, matches: string, endless: string, args?: Record<string, unknown>];

const INSENSITIVE = { case: "insensitive" } as const;

const PATTERNS: readonly Row[] = [
  // Quantifiers within quantifiers.
  ["plus of plus", "^(a+)+$", "aaa", A],
  ["star of plus", "^(a+)*$", "aaa", A],
  ["plus of star", "^(a*)+$", "aaa", A],
  ["star of star", "^(a*)*$", "aaa", A],
  ["plus of a class", "^([a-z]+)+$", "abc", A],
  ["plus of a word", "^(\\w+)+$", "abc", A],
  ["words with blanks", "^(\\w+\\s?)+$", "a b", WORDS],
  ["words with blanks or none", "^(\\w+\\s*)+:$", "a b:", WORDS],
  ["three deep", "^(((a+)+)+)+$", "aaa", A],
  ["lazy", "^(a+?)+?$", "aaa", A],
  ["optional within", "^(a?a?)+$", "aaa", A],
  ["without an anchor", "(a+)+b$", "aab", A],
  ["in the middle", "x(a+)+y", "xaay", `x${A}`],
  ["a group that may be empty", "^(a|)+$", "aaa", A],
  ["of named groups", "^(?<first>a+)+$", "aaa", A],
  // Alternatives that overlap.
  ["two ways for one letter", "^(a|a)+$", "aaa", A],
  ["a letter or two of them", "^(a|aa)+$", "aaa", A],
  ["a letter or any", "^(a|.)+b$", "aab", A],
  ["a class or a letter of it", "^([a-c]|b|c)*$", "abc", AB],
  ["a word or a letter", "^(\\w|[a-z])*$", "abc", A],
  ["prefixes of one another", "^(ab|aba|abab|b)*$", "abab", AB],
  ["digits in two ways", "^(\\d+|[0-9])+$", "123", DIGITS],
  ["floating point numbers", "^(\\d+\\.?\\d*)+$", "1.5", DIGITS],
  ["an e-mail address", "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@)$", "ab@", A],
  ["HTML attributes", "^<(\\s*\\w+=?\\w*)+>$", "<a b=c>", `<${A}`],
  ["quoted text", '^"(([^"\\\\]|\\\\.)*)*"$', '"abc"', `"${"a".repeat(40)}`],
  // Counted repeats.
  ["counts of counts", "^(a{1,20}){1,20}$", "aaa", A],
  ["open counts of counts", "^(a{1,}){1,}$", "aaa", A],
  ["large counts", "^(a{0,900}){0,900}b$", "aab", `${A}b`],
  ["a count of alternatives", "^(a|aa|aaa){10,60}$", "a".repeat(12), A],
  ["many optional ones", "^(a?){30}a{30}$", "a".repeat(30), "a".repeat(29) + "!"],
  ["a pair of counts", "^(.{1,50}){1,50}\\d{3}$", "ab123", A],
  ["stars in a row", `^${".*".repeat(14)}=$`, "a=", "a".repeat(120)],
  ["blanks at the end", "\\s+$|\\s+y\\s+$", "x ", BLANKS],
  // Letter case and Unicode.
  ["ignoring case", "^(A+)+$", "aaa", A, INSENSITIVE],
  ["ignoring case by a group", "(?i)^(A|a)+$", "AaA", A],
  ["letters of all scripts", "^(\\p{L}+)+$", "äöü", A],
  ["letters of all scripts, on others", "^(\\p{L}+)+$", "äöü", "ä".repeat(40) + "!"],
  ["ignoring case in Greek", "^(Σ|σ|ς)+$", "σς", "σ".repeat(40) + "!", INSENSITIVE],
  ["characters beyond the first plane", "^(😀+)+$", "😀", "😀".repeat(40) + "!"],
  ["whole words", "(a+)+b", "x aaab y", `b ${A} b`, { word: true }],
  // Looking around and back.
  ["looking ahead", "^(?=(a+)+$)", "aaa", A],
  ["looking ahead for none", "^(?!(a+)+$).", "b", A],
  ["looking behind", "(?<=^(a+)+)b", "aab", `!${"a".repeat(40)}b`],
  ["looking ahead at each letter", "^((?=a+)a+)+$", "aaa", A],
  ["going back to a group", "^(a+)+\\1$", "aaaa", A],
  ["going back to two groups", "^(a*)(a*)+\\1\\2b$", "aab", A],
  ["going back to a name", "^(?<x>a+)+\\k<x>$", "aaaa", A],
  ["going back within", "^((a+)\\2?)+$", "aaaa", A],
  // Over lines.
  ["over lines", "^(a+)+\\n$", "aaa", A, { multiline: true }],
  ["over lines, words", "^(\\w+\\n?)+:$", "ab:", A, { multiline: true }],
];

/** Endless lines in each file, between two that match; matching lines in each directory. */
const HOSTILE_LINES = 6, MATCHES = 4;
/** Milliseconds for a call: on a busy machine nothing may be found in the first of these. */
const TIMEOUTS_MS = [250, 2000, 30_000];
/** Milliseconds without work after which the process counts as idle, and after which a pattern goes on. */
const QUIET_MS = 30, BUSY_MS = 20_000;

/** For each pattern a directory with a file that it can search, one on which it is endless, and another one. */
function patternFiles(): Record<string, string> {
  return Object.fromEntries(PATTERNS.flatMap(([, , matches, endless], i) => {
    const hostile = [matches, ...Array<string>(HOSTILE_LINES).fill(endless), matches, ""].join("\n");
    const plain = `${matches}\n`;
    return [[`p${i}/a.txt`, plain], [`p${i}/b.txt`, hostile], [`p${i}/c.txt`, plain]];
  }));
}

for (const [setup, some] of [[SCOPED, 0], [ALL, 1]] as const) {
  Deno.test(`endless patterns are answered with the matches found so far, under ${setup.name}`, async () => {
    assert(PATTERNS.length >= 40);
    using files = tempTree({ ...patternFiles(), "next.txt": "the next call\n" });
    const server = await ServerProcess.open(setup.line(files.path));
    await server.call("list_files", { roots: ["."] });
    for (const [i, [name, query, , , args]] of PATTERNS.entries()) {
      if (i % 2 !== some) continue;
      let wrong: string | undefined = "not asked";
      for (const timeout_ms of TIMEOUTS_MS) {
        if (wrong === undefined) break;
        wrong = wrongIn(await server.call("search_content", { roots: [`p${i}`], query, timeout_ms, ...args }));
      }
      assertEquals([name, wrong], [name, undefined]);
      // A pattern that continued would keep the processor busy.
      if (HAS_PROC) assert(await untilIdle(server.pid, QUIET_MS, BUSY_MS) < BUSY_MS, `${name} goes on`);
      const next = await server.call("search_content", { roots: ["next.txt"], query: "the (next|last) call" });
      assertEquals(fieldAt(structuredOf(next), "total"), 1);
    }
    await server.end();
  });
}

/** An incomplete answer must say so and have the matches found so far; a complete one must have all matches. */
function wrongIn(reply: Reply): string | undefined {
  const answer = structuredOf(reply), total = fieldAt(answer, "total");
  if (errorCodeOf(reply) !== undefined || typeof total !== "number") return reply.raw;
  const isCut = fieldAt(answer, "truncated") === true && fieldAt(answer, "truncated_by") === "timeout";
  const isRight = isCut ? total >= 1 && total <= MATCHES : total === MATCHES;
  return isRight ? undefined : `${isCut ? "cut" : "whole"} with ${total}`;
}
