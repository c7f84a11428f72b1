/**
 * Finds the definitions of texts, and remembers those found last.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import type { Operation } from "../task/operation.ts";
import type { Language, Outline, ParsedLanguage, ReadParserFile } from "./language.ts";
import { nestDefinitions, unparsedLines } from "./nest_definitions.ts";
import { findDefinitions, type Findings, type ParseContext, ParserFailure } from "./parse.ts";
import { repaired } from "./repair.ts";
import { TreeSitter } from "./tree_sitter.ts";

const NOTHING_IN_TIME: Outline = { definitions: [], isPartial: true };

/** Bytes of tree-sitter's memory beyond which it is given back after use. */
const MAX_IDLE_BYTES = 64 * 2 ** 20;

/** Bytes of a definition in memory, and of a text's key with its places in the maps, roughly. */
const DEFINITION_BYTES = 200, ENTRY_BYTES = 200;

/**
 * Finds definitions, one text at a time. The outlines used last are remembered: one depends on nothing but the text, so it
 * never becomes stale; whether a text is still the file's is decided where the text comes from.
 */
export class Structure {
  /** By language and digest of the text: with the texts, 16 MB held the outlines of 300 files. */
  readonly #outlines = new Map<string, Outline>();
  #byFile = new WeakMap<object, { readonly path: string; readonly outline: Outline }>();
  #rememberedBytes = 0;
  #treeSitter: TreeSitter | undefined;
  /** Resolves when the text that is being parsed is done; undefined if there is none. */
  #parsing: Promise<void> | undefined;

  /** @param budget bytes of outlines to remember; 0: none */
  constructor(private readonly budget: number, private readonly read: ReadParserFile) {}

  /** Bytes of the outlines that are remembered. */
  get rememberedBytes(): number {
    return this.#rememberedBytes;
  }

  /** Bytes of tree-sitter's memory; 0 before its first use. */
  get parserBytes(): number {
    return this.#treeSitter?.bytes ?? 0;
  }

  /**
   * The definitions of a text.
   * @throws ToolError `no_parsers` if this program has no parsers
   */
  *outlineOf(language: Language, text: string, context: ParseContext): Operation<Outline> {
    const key = `${language.name} ${digestOf(text)}`, known = this.#outlines.get(key);
    if (known !== undefined) return known;
    // To some grammars a carriage return alone ends a line, to others it doesn't, and to no tool of ours.
    const plain = text.replaceAll(/\r(?!\n)/g, "\n");
    const found = "grammar" in language
      ? yield* this.#parseInTurn(language, plain, context)
      : yield* language.scan(plain, context);
    const outline = plain === text ? found : { ...found, definitions: onLinesOf(text, found.definitions) };
    if (!outline.isPartial) this.#remember(key, outline);
    return outline;
  }

  #remember(key: string, outline: Outline): void {
    const bytes = bytesOf(outline);
    if (bytes > this.budget) return;
    if (this.#rememberedBytes + bytes > this.budget) {
      this.#outlines.clear();
      this.#byFile = new WeakMap();
      this.#rememberedBytes = 0;
    }
    this.#rememberedBytes += bytes;
    this.#outlines.set(key, outline);
  }

  /** The outline of a file that was remembered with the same object, which stands for the same content. */
  outlineOfFile(file: object, path: string): Outline | undefined {
    const known = this.#byFile.get(file);
    return known?.path === path ? known.outline : undefined;
  }

  /** Remembers a file's outline, so that the file needs not be decoded for it again. The language depends on the path. */
  rememberOutline(file: object, path: string, outline: Outline): void {
    if (!outline.isPartial && bytesOf(outline) <= this.budget) this.#byFile.set(file, { path, outline });
  }

  /**
   * One text at a time, so that memory is bounded however many requests there are. The others wait for a promise: if they
   * asked in each slice, the scheduler, which serves earlier calls first, might never run the one that parses.
   */
  *#parseInTurn(language: ParsedLanguage, text: string, context: ParseContext): Operation<Outline> {
    while (this.#parsing !== undefined) {
      if (context.remainingMs() <= 0) return NOTHING_IN_TIME;
      yield settledWithin(this.#parsing, context.remainingMs());
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#parsing = promise;
    try {
      return yield* this.#parse(language, text, context);
    } catch (error) {
      if (error instanceof ParserFailure) return NOTHING_IN_TIME;
      throw error;
    } finally {
      this.#parsing = undefined;
      resolve();
      if (this.parserBytes > MAX_IDLE_BYTES) this.#treeSitter?.drop();
      if (this.#treeSitter?.isDropped) this.#treeSitter = undefined;
    }
  }

  *#parse(language: ParsedLanguage, text: string, context: ParseContext): Operation<Outline> {
    const treeSitter = yield* this.#started(context);
    const loaded = treeSitter.loaded(language) ?? (yield* awaited(treeSitter.load(language), context));
    const limited = withinBudget(context);
    const asIs = yield* findDefinitions(treeSitter, loaded, text, limited);
    const findings = yield* bestOf(asIs, treeSitter, limited), { isPartial } = findings;
    // A text that had to be repaired counts as damaged, even if no error is left in it.
    const unparsed = Math.max(unparsedLines(findings), Number(findings !== asIs));
    const definitions = nestDefinitions(findings.text, findings);
    return { definitions, ...(isPartial && { isPartial }), ...(unparsed > 0 && { unparsedLines: unparsed }) };
  }

  *#started(context: ParseContext): Operation<TreeSitter> {
    return this.#treeSitter ??= yield* awaited(TreeSitter.start(this.read), context);
  }
}

/** What is found in a text, or in the repaired one, if more of that can be parsed. */
function* bestOf(asIs: Findings, treeSitter: TreeSitter, context: ParseContext): Operation<Findings> {
  const { language, text, isPartial, errors } = asIs;
  if (isPartial || errors.length === 0) return asIs;
  const other = yield* repaired(language.language.name, text, context);
  if (other === text) return asIs;
  try {
    const findings = yield* findDefinitions(treeSitter, language, other, context);
    const isBetter = !findings.isPartial && findings.byName.size >= asIs.byName.size &&
      unparsedLines(findings) < unparsedLines(asIs);
    return isBetter ? findings : asIs;
  } catch (error) {
    if (error instanceof ParserFailure) return asIs;
    throw error;
  }
}

function withinBudget(context: ParseContext): ParseContext {
  const end = performance.now() + (context.budgetMs ?? Infinity);
  return { ...context, remainingMs: () => Math.min(context.remainingMs(), end - performance.now()) };
}

/** Resolves with the promise, or after `ms` milliseconds. */
function settledWithin(promise: Promise<void>, ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>(), timer = setTimeout(resolve, ms);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The value of a promise. @throws its reason if it rejects */
function* awaited<T>(promise: Promise<T>, context: ParseContext): Operation<T> {
  let value = (): T => {
    throw new Error("an operation went on before its promise had resolved");
  };
  const settled = promise.then((result) => {
    value = () => result;
  }, (error) => {
    value = () => {
      throw error;
    };
  });
  yield context.holdFor(settled);
  return value();
}

/** Definitions with the lines of a text in which `\r` alone was read as the end of a line. */
function onLinesOf(text: string, definitions: readonly Definition[]): Definition[] {
  let line = 1;
  const lines = [0, ...(`\n${text}`.match(/\r?\n|\r/g) ?? []).map((end, i) => end === "\r" || i === 0 ? line : ++line)];
  return definitions.map(({ startLine, endLine, nameLine, commentLine, ...rest }) => ({
    ...rest,
    startLine: lines[startLine],
    endLine: lines[endLine],
    nameLine: lines[nameLine],
    ...(commentLine !== undefined && { commentLine: lines[commentLine] }),
  }));
}

function bytesOf({ definitions }: Outline): number {
  return ENTRY_BYTES + definitions.length * DEFINITION_BYTES;
}

/** The length and 64 bits of a text: two multiplicative hashes (FNV-1a) with different primes. */
function digestOf(text: string): string {
  let a = 0x811c9dc5, b = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
  }
  return `${text.length} ${a >>> 0} ${b >>> 0}`;
}
