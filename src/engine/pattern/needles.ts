/**
 * What bytes a text must hold for a pattern to match in it: what the kernel looks for before anything else does.
 * @module
 */
import { type ByteSet, MAX_LENGTH, type Needle } from "../kernel/byte_set.ts";
import type { Char, Node, Repeat, Set } from "./ast.ts";
import { asNeedles, costOf, countable, crossed, few, gathered, NOTHING, type Runs, united } from "./byte_runs.ts";
import type { Target } from "./emit_set.ts";
import { leafBytes } from "./leaf_bytes.ts";

/** Needles by the kind of text; undefined where there are none worth looking for. */
export interface Needles {
  /** Every match in a text of pure ASCII holds at least one of these. */
  readonly ascii?: readonly Needle[];
  /** Every match in any other UTF-8 text, valid or not, does; the same array where they are the same needles. */
  readonly unicode?: readonly Needle[];
}

/**
 * The needles of a pattern: at most 16, none longer than 32 bytes.
 * @param byLine matches stay within a line
 *
 * @example
 * ```ts
 * import { parsePattern } from "./parse.ts";
 * // one: five times A–Z, then 0–9
 * needlesOf(parsePattern("[A-Z]{5,}\\d+", false).root, true).ascii?.map((needle) => needle.length); // [6]
 * ```
 */
export function needlesOf(root: Node, byLine: boolean): Needles {
  const any = new Reader({ unicode: true, byLine }), unicode = any.best(root);
  const own = any.isAllAscii ? unicode : new Reader({ unicode: false, byLine }).best(root);
  // What holds for any text holds for ASCII: other needles must be better there.
  const ascii = unicode !== undefined && asciiCost(unicode) <= asciiCost(own) ? unicode : own;
  return { ...ascii && { ascii }, ...unicode && { unicode } };
}

/** What needles cost in a text of pure ASCII, where a class is no more than its ASCII part. */
function asciiCost(needles: readonly Needle[] | undefined): number {
  if (needles === undefined) return Infinity;
  return costOf(needles.map((needle) => needle.map((set) => set.map((word, i) => i < 4 ? word : 0))));
}

/** What is known of every match of a part of a pattern. */
interface Known {
  /** It is one of these. */
  readonly whole?: Runs;
  /** It begins with one of these, and ends with one of those. */
  readonly head: Runs;
  readonly tail: Runs;
  /** It holds one of these. */
  readonly inside?: Runs;
  /** It is one character, of one byte or several, and all are in this set. */
  readonly each?: ByteSet;
}

const UNKNOWN: Known = { head: NOTHING, tail: NOTHING };

function whole(runs: Runs): Known {
  return { whole: runs, head: runs, tail: runs };
}

const EMPTY = whole(NOTHING);
/** What matches nowhere. */
const NEVER = whole([]);

/** Parts beyond this many are not looked at: needles are to save time. */
const PARTS = 1500;

class Reader {
  readonly #target: Target;
  #read = 0;
  /** Characters come again and again. */
  readonly #chars = new Map<string, Known>();

  /** No part that was read has bytes beyond ASCII: so none would be read in another way for ASCII alone. */
  isAllAscii = true;

  constructor(target: Target) {
    this.#target = target;
  }

  best(root: Node): readonly Needle[] | undefined {
    const known = this.read(root), chosen = best([known.whole, known.inside]);
    return chosen !== undefined && costOf(chosen) < Infinity ? chosen : undefined;
  }

  read(node: Node): Known {
    if (++this.#read > PARTS) return UNKNOWN;
    switch (node.type) {
      case "char":
        return this.#char(node);
      case "set":
        return this.#leaf(node);
      case "sequence":
        return this.#sequence(node.parts);
      case "either":
        return either(node.branches.map((branch) => this.read(branch)));
      case "repeat":
        return this.#repeat(node);
      case "group":
        return this.read(node.body);
      case "edge":
      case "look":
        return EMPTY;
      case "back":
        return UNKNOWN;
    }
  }

  #sequence(parts: readonly Node[]): Known {
    const first = parts.slice(0, PARTS).map((part) => this.read(part));
    return joined(parts.length > PARTS ? [...first, UNKNOWN] : first);
  }

  #char(char: Char): Known {
    const key = `${char.code} ${char.fold}`;
    const known = this.#chars.get(key) ?? this.#leaf(char);
    this.#chars.set(key, known);
    return known;
  }

  #leaf(leaf: Char | Set): Known {
    const bytes = leafBytes(leaf, this.#target);
    this.isAllAscii &&= "runs" in bytes && bytes.runs.every((run) => run.every(isAscii));
    return "runs" in bytes ? whole(bytes.runs) : { ...ofEach(bytes.each, 1), each: bytes.each };
  }

  #repeat({ body, min, max }: Repeat): Known {
    if (max === 0) return EMPTY;
    const once = this.read(body);
    if (min === 0) return max === 1 ? either([once, EMPTY]) : UNKNOWN;
    if (once.each !== undefined) return ofEach(once.each, min);
    return once.whole === undefined ? once : repeated(once.whole, min, max);
  }
}

/** At least `least` bytes out of `set`. */
function ofEach(set: ByteSet, least: number): Known {
  const run: Runs = [Array(Math.min(least, MAX_LENGTH)).fill(set)];
  return { head: run, tail: run };
}

/** `body` from `min` to `max` times; `min` is at least 1. */
function repeated(body: Runs, min: number, max: number): Known {
  let run = body;
  for (let times = 1; times < countable(min); times++) {
    const longer = crossed(run, body);
    if (longer === undefined) return { head: run, tail: run };
    run = longer;
  }
  return min === max ? whole(run) : { head: run, tail: run };
}

/** One after the other. */
function joined(parts: readonly Known[]): Known {
  if (parts.some((part) => part.whole?.length === 0)) return NEVER;
  let head: Runs | undefined, run: Runs = NOTHING, inside = best([...parts.map((part) => part.inside), ...lone(parts)]);
  for (const part of parts) {
    const longer = crossed(run, part.head);
    if (part.whole === undefined || longer === undefined) {
      head ??= longer ?? run;
      inside = best([inside, ...longer === undefined ? [run, part.head] : [longer]]);
      run = part.tail;
    } else run = longer;
  }
  return head === undefined ? { ...whole(run), inside } : { head, tail: run, inside: best([inside, run]) };
}

/** What stands between the parts that have several forms: fewer needles, if shorter ones. */
function lone(parts: readonly Known[]): Runs[] {
  const all: Runs[] = [];
  let run = NOTHING;
  for (const part of parts) {
    const longer = part.whole?.length === 1 ? crossed(run, part.whole) : undefined;
    if (longer === undefined) all.push(run);
    run = longer ?? (part.whole?.length === 1 ? part.whole : NOTHING);
  }
  return all.length === 0 ? [] : [...all, run];
}

/** One or the other. */
function either(branches: readonly Known[]): Known {
  const alive = branches.filter((branch) => branch.whole?.length !== 0);
  if (alive.length === 0) return NEVER;
  if (alive.includes(UNKNOWN)) return UNKNOWN;
  const inside = united(alive.map((branch) => best([branch.whole, branch.head, branch.tail, branch.inside])));
  const all = few(united(alive.map((branch) => branch.whole)));
  const known = all !== undefined ? whole(all) : {
    head: few(united(alive.map(({ head }) => head))) ?? NOTHING,
    tail: few(united(alive.map(({ tail }) => tail))) ?? NOTHING,
  };
  return { ...known, inside: inside && gathered(inside) };
}

function isAscii(set: ByteSet): boolean {
  return set.every((bits, i) => i < 4 || bits === 0);
}

/** What is cheapest to look for; of two alike the later, which tends to be longer. */
function best(candidates: readonly (Runs | undefined)[]): Runs | undefined {
  let chosen: Runs | undefined, least = Infinity;
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const needles = asNeedles(candidate), cost = costOf(needles);
    if (cost <= least) [chosen, least] = [needles, cost];
  }
  return chosen;
}
