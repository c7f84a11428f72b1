/**
 * The bytes that a text must contain for a pattern to match in it; the kernel searches for them before anything else.
 * @module
 */
import type { Char, CharClass, Node, Repeat } from "../regex/ast.ts";
import type { EmitTarget } from "../regex/emit.ts";
import { type ByteSet, MAX_NEEDLE_BYTES, MAX_NEEDLES, type Needle } from "../simd/byte_set.ts";
import {
  allAlternatives,
  type ByteSequences,
  concatenated,
  EMPTY_SEQUENCE,
  ifFewEnough,
  leafBytes,
  reducedToNeedles,
  searchCost,
  toNeedles,
} from "./byte_sequences.ts";

/** Needles of one kind of text. */
export interface TextNeedles {
  /** Every match contains at least one of these. */
  readonly needles: readonly Needle[];
  /** And every line that contains one has a match. */
  readonly decide: boolean;
}

/** Needles by the kind of text; undefined if none are worth searching for. */
export interface RequiredBytes {
  /** For pure ASCII. */
  readonly ascii?: TextNeedles;
  /** For any other UTF-8 text, valid or not; the same object if the needles are the same. */
  readonly unicode?: TextNeedles;
}

/**
 * The needles of a pattern: at most 16, none longer than 32 bytes.
 * @param byLine matches stay within a line
 *
 * @example
 * ```ts
 * import { parsePattern } from "../regex/parse.ts";
 * // one: five times A–Z, then 0–9
 * const { ascii } = requiredBytesOf(parsePattern("[A-Z]{5,}\\d+", false).root, true);
 * ascii?.needles.map((needle) => needle.length); // [6]
 * ascii?.decide; // true
 * ```
 */
export function requiredBytesOf(root: Node, byLine: boolean): RequiredBytes {
  const any = new RequiredBytesReader({ unicode: true, byLine }), unicode = any.best(root);
  const own = any.isAllAscii ? unicode : new RequiredBytesReader({ unicode: false, byLine }).best(root);
  // Needles for any text also hold for ASCII, so ASCII's own needles must decide or be cheaper.
  const isOwnBetter = own?.decide || asciiCost(own) < asciiCost(unicode);
  const ascii = isOwnBetter && !unicode?.decide ? own : unicode ?? own;
  return { ...ascii && { ascii }, ...unicode && { unicode } };
}

/** The search cost in a text of pure ASCII, where only a class's ASCII members count. */
function asciiCost(known: TextNeedles | undefined): number {
  if (known === undefined) return Infinity;
  return searchCost(known.needles.map((needle) => needle.map((set) => set.map((word, i) => i < 4 ? word : 0))));
}

/** The known bytes of every match of a part of a pattern. */
interface MatchBytes {
  /** The match is one of these. */
  readonly whole?: ByteSequences;
  /** The match begins with one of `head` and ends with one of `tail`. */
  readonly head: ByteSequences;
  readonly tail: ByteSequences;
  /** The match contains one of these. */
  readonly inside?: ByteSequences;
  /** The match is one character, of one or more bytes, all of which are in this set. */
  readonly each?: ByteSet;
}

const UNKNOWN_BYTES: MatchBytes = { head: EMPTY_SEQUENCE, tail: EMPTY_SEQUENCE };

function exactly(sequences: ByteSequences): MatchBytes {
  return { whole: sequences, head: sequences, tail: sequences };
}

const EMPTY_MATCH = exactly(EMPTY_SEQUENCE);
/** A part that matches nowhere. */
const NO_MATCH = exactly([]);

/** Further nodes are not analysed: needles must save time. */
const MAX_NODES = 1500;

class RequiredBytesReader {
  #read = 0;
  /** What is around a match decides as well. */
  #hasAssertion = false;

  /** No part has bytes beyond ASCII, so an analysis for ASCII alone would be the same. */
  isAllAscii = true;

  constructor(readonly target: EmitTarget) {}

  best(root: Node): TextNeedles | undefined {
    const known = this.read(root), chosen = cheapest([known.whole, known.inside]);
    const least = this.target.byLine && !this.#hasAssertion ? this.read(leastAtEdges(root)).whole : undefined;
    if (areExact(least)) return { needles: least, decide: true };
    return chosen !== undefined && searchCost(chosen) < Infinity ? { needles: chosen, decide: false } : undefined;
  }

  read(node: Node): MatchBytes {
    if (++this.#read > MAX_NODES) return UNKNOWN_BYTES;
    switch (node.type) {
      case "char":
      case "class":
        return this.#leaf(node);
      case "sequence":
        return this.#sequence(node.parts);
      case "alternation":
        return alternation(node.branches.map((branch) => this.read(branch)));
      case "repeat":
        return this.#repeat(node);
      case "group":
        return this.read(node.body);
      case "assertion":
      case "look_around":
        this.#hasAssertion = true;
        return EMPTY_MATCH;
      case "back_reference":
        return UNKNOWN_BYTES;
    }
  }

  #sequence(parts: readonly Node[]): MatchBytes {
    const first = parts.slice(0, MAX_NODES).map((part) => this.read(part));
    return concatenatedParts(parts.length > MAX_NODES ? [...first, UNKNOWN_BYTES] : first);
  }

  #leaf(leaf: Char | CharClass): MatchBytes {
    const bytes = leafBytes(leaf, this.target);
    this.isAllAscii &&= "sequences" in bytes && bytes.sequences.every((sequence) => sequence.every(isAscii));
    return "sequences" in bytes ? exactly(bytes.sequences) : { ...repeatedSet(bytes.each, 1), each: bytes.each };
  }

  #repeat({ body, min, max }: Repeat): MatchBytes {
    if (max === 0) return EMPTY_MATCH;
    const once = this.read(body);
    if (min === 0) return max === 1 ? alternation([once, EMPTY_MATCH]) : UNKNOWN_BYTES;
    if (once.each !== undefined) return repeatedSet(once.each, min);
    return once.whole === undefined ? once : repeatedSequences(once.whole, min, max);
  }
}

/** At least `least` bytes out of `set`. */
function repeatedSet(set: ByteSet, least: number): MatchBytes {
  const sequence: ByteSequences = [Array(Math.min(least, MAX_NEEDLE_BYTES)).fill(set)];
  return { head: sequence, tail: sequence };
}

/** `body` from `min` to `max` times; `min` is at least 1. */
function repeatedSequences(body: ByteSequences, min: number, max: number): MatchBytes {
  let sequence = body;
  // After more repetitions a sequence is too long, or consumes nothing and no longer changes.
  for (let times = 1; times < Math.min(min, MAX_NEEDLE_BYTES + 1); times++) {
    const longer = concatenated(sequence, body);
    if (longer === undefined) return { head: sequence, tail: sequence };
    sequence = longer;
  }
  return min === max ? exactly(sequence) : { head: sequence, tail: sequence };
}

function concatenatedParts(parts: readonly MatchBytes[]): MatchBytes {
  if (parts.some((part) => part.whole?.length === 0)) return NO_MATCH;
  let head: ByteSequences | undefined, sequence = EMPTY_SEQUENCE;
  let inside = cheapest([...parts.map((part) => part.inside), ...singleFormSequences(parts)]);
  for (const part of parts) {
    const longer = concatenated(sequence, part.head);
    if (part.whole === undefined || longer === undefined) {
      head ??= longer ?? sequence;
      inside = cheapest([inside, ...longer === undefined ? [sequence, part.head] : [longer]]);
      sequence = part.tail;
    } else sequence = longer;
  }
  return head === undefined
    ? { ...exactly(sequence), inside }
    : { head, tail: sequence, inside: cheapest([inside, sequence]) };
}

/** The sequences between parts that have several forms: shorter, but fewer needles. */
function singleFormSequences(parts: readonly MatchBytes[]): ByteSequences[] {
  const all: ByteSequences[] = [];
  let sequence = EMPTY_SEQUENCE;
  for (const part of parts) {
    const longer = part.whole?.length === 1 ? concatenated(sequence, part.whole) : undefined;
    if (longer === undefined) all.push(sequence);
    sequence = longer ?? (part.whole?.length === 1 ? part.whole : EMPTY_SEQUENCE);
  }
  return all.length === 0 ? [] : [...all, sequence];
}

function alternation(branches: readonly MatchBytes[]): MatchBytes {
  const alive = branches.filter((branch) => branch.whole?.length !== 0);
  if (alive.length === 0) return NO_MATCH;
  if (alive.includes(UNKNOWN_BYTES)) return UNKNOWN_BYTES;
  const parts = alive.map((branch) => cheapest([branch.whole, branch.head, branch.tail, branch.inside]));
  const inside = allAlternatives(parts), all = ifFewEnough(allAlternatives(alive.map((branch) => branch.whole)));
  const known = all !== undefined ? exactly(all) : {
    head: ifFewEnough(allAlternatives(alive.map(({ head }) => head))) ?? EMPTY_SEQUENCE,
    tail: ifFewEnough(allAlternatives(alive.map(({ tail }) => tail))) ?? EMPTY_SEQUENCE,
  };
  return { ...known, inside: inside && reducedToNeedles(inside) };
}

/**
 * The pattern with a repeat of one character at its beginning or end reduced to its least. It matches in the same lines:
 * `\w+Error` as `\wError`, which has bytes.
 */
function leastAtEdges(root: Node): Node {
  const parts = [...flattened(root)];
  for (const side of [0, -1]) {
    for (let part = parts.at(side); part?.type === "repeat" && isOneCharacter(part.body); part = parts.at(side)) {
      const isNeeded = part.min > 0;
      parts.splice(side, 1, ...isNeeded ? [{ ...part, max: part.min }] : []);
      if (isNeeded) break;
    }
  }
  return { type: "sequence", parts };
}

function flattened(node: Node): readonly Node[] {
  if (node.type === "group") return flattened(node.body);
  return node.type === "sequence" ? node.parts.flatMap(flattened) : [node];
}

function isOneCharacter({ type }: Node): boolean {
  return type === "char" || type === "class";
}

/** Whether a text has a match exactly where it has one of these. Of other characters any mix of bytes is listed. */
function areExact(whole: ByteSequences | undefined): whole is ByteSequences {
  if (whole === undefined || whole.length === 0 || whole.length > MAX_NEEDLES) return false;
  return whole.every((sequence) =>
    sequence.length > 0 && sequence.length <= MAX_NEEDLE_BYTES && sequence.every(isAscii)
  );
}

function isAscii(set: ByteSet): boolean {
  return set.every((bits, i) => i < 4 || bits === 0);
}

/** The candidate with the lowest search cost; of two equal ones the later, which tends to be longer. */
function cheapest(candidates: readonly (ByteSequences | undefined)[]): ByteSequences | undefined {
  let chosen: ByteSequences | undefined, least = Infinity;
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const needles = toNeedles(candidate), cost = searchCost(needles);
    if (cost <= least) [chosen, least] = [needles, cost];
  }
  return chosen;
}
