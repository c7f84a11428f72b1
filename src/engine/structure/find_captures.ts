/**
 * Parses a text and runs its language's query over the tree, in slices of time.
 * @module
 */
import type { Node, QueryMatch, Tree } from "web-tree-sitter";
import type { Operation } from "../task/operation.ts";
import { type ParseContext, ParserFailure, release, runStep } from "./guarded_parser.ts";
import type { ParsedLanguage } from "./language.ts";
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

/** What was found in the time given. */
export interface Matches {
  readonly matches: readonly Match[];
  readonly isPartial: boolean;
}

/** Milliseconds after which a step of parsing ends, whoever else waits: far below those after which it is stopped. */
const MAX_PARSE_STEP_MS = 50;
/** UTF-16 units over which the query runs in one step. */
const QUERY_UNITS = 32 * 1024;
/** Matches that the query follows at a time; ordinary texts need some tens. */
const MATCH_LIMIT = 2048;
/** Matches of one text that are kept. */
const MAX_MATCHES = 50_000;
/**
 * How often a step of the query may look at the clock before it is given up: sources of people take 30 looks (2.5 ms),
 * minified ones 125, and 500 take 50 to 100 ms.
 */
const MAX_QUERY_LOOKS = 500;

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
    return yield* runQuery(treeSitter, language, tree, text.length, context);
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

/** If the query fails, the matches found before. */
function* runQuery(
  treeSitter: TreeSitter,
  { query, declaredBy }: LoadedLanguage,
  tree: Tree,
  length: number,
  context: ParseContext,
): Operation<Matches> {
  const matches: Match[] = [];
  let isPartial = false;
  for (let from = 0; from < length; from += QUERY_UNITS) {
    const found = queryStep(treeSitter, { query, declaredBy }, tree, from, context);
    for (const match of found.matches) matches.push(match);
    isPartial ||= found.isPartial;
    if (treeSitter.isDropped || matches.length >= MAX_MATCHES || context.remainingMs() <= 0) {
      return { matches, isPartial: isPartial || from + QUERY_UNITS < length };
    }
    if (context.shouldYield()) yield;
  }
  return { matches, isPartial };
}

function queryStep(
  treeSitter: TreeSitter,
  { query, declaredBy }: Pick<LoadedLanguage, "query" | "declaredBy">,
  tree: Tree,
  from: number,
  context: ParseContext,
): Matches {
  let looks = 0;
  const progressCallback = () => ++looks >= MAX_QUERY_LOOKS || context.remainingMs() <= 0;
  const options = { startIndex: from, endIndex: from + QUERY_UNITS, matchLimit: MATCH_LIMIT, progressCallback };
  const toMatchesOf = (match: QueryMatch) => toMatches(match, declaredBy);
  try {
    const matches = runStep(treeSitter, context, () => query.matches(tree.rootNode, options).flatMap(toMatchesOf));
    const isStopped = looks >= MAX_QUERY_LOOKS || context.remainingMs() <= 0;
    return { matches, isPartial: isStopped || query.didExceedMatchLimit() };
  } catch (error) {
    if (error instanceof ParserFailure) return { matches: [], isPartial: true };
    throw error;
  }
}

function toMatches({ patternIndex, captures }: QueryMatch, declaredBy: ParsedLanguage["declaredBy"]): Match[] {
  const nodeOf = (wanted: string) => captures.find(({ name }) => name === wanted)?.node;
  const node = nodeOf("declaration");
  if (node === undefined || declaredBy === undefined) {
    return [{ pattern: patternIndex, captures: captures.map(({ name, node }) => toCapture(name, node)) }];
  }
  return declaredBy(node, nodeOf("outer")).map(({ kind, name, owner, extent }) => ({
    pattern: patternIndex,
    captures: [toCapture(kind, extent), toCapture("name", name), ...(owner ? [toCapture("owner", owner)] : [])],
  }));
}

function toCapture(name: string, node: Node): Capture {
  const { startIndex, endIndex, startPosition, endPosition } = node;
  const endsBeforeRow = endPosition.column === 0 && endPosition.row > startPosition.row;
  const endRow = endsBeforeRow ? endPosition.row - 1 : endPosition.row;
  return { name, start: startIndex, end: endIndex, startRow: startPosition.row, endRow };
}
