/**
 * A pattern as a deterministic automaton that decides, byte by byte and in one pass, whether a line has a match. It
 * does not find groups or the extent of a match.
 *
 * Thompson's construction ("Regular expression search algorithm", 1968) gives the nondeterministic automaton, and the
 * subset construction of Rabin and Scott ("Finite automata and their decision problems", 1959) makes it deterministic.
 * Assertions (`^`, `\b`) are passed when the next byte is known.
 * @module
 */
import type { AssertionKind, Char, CharClass, Node, Repeat } from "../regex/ast.ts";
import { type ByteSet, hasByte } from "../simd/byte_set.ts";
import { type DfaTable, LINE_START_STATES, MAX_DFA_STATES } from "../simd/kernel.ts";
import { LINE_FEED } from "../text/newlines.ts";
import { asciiInLine } from "./byte_sequences.ts";

/** States within a line that surely has a match, and within a line that remains undecided. */
const IN_MATCHED_LINE = 3, IN_UNDECIDED_LINE = 4;

/** An automaton that leaves all lines undecided, so that the kernel lists them. */
export const ALL_LINES: DfaTable = { next: allLines() };

function allLines(): Uint16Array {
  const starts = Object.values(LINE_START_STATES), next = new Uint16Array(256 * starts.length);
  for (const state of starts) next[256 * state + LINE_FEED] = LINE_START_STATES.undecided;
  return next;
}

/** The automaton that leaves undecided also the lines that `table` finds to match, so that the kernel lists them. */
export function listingTable(table: DfaTable): DfaTable {
  const next = table.next.slice();
  for (let at = LINE_FEED; at < next.length; at += 256) {
    if (next[at] === LINE_START_STATES.matched) next[at] = LINE_START_STATES.undecided;
  }
  return { next };
}

/** What an automaton says of a line, given without its break: whether it matches, if that is decided. */
export function lineMatches({ next }: DfaTable, line: string): boolean | undefined {
  let state: number = LINE_START_STATES.none;
  for (let at = 0; at < line.length; at++) state = next[256 * state + Math.min(line.charCodeAt(at), ASCII_END)];
  const end = next[256 * state + LINE_FEED];
  return end === LINE_START_STATES.undecided ? undefined : end === LINE_START_STATES.matched;
}

/** After this many construction steps an automaton does not pay. */
const MAX_CONSTRUCTION_STEPS = 400_000;
/** Bytes below this are characters. */
const ASCII_END = 0x80;

/**
 * The automaton of a pattern whose matches stay within a line. It is undefined for look-arounds, for back-references
 * and for patterns that see carriage returns, and if it would be too large. It decides lines of
 * ASCII, and lines that match before their first other byte.
 *
 * @example
 * ```ts
 * import { parsePattern } from "../regex/parse.ts";
 * lineDfaOf(parsePattern("a.*b", false).root) === undefined; // false
 * lineDfaOf(parsePattern("(a+)\\1", false).root); // undefined
 * ```
 */
export function lineDfaOf(root: Node): DfaTable | undefined {
  try {
    return new SubsetConstruction(new LineNfa(root)).build();
  } catch (error) {
    if (error === TOO_COMPLEX) return undefined;
    throw error;
  }
}

/** The neighbour of a position: nothing (the line begins or ends there), a word character or another one. */
type Neighbour = "nothing" | "word" | "other";

/** A deterministic state: the previous character, and the states in which the other automaton may be. */
interface DfaState {
  readonly before: Neighbour;
  readonly at: readonly number[];
}

class SubsetConstruction {
  readonly #nfa: readonly NfaState[];
  readonly #start: readonly number[];
  /** Which facts about the previous character the assertions need. */
  readonly #needs: { readonly start: boolean; readonly word: boolean };
  readonly #classes: readonly ByteClass[];
  /** For each state, the byte classes that it consumes. */
  readonly #classesOfState: readonly (readonly number[])[];
  readonly #numbers = new Map<string, number>();
  /** State numbers by previous character and targets. */
  readonly #successors = new Map<string, number>();
  readonly #states: DfaState[] = [];
  #work = 0;

  constructor({ states, start }: LineNfa) {
    this.#nfa = states;
    const kinds = states.flatMap((state) => state.type === "assertion" ? [state.kind] : []);
    this.#needs = { start: kinds.some(assertsLineStart), word: kinds.some((kind) => kind.includes("word")) };
    this.#start = this.#closure([start]);
    this.#classes = this.#classesOf(states);
    this.#classesOfState = states.map((state) =>
      this.#classes.flatMap(({ bytes }, k) => state.type === "byte" && hasByte(state.set, bytes[0]) ? [k] : [])
    );
  }

  /** @throws TOO_COMPLEX */
  build(): DfaTable {
    const first: DfaState = { before: this.#needs.start ? "nothing" : "other", at: this.#start };
    // A line begins alike after every kind of line.
    this.#states.push(first, first, first, DEAD_STATE, DEAD_STATE);
    this.#numbers.set(keyOf(first), LINE_START_STATES.none);
    const rows: Uint16Array[] = [];
    for (let number = 0; number < this.#states.length; number++) rows.push(this.#row(number));
    const next = new Uint16Array(256 * rows.length);
    rows.forEach((row, number) => next.set(row, 256 * number));
    return { next };
  }

  /** Groups the bytes of ASCII that no state distinguishes. */
  #classesOf(states: readonly NfaState[]): ByteClass[] {
    const sets = new Map(states.flatMap((state) => state.type === "byte" ? [[state.set.join(), state.set]] : []));
    const keyOfByte = (byte: number) =>
      [...sets.values()].map((set) => hasByte(set, byte) ? 1 : 0).join("") +
      (this.#needs.word ? neighbourOf(byte) : "");
    const bytes = Array.from({ length: ASCII_END }, (_, byte) => byte).filter((byte) => byte !== LINE_FEED);
    return [...Map.groupBy(bytes, keyOfByte).values()].map((bytes) => ({ bytes, neighbour: neighbourOf(bytes[0]) }));
  }

  #row(number: number): Uint16Array {
    const row = new Uint16Array(256);
    if (number === IN_MATCHED_LINE || number === IN_UNDECIDED_LINE) {
      row.fill(number);
      row[LINE_FEED] = number - IN_MATCHED_LINE + LINE_START_STATES.matched;
      return row;
    }
    const state = this.#states[number], word = this.#passAssertions(state, "word");
    const across = { word, other: this.#needs.word ? this.#passAssertions(state, "other") : word };
    const targets = this.#targetsByClass(across);
    for (const [k, { bytes, neighbour }] of this.#classes.entries()) {
      const next = across[neighbour] === undefined
        ? IN_MATCHED_LINE
        : this.#successor(targets[k], this.#needs.word ? neighbour : "other");
      for (const byte of bytes) row[byte] = next;
    }
    row.fill(word === undefined && across.other === undefined ? IN_MATCHED_LINE : IN_UNDECIDED_LINE, ASCII_END);
    row[LINE_FEED] = this.#passAssertions(state, "nothing") === undefined
      ? LINE_START_STATES.matched
      : LINE_START_STATES.none;
    return row;
  }

  /** For each byte class, the states that follow one of its bytes. */
  #targetsByClass(across: Readonly<Record<ByteClass["neighbour"], readonly number[] | undefined>>): number[][] {
    const targets: number[][] = this.#classes.map(() => []);
    for (const neighbour of ["word", "other"] as const) {
      for (const index of across[neighbour] ?? []) {
        const state = this.#nfa[index];
        if (state.type !== "byte") continue;
        for (const k of this.#classesOfState[index]) {
          if (this.#classes[k].neighbour === neighbour) targets[k].push(state.next);
        }
      }
    }
    this.#countSteps(targets.reduce((sum, { length }) => sum + length + STEPS_PER_CLASS, 0));
    return targets;
  }

  /** The number of the state after a byte, given the targets of its transitions. */
  #successor(targets: readonly number[], before: Neighbour): number {
    const key = `${before}:${targets.join()}`, known = this.#successors.get(key);
    if (known !== undefined) return known;
    const at = this.#closure(targets, this.#start).filter((index) => !this.#isLineStartOnly(index));
    const number = this.#numberOf({ before, at });
    this.#successors.set(key, number);
    return number;
  }

  /** An assertion of the line's beginning can't hold after a byte. */
  #isLineStartOnly(index: number): boolean {
    const state = this.#nfa[index];
    return state.type === "assertion" && assertsLineStart(state.kind);
  }

  #countSteps(steps: number): void {
    if ((this.#work += steps) > MAX_CONSTRUCTION_STEPS) throw TOO_COMPLEX;
  }

  #numberOf(state: DfaState): number {
    const key = keyOf(state), known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#states.length >= MAX_DFA_STATES) throw TOO_COMPLEX;
    const number = this.#states.push(state) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  /** The states reachable through assertions; undefined if one of them is the end. */
  #passAssertions({ before, at }: DfaState, after: Neighbour): readonly number[] | undefined {
    const all = [...at], seen = new Set(at);
    for (let i = 0; i < all.length; i++) {
      const state = this.#nfa[all[i]];
      if (state.type === "end") return undefined;
      if (state.type !== "assertion" || !assertionHolds(state.kind, before, after)) continue;
      for (const index of this.#closure([state.next])) if (!seen.has(index)) all.push(index), seen.add(index);
    }
    this.#countSteps(all.length);
    return all;
  }

  /** These states and those that forks lead to, sorted, without the forks. */
  #closure(from: readonly number[], others: readonly number[] = []): readonly number[] {
    const seen = new Set(from);
    for (const index of seen) {
      const state = this.#nfa[index];
      if (state.type === "fork") { for (const next of state.next) seen.add(next); }
    }
    this.#countSteps(seen.size);
    for (const index of others) seen.add(index);
    return [...seen].filter((index) => this.#nfa[index].type !== "fork").sort((a, b) => a - b);
  }
}

/** Bytes of ASCII that an automaton does not distinguish. */
interface ByteClass {
  readonly bytes: readonly number[];
  readonly neighbour: "word" | "other";
}

/** Steps counted for looking up the target of a byte class. */
const STEPS_PER_CLASS = 8;

/** A state that can't match any more in its line. */
const DEAD_STATE: DfaState = { before: "other", at: [] };

function keyOf({ before, at }: DfaState): string {
  return `${before}:${at.join()}`;
}

function neighbourOf(byte: number): ByteClass["neighbour"] {
  return /\w/.test(String.fromCharCode(byte)) ? "word" : "other";
}

function assertsLineStart(kind: AssertionKind): boolean {
  return kind === "line_start" || kind === "text_start";
}

function assertionHolds(kind: AssertionKind, before: Neighbour, after: Neighbour): boolean {
  const left = before === "word", right = after === "word";
  switch (kind) {
    case "line_start":
    case "text_start":
      return before === "nothing";
    case "line_end":
    case "text_end":
    case "text_end_or_break":
      return after === "nothing";
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

/** Thrown where the automaton can't be made, or would be too large. */
const TOO_COMPLEX = new Error("the automaton can't be made, or would be too large");

/** With more states an automaton does not pay. */
const MAX_NFA_STATES = 600;

/** A state of the nondeterministic automaton. States refer to each other by their index. */
type NfaState =
  | { readonly type: "byte"; readonly set: ByteSet; readonly next: number }
  | { readonly type: "assertion"; readonly kind: AssertionKind; readonly next: number }
  | { readonly type: "fork"; readonly next: number[] }
  | { readonly type: "end" };

/** The nondeterministic automaton of a pattern. */
class LineNfa {
  readonly states: NfaState[] = [];
  readonly start: number;
  /** The byte sets of leaves, which a repeat adds many times. */
  readonly #sets = new Map<Node, ByteSet>();

  /** @throws TOO_COMPLEX */
  constructor(root: Node) {
    this.start = this.#add(root, this.#push({ type: "end" }));
  }

  #push(state: NfaState): number {
    if (this.states.length >= MAX_NFA_STATES) throw TOO_COMPLEX;
    return this.states.push(state) - 1;
  }

  /** Adds the states of `node`, followed by `next`. @returns the first */
  #add(node: Node, next: number): number {
    switch (node.type) {
      case "char":
      case "class":
        return this.#push({ type: "byte", set: this.#setOf(node), next });
      case "assertion":
        return this.#push({ type: "assertion", kind: node.kind, next });
      case "sequence":
        return node.parts.reduceRight((after, part) => this.#add(part, after), next);
      case "alternation":
        return this.#push({ type: "fork", next: node.branches.map((branch) => this.#add(branch, next)) });
      case "group":
        return this.#add(node.body, next);
      case "repeat":
        return this.#repeat(node, next);
      case "look_around":
      case "back_reference":
        throw TOO_COMPLEX;
    }
  }

  #setOf(leaf: Char | CharClass): ByteSet {
    const known = this.#sets.get(leaf), set = known ?? asciiInLine(leaf);
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
