/**
 * The bytes that a text must contain for a pattern to match in it; the kernel searches for them before anything else.
 * @module
 */
import type { Char, CharClass, Node, Repeat } from "../regex/ast.ts";
import type { EmitTarget, LineRules } from "../regex/emit.ts";
import { type ByteSet, MAX_NEEDLE_BYTES, MAX_NEEDLES, type Needle } from "../simd/byte_set.ts";
import {
  allAlternatives,
  type ByteSequences,
  concatenated,
  EMPTY_SEQUENCE,
  leafBytes,
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
 *
 * @example
 * ```ts
 * import { parsePattern } from "../regex/parse.ts";
 * // one: five times A–Z, then 0–9
 * const { ascii } = requiredBytesOf(parsePattern("[A-Z]{5,}\\d+", false).root, { byLine: true, keepsCrlf: false });
 * ascii?.needles.map((needle) => needle.length); // [6]
 * ascii?.decide; // true
 * ```
 */
export function requiredBytesOf(root: Node, lines: LineRules): RequiredBytes {
  const any = new RequiredBytesReader({ unicode: true, ...lines }), unicode = any.best(root);
  const own = any.isAllAscii ? unicode : new RequiredBytesReader({ unicode: false, ...lines }).best(root);
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

/**
 * A piece of every match. It is one of `sequences`, bytes and nothing else, if it is `exact`. Otherwise it contains one
 * of them, with anything before and after it.
 */
interface Piece {
  readonly exact: boolean;
  readonly sequences: ByteSequences;
}

/** Anything. */
const GAP: Piece = { exact: false, sequences: EMPTY_SEQUENCE };
/** Between two pieces that are each the least of a repeat: any further repetitions. */
const REPETITIONS: Piece = { ...GAP };

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
    const pieces = this.#pieces(root), chosen = rarestInside(pieces);
    const least = this.target.byLine && !this.#hasAssertion ? joined(leastAtEdges(pieces)) : undefined;
    if (areExact(least)) return { needles: least, decide: true };
    return chosen !== undefined && searchCost(chosen) < Infinity ? { needles: chosen, decide: false } : undefined;
  }

  /** The pieces of every match of `node`, one after another. */
  #pieces(node: Node): readonly Piece[] {
    if (++this.#read > MAX_NODES) return [GAP];
    switch (node.type) {
      case "char":
      case "class":
        return this.#leaf(node, 1, 1);
      case "sequence":
        return this.#sequence(node.parts);
      case "alternation":
        return [alternation(node.branches.map((branch) => this.#pieces(branch)))];
      case "repeat":
        return this.#repeat(node);
      case "group":
        return this.#pieces(node.body);
      case "assertion":
      case "look_around":
        this.#hasAssertion = true;
        return [];
      case "back_reference":
        return [GAP];
    }
  }

  #sequence(parts: readonly Node[]): readonly Piece[] {
    const first = parts.slice(0, MAX_NODES).flatMap((part) => this.#pieces(part));
    return parts.length > MAX_NODES ? [...first, GAP] : first;
  }

  #leaf(leaf: Char | CharClass, min: number, max: number): readonly Piece[] {
    const { byLine, keepsCrlf } = this.target;
    if (keepsCrlf && leaf.type === "class") {
      // It matches no half of a CR LF, and the whole where matches cross lines.
      this.#hasAssertion = true;
      if (!byLine) return [GAP];
    }
    const bytes = leafBytes(leaf, this.target);
    this.isAllAscii &&= "sequences" in bytes && bytes.sequences.every((sequence) => sequence.every(isAscii));
    if ("sequences" in bytes) return repeated(bytes.sequences, min, max);
    return around(GAP, [Array(Math.min(min, MAX_NEEDLE_BYTES)).fill(bytes.each)]);
  }

  #repeat({ body, min, max }: Repeat): readonly Piece[] {
    if (max === 0) return [];
    if (min === 0) {
      const whole = max === 1 ? alternation([this.#pieces(body), []]) : GAP;
      return whole.exact ? [whole] : around(REPETITIONS, EMPTY_SEQUENCE);
    }
    if (body.type === "char" || body.type === "class") return this.#leaf(body, min, max);
    const once = this.#pieces(body), whole = joined(once);
    if (whole !== undefined) return repeated(whole, min, max);
    return max === 1 ? once : [...once, GAP, once.at(-1) ?? GAP];
  }
}

/** `body` from `min` to `max` times; `min` is at least 1. */
function repeated(body: ByteSequences, min: number, max: number): readonly Piece[] {
  let sequences = body;
  // After more repetitions a sequence is too long, or consumes nothing and no longer changes.
  for (let times = 1; times < Math.min(min, MAX_NEEDLE_BYTES + 1); times++) {
    const longer = concatenated(sequences, body);
    if (longer === undefined) return around(GAP, sequences);
    sequences = longer;
  }
  return min === max ? [{ exact: true, sequences }] : around(REPETITIONS, sequences);
}

function around(middle: Piece, sequences: ByteSequences): readonly Piece[] {
  const least = { exact: true, sequences };
  return [least, middle, least];
}

/** What all pieces together are, if that is known. */
function joined(pieces: readonly Piece[]): ByteSequences | undefined {
  let all: ByteSequences | undefined = EMPTY_SEQUENCE;
  for (const { exact, sequences } of pieces) all = exact && all ? concatenated(all, sequences) : undefined;
  return all;
}

/** The sequences that are cheapest to search for among those that some pieces must contain. */
function rarestInside(pieces: readonly Piece[]): ByteSequences | undefined {
  // Between pieces that have several forms there may be one that is shorter, but has fewer needles.
  const single = pieces.map((piece) => ({ ...piece, exact: piece.exact && piece.sequences.length === 1 }));
  return cheapest([...runs(single), ...runs(pieces)]);
}

/** What the longest runs of exact pieces are, and what the other pieces contain. */
function runs(pieces: readonly Piece[]): ByteSequences[] {
  const all: ByteSequences[] = [];
  let run = EMPTY_SEQUENCE;
  for (const { exact, sequences } of pieces) {
    const longer = exact ? concatenated(run, sequences) : undefined;
    if (longer === undefined) all.push(run, sequences);
    run = longer ?? (exact ? sequences : EMPTY_SEQUENCE);
  }
  return [...all, run].filter((sequences) => sequences !== EMPTY_SEQUENCE);
}

function alternation(branches: readonly (readonly Piece[])[]): Piece {
  const alive = branches.filter((pieces) => pieces.every(({ sequences }) => sequences.length > 0));
  const whole = allAlternatives(alive.values().map(joined));
  if (whole !== undefined && whole.length <= MAX_NEEDLES) return { exact: true, sequences: whole };
  const inside = allAlternatives(alive.values().map(rarestInside));
  return inside === undefined || inside.length > MAX_NEEDLES ? GAP : { exact: false, sequences: inside };
}

/**
 * The pieces with a repeat at their beginning or end reduced to its least. They stand in the same lines: `\w+Error` as
 * `\wError`, which has bytes.
 */
function leastAtEdges(pieces: readonly Piece[]): readonly Piece[] {
  return leastAtStart(leastAtStart(pieces).toReversed()).toReversed();
}

function leastAtStart(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces[1] === REPETITIONS) return leastAtStart(pieces.slice(2));
  const mayBeEmpty = pieces.length > 0 && pieces[0].exact && pieces[0].sequences.some(({ length }) => length === 0);
  return mayBeEmpty ? leastAtStart(pieces.slice(1)) : pieces;
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
