/**
 * Makes definitions of a query's captures: with their depth, decorators and comments.
 * @module
 */
import { type Definition, DEFINITION_KINDS, type DefinitionKind } from "../../model/definition.ts";
import type { Capture, Match } from "./find_captures.ts";

/** A definition whose place among the others is not known yet. */
interface Found {
  readonly name: Capture;
  readonly owner: Capture | undefined;
  readonly kind: DefinitionKind;
  readonly pattern: number;
  readonly extent: Capture;
}

/** A definition in which the next ones may stand. */
interface Open extends Found {
  readonly isInFunction: boolean;
}

/**
 * The definitions of a text in order, from the matches of its language's query (see `ParsedLanguage`). A function directly
 * in a type is a method. Constants and variables in a function are left out, and so is the second name of the same thing
 * (`const f = function f() {}`, `typedef struct s {} s`).
 */
export function nestDefinitions(text: string, matches: readonly Match[]): Definition[] {
  const comments = lineBlocks(text, matches, "comment"), decorators = lineBlocks(text, matches, "decorator");
  const open: Open[] = [], definitions: Definition[] = [];
  for (const found of inOrder(matches)) {
    while (open.length > 0 && !holds(open[open.length - 1], found)) open.pop();
    const outer = open.at(-1), isInFunction = outer !== undefined && (outer.isInFunction || isFunction(outer.kind));
    if (isInFunction && isLocal(found.kind)) continue;
    if (outer !== undefined && isSame(text, outer, found)) continue;
    const kind = found.kind === "function" && outer !== undefined && isType(outer.kind) ? "method" : found.kind;
    const startRow = firstRow(decorators, found.extent.startRow), commentRow = firstRow(comments, startRow);
    definitions.push({
      name: nameText(text, found.name),
      kind,
      startLine: startRow + 1,
      endLine: found.extent.endRow + 1,
      depth: open.length,
      nameLine: found.name.startRow + 1,
      ...(commentRow < startRow && { commentLine: commentRow + 1 }),
      ...(found.owner && { owner: nameText(text, found.owner) }),
    });
    open.push({ ...found, kind, isInFunction });
  }
  return definitions;
}

/** Whether `inner` stands in `outer`. Two names of one declaration, `const a = 1, b = 2`, do not. */
function holds(outer: Found, inner: Found): boolean {
  return inner.extent.end <= outer.extent.end &&
    (inner.extent.start > outer.extent.start || inner.extent.end < outer.extent.end);
}

/** Whether `inner` is what `outer` names. */
function isSame(text: string, outer: Found, inner: Found): boolean {
  return inner.kind !== "method" && inner.kind !== "constructor" && inner.extent.endRow === outer.extent.endRow &&
    nameText(text, inner.name) === nameText(text, outer.name);
}

function isFunction(kind: DefinitionKind): boolean {
  return kind === "function" || kind === "method" || kind === "constructor";
}

function isLocal(kind: DefinitionKind): boolean {
  return kind === "constant" || kind === "variable";
}

function isType(kind: DefinitionKind): boolean {
  return ["class", "struct", "interface", "trait", "implementation", "enum"].includes(kind);
}

/** One definition for each name, the outer ones first. */
function inOrder(matches: readonly Match[]): Found[] {
  const byName = new Map<number, Found>();
  for (const match of matches) {
    const found = foundIn(match), before = found && byName.get(found.name.start);
    if (found !== undefined) byName.set(found.name.start, before === undefined ? found : merged(before, found));
  }
  return [...byName.values()].sort((a, b) => a.extent.start - b.extent.start || b.extent.end - a.extent.end);
}

function foundIn({ pattern, captures }: Match): Found | undefined {
  const name = captures.find((capture) => capture.name === "name");
  const extent = captures.find((capture) => isKind(capture.name));
  if (name === undefined || extent === undefined || !isKind(extent.name)) return undefined;
  return { name, extent, pattern, kind: extent.name, owner: captures.find((capture) => capture.name === "owner") };
}

function isKind(name: string): name is DefinitionKind {
  return KINDS.has(name);
}

const KINDS: ReadonlySet<string> = new Set(DEFINITION_KINDS);

/** The widest extent; the kind and the owner of the last pattern. */
function merged(a: Found, b: Found): Found {
  const last = b.pattern >= a.pattern ? b : a, first = last === b ? a : b;
  const isWider = (wide: Capture, narrow: Capture) => wide.end - wide.start > narrow.end - narrow.start;
  return {
    ...last,
    owner: last.owner ?? first.owner,
    extent: isWider(first.extent, last.extent) ? first.extent : last.extent,
  };
}

function nameText(text: string, { start, end }: Capture): string {
  return shownName(text.slice(start, end));
}

/** The first row of each capture that has its lines for itself, by the row after it. */
function lineBlocks(text: string, matches: readonly Match[], name: string): ReadonlyMap<number, number> {
  const blocks = new Map<number, number>();
  for (const { captures } of matches) {
    for (const capture of captures) {
      if (capture.name !== name || !hasItsLines(text, capture)) continue;
      blocks.set(capture.endRow + 1, capture.startRow);
    }
  }
  return blocks;
}

/** A `#!` line is no comment. */
function hasItsLines(text: string, { start, end }: Capture): boolean {
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

/** UTF-16 units of a name that are kept: a hostile one may have megabytes. */
const MAX_NAME_UNITS = 200;

/** A name on one line, with single blanks. */
export function shownName(name: string): string {
  return name.slice(0, MAX_NAME_UNITS).replaceAll(/\s+/g, " ").trim();
}
