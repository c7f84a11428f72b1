/**
 * Literal text that every match contains: cheap to search for, and absent from most files.
 * @module
 */
import type { Char, Node } from "../regex/ast.ts";
import { hasCase } from "../regex/smart_case.ts";
import { LINE_FEED } from "../text/newlines.ts";

/** A piece of text; with `fold` in any letter case. */
export interface RequiredLiteral {
  readonly text: string;
  readonly fold: boolean;
}

/** Shorter pieces occur in too many lines to save time. */
const MIN_LITERAL_UNITS = 3;
/** With more alternatives, searching for them is as slow as the pattern itself. */
const MAX_LITERALS = 16;

/**
 * Pieces of text, at least one of which every match of `root` contains; undefined if none are worth searching for.
 * @param least the fewest UTF-16 units of a piece
 *
 * @example
 * ```ts
 * import { parsePattern } from "../regex/parse.ts";
 * requiredLiterals(parsePattern("\\w+(Error|Fault)\\b", false).root)?.map(({ text }) => text); // ["Error", "Fault"]
 * ```
 */
export function requiredLiterals(root: Node, least = MIN_LITERAL_UNITS): readonly RequiredLiteral[] | undefined {
  const found = literalsOf(root);
  return found !== undefined && shortestLength(found) >= least && found.length <= MAX_LITERALS ? found : undefined;
}

type Alternatives = readonly RequiredLiteral[];

function literalsOf(node: Node): Alternatives | undefined {
  switch (node.type) {
    case "char":
      return node.code === LINE_FEED ? undefined : [literalOf([node])];
    case "sequence":
      return mostSelective([
        ...literalRuns(node.parts),
        ...node.parts.filter((part) => part.type !== "char").map(literalsOf),
      ]);
    case "alternation":
      return allBranches(node.branches.map(literalsOf));
    case "group":
      return literalsOf(node.body);
    case "repeat":
      return node.min > 0 ? literalsOf(node.body) : undefined;
    default:
      return undefined;
  }
}

/** Adjacent characters, joined. */
function literalRuns(parts: readonly Node[]): Alternatives[] {
  const found: Alternatives[] = [];
  let run: Char[] = [];
  for (const part of [...parts, undefined]) {
    if (part?.type === "char" && part.code !== LINE_FEED) run.push(part);
    else if (run.length > 0) {
      found.push([literalOf(run)]);
      run = [];
    }
  }
  return found;
}

function literalOf(run: readonly Char[]): RequiredLiteral {
  return {
    text: String.fromCodePoint(...run.map((char) => char.code)),
    fold: run.some((char) => char.fold && hasCase(char)),
  };
}

/** The selectivity of alternatives: the length of their shortest. */
function shortestLength(found: Alternatives): number {
  return Math.min(...found.map(({ text }) => text.length));
}

function mostSelective(candidates: readonly (Alternatives | undefined)[]): Alternatives | undefined {
  return candidates.filter((it) => it !== undefined).reduce<Alternatives | undefined>(
    (best, it) => best === undefined || shortestLength(it) > shortestLength(best) ? it : best,
    undefined,
  );
}

function allBranches(branches: readonly (Alternatives | undefined)[]): Alternatives | undefined {
  const found: RequiredLiteral[] = [];
  for (const branch of branches) {
    if (branch === undefined || found.length > MAX_LITERALS) return undefined;
    found.push(...branch);
  }
  return found;
}
