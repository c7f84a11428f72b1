/**
 * Parses a text and runs its language's query over the tree, in slices of time.
 * @module
 */
import { DEFINITION_KINDS } from "../../model/definition.ts";
import type { Clock, Operation } from "../task/operation.ts";
import type { TimeoutGuard } from "../task/vm_timeout.ts";
import type { Declared, FoundKind } from "./language.ts";
import type { Node, QueryMatch, Tree } from "web-tree-sitter";
import { nodesAt } from "./pattern.ts";
import type { LoadedLanguage, TreeSitter } from "./tree_sitter.ts";

/** A part of the text. Offsets are in UTF-16 units, rows count from 0. */
export interface Extent {
  readonly start: number;
  readonly end: number;
  readonly startRow: number;
  /** The last row that holds some of it. */
  readonly endRow: number;
}

/** A definition whose place among the others is not known yet. */
export interface Found {
  readonly name: string;
  readonly nameRow: number;
  readonly kind: FoundKind;
  readonly extent: Extent;
  readonly owner?: string;
  /** The number of the pattern that says what it is. */
  readonly pattern: number;
}

/** What parsing needs to know of its request. */
export interface ParseContext extends Clock {
  readonly guard: TimeoutGuard;
  /** The most milliseconds for a text: without the wait for others, and without loading its language. */
  readonly budgetMs?: number;
}

/** Milliseconds after which a step ends, whoever else waits: far below those after which it is stopped. */
const MAX_PARSE_STEP_MS = 25, MAX_ADD_STEP_MS = 20;
/** UTF-16 units that one step of the query looks at. */
const QUERY_UNITS = 16 * 1024;
/** Matches of one text that are kept. */
const MAX_MATCHES = 50_000;

/** Parses a text. The findings are partial if the time was too short or memory ran out. */
export function* findDefinitions(
  treeSitter: TreeSitter,
  loaded: LoadedLanguage,
  text: string,
  context: ParseContext,
): Operation<Findings> {
  const { prepare } = loaded.language, findings = new Findings(loaded, text);
  const prepared = prepare?.(text, context) ?? text;
  const parsed = typeof prepared === "string" ? prepared : yield* prepared;
  const tree = yield* parse(treeSitter, loaded, parsed, context);
  if (tree === undefined) return findings;
  try {
    findings.isPartial = !(yield* runQuery(treeSitter, tree, findings, context));
  } catch (error) {
    if (!(error instanceof ParserFailure)) throw error;
  } finally {
    release(treeSitter, context, tree);
  }
  return findings;
}

/** Undefined at the deadline. Each step goes on where the previous one stopped. @throws ParserFailure */
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

/** Whether there was time for all of it. tree-sitter can't go on with a query that was stopped, so it runs in parts. */
function* runQuery(treeSitter: TreeSitter, tree: Tree, findings: Findings, context: ParseContext): Operation<boolean> {
  const { language: { query }, text } = findings,
    root = tree.rootNode,
    progressCallback = () => context.remainingMs() <= 0;
  for (let from = 0, count = 0; from < text.length; from += QUERY_UNITS) {
    const to = from + QUERY_UNITS, options = { startIndex: from, endIndex: to, progressCallback };
    // A node of many children costs each part a walk over all of them, so that no part shares a slice.
    if (context.shouldYield()) yield;
    const matches = runStep(treeSitter, context, () => query.matches(root, options));
    count += matches.length;
    for (let i = 0; i < matches.length;) {
      const stepEnd = performance.now() + MAX_ADD_STEP_MS;
      runStep(treeSitter, context, () => {
        while (i < matches.length && performance.now() < stepEnd) findings.add(matches[i++], from, to);
      });
      if (count >= MAX_MATCHES || context.remainingMs() <= 0) return false;
      if (context.shouldYield()) yield;
    }
  }
  return true;
}

/** The definitions in a text, and what may belong to them. */
export class Findings {
  readonly byName = new Map<number, Found>();
  readonly comments: Extent[] = [];
  readonly decorators: Extent[] = [];
  /** What could not be parsed, and where something is missing. */
  readonly errors: Extent[] = [];
  isPartial = true;

  constructor(readonly language: LoadedLanguage, readonly text: string) {}

  /** Adds a match, if its node begins in this part of the text. */
  add({ patternIndex: pattern, captures: [{ name: kind, node }] }: QueryMatch, from: number, to: number): void {
    if (node.startIndex < from || node.startIndex >= to) return;
    // An annotation may have been made a comment for the grammar.
    const isComment = kind === "comment" && this.text[node.startIndex] !== "@";
    if (isComment) this.comments.push(extentOf(node));
    else if (kind === "decorator" || kind === "comment") this.decorators.push(extentOf(node));
    else if (kind === "error") this.errors.push(extentOf(node));
    else if (isKind(kind)) this.#addNamed(pattern, node, kind);
  }

  #addNamed(pattern: number, node: Node, kind: FoundKind): void {
    const { language: { declared, wrapper }, rules } = this.language, { name, owner, tests } = rules[pattern];
    if (!tests.every((test) => test(node))) return;
    const outer = wrapper === undefined ? null : node.parent;
    const extent = extentOf(outer !== null && outer.type === wrapper ? outer : node);
    const ownerNode = owner && nodesAt(node, owner)[0];
    for (const place of nodesAt(node, name)) {
      const found = declared ? declared(place, kind) : { name: place, kind };
      if (found !== undefined) this.#addFound({ owner: ownerNode, ...found }, extent, pattern);
    }
  }

  #addFound({ name, nameEnd = name.endIndex, kind, owner }: Declared, extent: Extent, pattern: number): void {
    const { startIndex, startPosition: { row } } = name, before = this.byName.get(startIndex);
    // The type of a result is no owner.
    const ownerName = owner && owner.startIndex < startIndex ? OWNER.exec(owner.text)?.[0] : undefined;
    const text = shownName(this.text.slice(startIndex, nameEnd));
    const found: Found = { name: text, nameRow: row, kind, extent, pattern, ...(ownerName && { owner: ownerName }) };
    this.byName.set(startIndex, before === undefined ? found : merged(before, found));
  }
}

/** `A` of `*A<T>`. */
const OWNER = /[\p{L}\p{N}_$:.]+/u;

function extentOf({ startIndex, endIndex, startPosition, endPosition }: Node): Extent {
  const endsBeforeRow = endPosition.column === 0 && endPosition.row > startPosition.row;
  const endRow = endsBeforeRow ? endPosition.row - 1 : endPosition.row;
  return { start: startIndex, end: endIndex, startRow: startPosition.row, endRow };
}

const KINDS: ReadonlySet<string> = new Set([...DEFINITION_KINDS, "import"]);

function isKind(name: string): name is FoundKind {
  return KINDS.has(name);
}

/** The widest extent; the kind and the owner of the last pattern. */
function merged(a: Found, b: Found): Found {
  const [first, last] = b.pattern >= a.pattern ? [a, b] : [b, a],
    length = ({ extent }: Found) => extent.end - extent.start;
  const extent = length(first) > length(last) ? first.extent : last.extent;
  return { ...first, ...last, extent };
}

/** UTF-16 units of a name that are kept: a hostile one may have megabytes. */
const MAX_NAME_UNITS = 200;

/** A name on one line, with single blanks. */
export function shownName(name: string): string {
  return name.slice(0, MAX_NAME_UNITS).replaceAll(/\s+/g, " ").trim().replace(/^:(?=\w)/, "");
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
