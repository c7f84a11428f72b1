/**
 * Matches paths against many globs at the same time.
 * @module
 */
import { type GlobDialect, GlobNfa, type GlobPattern, utf8Bytes } from "./glob_nfa.ts";

/** How far a path has been matched. */
export interface GlobState {
  /** The last pattern that matches the path so far, if it is a file: its index, or -1. */
  readonly fileMatch: number;
  /** The same if it is a directory. */
  readonly dirMatch: number;
  /** False when no longer path can match. */
  readonly isAlive: boolean;
}

/** Bounds on memory: at either the automaton clears its cache of states. */
const MAX_CACHED_STATES = 10_000, MAX_CACHED_NODES = 1_000_000;

const DOT = 0x2e;

class DfaState implements GlobState {
  /** The states after each ASCII character or byte, as far as they were needed. */
  next: (DfaState | undefined)[] = [];
  /** No longer in the automaton's cache. */
  isEvicted = false;
  /** A state in the cache with the same nodes, for one that was evicted. */
  replacement: DfaState | undefined;
  constructor(readonly nodes: readonly number[], readonly fileMatch: number, readonly dirMatch: number) {}
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
  readonly #cache = new Map<string, DfaState>();
  #cachedNodes = 0;

  constructor(patterns: readonly GlobPattern[], dialect: GlobDialect) {
    this.#nfa = new GlobNfa(patterns, dialect);
    this.start = this.#stateOf(this.#nfa.start);
  }

  /** The state after `text`, from `from`. Surrogates must come in pairs, within one text. */
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

  /** As `advance`, for a name with a leading dot that no wildcard matches. */
  advanceHidden(from: GlobState, name: string): GlobState {
    return this.advance(this.#stateOf(this.#nfa.advance(ownState(from).nodes, DOT, true)), name.slice(1));
  }

  /** The start state of the patterns that begin with ROOT_MARK, after it. */
  startAfterMark(): GlobState {
    return this.#stateOf(this.#nfa.startAfterMark());
  }

  /** The state that combines all of `states`. */
  union(states: readonly GlobState[]): GlobState {
    return this.#stateOf(states.flatMap((state) => ownState(state).nodes));
  }

  #advanceNonAscii(from: DfaState, code: number): DfaState {
    if (this.#nfa.dialect.unit === "character") return this.#transition(from, code);
    let state = from;
    for (const byte of utf8Bytes(code)) state = state.next[byte] ?? this.#transition(state, byte);
    return state;
  }

  #transition(from: DfaState, symbol: number): DfaState {
    const cached = this.#cachedState(from), known = cached.next[symbol];
    if (known !== undefined) return known;
    const state = this.#stateOf(this.#nfa.advance(cached.nodes, symbol, false));
    if (symbol < 0x100 && !cached.isEvicted) cached.next[symbol] = state;
    return state;
  }

  /** An evicted state gets no further transitions: a caller that holds it must not keep the states after it alive. */
  #cachedState(state: DfaState): DfaState {
    if (!state.isEvicted) return state;
    if (state.replacement === undefined || state.replacement.isEvicted) state.replacement = this.#stateOf(state.nodes);
    return state.replacement;
  }

  #stateOf(nodes: readonly number[]): DfaState {
    const sorted = nodes.length < 2 ? nodes : [...new Set(nodes)].sort((a, b) => a - b);
    const key = sorted.join();
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    if (this.#cache.size >= MAX_CACHED_STATES || this.#cachedNodes > MAX_CACHED_NODES) this.#clearCache();
    const state = new DfaState(sorted, ...this.#nfa.accepted(sorted));
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

function ownState(state: GlobState): DfaState {
  if (state instanceof DfaState) return state;
  throw new TypeError("a state of another kind of automaton");
}
