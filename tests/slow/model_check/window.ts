/**
 * The tree's states between a question and its answer. An answer may combine them: for each file, what was true at some
 * moment.
 * @module
 */
import { isIncluded, leadsToFile, passes, rootOf, type Seen, seenAt } from "./eligible.ts";
import type { Scope } from "./questions.ts";
import { type Entry, Tree } from "./tree.ts";

/** Whether something was true at some moment, and whether it was false at some moment. */
export interface Possibility {
  readonly is: boolean;
  readonly isNot: boolean;
}

/** The most combinations of versions of ignore files to try; with more, ignored files are not judged. */
const MIXTURES = 200;
/** Matches paths of ignore files. */
export const RULE_FILE = /(?:^|\/)(?:\.(?:git|rg)?ignore|\.git\/info\/exclude)$/;

/** A window of states. Each ignore file may have been read at a different moment. */
export class TreeWindow {
  readonly #mixtures: readonly Tree[] | undefined;

  /** @param states from the state when the question was sent to the last possible one when the answer came */
  constructor(readonly states: readonly Tree[]) {
    this.#mixtures = mixturesOf(states);
  }

  /** Whether too many ignore files changed to judge their rules. */
  get isMuddled(): boolean {
    return this.#mixtures === undefined;
  }

  /** All paths that existed in some state. */
  paths(): string[] {
    return [...new Set(this.states.flatMap((tree) => tree.inside()))];
  }

  /** The possible kinds of a call's root. */
  roots(scope: Scope): Set<Entry["kind"] | undefined> {
    return new Set(this.states.map((tree) => tree.at(rootOf(scope))?.kind));
  }

  /** Whether rules, dots and globs include `path` in a call. */
  included(scope: Scope, path: string, isDir: boolean): Possibility {
    if (this.#mixtures === undefined) return { is: true, isNot: true };
    return chance(this.#mixtures.map((rules) => isIncluded(rules, scope, path, isDir)));
  }

  /** Whether the call selects `path` as `seen`. */
  taken(scope: Scope, path: string, seen: Seen): Possibility {
    return chance(this.states.map((tree) => seenAt(tree, path, scope) === seen && passes(tree, scope, path)));
  }

  /** Whether `path` was a file or a link to one. */
  ledToFile(path: string): Possibility {
    return chance(this.states.map((tree) => leadsToFile(tree, path)));
  }

  /**
   * The contents of a file at `path` in each state, undefined where there was none. An open file may be written to by
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

/** Combines two possibilities that may have been observed at different moments. */
export function both(one: Possibility, other: Possibility): Possibility {
  return { is: one.is && other.is, isNot: one.isNot || other.isNot };
}

function chance(verdicts: readonly boolean[]): Possibility {
  return { is: verdicts.includes(true), isNot: verdicts.includes(false) };
}

/** Trees of ignore files only, in every combination of their versions. */
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
