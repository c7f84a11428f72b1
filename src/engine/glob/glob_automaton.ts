/**
 * Matches paths against many globs at the same time.
 * @module
 */
import type { CodePointRange } from "../text/posix_classes.ts";
import type { GlobDialect, GlobToken } from "./parse_glob.ts";

/** One pattern of an automaton. If several match, the last decides. */
export interface GlobPattern {
  readonly tokens: readonly GlobToken[];
  /** Matches directories only. */
  readonly dirOnly: boolean;
}

/** Begins a glob or a path that is absolute. No wildcard matches it. */
export const ABSOLUTE_MARK = "\0";

const SLASH = 0x2f;
const DOT = 0x2e;
const STAR: GlobToken = { kind: "star" };

type ClassNode = {
  readonly op: "set";
  readonly negated: boolean;
  readonly ranges: readonly CodePointRange[];
  readonly next: number;
};

/** A node and its successors, by index. */
type NfaNode =
  | ClassNode
  | { readonly op: "one"; readonly code: number; readonly next: number }
  | { readonly op: "any"; readonly next: number }
  | { readonly op: "star"; readonly next: number }
  /** Any characters, then a `/`. */
  | { readonly op: "deep"; readonly next: number }
  | { readonly op: "fork"; readonly next: readonly number[] }
  | { readonly op: "accept"; readonly pattern: number; readonly dirOnly: boolean };

/** The compiled patterns. A state is a set of nodes, by index; a symbol is a character or a byte, by the dialect. */
class GlobNfa {
  /** The nodes before the first symbol. */
  readonly start: readonly number[];
  readonly #nodes: NfaNode[] = [];
  /** For each node, the last closure that included it. */
  readonly #includedIn: Uint32Array;
  #closureCount = 0;

  constructor(patterns: readonly GlobPattern[], readonly dialect: GlobDialect) {
    this.start = this.#addPatterns(patterns);
    this.#includedIn = new Uint32Array(this.#nodes.length);
  }

  /** The nodes after `symbol`. If `isHidden`, the symbol is a dot that no wildcard matches. */
  advance(from: readonly number[], symbol: number, isHidden: boolean): number[] {
    const next: number[] = [];
    for (const id of this.#closure(from, isHidden)) {
      const to = this.#nextNode(id, symbol, isHidden);
      if (to >= 0) next.push(to);
      // A `**` that has just passed a `/` may both go on and end.
      const node = this.#nodes[id];
      if (node.op === "deep" && symbol === SLASH) next.push(node.next);
    }
    return next;
  }

  /** The last pattern that matches at these nodes, for a file and for a directory: its index, or -1. */
  accepted(at: readonly number[]): [file: number, dir: number] {
    let file = -1, dir = -1;
    for (const id of this.#closure(at, false)) {
      const node = this.#nodes[id];
      if (node.op !== "accept") continue;
      dir = Math.max(dir, node.pattern);
      if (!node.dirOnly) file = Math.max(file, node.pattern);
    }
    return [file, dir];
  }

  /** The node that `symbol` leads to from node `id`; -1 if there is none. */
  #nextNode(id: number, symbol: number, isHidden: boolean): number {
    const node = this.#nodes[id];
    if (symbol === 0 && node.op !== "one") return -1;
    switch (node.op) {
      case "one":
        return node.code === symbol ? node.next : -1;
      case "set":
        return this.#matchesClass(node, symbol, isHidden) ? node.next : -1;
      case "any":
        return symbol !== SLASH && !isHidden ? node.next : -1;
      case "star":
        return symbol !== SLASH ? id : -1;
      case "deep":
        return isHidden ? -1 : id;
      default:
        return -1;
    }
  }

  #matchesClass({ negated, ranges }: ClassNode, symbol: number, isHidden: boolean): boolean {
    if (symbol === SLASH && !this.dialect.slashInClasses) return false;
    // `[.]` names the dot literally; `[!a]` and `[+-9]` only include it.
    if (isHidden && (negated || !ranges.some(([first, last]) => first === DOT && last === DOT))) return false;
    const has = (code: number) => ranges.some(([first, last]) => code >= first && code <= last);
    return (has(symbol) || this.dialect.ignoreCase && otherCases(symbol).some(has)) !== negated;
  }

  /** All nodes reached without a symbol. If `isHidden`, a dot that no wildcard matches is next: `*` is not passed. */
  #closure(from: readonly number[], isHidden: boolean): number[] {
    this.#closureCount++;
    const reached: number[] = [];
    const todo = [...from];
    for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
      if (this.#includedIn[id] === this.#closureCount) continue;
      this.#includedIn[id] = this.#closureCount;
      const node = this.#nodes[id];
      if (node.op === "fork") { for (const next of node.next) todo.push(next); }
      else if (node.op !== "star") reached.push(id);
      else if (!isHidden) {
        reached.push(id);
        todo.push(node.next);
      }
    }
    return reached;
  }

  // Nodes are added from the end of a pattern to its start: each method returns the first node of its part.

  /** @returns the start nodes of all patterns */
  #addPatterns(patterns: readonly GlobPattern[]): number[] {
    const anywhere: number[] = [], starts: number[] = [];
    patterns.forEach(({ tokens, dirOnly }, pattern) => {
      const accept = this.#add({ op: "accept", pattern, dirOnly });
      const isAnywhere = tokens[0]?.kind === "prefix";
      const body = isAnywhere ? (tokens.length === 1 ? [STAR] : tokens.slice(1)) : tokens;
      (isAnywhere ? anywhere : starts).push(this.#addSequence(body, accept));
    });
    // One loop over directories serves all patterns that start with `**/`; otherwise each would add a node to a state.
    if (anywhere.length > 0) starts.push(this.#addAnyDepth(this.#add({ op: "fork", next: anywhere })));
    return starts;
  }

  #addSequence(tokens: readonly GlobToken[], next: number): number {
    return tokens.reduceRight((next, token) => this.#addToken(token, next), next);
  }

  #addToken(token: GlobToken, next: number): number {
    switch (token.kind) {
      case "literal":
        return this.#addLiteral(token.code, next);
      case "class":
        return this.#add({ op: "set", negated: token.negated, ranges: this.#classRanges(token.ranges), next });
      case "any":
      case "star":
        return this.#add({ op: token.kind, next });
      case "prefix":
        return this.#addAnyDepth(next);
      case "middle":
        return this.#add({ op: "one", code: SLASH, next: this.#addAnyDepth(next) });
      case "suffix":
        return this.#addSequence([{ kind: "middle" }, STAR], next);
      case "either":
        return this.#add({ op: "fork", next: token.branches.map((branch) => this.#addSequence(branch, next)) });
    }
  }

  #addLiteral(code: number, next: number): number {
    if (this.dialect.ignoreCase && otherCases(code).length > 0) {
      return this.#add({ op: "set", negated: false, ranges: [[code, code]], next });
    }
    const symbols = this.dialect.unit === "character" ? [code] : utf8Bytes(code);
    return symbols.reduceRight((next, symbol) => this.#add({ op: "one", code: symbol, next }), next);
  }

  /** In bytes, a class of non-ASCII characters matches one of their bytes, as in ripgrep. */
  #classRanges(ranges: readonly CodePointRange[]): readonly CodePointRange[] {
    if (this.dialect.unit === "character") return ranges;
    return ranges.flatMap(([first, last]) =>
      first === last ? utf8Bytes(first).map(singleRange) : utf8Ranges(first, last)
    );
  }

  /** `next`, here or at the start of any name below. */
  #addAnyDepth(next: number): number {
    return this.#add({ op: "fork", next: [next, this.#add({ op: "deep", next })] });
  }

  #add(node: NfaNode): number {
    return this.#nodes.push(node) - 1;
  }
}

/** The other-case forms of a character, if they are single characters. */
function otherCases(code: number): number[] {
  const char = String.fromCodePoint(code);
  return [char.toLowerCase(), char.toUpperCase()]
    .filter((form) => form !== char && [...form].length === 1)
    .map((form) => form.codePointAt(0) ?? code);
}

function singleRange(code: number): CodePointRange {
  return [code, code];
}

/** The bytes that ripgrep reads in a range whose ends may have several bytes. */
function utf8Ranges(first: number, last: number): CodePointRange[] {
  const from = utf8Bytes(first), to = utf8Bytes(last);
  const low = from.pop() ?? 0, high = to.shift() ?? 0;
  return [...from.map(singleRange), [low, high], ...to.map(singleRange)];
}

/** The UTF-8 form of a code point. */
function utf8Bytes(code: number): number[] {
  const tail = (shift: number) => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), tail(0)];
  if (code < 0x10000) return [0xe0 | (code >> 12), tail(6), tail(0)];
  return [0xf0 | (code >> 18), tail(12), tail(6), tail(0)];
}

/** Bounds on memory: at either the automaton clears its cache of states. */
const MAX_CACHED_STATES = 10_000, MAX_CACHED_NODES = 1_000_000;

/** How far a path has been matched. */
export class GlobState {
  /** The states after each ASCII character or byte, as far as they were needed. */
  next: (GlobState | undefined)[] = [];
  /** No longer in the automaton's cache. */
  isEvicted = false;

  /**
   * @param fileMatch the last pattern that matches the path so far, if it is a file: its index, or -1
   * @param dirMatch the same if it is a directory
   */
  constructor(readonly nodes: readonly number[], readonly fileMatch: number, readonly dirMatch: number) {}

  /** False when no longer path can match. */
  get isAlive(): boolean {
    return this.nodes.length > 0;
  }
}

/**
 * A set of patterns as a lazily built deterministic automaton. Matching takes a bounded time per character, however many
 * wildcards there are, and the entries of a directory start from the directory's state. Paths have no leading `/`.
 */
export class GlobAutomaton {
  readonly start: GlobState;
  readonly #nfa: GlobNfa;
  readonly #cache = new Map<string, GlobState>();
  #cachedNodes = 0;

  constructor(patterns: readonly GlobPattern[], dialect: GlobDialect) {
    this.#nfa = new GlobNfa(patterns, dialect);
    this.start = this.#stateOf(this.#nfa.start);
  }

  /** The state after `text`, from `from`. Surrogates must come in pairs, within one text. */
  advance(from: GlobState, text: string): GlobState {
    let state = from;
    for (let i = 0; i < text.length && state.nodes.length > 0; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) {
        state = state.next[unit] ?? this.#transition(state, unit);
        continue;
      }
      const code = text.codePointAt(i) ?? unit;
      if (code > 0xffff) i++;
      state = this.#advanceNonAscii(state, code);
    }
    return state;
  }

  /** As `advance`, for a name with a leading dot that no wildcard matches. */
  advanceHidden(from: GlobState, name: string): GlobState {
    return this.advance(this.#stateOf(this.#nfa.advance(from.nodes, DOT, true)), name.slice(1));
  }

  /** The state that combines all of `states`. */
  union(states: readonly GlobState[]): GlobState {
    return this.#stateOf(states.flatMap((state) => state.nodes));
  }

  #advanceNonAscii(from: GlobState, code: number): GlobState {
    if (this.#nfa.dialect.unit === "character") return this.#transition(from, code);
    let state = from;
    for (const byte of utf8Bytes(code)) state = state.next[byte] ?? this.#transition(state, byte);
    return state;
  }

  /** An evicted state gets no further transitions: a caller that holds it must not keep the states after it alive. */
  #transition(from: GlobState, symbol: number): GlobState {
    const known = from.next[symbol];
    if (known !== undefined) return known;
    const state = this.#stateOf(this.#nfa.advance(from.nodes, symbol, false));
    if (symbol < 0x100 && !from.isEvicted) from.next[symbol] = state;
    return state;
  }

  #stateOf(nodes: readonly number[]): GlobState {
    const sorted = nodes.length < 2 ? nodes : [...new Set(nodes)].sort((a, b) => a - b);
    const key = sorted.join();
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    if (this.#cache.size >= MAX_CACHED_STATES || this.#cachedNodes > MAX_CACHED_NODES) this.#clearCache();
    const state = new GlobState(sorted, ...this.#nfa.accepted(sorted));
    this.#cache.set(key, state);
    this.#cachedNodes += sorted.length + 1;
    return state;
  }

  #clearCache(): void {
    for (const state of this.#cache.values()) {
      state.next = [];
      state.isEvicted = true;
    }
    this.#cache.clear();
    this.#cachedNodes = 0;
  }
}
