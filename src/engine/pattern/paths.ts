/**
 * How much V8 looks ahead while it compiles. At every choice it follows all paths to the next few
 * characters, and from the start of the pattern to the next eight; nothing in the pattern bounds how
 * many paths there are, and nothing can stop it. `(?:||)` thirty times over takes it years.
 * @module
 */
import { canBeEmpty, type Node, type Repeat } from "./ast.ts";

/** What lies ahead of a place in the pattern. */
interface Ahead {
  /** Paths that differ within the next d characters, for d from 0 to `FAR`. */
  readonly paths: readonly number[];
  /** Characters that follow at least, up to `FAR`: V8 looks no further than that. */
  readonly least: number;
}

const FAR = 8, NEAR = 4;
/** V8 writes repeats out up to three times each, and six times within one another. */
const UNROLLED = { each: 3, nested: 6 };

/** What V8 follows: from all choices together, and from the start. */
export interface PathCount {
  readonly choices: number;
  readonly start: number;
}

/** Counts the paths of `root`. */
export function countPaths(root: Node): PathCount {
  const counter = new PathCounter();
  const { paths, least } = counter.before(root, END, 1);
  return { choices: counter.choices, start: paths[least] };
}

/** The end of the pattern, or what V8 does not look behind: a single path. */
const END: Ahead = { paths: new Array(FAR + 1).fill(1), least: 0 };

class PathCounter {
  choices = 0;

  /** What lies ahead of `node` when `after` lies behind it; `times`: how often it is written out already. */
  before(node: Node, after: Ahead, times: number): Ahead {
    switch (node.type) {
      case "char":
        return step(after, 1);
      case "set":
        // One code unit or two.
        return step(after, 2);
      case "sequence":
        return node.parts.reduceRight((ahead, part) => this.before(part, ahead, times), after);
      case "either":
        return this.#choice(node.branches.map((branch) => this.before(branch, after, times)));
      case "repeat":
        return this.#repeat(node, after, times);
      case "group":
        return this.before(node.body, after, times);
      case "look":
        this.before(node.body, END, times);
        return after;
      case "edge":
        return after;
      case "back":
        return END;
    }
  }

  #choice(branches: readonly Ahead[]): Ahead {
    const paths = END.paths.map((_, d) => branches.reduce((sum, branch) => sum + branch.paths[d], 0));
    const least = branches.reduce((most, branch) => Math.min(most, branch.least), FAR);
    this.choices += paths[Math.min(NEAR, least)];
    return { paths, least };
  }

  #repeat({ body, min, max }: Repeat, after: Ahead, times: number): Ahead {
    if (max === 0) return after;
    const copies = max === min ? min : min + 1;
    if (min > 0 && min <= UNROLLED.each && unrolls(body, times, copies)) {
      const rest = max === min ? after : this.#optional(body, max - min, after, times * copies);
      return this.#copies(body, min, rest, times * copies);
    }
    return min === 0 ? this.#optional(body, max, after, times) : this.#loop(body, min, after, times);
  }

  #copies(body: Node, count: number, after: Ahead, times: number): Ahead {
    return count === 0 ? after : this.before(body, this.#copies(body, count - 1, after, times), times);
  }

  /** Up to `max` times: nested choices when few, else a loop. */
  #optional(body: Node, max: number, after: Ahead, times: number): Ahead {
    if (max > UNROLLED.each || !unrolls(body, times, max)) return this.#loop(body, 0, after, times);
    let ahead = after;
    for (let i = 0; i < max; i++) ahead = this.#choice([this.before(body, ahead, times * max), after]);
    return ahead;
  }

  /** V8 looks into a loop once. */
  #loop(body: Node, min: number, after: Ahead, times: number): Ahead {
    const inside = this.before(body, END, times);
    const { paths } = this.#choice([inside, after]);
    return { paths, least: Math.min(FAR, min * inside.least + after.least) };
  }
}

function unrolls(body: Node, times: number, copies: number): boolean {
  return times * copies <= UNROLLED.nested && !canBeEmpty(body);
}

/** A character before `after`, in so many forms; who wants one character looks no further. */
function step(after: Ahead, forms: number): Ahead {
  const paths = after.paths.map((_, d) => d < 2 ? forms : forms * after.paths[d - 1]);
  return { paths, least: Math.min(FAR, after.least + 1) };
}
