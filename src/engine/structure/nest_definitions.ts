/**
 * Makes definitions of a query's captures: with their depth, decorators and comments.
 * @module
 */
import type { Definition, DefinitionKind } from "../../model/definition.ts";
import type { Extent, Findings, Found } from "./parse.ts";
import type { FoundKind } from "./language.ts";

/** A definition in which the next ones may stand. */
interface Open extends Found {
  readonly isInFunction: boolean;
}

/**
 * The definitions of a text in order. A function directly in a type is a method. Constants and variables in a function are
 * left out, and so are names from elsewhere and the second name of the same thing (`const f = function f() {}`, `typedef struct s {} s`).
 */
export function nestDefinitions(text: string, { byName, comments, decorators }: Findings): Definition[] {
  const commentRows = lineBlocks(text, comments), decoratorRows = lineBlocks(text, decorators);
  const open: Open[] = [], definitions: Definition[] = [];
  const outerFirst = (a: Found, b: Found) => a.extent.start - b.extent.start || b.extent.end - a.extent.end;
  for (const found of [...byName.values()].sort(outerFirst)) {
    const { name, nameRow, extent, owner } = found;
    while (open.length > 0 && !mayHold(open[open.length - 1], found)) open.pop();
    const outer = open.at(-1), isInFunction = outer !== undefined && (outer.isInFunction || isFunction(outer.kind));
    if (found.kind === "import" || (isLocal(found.kind) && (isInFunction || name === "_"))) continue;
    if (outer !== undefined && isSame(outer, found)) continue;
    const kind = outer !== undefined && isType(outer.kind) ? kindOfMember(found.kind) : found.kind;
    // Comments and decorators above a line are those of its first definition.
    const isFirst = outer?.extent.startRow !== extent.startRow;
    const startRow = isFirst ? firstRow(decoratorRows, extent.startRow) : extent.startRow;
    const commentRow = isFirst ? firstRow(commentRows, startRow) : startRow;
    definitions.push({
      name,
      kind,
      startLine: startRow + 1,
      endLine: extent.endRow + 1,
      depth: open.length,
      nameLine: nameRow + 1,
      ...(commentRow < startRow && { commentLine: commentRow + 1 }),
      ...(owner !== undefined && { owner }),
    });
    if (!isLeftOut({ kind })) open.push({ ...found, kind, isInFunction });
  }
  return definitions;
}

/** Whether an outline leaves a definition out: searches and symbols know it. */
export function isLeftOut({ kind }: Pick<Definition, "kind">): boolean {
  return kind === "field" || kind === "flag";
}

function kindOfMember(kind: DefinitionKind): DefinitionKind {
  return kind === "function" ? "method" : kind === "variable" ? "field" : kind;
}

/** The lines of what could not be parsed, without those of definitions that were found in it. */
export function unparsedLines({ byName, errors }: Findings): number {
  const understood = [...byName.values()].map(({ extent }) => ({ ...extent, isError: false }));
  const parts = [...understood, ...errors.map((extent) => ({ ...extent, isError: true }))];
  const rows = new Set<number>(), open: typeof parts = [];
  for (const part of errors.length === 0 ? [] : parts.sort((a, b) => a.start - b.start || b.end - a.end)) {
    while (open.length > 0 && open[open.length - 1].end < part.end) open.pop();
    const isChange = part.isError !== (open.at(-1)?.isError ?? false);
    for (let row = part.startRow; isChange && row <= part.endRow; row++) {
      if (part.isError) rows.add(row);
      else rows.delete(row);
    }
    open.push(part);
  }
  return rows.size;
}

/** Whether `inner` stands in `outer`. Two names of one declaration, `a = b = 1`, do not. */
function mayHold(outer: Found, inner: Found): boolean {
  return !(isLocal(outer.kind) && isLocal(inner.kind)) && inner.extent.end <= outer.extent.end &&
    (inner.extent.start > outer.extent.start || inner.extent.end < outer.extent.end);
}

/** Whether `inner` is what `outer` names. */
function isSame(outer: Found, inner: Found): boolean {
  return !["method", "field"].includes(inner.kind) && inner.kind !== "constructor" &&
    inner.extent.endRow === outer.extent.endRow &&
    inner.name === outer.name;
}

function isFunction(kind: FoundKind): boolean {
  return kind === "function" || kind === "method" || kind === "constructor";
}

function isLocal(kind: FoundKind): boolean {
  return kind === "constant" || kind === "variable";
}

function isType(kind: FoundKind): boolean {
  return ["class", "struct", "interface", "trait", "implementation", "enum"].includes(kind);
}

/** The first row of each part that has its lines for itself, by the row after it. */
function lineBlocks(text: string, parts: readonly Extent[]): ReadonlyMap<number, number> {
  const alone = parts.filter((part) => hasItsLines(text, part));
  return new Map(alone.map(({ startRow, endRow }) => [endRow + 1, startRow]));
}

/** A `#!` line is no comment. */
function hasItsLines(text: string, { start, end }: Extent): boolean {
  return beginsItsLine(text, start) && endsItsLine(text, end) && !(start === 0 && text.startsWith("#!"));
}

function beginsItsLine(text: string, at: number): boolean {
  let before = at;
  while (before > 0 && (text[before - 1] === " " || text[before - 1] === "\t")) before--;
  return before === 0 || text[before - 1] === "\n" || text[before - 1] === "\uFEFF";
}

function endsItsLine(text: string, at: number): boolean {
  if (text[at - 1] === "\n") return true;
  let after = at;
  while (text[after] === " " || text[after] === "\t" || text[after] === "\r") after++;
  return after === text.length || text[after] === "\n";
}

/** The first row of the blocks that follow one another directly before `row`; `row` itself if there are none. */
function firstRow(blocks: ReadonlyMap<number, number>, row: number): number {
  let first = row;
  for (let before = blocks.get(first); before !== undefined; before = blocks.get(first)) first = before;
  return first;
}
