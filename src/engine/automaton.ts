/**
 * Owns the matching of globs: many patterns in one automaton, built while it runs, so that no pattern
 * takes more than a bounded time per character and a directory's progress is shared by all that is in it.
 * @module
 */
import type { Range, Token } from "./glob_tokens.ts";

/** One pattern of an automaton. Where several match, the last counts. */
export interface Line {
  readonly tokens: readonly Token[];
  /** Matches directories only. */
  readonly dirOnly: boolean;
}

/** How patterns are read. */
export interface Dialect {
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
export interface State {
  /** The last line that matches what was fed, of a file: its index, or -1. */
  readonly file: number;
  /** The same for a directory. */
  readonly dir: number;
  /** False when nothing that follows can match any more. */
  readonly alive: boolean;
}

/** States kept before the automaton forgets them and starts over: a bound on memory. */
const MAX_STATES = 10_000;
/** The same bound, counted in nodes over all states. */
const MAX_KEPT_NODES = 1_000_000;

const SLASH = 0x2f;
const DOT = 0x2e;

/** What a line may begin with that no text has: it can be reached by `marked` alone. */
export const MARK: Token = { kind: "literal", code: 0 };

/** What a node of the non-deterministic program does. */
type Node =
  | { readonly op: "one"; readonly code: number; readonly next: number }
  | { readonly op: "set"; readonly negated: boolean; readonly ranges: readonly Range[]; readonly next: number }
  | { readonly op: "any"; readonly next: number }
  | { readonly op: "star"; readonly next: number }
  /** Any characters, then a `/`. */
  | { readonly op: "deep"; readonly next: number }
  | { readonly op: "fork"; readonly next: readonly number[] }
  | { readonly op: "accept"; readonly line: number; readonly dirOnly: boolean };

/** `[.]` writes a dot out; `[!a]` and `[+-9]` only let one through. */
function writesDot({ negated, ranges }: Node & { readonly op: "set" }): boolean {
  return !negated && ranges.some(([first, last]) => first === DOT && last === DOT);
}

class Known implements State {
  /** By ASCII character or byte; absent: not asked for yet. */
  next: (Known | undefined)[] = [];
  /** Kept by its automaton no more; then another may be kept in its place. */
  forgotten = false;
  like: Known | undefined;
  constructor(readonly kernel: readonly number[], readonly file: number, readonly dir: number) {}
  get alive(): boolean {
    return this.kernel.length > 0;
  }
}

/** A set of patterns, compiled. Texts are paths without a leading `/`, fed in pieces of any length. */
export class Automaton {
  readonly #nodes: Node[] = [];
  readonly #dialect: Dialect;
  readonly #states = new Map<string, Known>();
  #keptNodes = 0;
  /** Marks nodes already seen in the set under construction. */
  readonly #seen: Uint32Array;
  #round = 0;
  readonly start: State;

  constructor(lines: readonly Line[], dialect: Dialect) {
    this.#dialect = dialect;
    const anywhere: number[] = [];
    const starts: number[] = [];
    lines.forEach(({ tokens, dirOnly }, line) => {
      const accept = this.#add({ op: "accept", line, dirOnly });
      // One loop over directories serves every pattern that starts with `**/`, or each would be carried along.
      const leads = tokens[0]?.kind === "prefix";
      const body = leads ? (tokens.length === 1 ? [STAR] : tokens.slice(1)) : tokens;
      (leads ? anywhere : starts).push(this.#sequence(body, accept));
    });
    if (anywhere.length > 0) starts.push(this.#below(this.#fork(anywhere)));
    this.#seen = new Uint32Array(this.#nodes.length);
    this.start = this.#state(starts);
  }

  /** The state after `text`, from `from`. Surrogates must come in pairs, within one piece. */
  feed(from: State, text: string): State {
    let state = known(from);
    for (let i = 0; i < text.length && state.kernel.length > 0; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) {
        state = state.next[unit] ?? this.#step(state, unit);
        continue;
      }
      const code = text.codePointAt(i) ?? unit;
      if (code > 0xffff) i++;
      state = this.#wide(state, code);
    }
    return state;
  }

  /** As `feed`, for a name with a leading dot that the pattern has to write out: no wildcard takes it. */
  feedHidden(from: State, name: string): State {
    return this.feed(this.#state(this.#moves(known(from), DOT, true)), name.slice(1));
  }

  /** Where the lines that begin with `MARK` go on. */
  marked(): State {
    const nodes = known(this.start).kernel.map((id) => this.#nodes[id]);
    return this.#state(nodes.flatMap((node) => node.op === "one" && node.code === 0 ? node.next : []));
  }

  /** A state that is in all of `states` at once. */
  union(states: readonly State[]): State {
    return this.#state(states.flatMap((state) => [...known(state).kernel]));
  }

  #wide(from: Known, code: number): Known {
    if (this.#dialect.unit === "character") return this.#step(from, code);
    let state = from;
    for (const byte of utf8(code)) state = state.next[byte] ?? this.#step(state, byte);
    return state;
  }

  #step(from: Known, symbol: number): Known {
    const kept = this.#kept(from), known = kept.next[symbol];
    if (known !== undefined) return known;
    const state = this.#state(this.#moves(kept, symbol, false));
    if (symbol < 0x100 && !kept.forgotten) kept.next[symbol] = state;
    return state;
  }

  /** What someone holds must not hold all that it leads to: once forgotten, it learns nothing any more. */
  #kept(state: Known): Known {
    if (!state.forgotten) return state;
    if (state.like === undefined || state.like.forgotten) state.like = this.#state(state.kernel);
    return state.like;
  }

  /** Where `symbol` leads. Where it is a dot that must be written out (`hidden`), wildcards lead nowhere. */
  #moves(from: Known, symbol: number, hidden: boolean): number[] {
    const next: number[] = [];
    for (const id of this.#closure(from.kernel, hidden)) {
      const to = this.#consume(id, symbol, hidden);
      if (to >= 0) next.push(to);
      // A `**` that has just passed a `/` both goes on and lets its successor begin.
      const node = this.#nodes[id];
      if (node.op === "deep" && symbol === SLASH) next.push(node.next);
    }
    return next;
  }

  /** The node after `id` has taken `symbol`; -1 when it can't. */
  #consume(id: number, symbol: number, hidden: boolean): number {
    const node = this.#nodes[id];
    switch (node.op) {
      case "one":
        return node.code === symbol ? node.next : -1;
      case "set":
        if (symbol === SLASH && !this.#dialect.slashInClasses) return -1;
        if (hidden && !writesDot(node)) return -1;
        return this.#inSet(node.ranges, symbol) !== node.negated ? node.next : -1;
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

  #inSet(ranges: readonly Range[], symbol: number): boolean {
    const has = (code: number) => ranges.some(([first, last]) => code >= first && code <= last);
    return has(symbol) || (this.#dialect.ignoreCase && casesOf(symbol).some(has));
  }

  /** All nodes reached from `kernel` without a character; before a dot that must be written out, not past a `*`. */
  #closure(kernel: readonly number[], hidden: boolean): number[] {
    this.#round++;
    const found: number[] = [];
    const todo = [...kernel];
    for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
      if (this.#seen[id] === this.#round) continue;
      this.#seen[id] = this.#round;
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

  #state(kernel: readonly number[]): Known {
    const ids = kernel.length < 2 ? kernel : [...new Set(kernel)].sort((a, b) => a - b);
    const key = ids.join();
    const kept = this.#states.get(key);
    if (kept !== undefined) return kept;
    if (this.#states.size >= MAX_STATES || this.#keptNodes > MAX_KEPT_NODES) this.#forget();
    const state = new Known(ids, ...this.#accepted(ids));
    this.#states.set(key, state);
    this.#keptNodes += ids.length + 1;
    return state;
  }

  #forget(): void {
    for (const state of this.#states.values()) {
      state.next = [];
      state.forgotten = true;
    }
    this.#states.clear();
    this.#keptNodes = 0;
  }

  #accepted(kernel: readonly number[]): [file: number, dir: number] {
    let file = -1, dir = -1;
    for (const id of this.#closure(kernel, false)) {
      const node = this.#nodes[id];
      if (node.op !== "accept") continue;
      dir = Math.max(dir, node.line);
      if (!node.dirOnly) file = Math.max(file, node.line);
    }
    return [file, dir];
  }

  #sequence(tokens: readonly Token[], next: number): number {
    for (let i = tokens.length - 1; i >= 0; i--) next = this.#token(tokens[i], next);
    return next;
  }

  #token(token: Token, next: number): number {
    switch (token.kind) {
      case "literal":
        return this.#literal(token.code, next);
      case "class":
        return this.#add({ op: "set", negated: token.negated, ranges: this.#units(token.ranges), next });
      case "any":
      case "star":
        return this.#add({ op: token.kind, next });
      case "prefix":
        return this.#below(next);
      case "middle":
        return this.#add({ op: "one", code: SLASH, next: this.#below(next) });
      case "suffix":
        return this.#sequence([{ kind: "middle" }, STAR], next);
      case "either":
        return this.#either(token.branches, next);
    }
  }

  #literal(code: number, next: number): number {
    if (this.#dialect.ignoreCase && casesOf(code).length > 0) {
      return this.#add({ op: "set", negated: false, ranges: [[code, code]], next });
    }
    if (this.#dialect.unit === "character" || code < 0x80) return this.#add({ op: "one", code, next });
    for (const byte of utf8(code).reverse()) next = this.#add({ op: "one", code: byte, next });
    return next;
  }

  /** In bytes, a class of non-ASCII characters is one of their bytes, as ripgrep has it. */
  #units(ranges: readonly Range[]): readonly Range[] {
    if (this.#dialect.unit === "character") return ranges;
    return ranges.flatMap(([first, last]) => first === last ? utf8(first).map(single) : byteRange(first, last));
  }

  #either(branches: readonly (readonly Token[])[], next: number): number {
    const kept = this.#dialect.emptyBranches ? branches : branches.filter(canBeSomething);
    return kept.length === 0 ? next : this.#fork(kept.map((branch) => this.#sequence(branch, next)));
  }

  /** `next`, here or at the start of any name below. */
  #below(next: number): number {
    return this.#fork([next, this.#add({ op: "deep", next })]);
  }

  #fork(next: readonly number[]): number {
    return this.#add({ op: "fork", next });
  }

  #add(node: Node): number {
    return this.#nodes.push(node) - 1;
  }
}

const STAR: Token = { kind: "star" };

function known(state: State): Known {
  if (state instanceof Known) return state;
  throw new TypeError("a state of another kind of automaton");
}

/** ripgrep drops a branch whose expression is empty: no tokens, or only groups that were dropped themselves. */
function canBeSomething(branch: readonly Token[]): boolean {
  return branch.some((token) => token.kind !== "either" || token.branches.some(canBeSomething));
}

/** The other-case forms of a character, where they are single characters. */
function casesOf(code: number): number[] {
  const char = String.fromCodePoint(code);
  return [char.toLowerCase(), char.toUpperCase()]
    .filter((form) => form !== char && [...form].length === 1)
    .map((form) => form.codePointAt(0) ?? code);
}

function single(code: number): Range {
  return [code, code];
}

/** The bytes that ripgrep reads in a range whose ends may have several. */
function byteRange(first: number, last: number): Range[] {
  const from = utf8(first), to = utf8(last);
  const low = from.pop() ?? 0, high = to.shift() ?? 0;
  return [...from.map(single), [low, high], ...to.map(single)];
}

/** The UTF-8 form of a code point. */
function utf8(code: number): number[] {
  const tail = (shift: number) => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), tail(0)];
  if (code < 0x10000) return [0xe0 | (code >> 12), tail(6), tail(0)];
  return [0xf0 | (code >> 18), tail(12), tail(6), tail(0)];
}
