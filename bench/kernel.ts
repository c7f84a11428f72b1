/**
 * Throughput of the SIMD kernel in GB/s, over source text much larger than the processor's caches: the files below a
 * directory, by default this project's sources, repeated.
 * `deno run -A bench/kernel.ts [DIRECTORY]`
 * @module
 */
import { walkSync } from "@std/fs";
import { byteSetOf } from "../src/engine/simd/byte_set.ts";
import { Kernel, type Needle } from "../src/engine/simd/kernel.ts";
import { lineDfaOf } from "../src/engine/matcher/line_dfa.ts";
import { parsePattern } from "../src/engine/regex/parse.ts";

const TEXT_BYTES = 512 * 2 ** 20;
const CHUNK_BYTES = 8 * 2 ** 20;
const ROUNDS = 6;

const LITERAL = (text: string): Needle => [...new TextEncoder().encode(text)].map((byte) => byteSetOf([byte]));
const FOLDED = (text: string): Needle =>
  [...text].map((char) => byteSetOf([char.toLowerCase().charCodeAt(0), char.toUpperCase().charCodeAt(0)]));
const BETWEEN = (from: string, to: string) =>
  byteSetOf(Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, i) => from.charCodeAt(0) + i));
const UPPER = BETWEEN("A", "Z"), LOWER = BETWEEN("a", "z"), DIGIT = BETWEEN("0", "9");

const NEEDLES: Readonly<Record<string, readonly Needle[]>> = {
  "rare literal": [LITERAL("qzxjkvw")],
  "literal of common letters": [LITERAL("tretsine")],
  "literal in any case": [FOLDED("zhandleq")],
  "2 literals": ["qTODOq", "FIXMEq"].map(LITERAL),
  "4 literals": ["qTODOq", "FIXMEq", "qHACKq", "qXXXq"].map(LITERAL),
  "8 literals": ["zerror", "zpanic", "zabort", "zfault", "zcrash", "zwarning", "zfatal", "zassert"].map(LITERAL),
  "16 literals": [..."abcdefghijklmnop"].map((char) => LITERAL(`z${char}xq${char}`)),
  "2 literals in any case": ["qerror", "zpanic"].map(FOLDED),
  "[A-Z]{5}[0-9]q": [[UPPER, UPPER, UPPER, UPPER, UPPER, DIGIT, byteSetOf([113])]],
  "[A-Z]{5}[0-9]{4}Z": [[UPPER, UPPER, UPPER, UPPER, UPPER, DIGIT, DIGIT, DIGIT, DIGIT, byteSetOf([90])]],
  "[0-9]{4}-[0-9]{2}-[0-9]{2}q": [
    [DIGIT, DIGIT, DIGIT, DIGIT, ...LITERAL("-"), DIGIT, DIGIT, ...LITERAL("-"), DIGIT, DIGIT, ...LITERAL("q")],
  ],
  "[a-z]{3}[A-Z][0-9][0-9][A-Z]": [[LOWER, LOWER, LOWER, UPPER, DIGIT, DIGIT, UPPER]],
};

const DFA_PATTERNS = ["zq+x", "a.*b.*c", "^.{60,}$", "\\w+\\s+\\w+\\s+\\w+"];

function fill(kernel: Kernel, directory: string): number {
  const from = Kernel.RESERVED_BYTES;
  kernel.reserve(from + TEXT_BYTES);
  let end = from;
  while (end < from + TEXT_BYTES) {
    const before = end;
    for (
      const { path } of walkSync(directory, { includeDirs: false, exts: [".ts", ".md", ".h", ".c", ".py", ".js"] })
    ) {
      const bytes = Deno.readFileSync(path).subarray(0, from + TEXT_BYTES - end);
      kernel.bytes.set(bytes, end);
      end += bytes.length;
    }
    if (end === before) throw new Error(`no sources in ${directory}`);
  }
  return end;
}

/**
 * GB/s over all of the memory. Each chunk counts with its best round, since other programs run too.
 */
function speed(from: number, to: number, run: (from: number, to: number) => unknown): number {
  const best = Array(Math.ceil((to - from) / CHUNK_BYTES)).fill(Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < best.length; i++) {
      const start = from + i * CHUNK_BYTES, begun = performance.now();
      run(start, Math.min(to, start + CHUNK_BYTES));
      best[i] = Math.min(best[i], performance.now() - begun);
    }
  }
  return (to - from) / best.reduce((sum, time) => sum + time, 0) / 1e6;
}

function countNeedles(kernel: Kernel, from: number, to: number): number {
  let count = 0;
  for (let at = from; (at = kernel.findNeedle(at, to)) >= 0; at++) count++;
  return count;
}

function main(directory: string): void {
  const kernel = new Kernel(), from = Kernel.RESERVED_BYTES, to = fill(kernel, directory);
  const print = (name: string, run: (from: number, to: number) => unknown) =>
    console.log(speed(from, to, run).toFixed(1).padStart(5), "GB/s", name);
  print("hasNul", (from, to) => kernel.hasNul(from, to));
  print("countNewlines", (from, to) => kernel.countNewlines(from, to));
  print("nthNewline", (from, to) => kernel.nthNewline(from, to, 1e9));
  for (const [name, needles] of Object.entries(NEEDLES)) {
    kernel.setNeedles(needles);
    print(`${name} (${countNeedles(kernel, from, to)})`, (from, to) => countNeedles(kernel, from, to));
  }
  for (const pattern of DFA_PATTERNS) {
    const dfa = lineDfaOf(parsePattern(pattern, false).root);
    if (dfa === undefined) throw new Error(`there is no line DFA for ${pattern}`);
    kernel.setDfa(dfa.next);
    const { matched } = kernel.decideLines(from, to);
    print(`lines by the DFA, ${pattern} (${matched})`, (from, to) => kernel.decideLines(from, to));
  }
}

main(Deno.args[0] ?? new URL("../src", import.meta.url).pathname);
