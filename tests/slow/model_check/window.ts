/**
 * The states a tree had while a question was under way, and what may be said of it therefore: of every file, what was
 * so at some moment.
 * @module
 */
import { isIncluded, leadsToFile, passes, rootOf, type Seen, seenAt } from "./eligible.ts";
import type { Scope } from "./questions.ts";
import { type Entry, Tree } from "./tree.ts";

/** What may have been so at some moment. */
export interface Possibility {
  readonly is: boolean;
  readonly isNot: boolean;
}

/** Mixtures of versions of ignore files that are tried; with more, nothing is said of what is ignored. */
const MIXTURES = 200;
/** Paths of ignore files. */
export const RULE_FILE = /(?:^|\/)(?:\.(?:git|rg)?ignore|\.git\/info\/exclude)$/;

/** The states of a window. Each ignore file may have been read at another moment. */
export class TreeWindow {
  readonly #mixtures: readonly Tree[] | undefined;

  /** @param states the first is as it was when the question was sent, the last as it may be when the answer came */
  constructor(readonly states: readonly Tree[]) {
    this.#mixtures = mixturesOf(states);
  }

  /** Whether so many ignore files changed that nothing can be said of what they say. */
  get isMuddled(): boolean {
    return this.#mixtures === undefined;
  }

  /** All paths there ever were. */
  paths(): string[] {
    return [...new Set(this.states.flatMap((tree) => tree.inside()))];
  }

  /** What the root of a call was. */
  roots(scope: Scope): Set<Entry["kind"] | undefined> {
    return new Set(this.states.map((tree) => tree.at(rootOf(scope))?.kind));
  }

  /** Whether rules, dots and globs let a call come by `path`. */
  included(scope: Scope, path: string, isDir: boolean): Possibility {
    if (this.#mixtures === undefined) return { is: true, isNot: true };
    return chance(this.#mixtures.map((rules) => isIncluded(rules, scope, path, isDir)));
  }

  /** Whether `path` was something that the call takes, as `seen`. */
  taken(scope: Scope, path: string, seen: Seen): Possibility {
    return chance(this.states.map((tree) => seenAt(tree, path, scope) === seen && passes(tree, scope, path)));
  }

  /** Whether `path` was a file, or a link that led to one. */
  ledToFile(path: string): Possibility {
    return chance(this.states.map((tree) => leadsToFile(tree, path)));
  }

  /**
   * The contents that a file at `path` had; undefined where there was none. Once opened it may be written to under
   * another name.
   */
  contents(path: string): Set<string | undefined> {
    const all = new Set<string | undefined>(), opened = new Set<number>();
    for (const tree of this.states) {
      const entry = tree.at(path);
      if (entry?.kind === "file") opened.add(entry.inode);
      else all.add(undefined);
      for (const inode of opened) all.add(tree.contents.get(inode));
    }
    return all;
  }
}

/** Both at once; each may have been looked at at another moment. */
export function both(one: Possibility, other: Possibility): Possibility {
  return { is: one.is && other.is, isNot: one.isNot || other.isNot };
}

function chance(verdicts: readonly boolean[]): Possibility {
  return { is: verdicts.includes(true), isNot: verdicts.includes(false) };
}

/** Trees of nothing but ignore files, in every mixture of the versions they had. */
function mixturesOf(states: readonly Tree[]): readonly Tree[] | undefined {
  const paths = new Set(states.flatMap((tree) => tree.inside().filter((path) => RULE_FILE.test(path))));
  let mixtures: Map<string, string>[] = [new Map()];
  for (const path of paths) {
    const versions = [...new Set(states.map((tree) => tree.bytes(path)))];
    if (versions.length * mixtures.length > MIXTURES) return undefined;
    mixtures = mixtures.flatMap((mixture) =>
      versions.map((bytes) => bytes === undefined ? mixture : new Map(mixture).set(path, bytes))
    );
  }
  return mixtures.map(treeOf);
}

function treeOf(files: ReadonlyMap<string, string>): Tree {
  const numbered = [...files].map(([path, bytes], inode) => ({ path, bytes, inode }));
  return new Tree(
    new Map(numbered.map(({ path, inode }) => [path, { kind: "file", inode }])),
    new Map(numbered.map(({ bytes, inode }) => [inode, bytes])),
  );
}
