/**
 * What a walk covers.
 * @module
 */
import type { Door } from "../../door/door.ts";
import type { GlobAutomaton } from "../glob/glob_automaton.ts";
import { ignoreVerdict, type RuleDoor } from "../glob/ignore_stack.ts";
import type { Overrides } from "../glob/overrides.ts";
import type { DirectoryFrame } from "./walk_entry.ts";

export type WalkDoor =
  & RuleDoor
  & Pick<Door, "proveBatch" | "list" | "stat" | "displayPath">;

/** What a walk covers, and what it excludes. */
export interface WalkOptions {
  readonly hidden: boolean;
  readonly noIgnore: boolean;
  readonly followSymlinks: boolean;
  /** Levels below the root; 1 = its direct entries. */
  readonly depth?: number;
  /** ripgrep's `-g`. */
  readonly overrides?: Overrides;
  /** Yield a directory only if a glob includes it. */
  readonly dirsMustMatch?: boolean;
  /** Yield only entries whose path below the root this matches; a directory in which nothing can match is not read. */
  readonly target?: GlobAutomaton;
  /** Shown paths of all roots: another root below this one has a walk of its own, so it is not yielded or entered. */
  readonly rootPaths: ReadonlySet<string>;
}

/** Why a scope excludes an entry by its name: ignore files, a leading dot, its globs. */
export type NameExclusionRule = "ignored" | "hidden" | "globs";

/**
 * The rule that excludes entry `name` of a directory, if there is one.
 * @param isHidden its name begins with a dot, and such names are not asked for
 */
export function exclusionRuleFor(
  { overrides }: WalkOptions,
  { ignoreStack, overrideState }: Pick<DirectoryFrame, "ignoreStack" | "overrideState">,
  name: string,
  isDir: boolean,
  isHidden: boolean,
): NameExclusionRule | undefined {
  if (overrides !== undefined && overrideState !== undefined) {
    const verdict = overrides.verdict(overrideState, name, isDir);
    if (verdict === "include") {
      return isHidden && !overrides.matchesLiteralDot(overrideState, name, isDir) ? "hidden" : undefined;
    }
    if (verdict !== undefined) return "globs";
  }
  const ignored = ignoreVerdict(ignoreStack, name, isDir);
  if (ignored !== undefined) return ignored === "ignored" ? "ignored" : undefined;
  return isHidden ? "hidden" : undefined;
}
