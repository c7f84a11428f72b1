/**
 * What text a match can't do without: cheap to look for, and most files do not have it.
 * @module
 */
import { type Char, type Node } from "./ast.ts";
import { BREAK } from "../text/line_feed.ts";
import { hasCase } from "./smart_case.ts";

/** A piece of text; with `fold` in any letter case. */
export interface Literal {
  readonly text: string;
  readonly fold: boolean;
}

/** Shorter pieces stand in so many lines that looking for them first saves nothing. */
const LEAST = 3;
/** Alternatives beyond this are no longer quicker to find than the pattern itself. */
const MOST = 16;

/**
 * Pieces of text of which every match of `root` holds at least one; undefined where there are none that
 * are worth looking for.
 *
 * @example
 * ```ts
 * import { parsePattern } from "./parse.ts";
 * requiredIn(parsePattern("\\w+(Error|Fault)\\b", false).root)?.map(({ text }) => text); // ["Error", "Fault"]
 * ```
 */
export function requiredIn(root: Node): readonly Literal[] | undefined {
  const found = alternatives(root);
  return found !== undefined && worth(found) >= LEAST && found.length <= MOST ? found : undefined;
}

type Alternatives = readonly Literal[];

function alternatives(node: Node): Alternatives | undefined {
  switch (node.type) {
    case "char":
      return node.code === BREAK ? undefined : [literalOf([node])];
    case "sequence":
      return best([...runs(node.parts), ...node.parts.filter((part) => part.type !== "char").map(alternatives)]);
    case "either":
      return all(node.branches.map(alternatives));
    case "group":
      return alternatives(node.body);
    case "repeat":
      return node.min > 0 ? alternatives(node.body) : undefined;
    default:
      return undefined;
  }
}

/** Characters that stand side by side. */
function runs(parts: readonly Node[]): Alternatives[] {
  const found: Alternatives[] = [];
  let run: Char[] = [];
  for (const part of [...parts, undefined]) {
    if (part?.type === "char" && part.code !== BREAK) run.push(part);
    else if (run.length > 0) {
      found.push([literalOf(run)]);
      run = [];
    }
  }
  return found;
}

function literalOf(run: readonly Char[]): Literal {
  return {
    text: String.fromCodePoint(...run.map((char) => char.code)),
    fold: run.some((char) => char.fold && hasCase(char)),
  };
}

/** How rare a set of alternatives is: as its shortest. */
function worth(found: Alternatives): number {
  return Math.min(...found.map(({ text }) => text.length));
}

function best(candidates: readonly (Alternatives | undefined)[]): Alternatives | undefined {
  let chosen: Alternatives | undefined;
  for (const candidate of candidates) {
    if (candidate !== undefined && (chosen === undefined || worth(candidate) > worth(chosen))) chosen = candidate;
  }
  return chosen;
}

function all(branches: readonly (Alternatives | undefined)[]): Alternatives | undefined {
  const found: Literal[] = [];
  for (const branch of branches) {
    if (branch === undefined || found.length > MOST) return undefined;
    found.push(...branch);
  }
  return found;
}
