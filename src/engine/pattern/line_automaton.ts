/**
 * Whether a line has a match, decided byte by byte: a pattern as a deterministic automaton. It says no more than that,
 * so it knows nothing of groups, and of what a match would take; and it says it in one pass, whatever the pattern.
 *
 * The nondeterministic automaton is K. Thompson's ("Regular expression search algorithm", 1968), made deterministic
 * by the subset construction of M. O. Rabin and D. Scott ("Finite automata and their decision problems", 1959).
 * Positions (`^`, `\b`) are passed when the next byte is known.
 * @module
 */
import { type ByteSet, hasByte } from "../kernel/byte_set.ts";
import { type Char, type EdgeKind, type Node, type Repeat, type Set as CharSet } from "./ast.ts";
import { BREAK } from "../text/line_feed.ts";
import { spelledOut } from "./back_references.ts";
import { lineAsciiOf } from "./leaf_bytes.ts";
import { AFTER, type LineAutomaton, MAX_STATES } from "../simd/dfa_table.ts";

/** Amid a line of which it is decided that it has a match; and that it can't be told. */
const MATCHED = 3, UNDECIDED = 4;

/** The automaton that decides nothing of any line but an empty one. */
export const ALL_UNDECIDED: LineAutomaton = { next: undecidedTable() };

function undecidedTable(): Uint16Array {
  const next = new Uint16Array(256 * (UNDECIDED + 1)).fill(UNDECIDED);
  for (const state of Object.values(AFTER)) next[256 * state + BREAK] = AFTER.none;
  for (const state of [MATCHED, UNDECIDED]) next[256 * state + BREAK] = AFTER.undecided;
  return next;
}

/** Parts of the nondeterministic automaton, and steps taken to make the other, after which it is not worth it. */
const MAX_PARTS = 600, MAX_WORK = 400_000;
/** Bytes below this are characters. */
const ASCII = 0x80;

/**
 * The automaton of a pattern whose matches stay within a line; undefined where there is none (look-arounds,
 * back-references to more than a character, patterns that see carriage returns) or it would be too large. It decides lines of ASCII, and lines that have a
 * match before all else.
 *
 * @example
 * ```ts
 * import { parsePattern } from "./parse.ts";
 * lineAutomatonOf(parsePattern("a.*b", false).root) === undefined; // false
 * lineAutomatonOf(parsePattern("(a+)\\1", false).root); // undefined
 * ```
 */
export function lineAutomatonOf(root: Node): LineAutomaton | undefined {
  try {
    return new Determiner(new Parts(spelledOut(root))).automaton();
  } catch (error) {
    if (error === TOO_MUCH) return undefined;
    throw error;
  }
}

const TOO_MUCH = new Error("the automaton can't be made, or would be too large");

/** A position that the bytes on either side of it decide. */
type LineEdge = Exclude<EdgeKind, "crlf">;

/** A part of the nondeterministic automaton; others are named by their index. */
type Part =
  | { readonly type: "byte"; readonly set: ByteSet; readonly next: number }
  | { readonly type: "edge"; readonly kind: LineEdge; readonly next: number }
  | { readonly type: "fork"; readonly next: number[] }
  | { readonly type: "end" };

/** The nondeterministic automaton. */
class Parts {
  readonly all: Part[] = [];
  readonly start: number;
  /** Of leaves, which a repeat adds time and again. */
  readonly #sets = new Map<Node, ByteSet>();

  /** @throws TOO_MUCH */
  constructor(root: Node) {
    this.start = this.#add(root, this.#push({ type: "end" }));
  }

  #push(part: Part): number {
    if (this.all.length >= MAX_PARTS) throw TOO_MUCH;
    return this.all.push(part) - 1;
  }

  /** The part that `node` begins with, where `next` comes behind it. */
  #add(node: Node, next: number): number {
    switch (node.type) {
      case "char":
      case "set":
        return this.#push({ type: "byte", set: this.#setOf(node), next });
      case "edge":
        if (node.kind === "crlf") throw TOO_MUCH;
        return this.#push({ type: "edge", kind: node.kind, next });
      case "sequence":
        return node.parts.reduceRight((behind, part) => this.#add(part, behind), next);
      case "either":
        return this.#push({ type: "fork", next: node.branches.map((branch) => this.#add(branch, next)) });
      case "group":
        return this.#add(node.body, next);
      case "repeat":
        return this.#repeat(node, next);
      case "look":
      case "back":
        throw TOO_MUCH;
    }
  }

  #setOf(leaf: Char | CharSet): ByteSet {
    const known = this.#sets.get(leaf), set = known ?? lineAsciiOf(leaf);
    if (known === undefined) this.#sets.set(leaf, set);
    return set;
  }

  #repeat({ body, min, max }: Repeat, next: number): number {
    let first = max === Infinity ? this.#star(body, next) : next;
    for (let times = min; times < max && max !== Infinity; times++) {
      first = this.#push({ type: "fork", next: [this.#add(body, first), next] });
    }
    for (let times = 0; times < min; times++) first = this.#add(body, first);
    return first;
  }

  #star(body: Node, next: number): number {
    const ways = [next], fork = this.#push({ type: "fork", next: ways });
    ways.push(this.#add(body, fork));
    return fork;
  }
}

/** What stands beside a position: nothing (the line begins or ends there), a word character or another. */
type Beside = "nothing" | "word" | "other";

/** A state of the deterministic automaton: where in the other one it may be, and what stands before. */
interface State {
  readonly before: Beside;
  readonly at: readonly number[];
}

class Determiner {
  readonly #parts: readonly Part[];
  readonly #start: readonly number[];
  /** What a position asks about what stands before it. */
  readonly #asks: { readonly start: boolean; readonly word: boolean };
  readonly #classes: readonly Class[];
  /** Of each part, by their indices, the classes it takes. */
  readonly #taken: readonly (readonly number[])[];
  readonly #numbers = new Map<string, number>();
  /** The states that are known by what they are behind. */
  readonly #known = new Map<string, number>();
  readonly #states: State[] = [];
  #work = 0;

  constructor({ all, start }: Parts) {
    this.#parts = all;
    const kinds = all.flatMap((part) => part.type === "edge" ? [part.kind] : []);
    this.#asks = { start: kinds.some(asksForStart), word: kinds.some((kind) => kind.includes("word")) };
    this.#start = this.#through([start]);
    this.#classes = this.#classesOf(all);
    this.#taken = all.map((part) =>
      this.#classes.flatMap(({ bytes }, k) => part.type === "byte" && hasByte(part.set, bytes[0]) ? [k] : [])
    );
  }

  /** @throws TOO_MUCH */
  automaton(): LineAutomaton {
    const first: State = { before: this.#asks.start ? "nothing" : "other", at: this.#start };
    // Lines begin alike, whatever the one before came to.
    this.#states.push(first, first, first, SINK, SINK);
    this.#numbers.set(keyOf(first), AFTER.none);
    const rows: Uint16Array[] = [];
    for (let number = 0; number < this.#states.length; number++) rows.push(this.#row(number));
    const next = new Uint16Array(256 * rows.length);
    rows.forEach((row, number) => next.set(row, 256 * number));
    return { next };
  }

  /** Bytes of ASCII that no part tells apart. */
  #classesOf(parts: readonly Part[]): Class[] {
    const sets = new Map(parts.flatMap((part) => part.type === "byte" ? [[part.set.join(), part.set]] : []));
    const told = (byte: number) =>
      [...sets.values()].map((set) => hasByte(set, byte) ? 1 : 0).join("") + (this.#asks.word ? besideOf(byte) : "");
    const bytes = Array.from({ length: ASCII }, (_, byte) => byte).filter((byte) => byte !== BREAK);
    return [...Map.groupBy(bytes, told).values()].map((bytes) => ({ bytes, beside: besideOf(bytes[0]) }));
  }

  #row(number: number): Uint16Array {
    const row = new Uint16Array(256);
    if (number === MATCHED || number === UNDECIDED) {
      row.fill(number);
      row[BREAK] = number - MATCHED + AFTER.matched;
      return row;
    }
    const state = this.#states[number], word = this.#across(state, "word");
    const across = { word, other: this.#asks.word ? this.#across(state, "other") : word };
    const froms = this.#froms(across);
    for (const [k, { bytes, beside }] of this.#classes.entries()) {
      const next = across[beside] === undefined ? MATCHED : this.#behind(froms[k], this.#asks.word ? beside : "other");
      for (const byte of bytes) row[byte] = next;
    }
    row.fill(word === undefined && across.other === undefined ? MATCHED : UNDECIDED, ASCII);
    row[BREAK] = this.#across(state, "nothing") === undefined ? AFTER.matched : AFTER.none;
    return row;
  }

  /** For each class of bytes, the parts that come behind one of them. */
  #froms(across: Readonly<Record<Class["beside"], readonly number[] | undefined>>): number[][] {
    const froms: number[][] = this.#classes.map(() => []);
    for (const beside of ["word", "other"] as const) {
      for (const index of across[beside] ?? []) {
        const part = this.#parts[index];
        if (part.type !== "byte") continue;
        for (const k of this.#taken[index]) if (this.#classes[k].beside === beside) froms[k].push(part.next);
      }
    }
    this.#spend(froms.reduce((sum, { length }) => sum + length + PER_CLASS, 0));
    return froms;
  }

  /** The number of the state behind a byte, from behind which parts of that byte there are. */
  #behind(from: readonly number[], before: Beside): number {
    const key = `${before}:${from.join()}`, known = this.#known.get(key);
    if (known !== undefined) return known;
    const at = this.#through(from, this.#start).filter((index) => !this.#isOver(index));
    const number = this.#numberOf({ before, at });
    this.#known.set(key, number);
    return number;
  }

  /** A position at the beginning of a line is not behind a byte. */
  #isOver(index: number): boolean {
    const part = this.#parts[index];
    return part.type === "edge" && asksForStart(part.kind);
  }

  #spend(steps: number): void {
    if ((this.#work += steps) > MAX_WORK) throw TOO_MUCH;
  }

  #numberOf(state: State): number {
    const key = keyOf(state), known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#states.length >= MAX_STATES) throw TOO_MUCH;
    const number = this.#states.push(state) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  /** Where it may be once positions are passed; undefined where that is the end. */
  #across({ before, at }: State, behind: Beside): readonly number[] | undefined {
    const all = [...at], seen = new Set(at);
    for (let i = 0; i < all.length; i++) {
      const part = this.#parts[all[i]];
      if (part.type === "end") return undefined;
      if (part.type !== "edge" || !holds(part.kind, before, behind)) continue;
      for (const index of this.#through([part.next])) if (!seen.has(index)) all.push(index), seen.add(index);
    }
    this.#spend(all.length);
    return all;
  }

  /** These parts and what forks lead to, without the forks, in order. */
  #through(from: readonly number[], others: readonly number[] = []): readonly number[] {
    const seen = new Set(from);
    for (const index of seen) {
      const part = this.#parts[index];
      if (part.type === "fork") { for (const next of part.next) seen.add(next); }
    }
    this.#spend(seen.size);
    for (const index of others) seen.add(index);
    return [...seen].filter((index) => this.#parts[index].type !== "fork").sort((a, b) => a - b);
  }
}

/** Bytes of ASCII that are all the same to an automaton; the first tells what they are beside a position. */
interface Class {
  readonly bytes: readonly number[];
  readonly beside: "word" | "other";
}

/** Steps that it takes to look up where a class of bytes leads to. */
const PER_CLASS = 8;

/** What has no way on but the end of the line. */
const SINK: State = { before: "other", at: [] };

function keyOf({ before, at }: State): string {
  return `${before}:${at.join()}`;
}

function besideOf(byte: number): Class["beside"] {
  return /\w/.test(String.fromCharCode(byte)) ? "word" : "other";
}

function asksForStart(kind: EdgeKind): boolean {
  return kind === "line_start" || kind === "text_start";
}

function holds(kind: LineEdge, before: Beside, behind: Beside): boolean {
  const left = before === "word", right = behind === "word";
  switch (kind) {
    case "line_start":
    case "text_start":
      return before === "nothing";
    case "line_end":
    case "text_end":
    case "text_end_or_break":
      return behind === "nothing";
    case "word":
      return left !== right;
    case "not_word":
      return left === right;
    case "word_start":
      return !left && right;
    case "word_end":
      return left && !right;
    case "word_start_half":
      return !left;
    case "word_end_half":
      return !right;
  }
}
