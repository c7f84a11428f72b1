/**
 * The states of a file to scan: in memory if it is small, opened if it is large.
 * @module
 */
import type { Door, OpenFile, Stamp } from "../../door/door.ts";
import type { SkipKind } from "../../model/completeness.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { placeKey } from "../../model/place.ts";
import { type CachedFile, isText, makeCachedFile, MAX_CACHED_FILE_BYTES } from "../cache/cached_file.ts";
import { ABSENT, GAP_BYTES } from "../cache/content_arena.ts";
import type { Job } from "../run/job.ts";
import { byteOrderMarkOf, type Decoded, decodeFile, probeEncoding } from "../text/encoding.ts";
import { crlfToLf } from "../text/newlines.ts";
import { readFully } from "../text/text_file.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { Block } from "./block.ts";
import type { CachedTextScanner } from "./cached_text_scanner.ts";

/** How files are loaded. */
export interface LoadOptions {
  readonly encoding?: string;
  /** The pattern names carriage returns, so CR LF stays as it is. */
  readonly keepsCrlf: boolean;
  /** In bytes; larger files are skipped. */
  readonly maxFileSize: number;
  /** Matches may span lines, so a file is one block, however large. */
  readonly wholeFile: boolean;
  /** Context lines needed before and after a block. */
  readonly before: number;
  readonly after: number;
}

/** A loaded file. */
export type Haystack =
  /** The file has no match. */
  | { readonly kind: "miss"; readonly file: CachedFile }
  /** Its matching lines were counted, and nothing else is needed. */
  | { readonly kind: "count"; readonly file: CachedFile; readonly count: number }
  /** Its bytes decide which lines match, and few do. */
  | { readonly kind: "lines"; readonly file: CachedFile; readonly text: CachedTextScanner }
  /** Its text; with `counted`, only the undecided part of it, apart from the matching lines that were counted. */
  | { readonly kind: "block"; readonly file: CachedFile; readonly block: Block; readonly counted?: number }
  /** The scanner opens it. */
  | { readonly kind: "unopened"; readonly file?: CachedFile }
  /** Its content is not searched. */
  | { readonly kind: "skip"; readonly file?: CachedFile; readonly why: SkipKind }
  /** It no longer exists. */
  | { readonly kind: "gone" };

/** An opened file: one block, or a large file to be read in chunks. */
export type OpenedFile =
  | { readonly kind: "block"; readonly block: Block }
  | { readonly kind: "large"; readonly file: OpenFile; readonly from: number }
  | Extract<Haystack, { kind: "skip" | "gone" }>;

/** Opens a file that can't be cached, or must be read in a given encoding. Call inside `door.proveBatch`. */
export function openFile(door: Door, entry: WalkEntry, options: LoadOptions): OpenedFile {
  let file: OpenFile;
  try {
    file = door.open(entry.place);
  } catch (error) {
    return skippedBy(error);
  }
  let staysOpen = false;
  try {
    const opened = classifyOpened(file, options);
    staysOpen = opened.kind === "large";
    return opened;
  } finally {
    if (!staysOpen) file.close();
  }
}

function classifyOpened(file: OpenFile, options: LoadOptions): OpenedFile {
  const { size } = file.stamp;
  if (size > options.maxFileSize) return { kind: "skip", why: "too_large" };
  if (size > MAX_CACHED_FILE_BYTES && options.encoding === undefined) {
    const head = new Uint8Array(LIMITS.binaryProbe);
    const { encoding, binary, markLength } = probeEncoding(readFully(file, head, 0));
    if (binary) return { kind: "skip", why: "binary" };
    // Only UTF-8 can be split at newline bytes.
    if (encoding === "utf-8" && !options.wholeFile) return { kind: "large", file, from: markLength };
  }
  return decodedBlock(readFully(file, new Uint8Array(size), 0), options);
}

function decodedBlock(bytes: Uint8Array, { encoding, keepsCrlf }: LoadOptions): OpenedFile {
  const decoded = decodeFile(bytes, encoding);
  if (decoded === "binary") return { kind: "skip", why: "binary" };
  const text = keepsCrlf ? decoded.text : crlfToLf(decoded.text);
  return { kind: "block", block: wholeBlock({ ...decoded, text }) };
}

/** A whole text as one block. */
export function wholeBlock(decoded: Decoded): Block {
  return { ...decoded, start: 0, end: decoded.text.length, line: 1, tail: [] };
}

/** Maps an error of opening to a haystack: it never fails a search. */
function skippedBy(error: unknown): Extract<Haystack, { kind: "skip" | "gone" }> {
  if (!(error instanceof ToolError)) throw error;
  switch (error.code) {
    case "NOT_FOUND":
      return { kind: "gone" };
    case "PATH_OUTSIDE_ROOT":
      return { kind: "skip", why: "outside_root" };
    case "NOT_A_FILE":
      return { kind: "skip", why: "special" };
    default:
      return { kind: "skip", why: "unreadable" };
  }
}

/** Reading stops after this many milliseconds: a thousand directories deep, each file takes one of 10. */
const MAX_READ_MS = 30;

/** A file's content, or why it has none. */
export type KnownFile = CachedFile | Extract<Haystack, { kind: "skip" | "gone" }>;

/** The bytes read of one file, in the scratch area. */
interface ReadBytes {
  readonly kind: "text" | "aside";
  readonly stamp?: Stamp;
  readonly at: number;
  readonly end: number;
}

/** The result of reading one file. */
type ReadOutcome = ReadBytes | Extract<Haystack, { kind: "skip" | "gone" }>;

/** The kind of a file, and the location of its text. */
type TextLocation = Pick<CachedFile, "kind" | "at" | "end" | "crlf">;

/** Reads the files of one search. */
export class BatchReader {
  #uncachedFiles: CachedFile[] = [];
  /** Files read so far. */
  filesRead = 0;

  constructor(readonly job: Job) {}

  /** Whether texts of the last batch did not fit in the cache: they are in the scratch area until `releaseScratch`. */
  get hasUncachedFiles(): boolean {
    return this.#uncachedFiles.length > 0;
  }

  /**
   * Fills the holes of `known` by reading.
   * @param known the contents of `files[at]`, `files[at + 1]`, …; shortened if not all fit in the scratch area
   */
  readMissing(files: readonly WalkEntry[], at: number, known: (KnownFile | undefined)[]): void {
    const { missing, entries, order } = distinctFiles(files, at, known);
    if (missing.length === 0) return;
    const { door, cache } = this.job, readAt = Date.now();
    // A token for this request only: a file may have other names, through which it can change without an event.
    const token = cache.freshness.requestToken();
    const outcomes = door.proveBatch(() => this.#readAll(entries));
    this.filesRead += outcomes.length;
    const read = outcomes.map((outcome, k) => this.#cacheFile(entries[k], outcome, readAt, token));
    for (let m = 0; m < missing.length; m++) {
      if (order[m] >= read.length) return void (known.length = missing[m]);
      known[missing[m]] = read[order[m]];
    }
  }

  /** Releases the scratch area, which the next reader overwrites, in this search or in another. */
  releaseScratch(): void {
    for (const file of this.#uncachedFiles) file.at = file.end = ABSENT;
    this.#uncachedFiles = [];
  }

  #readAll(entries: readonly WalkEntry[]): ReadOutcome[] {
    const outcomes: ReadOutcome[] = [], end = performance.now() + MAX_READ_MS;
    let { at } = this.job.cache.arena.scratch;
    for (const entry of entries) {
      if (outcomes.length > 0 && performance.now() >= end) break;
      const outcome = this.#readOne(entry, at);
      if (outcome === undefined) break;
      if (outcome.kind === "text") at = this.#endText(outcome.end);
      outcomes.push(outcome);
    }
    return outcomes;
  }

  /** Ends a text in the scratch area. @returns where the next can begin */
  #endText(end: number): number {
    this.job.cache.arena.kernel.bytes[end] = 0;
    return end + GAP_BYTES;
  }

  /** Undefined if the scratch area is full. */
  #readOne(entry: WalkEntry, at: number): ReadOutcome | undefined {
    const { kernel, scratch } = this.job.cache.arena, most = MAX_CACHED_FILE_BYTES + 1;
    if (at + most + GAP_BYTES > scratch.end) return undefined;
    try {
      const { bytes, stamp } = this.job.door.readFile(entry.place, kernel.bytes.subarray(at, at + most), entry.dirMark);
      return { kind: bytes < most ? "text" : "aside", at, end: at + bytes, stamp };
    } catch (error) {
      return skippedBy(error);
    }
  }

  #cacheFile({ place, dirMark: dir }: WalkEntry, outcome: ReadOutcome, readAt: number, token: number): KnownFile {
    if (!("at" in outcome)) return outcome;
    const { door, cache, epoch } = this.job;
    // A file that was not read to its end has no known size yet.
    const stamp = outcome.kind === "aside" ? outcome.stamp ?? door.statUnproved(place) : outcome.stamp;
    const size = stamp?.size ?? outcome.end - outcome.at;
    const file = makeCachedFile({ ...this.#classifyContent(outcome), size, readAt, token, stamp, dir });
    cache.store(place, file, epoch);
    if (isText(file) && cache.arena.isInScratch(file)) this.#uncachedFiles.push(file);
    return file;
  }

  #classifyContent({ kind, at, end }: ReadBytes): TextLocation {
    if (kind === "aside") return withoutText("aside");
    const { kernel } = this.job.cache.arena;
    if (kernel.isAscii(at, end) && !kernel.hasNul(at, end)) return this.#text("ascii", at, end);
    const { encoding, markLength } = byteOrderMarkOf(kernel.bytes.subarray(at, Math.min(end, at + 3)));
    if (encoding !== "utf-8") return withoutText("aside");
    if (kernel.hasNul(at, Math.min(end, at + LIMITS.binaryProbe))) return withoutText("binary");
    return this.#text("utf8", at + markLength, end);
  }

  /** A text in the scratch area, with LF for CR LF. */
  #text(kind: CachedFile["kind"], at: number, end: number): TextLocation {
    const { kernel } = this.job.cache.arena, last = kernel.crlfToLf(at, end);
    if (last === end) return { kind, at, end, crlf: "none" };
    // A text lies between zeros.
    kernel.bytes[last] = 0;
    return { kind, at, end: last, crlf: kernel.countNewlines(at, last) === end - last ? "all" : "some" };
  }
}

/** The files of a batch to read. A file with several names (links) is read once. */
interface DistinctFiles {
  /** Indices in the batch. */
  readonly missing: readonly number[];
  readonly entries: readonly WalkEntry[];
  /** For each of `missing`, the index of its file in `entries`. */
  readonly order: readonly number[];
}

function distinctFiles(
  files: readonly WalkEntry[],
  at: number,
  known: readonly (KnownFile | undefined)[],
): DistinctFiles {
  const missing: number[] = [], entries: WalkEntry[] = [], order: number[] = [];
  const indices = new Map<string, number>();
  for (let i = 0; i < known.length; i++) {
    if (known[i] !== undefined) continue;
    const key = placeKey(files[at + i].place), index = indices.get(key);
    missing.push(i);
    order.push(index ?? entries.length);
    if (index !== undefined) continue;
    indices.set(key, entries.length);
    entries.push(files[at + i]);
  }
  return { missing, entries, order };
}

/** A file whose bytes are not kept. */
function withoutText(kind: "aside" | "binary"): TextLocation {
  return { kind, at: ABSENT, end: ABSENT, crlf: "none" };
}
