/**
 * Owns the matching of globs: many patterns in one automaton, built while it runs, so that no pattern
 * takes more than a bounded time per character and a directory's progress is shared by all that is in it.
 * @module
 */
import type { CodePointRange, GlobToken } from "./parse_glob.ts";

/** One pattern of an automaton. Where several match, the last counts. */
export interface GlobPattern {
  readonly tokens: readonly GlobToken[];
  /** Matches directories only. */
  readonly dirOnly: boolean;
}

/** How patterns are read. */
export interface GlobDialect {
  /** What `?` and classes take: a byte of the UTF-8 form, as in ripgrep and git, or a whole character. */
  readonly unit: "byte" | "character";
  /** Whether `{,a}` may be nothing (ripgrep leaves the empty branch out). */
  readonly emptyBranches: boolean;
  /** Whether a class may take a `/` (ripgrep's `-g`; in git it never does). */
  readonly slashInClasses: boolean;
  /** Letters match without regard to case. */
  readonly ignoreCase: boolean;
}

/** Where a run stands after the characters so far. */
export interface GlobState {
  /** The last line that matches what was fed, of a file: its index, or -1. */
  readonly fileMatch: number;
  /** The same for a directory. */
  readonly dirMatch: number;
  /** False when nothing that follows can match any more. */
  readonly isAlive: boolean;
}

/** States kept before the automaton forgets them and starts over: a bound on memory. */
const MAX_CACHED_STATES = 10_000;
/** The same bound, counted in nodes over all states. */
const MAX_CACHED_NODES = 1_000_000;

const SLASH = 0x2f;
const DOT = 0x2e;

/** What a line may begin with that no text has: it can be reached by `marked` alone. */
export const ROOT_MARK: GlobToken = { kind: "literal", code: 0 };

/** What a node of the non-deterministic program does. */
type NfaNode =
  | { readonly op: "one"; readonly code: number; readonly next: number }
  | { readonly op: "set"; readonly negated: boolean; readonly ranges: readonly CodePointRange[]; readonly next: number }
  | { readonly op: "any"; readonly next: number }
  | { readonly op: "star"; readonly next: number }
  /** Any characters, then a `/`. */
  | { readonly op: "deep"; readonly next: number }
  | { readonly op: "fork"; readonly next: readonly number[] }
  | { readonly op: "accept"; readonly line: number; readonly dirOnly: boolean };

/** `[.]` writes a dot out; `[!a]` and `[+-9]` only let one through. */
function matchesLiteralDot({ negated, ranges }: NfaNode & { readonly op: "set" }): boolean {
  return !negated && ranges.some(([first, last]) => first === DOT && last === DOT);
}

class DfaState implements GlobState {
  /** By ASCII character or byte; absent: not asked for yet. */
  next: (DfaState | undefined)[] = [];
  /** Kept by its automaton no more; then another may be kept in its place. */
  isEvicted = false;
  replacement: DfaState | undefined;
  constructor(readonly nodes: readonly number[], readonly fileMatch: number, readonly dirMatch: number) {}
  get isAlive(): boolean {
    return this.nodes.length > 0;
  }
}

/** A set of patterns, compiled. Texts are paths without a leading `/`, fed in pieces of any length. */
export class GlobAutomaton {
  readonly #nodes: NfaNode[] = [];
  readonly #dialect: GlobDialect;
  readonly #cache = new Map<string, DfaState>();
  #cachedNodes = 0;
  /** Marks nodes already seen in the set under construction. */
  readonly #visitedIn: Uint32Array;
  #visit = 0;
  readonly start: GlobState;

  constructor(lines: readonly GlobPattern[], dialect: GlobDialect) {
    this.#dialect = dialect;
    const anywhere: number[] = [];
    const starts: number[] = [];
    lines.forEach(({ tokens, dirOnly }, line) => {
      const accept = this.#addNode({ op: "accept", line, dirOnly });
      // One loop over directories serves every pattern that starts with `**/`, or each would be carried along.
      const leads = tokens[0]?.kind === "prefix";
      const body = leads ? (tokens.length === 1 ? [STAR] : tokens.slice(1)) : tokens;
      (leads ? anywhere : starts).push(this.#addSequence(body, accept));
    });
    if (anywhere.length > 0) starts.push(this.#addAnyDepth(this.#addFork(anywhere)));
    this.#visitedIn = new Uint32Array(this.#nodes.length);
    this.start = this.#stateOf(starts);
  }

  /** The state after `text`, from `from`. Surrogates must come in pairs, within one piece. */
  advance(from: GlobState, text: string): GlobState {
    let state = ownState(from);
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

  /** As `feed`, for a name with a leading dot that the pattern has to write out: no wildcard takes it. */
  advanceHidden(from: GlobState, name: string): GlobState {
    return this.advance(this.#stateOf(this.#nextNodes(ownState(from), DOT, true)), name.slice(1));
  }

  /** Where the lines that begin with `MARK` go on. */
  startAfterMark(): GlobState {
    const nodes = ownState(this.start).nodes.map((id) => this.#nodes[id]);
    return this.#stateOf(nodes.flatMap((node) => node.op === "one" && node.code === 0 ? node.next : []));
  }

  /** A state that is in all of `states` at once. */
  union(states: readonly GlobState[]): GlobState {
    return this.#stateOf(states.flatMap((state) => [...ownState(state).nodes]));
  }

  #advanceNonAscii(from: DfaState, code: number): DfaState {
    if (this.#dialect.unit === "character") return this.#transition(from, code);
    let state = from;
    for (const byte of utf8Bytes(code)) state = state.next[byte] ?? this.#transition(state, byte);
    return state;
  }

  #transition(from: DfaState, symbol: number): DfaState {
    const kept = this.#cachedState(from), known = kept.next[symbol];
    if (known !== undefined) return known;
    const state = this.#stateOf(this.#nextNodes(kept, symbol, false));
    if (symbol < 0x100 && !kept.isEvicted) kept.next[symbol] = state;
    return state;
  }

  /** What someone holds must not hold all that it leads to: once forgotten, it learns nothing any more. */
  #cachedState(state: DfaState): DfaState {
    if (!state.isEvicted) return state;
    if (state.replacement === undefined || state.replacement.isEvicted) state.replacement = this.#stateOf(state.nodes);
    return state.replacement;
  }

  /** Where `symbol` leads. Where it is a dot that must be written out (`hidden`), wildcards lead nowhere. */
  #nextNodes(from: DfaState, symbol: number, hidden: boolean): number[] {
    const next: number[] = [];
    for (const id of this.#epsilonClosure(from.nodes, hidden)) {
      const to = this.#nextNode(id, symbol, hidden);
      if (to >= 0) next.push(to);
      // A `**` that has just passed a `/` both goes on and lets its successor begin.
      const node = this.#nodes[id];
      if (node.op === "deep" && symbol === SLASH) next.push(node.next);
    }
    return next;
  }

  /** The node after `id` has taken `symbol`; -1 when it can't. */
  #nextNode(id: number, symbol: number, hidden: boolean): number {
    const node = this.#nodes[id];
    switch (node.op) {
      case "one":
        return node.code === symbol ? node.next : -1;
      case "set":
        if (symbol === SLASH && !this.#dialect.slashInClasses) return -1;
        if (hidden && !matchesLiteralDot(node)) return -1;
        return this.#isInClass(node.ranges, symbol) !== node.negated ? node.next : -1;
      case "any":
        return symbol !== SLASH && !hidden ? node.next : -1;
      case "star":
        return symbol !== SLASH ? id : -1;
      case "deep":
        return hidden ? -1 : id;
      default:
        return -1;
    }
  }

  #isInClass(ranges: readonly CodePointRange[], symbol: number): boolean {
    const has = (code: number) => ranges.some(([first, last]) => code >= first && code <= last);
    return has(symbol) || (this.#dialect.ignoreCase && otherCases(symbol).some(has));
  }

  /** All nodes reached from `kernel` without a character; before a dot that must be written out, not past a `*`. */
  #epsilonClosure(kernel: readonly number[], hidden: boolean): number[] {
    this.#visit++;
    const found: number[] = [];
    const todo = [...kernel];
    for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
      if (this.#visitedIn[id] === this.#visit) continue;
      this.#visitedIn[id] = this.#visit;
      const node = this.#nodes[id];
      if (node.op === "fork") { for (const next of node.next) todo.push(next); }
      else if (node.op !== "star") found.push(id);
      else if (!hidden) {
        found.push(id);
        todo.push(node.next);
      }
    }
    return found;
  }

  #stateOf(kernel: readonly number[]): DfaState {
    const ids = kernel.length < 2 ? kernel : [...new Set(kernel)].sort((a, b) => a - b);
    const key = ids.join();
    const kept = this.#cache.get(key);
    if (kept !== undefined) return kept;
    if (this.#cache.size >= MAX_CACHED_STATES || this.#cachedNodes > MAX_CACHED_NODES) this.#clearCache();
    const state = new DfaState(ids, ...this.#acceptedPatterns(ids));
    this.#cache.set(key, state);
    this.#cachedNodes += ids.length + 1;
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

  #acceptedPatterns(kernel: readonly number[]): [file: number, dir: number] {
    let file = -1, dir = -1;
    for (const id of this.#epsilonClosure(kernel, false)) {
      const node = this.#nodes[id];
      if (node.op !== "accept") continue;
      dir = Math.max(dir, node.line);
      if (!node.dirOnly) file = Math.max(file, node.line);
    }
    return [file, dir];
  }

  #addSequence(tokens: readonly GlobToken[], next: number): number {
    for (let i = tokens.length - 1; i >= 0; i--) next = this.#addToken(tokens[i], next);
    return next;
  }

  #addToken(token: GlobToken, next: number): number {
    switch (token.kind) {
      case "literal":
        return this.#addLiteral(token.code, next);
      case "class":
        return this.#addNode({ op: "set", negated: token.negated, ranges: this.#classRanges(token.ranges), next });
      case "any":
      case "star":
        return this.#addNode({ op: token.kind, next });
      case "prefix":
        return this.#addAnyDepth(next);
      case "middle":
        return this.#addNode({ op: "one", code: SLASH, next: this.#addAnyDepth(next) });
      case "suffix":
        return this.#addSequence([{ kind: "middle" }, STAR], next);
      case "either":
        return this.#addAlternation(token.branches, next);
    }
  }

  #addLiteral(code: number, next: number): number {
    if (this.#dialect.ignoreCase && otherCases(code).length > 0) {
      return this.#addNode({ op: "set", negated: false, ranges: [[code, code]], next });
    }
    if (this.#dialect.unit === "character" || code < 0x80) return this.#addNode({ op: "one", code, next });
    for (const byte of utf8Bytes(code).reverse()) next = this.#addNode({ op: "one", code: byte, next });
    return next;
  }

  /** In bytes, a class of non-ASCII characters is one of their bytes, as ripgrep has it. */
  #classRanges(ranges: readonly CodePointRange[]): readonly CodePointRange[] {
    if (this.#dialect.unit === "character") return ranges;
    return ranges.flatMap(([first, last]) =>
      first === last ? utf8Bytes(first).map(singleRange) : utf8Ranges(first, last)
    );
  }

  #addAlternation(branches: readonly (readonly GlobToken[])[], next: number): number {
    const kept = this.#dialect.emptyBranches ? branches : branches.filter(isNonEmptyBranch);
    return kept.length === 0 ? next : this.#addFork(kept.map((branch) => this.#addSequence(branch, next)));
  }

  /** `next`, here or at the start of any name below. */
  #addAnyDepth(next: number): number {
    return this.#addFork([next, this.#addNode({ op: "deep", next })]);
  }

  #addFork(next: readonly number[]): number {
    return this.#addNode({ op: "fork", next });
  }

  #addNode(node: NfaNode): number {
    return this.#nodes.push(node) - 1;
  }
}

const STAR: GlobToken = { kind: "star" };

function ownState(state: GlobState): DfaState {
  if (state instanceof DfaState) return state;
  throw new TypeError("a state of another kind of automaton");
}

/** ripgrep drops a branch whose expression is empty: no tokens, or only groups that were dropped themselves. */
function isNonEmptyBranch(branch: readonly GlobToken[]): boolean {
  return branch.some((token) => token.kind !== "either" || token.branches.some(isNonEmptyBranch));
}

/** The other-case forms of a character, where they are single characters. */
function otherCases(code: number): number[] {
  const char = String.fromCodePoint(code);
  return [char.toLowerCase(), char.toUpperCase()]
    .filter((form) => form !== char && [...form].length === 1)
    .map((form) => form.codePointAt(0) ?? code);
}

function singleRange(code: number): CodePointRange {
  return [code, code];
}

/** The bytes that ripgrep reads in a range whose ends may have several. */
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
