/**
 * Finds the definitions in a file, or the text of one.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import { LIMITS } from "../../model/limits.ts";
import type { OutlineReport, ReadReport } from "../../model/report.ts";
import type { OutlineRequest, ReadRange } from "../../model/request.ts";
import { type CachedFile, isText } from "../cache/cached_file.ts";
import { ABSENT } from "../cache/content_arena.ts";
import type { Job } from "../run/job.ts";
import { decodeStored } from "../scan/stored_text.ts";
import { findSymbol, namePaths, nearestSymbols } from "../structure/find_symbol.ts";
import type { Outline } from "../structure/language.ts";
import { LANGUAGE_NAMES, languageOf, mayHaveLanguage } from "../structure/languages.ts";
import { isLeftOut } from "../structure/nest_definitions.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import { snapshotOf, TextFile } from "../text/text_file.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { readPage, withTextFile } from "./read.ts";

/**
 * Answers an OutlineRequest. The file is read once, so that lines and text agree; beyond `LIMITS.outlineBytes` only its
 * beginning is looked at.
 * @throws ToolError as `read`
 */
export function outline(request: OutlineRequest, job: Job): Operation<OutlineReport> {
  return withTextFile(request, job, (file) => outlineFile(request, job, file));
}

function* outlineFile(request: OutlineRequest, job: Job, file: TextFile): Operation<OutlineReport> {
  const { text, isCut } = beginningOf(file), language = languageOf(file.shown, text);
  const found = language && (yield* job.structure.outlineOf(language, text, job));
  const isPartial = language !== undefined && (isCut || found?.isPartial === true);
  const report: Omit<OutlineReport, "definitions"> = {
    op: "outline",
    path: file.shown,
    size: file.size,
    ...yield* totalLines(request, job, file),
    ...(language ? { language: language.name } : { supported: LANGUAGE_NAMES }),
    ...(isPartial && { isPartial }),
    ...(found?.unparsedLines && { unparsedLines: found.unparsedLines }),
  };
  const definitions = found?.definitions ?? [];
  return { ...report, ...yield* ofSymbol(request, job, file, definitions) };
}

/** Of all definitions those with the requested name; and if there is one, its text. */
function* ofSymbol(
  request: OutlineRequest,
  job: Job,
  file: TextFile,
  all: readonly Definition[],
): Operation<Pick<OutlineReport, "definitions" | "leftOut" | "nearest" | "read">> {
  const { symbol } = request;
  if (symbol === undefined) {
    const definitions = all.filter((one) => !isLeftOut(one)), leftOut = all.length - definitions.length;
    return { definitions, ...(leftOut > 0 && { leftOut }) };
  }
  const definitions = findSymbol(all, symbol.name);
  if (definitions.length === 0) return { definitions, nearest: nearestSymbols(all, symbol.name) };
  if (definitions.length > 1) return { definitions: withQualifiedNames(definitions, all) };
  const [{ commentLine, startLine, endLine }] = definitions, start = commentLine ?? startLine;
  const range = { type: "lines", start, max: endLine - start + 1, maxBytes: symbol.maxBytes } as const;
  return { definitions, read: yield* readRange(request, job, file, range) };
}

function withQualifiedNames(some: readonly Definition[], all: readonly Definition[]): readonly Definition[] {
  const paths = namePaths(all);
  return some.map((one) => ({ ...one, name: paths[all.indexOf(one)].join("."), owner: undefined }));
}

/** Absent if there is no time to count them. */
function* totalLines(request: OutlineRequest, job: Job, file: TextFile): Operation<Pick<ReadReport, "totalLines">> {
  const { totalLines } = yield* readRange(request, job, file, {
    type: "lines",
    start: 1,
    max: 1,
    maxBytes: 1,
    isClamped: true,
  });
  return totalLines === undefined ? {} : { totalLines };
}

function readRange({ path, encoding, timeoutMs }: OutlineRequest, job: Job, file: TextFile, range: ReadRange) {
  return readPage({ op: "read", path, encoding, timeoutMs, range }, job, file);
}

/** As much of a file's text as is parsed, in whole lines. */
function beginningOf(file: TextFile): { readonly text: string; readonly isCut: boolean } {
  const bytes = file.readPiece(file.markLength, LIMITS.outlineBytes + 1), isCut = bytes.length > LIMITS.outlineBytes;
  const text = file.displayText(bytes);
  return { text: isCut ? text.slice(0, text.lastIndexOf("\n") + 1) : text, isCut };
}

/**
 * The outline of a file with the content that a search of this request sees. Undefined if there is no grammar for the file,
 * or if it is too large or can't be read.
 * @param encoding label that the search reads all files with
 * @param budgetMs the most milliseconds to parse it
 */
export function* fileOutline(
  entry: WalkEntry,
  job: Job,
  encoding: string | undefined,
  budgetMs?: number,
): Operation<Outline | undefined> {
  const { shown } = entry, { structure } = job;
  if (!mayHaveLanguage(shown)) return undefined;
  const file = encoding === undefined ? cachedFile(entry, job) : undefined;
  const known = file && structure.outlineOfFile(file, shown);
  if (known !== undefined) return known;
  try {
    const text = fileText(entry, job, encoding), language = text === undefined ? undefined : languageOf(shown, text);
    if (text === undefined || language === undefined) return undefined;
    const outline = yield* structure.outlineOf(language, text, { ...job, budgetMs });
    // A text that is not in memory is read from the disk, which may have changed since.
    if (file !== undefined && file.at !== ABSENT) structure.rememberOutline(file, shown, outline);
    return outline;
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return undefined;
  }
}

/**
 * The text of a file whose definitions may be looked for; undefined if it is too large.
 * @throws ToolError, or an error of the file system, if it can't be read
 */
export function fileText(entry: WalkEntry, job: Job, encoding: string | undefined): string | undefined {
  const file = encoding === undefined ? cachedFile(entry, job) : undefined;
  const isInMemory = file !== undefined && file.at !== ABSENT;
  return isInMemory ? decodeStored(file, job.cache.arena).text : textOnDisk(entry, job, encoding);
}

/** A text as it is cached, if that is current. */
function cachedFile({ place }: WalkEntry, { cache, epoch }: Job): CachedFile | undefined {
  const file = cache.freshFile(place, epoch);
  return file !== undefined && isText(file) ? file : undefined;
}

/** Undefined if the file is too large. */
function textOnDisk({ place, shown }: WalkEntry, { door, cache }: Job, encoding?: string): string | undefined {
  const open = door.open(place);
  try {
    const bufferFor = (bytes: number, offset: number) => cache.arena.scratchFor(bytes, offset);
    const file = new TextFile(snapshotOf(open), shown, encoding, LIMITS.outlineBytes, bufferFor);
    const { text, isCut } = beginningOf(file);
    return isCut ? undefined : text;
  } finally {
    open.close();
  }
}
