/**
 * Finds definitions by a name as a reader writes it.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import { nearestNames } from "../../model/nearest_names.ts";

/** What separates a definition's name from those it stands in. */
const SEPARATOR = /::|[.#]/;
/** Names that are compared with an unknown one: each takes some microseconds. */
const MAX_COMPARED = 5000;

/**
 * The definitions that `symbol` names: `method`, `Class.method`, `Class::method` or `Class#method`, with as many of the
 * outer names as the caller gives. Parameters after it, and the marks before a heading, are passed over.
 *
 * @example
 * ```ts
 * const at = { startLine: 1, endLine: 9, nameLine: 1 };
 * const run = { ...at, name: "run", kind: "method", depth: 1 } as const;
 * findSymbol([{ ...at, name: "Task", kind: "class", depth: 0 }, run], "Task.run"); // [run]
 * ```
 */
export function findSymbol(definitions: readonly Definition[], symbol: string): Definition[] {
  const paths = namePaths(definitions);
  for (const wanted of readingsOf(symbol)) {
    const exact = definitions.filter(({ name }) => name === wanted), names = wanted.split(SEPARATOR);
    const isMeant = (path: readonly string[]) => names.every((name, at) => path.at(at - names.length) === name);
    const found = exact.length > 0 ? exact : definitions.filter((_, i) => isMeant(paths[i]));
    if (found.length > 0) return withoutInner(found);
  }
  return [];
}

/** A name as it is written, then without what a reader copies with it. A heading may have parentheses of its own. */
function readingsOf(symbol: string): string[] {
  const text = symbol.trim(), unmarked = text.replace(/^#+\s+/, "");
  return [text, unmarked, unmarked.replace(/(?<!\s)\s*\(.*$/s, "")].filter((reading) => reading !== "");
}

/** If one definition holds all others of its name, as a class holds its constructors, that one is meant. */
function withoutInner(found: Definition[]): Definition[] {
  const [outer] = found;
  const isInside = ({ startLine, endLine, depth }: Definition) =>
    depth > outer.depth && startLine >= outer.startLine && endLine <= outer.endLine;
  return found.slice(1).every(isInside) ? found.slice(0, 1) : found;
}

/** The qualified names nearest to an unknown one. */
export function nearestSymbols(definitions: readonly Definition[], symbol: string): string[] {
  const named = definitions.slice(0, MAX_COMPARED).filter(({ name }) => name !== "");
  const names = new Set(namePaths(named).map((path) => path.join(".")));
  return nearestNames(readingsOf(symbol).at(-1)?.replaceAll(/::|#/g, ".") ?? symbol, [...names]);
}

/** The names of each definition, outer ones first. */
export function namePaths(definitions: readonly Definition[]): string[][] {
  const open: string[][] = [];
  return definitions.map(({ name, kind, owner, depth }) => {
    // `Display for Shop` counts as Shop, so that `Shop.fmt` is found.
    const own = kind === "implementation" ? name.replace(/^.* for (?:.*[ &])?/, "") : name;
    const path = [...open[depth - 1] ?? [], ...owner?.split(SEPARATOR) ?? [], ...own.split(SEPARATOR)];
    open.length = depth;
    open.push(path);
    return path;
  });
}
