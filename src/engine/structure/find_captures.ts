/**
 * Parses a text and runs its language's query over the tree, in slices of time.
 * @module
 */
import type { Clock, Operation } from "../task/operation.ts";
import type { TimeoutGuard } from "../task/vm_timeout.ts";
import type { Node, Point, Tree } from "web-tree-sitter";
import type { ParsedLanguage } from "./language.ts";
import { matchesAt, type NodeMatch } from "./query/compile_query.ts";
import type { LoadedLanguage, TreeSitter } from "./tree_sitter.ts";

/** A part of the text that a query captured. Offsets are in UTF-16 units, rows count from 0. */
export interface Capture {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly startRow: number;
  /** The last row that holds some of it. */
  readonly endRow: number;
}

/** The captures of one match, and the number of its pattern. */
export interface Match {
  readonly pattern: number;
  readonly captures: readonly Capture[];
}

/** The matches found in the time given. */
interface Matches {
  readonly matches: readonly Match[];
  readonly isPartial: boolean;
  /** Some of the text does not parse. */
  readonly hasErrors?: boolean;
}

/** Milliseconds after which a step of parsing ends, whoever else waits: far below those after which it is stopped. */
const MAX_PARSE_STEP_MS = 50;
/** UTF-16 units, and nodes in them, that one step of the query looks at. */
const QUERY_UNITS = 32 * 1024, QUERY_NODES = 256;
/** Matches of one text that are kept. */
const MAX_MATCHES = 50_000;

/**
 * The matches of a text.
 * @throws ParserFailure
 */
export function* findMatches(
  treeSitter: TreeSitter,
  language: LoadedLanguage,
  text: string,
  context: ParseContext,
): Operation<Matches> {
  const tree = yield* parse(treeSitter, language, text, context);
  if (tree === undefined) return { matches: [], isPartial: true };
  try {
    const hasErrors = runStep(treeSitter, context, () => tree.rootNode.hasError);
    return { ...yield* runQuery(treeSitter, language, tree, text, context), hasErrors };
  } finally {
    release(treeSitter, context, tree);
  }
}

/** Undefined at the deadline. Each step goes on where the previous one stopped. */
function* parse(
  treeSitter: TreeSitter,
  language: LoadedLanguage,
  text: string,
  context: ParseContext,
): Operation<Tree | undefined> {
  const parser = treeSitter.parserFor(language);
  let stepEnd = 0;
  const progressCallback = () => context.shouldYield() || performance.now() >= stepEnd || context.remainingMs() <= 0;
  try {
    for (;;) {
      stepEnd = performance.now() + MAX_PARSE_STEP_MS;
      const tree = runStep(treeSitter, context, () => parser.parse(text, null, { progressCallback }));
      if (tree !== null) return tree;
      if (context.remainingMs() <= 0) return undefined;
      yield;
    }
  } finally {
    release(treeSitter, context, parser);
  }
}

/** If a step fails, the matches found before. */
function* runQuery(
  treeSitter: TreeSitter,
  language: LoadedLanguage,
  tree: Tree,
  text: string,
  context: ParseContext,
): Operation<Matches> {
  const matches: Match[] = [], root = tree.rootNode;
  try {
    for (const range of rangesOf(text)) {
      const nodes = runStep(treeSitter, context, () => nodesIn(root, language.query.types, range));
      for (let i = 0; i < nodes.length; i += QUERY_NODES) {
        const some = nodes.slice(i, i + QUERY_NODES);
        for (const match of runStep(treeSitter, context, () => matchesOf(language, some))) matches.push(match);
        if (matches.length >= MAX_MATCHES || context.remainingMs() <= 0) return { matches, isPartial: true };
        if (context.shouldYield()) yield;
      }
    }
    return { matches, isPartial: false };
  } catch (error) {
    if (error instanceof ParserFailure) return { matches, isPartial: true };
    throw error;
  }
}

interface TextRange {
  readonly from: number;
  readonly to: number;
  readonly start: Point;
  readonly end: Point;
}

/** The parts of a text that are looked at one after another. */
function* rangesOf(text: string): Generator<TextRange> {
  let start: Point = { row: 0, column: 0 };
  for (let from = 0; from < text.length; from += QUERY_UNITS) {
    const to = Math.min(text.length, from + QUERY_UNITS), end = pointAfter(start, text.slice(from, to));
    yield { from, to, start, end };
    start = end;
  }
}

function pointAfter({ row, column }: Point, text: string): Point {
  const lastBreak = text.lastIndexOf("\n");
  if (lastBreak < 0) return { row, column: column + text.length };
  let breaks = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) breaks++;
  return { row: row + breaks, column: text.length - lastBreak - 1 };
}

/** The nodes of these types that begin in a part of the text. */
function nodesIn(root: Node, types: readonly string[], { from, to, start, end }: TextRange): Node[] {
  return root.descendantsOfType([...types], start, end)
    .filter(({ startIndex }) => startIndex >= from && startIndex < to);
}

function matchesOf({ query, declaredBy }: LoadedLanguage, nodes: readonly Node[]): Match[] {
  return nodes.flatMap((node) => [...matchesAt(query, node)].flatMap((match) => toMatches(match, declaredBy)));
}

function toMatches({ pattern, captures }: NodeMatch, declaredBy: ParsedLanguage["declaredBy"]): Match[] {
  const nodeOf = (wanted: string) => captures.find(({ name }) => name === wanted)?.node;
  const node = nodeOf("declaration");
  if (node === undefined || declaredBy === undefined) {
    return [{ pattern, captures: captures.map(({ name, node }) => toCapture(name, node)) }];
  }
  return declaredBy(node, nodeOf("outer")).map(({ kind, name, nameBefore, owner, extent }) => ({
    pattern,
    captures: [
      toCapture(kind, extent),
      { ...toCapture("name", name), ...(nameBefore ? { end: nameBefore.startIndex } : {}) },
      ...(owner ? [toCapture("owner", owner)] : []),
    ],
  }));
}

function toCapture(name: string, node: Node): Capture {
  const { startIndex, endIndex, startPosition, endPosition } = node;
  const endsBeforeRow = endPosition.column === 0 && endPosition.row > startPosition.row;
  const endRow = endsBeforeRow ? endPosition.row - 1 : endPosition.row;
  return { name, start: startIndex, end: endIndex, startRow: startPosition.row, endRow };
}

/** What parsing needs to know of its request. */
export interface ParseContext extends Clock {
  readonly guard: TimeoutGuard;
}

/** The instance failed or was stopped, and has been dropped. */
export class ParserFailure extends Error {}

/**
 * Milliseconds after which a step is stopped that does not look at the clock itself. Only scanners for parts of a
 * grammar, such as strings or indentation, are such code.
 */
const MAX_STEP_MS = 1000;
/** The same at the deadline, where the step has just begun; and on a system so busy that a step hardly runs. */
const MIN_STEP_MS = 30, MAX_BUSY_STEP_MS = 4000;

/** Frees something that an instance holds. A large tree takes long, and is then dropped with the whole instance. */
function release(treeSitter: TreeSitter, context: ParseContext, resource: { delete(): void }): void {
  try {
    runStep(treeSitter, context, () => resource.delete());
  } catch (error) {
    if (!(error instanceof ParserFailure)) throw error;
  }
}

/**
 * Runs one step of work in an instance.
 * @throws ParserFailure if the step failed or had to be stopped; the instance is dropped
 */
function runStep<T>(treeSitter: TreeSitter, context: ParseContext, step: () => T): T {
  let result: { readonly value: T } | undefined, hasBegun = false;
  // A step that was stopped half-way can't be run again.
  const once = () => {
    if (hasBegun) return;
    hasBegun = true;
    result = { value: step() };
  };
  const remaining = Math.max(MIN_STEP_MS, Math.floor(context.remainingMs()));
  const ms = Math.min(MAX_STEP_MS, remaining), maxMs = Math.min(MAX_BUSY_STEP_MS, remaining);
  try {
    if (!treeSitter.isDropped && context.guard.runWithTimeout(once, ms, maxMs) && result !== undefined) {
      return result.value;
    }
  } catch (error) {
    // Out of memory, or a bug in a grammar.
    if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) throw error;
  }
  treeSitter.drop();
  throw new ParserFailure();
}
