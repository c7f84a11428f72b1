/**
 * A pattern as a nondeterministic automaton over the bytes of a line, by Thompson's construction.
 * @module
 */
import type { ByteSet } from "../simd/byte_set.ts";
import type { AssertionKind, Char, CharClass, Node, Repeat } from "../regex/ast.ts";
import { asciiInLine } from "./leaf_bytes.ts";

/** Thrown where the automaton can't be made, or would be too large. */
export const TOO_COMPLEX = new Error("the automaton can't be made, or would be too large");

/** With more states an automaton does not pay. */
const MAX_NFA_STATES = 600;

/** An assertion that the bytes on either side of it decide. */
export type LineAssertion = Exclude<AssertionKind, "crlf">;

/** A state of the nondeterministic automaton. States refer to each other by their index. */
export type NfaState =
  | { readonly type: "byte"; readonly set: ByteSet; readonly next: number }
  | { readonly type: "assertion"; readonly kind: LineAssertion; readonly next: number }
  | { readonly type: "fork"; readonly next: number[] }
  | { readonly type: "end" };

/** The nondeterministic automaton of a pattern. */
export class LineNfa {
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
        if (node.kind === "crlf") throw TOO_COMPLEX;
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
