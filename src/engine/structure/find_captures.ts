/**
 * Parses a text and runs its language's query over the tree, in slices of time.
 * @module
 */
import type { Node, Query, QueryMatch, Tree } from "web-tree-sitter";
import type { Operation } from "../task/operation.ts";
import { type ParseContext, release, runStep } from "./guarded_parser.ts";
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

/** UTF-16 units over which the query runs in one step. */
const QUERY_UNITS = 32 * 1024;
/** Matches that the query follows at a time; ordinary texts need some tens. */
const MATCH_LIMIT = 2048;
/** Matches of one text that are kept. */
const MAX_MATCHES = 50_000;
/** Milliseconds after which a step of the query is given up. */
const MAX_QUERY_STEP_MS = 100;

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
    return yield* runQuery(treeSitter, language.query, tree, text.length, context);
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
  const progressCallback = () => context.shouldYield() || context.remainingMs() <= 0;
  try {
    for (;;) {
      const tree = runStep(treeSitter, context, () => parser.parse(text, null, { progressCallback }));
      if (tree !== null) return tree;
      if (context.remainingMs() <= 0) return undefined;
      yield;
    }
  } finally {
    release(treeSitter, context, parser);
  }
}

function* runQuery(
  treeSitter: TreeSitter,
  query: Query,
  tree: Tree,
  length: number,
  context: ParseContext,
): Operation<Matches> {
  const matches: Match[] = [];
  let isPartial = false;
  for (let from = 0; from < length; from += QUERY_UNITS) {
    const giveUpAt = performance.now() + Math.min(MAX_QUERY_STEP_MS, context.remainingMs());
    const found = runStep(treeSitter, context, () => {
      const startIndex = from, endIndex = Math.min(length, from + QUERY_UNITS);
      const progressCallback = () => performance.now() >= giveUpAt;
      return query
        .matches(tree.rootNode, { startIndex, endIndex, matchLimit: MATCH_LIMIT, progressCallback })
        .map(toMatch);
    });
    for (const match of found) matches.push(match);
    if (matches.length >= MAX_MATCHES) return { matches, isPartial: true };
    isPartial ||= query.didExceedMatchLimit() || performance.now() >= giveUpAt;
    if (context.remainingMs() <= 0) return { matches, isPartial: true };
    if (context.shouldYield()) yield;
  }
  return { matches, isPartial };
}

function toMatch({ patternIndex, captures }: QueryMatch): Match {
  return { pattern: patternIndex, captures: captures.map(({ name, node }) => toCapture(name, node)) };
}

function toCapture(name: string, node: Node): Capture {
  const { startIndex, endIndex, startPosition, endPosition } = node;
  const endsBeforeRow = endPosition.column === 0 && endPosition.row > startPosition.row;
  const endRow = endsBeforeRow ? endPosition.row - 1 : endPosition.row;
  return { name, start: startIndex, end: endIndex, startRow: startPosition.row, endRow };
}
