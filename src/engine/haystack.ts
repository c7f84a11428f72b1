/**
 * Files as texts to scan: loaded whole when small, stretch by stretch when large, never more in memory
 * than a stretch (or the one line that is longer).
 * @module
 */
import type { Door, OpenFile, Stamp } from "../door/door.ts";
import type { SkipKind } from "../model/report.ts";
import { ToolError } from "../model/tool_error.ts";
import { LIMITS } from "../model/limits.ts";
import { decode, decodeUtf8, probe } from "./encoding.ts";
import type { FoundEntry } from "./find.ts";
import type { Block } from "./scan.ts";

/** How files are taken in. */
export interface LoadOptions {
  readonly encoding?: string;
  /** Bytes; a larger file is skipped. */
  readonly maxFileSize: number;
  /** The whole file at once, however large: matches may span lines. */
  readonly whole: boolean;
  /** Context lines that must lie behind the end of a stretch, and before its beginning. */
  readonly before: number;
  readonly after: number;
}

/** A file taken in: as one block, as a series of them, or not at all; and the state it was opened in. */
export type Haystack = Taken & { readonly stamp?: Stamp };

type Taken =
  | { readonly kind: "block"; readonly block: Block }
  | { readonly kind: "series"; readonly file: OpenFile; readonly from: number }
  | { readonly kind: "skip"; readonly why: SkipKind }
  | { readonly kind: "gone" };

const NEWLINE = 10;
/** Bytes of a stretch; files up to this size are read whole. */
export const STRETCH = 2 ** 20;
/** A batch of small files ends after so many files or bytes, so that one slice can do it. */
const BATCH = { files: 128, bytes: 2 * STRETCH };

/** Loads a batch of files from `files[at]` on; at least one. Call inside `door.prove`. */
export class Loader {
  #buffer = new Uint8Array(STRETCH);
  constructor(readonly door: Door, readonly options: LoadOptions) {}

  /** The haystacks of `files[at]`, `files[at + 1]`, …; a series ends the batch. */
  batch(files: readonly FoundEntry[], at: number): Haystack[] {
    const batch: Haystack[] = [];
    let bytes = 0;
    while (at < files.length && batch.length < BATCH.files && bytes < BATCH.bytes) {
      const haystack = this.#load(files[at++]);
      batch.push(haystack);
      if (haystack.kind === "series") break;
      if (haystack.kind === "block") bytes += haystack.block.text.length;
    }
    return batch;
  }

  #load(entry: FoundEntry): Haystack {
    let file: OpenFile;
    try {
      file = this.door.open(entry.place);
    } catch (error) {
      return refusal(error);
    }
    let keep = false;
    try {
      const taken = this.#take(file);
      keep = taken.kind === "series";
      return { ...taken, stamp: file.stamp };
    } finally {
      if (!keep) file.close();
    }
  }

  #take(file: OpenFile): Taken {
    const { size } = file.stamp;
    if (size > this.options.maxFileSize) return { kind: "skip", why: "too_large" };
    if (size > STRETCH && !this.options.whole && this.options.encoding === undefined) {
      const head = this.#buffer.subarray(0, LIMITS.binaryProbe);
      const { encoding, binary, markLength } = probe(head.subarray(0, file.read(head, 0)));
      // Only UTF-8 can be cut at newline bytes.
      if (!binary && encoding === "utf-8") return { kind: "series", file, from: markLength };
    }
    return blockOf(this.#read(file, size), this.options.encoding);
  }

  /** At most `size` bytes, the size at opening: a file that grows is taken as it was. */
  #read(file: OpenFile, size: number): Uint8Array {
    if (this.#buffer.length < size) return readInto(file, new Uint8Array(size), 0);
    return readInto(file, this.#buffer.subarray(0, size), 0);
  }
}

/** The blocks of a large UTF-8 file, in order. */
export class Series {
  #at: number;
  #line = 1;
  #tail: readonly string[] = [];
  #bytes = new Uint8Array(STRETCH);
  /** @param from bytes of the byte-order mark */
  constructor(readonly file: OpenFile, from: number, readonly options: LoadOptions) {
    this.#at = from;
  }

  /** The next block; undefined after the last. */
  next(): Block | undefined {
    const rest = this.file.stamp.size - this.#at;
    const bytes = this.#wholeLines(rest);
    if (bytes.length === 0) return undefined;
    const last = bytes.length >= rest || bytes.at(-1) !== NEWLINE;
    const lookahead = last ? 0 : this.options.after;
    const { text, ascii } = decodeUtf8(bytes);
    const end = backLines(lookahead, text.length, (to) => text.lastIndexOf("\n", to));
    const cut = backLines(lookahead, bytes.length, (to) => bytes.lastIndexOf(NEWLINE, to));
    const block: Block = { text, ascii, start: 0, end, line: this.#line, tail: this.#tail };
    this.#advance(text.slice(0, end), cut);
    return block;
  }

  /** Bytes from here on that end behind a line and hold more lines than the lookahead, or all the rest. */
  #wholeLines(rest: number): Uint8Array {
    for (;;) {
      const want = Math.min(rest, this.#bytes.length);
      const read = readInto(this.file, this.#bytes.subarray(0, Math.max(0, want)), this.#at);
      if (read.length === rest || read.length < want) return read;
      const end = read.lastIndexOf(NEWLINE) + 1;
      const least = backLines(this.options.after, end, (to) => read.lastIndexOf(NEWLINE, to));
      if (end > 0 && least > 0) return read.subarray(0, end);
      this.#bytes = new Uint8Array(this.#bytes.length * 2);
    }
  }

  #advance(text: string, bytes: number): void {
    const lines = text.split("\n");
    this.#line += lines.length - 1;
    this.#tail = this.options.before === 0 ? [] : [...this.#tail, ...lines.slice(0, -1)].slice(-this.options.before);
    this.#at += bytes;
  }
}

/** The index behind a line break, `count` lines before `end` (itself behind one); 0 where there are fewer. */
function backLines(count: number, end: number, lastBreak: (to: number) => number): number {
  for (let i = 0; i < count && end > 0; i++) end = end < 2 ? 0 : lastBreak(end - 2) + 1;
  return end;
}

function blockOf(bytes: Uint8Array, encoding: string | undefined): Taken {
  const decoded = decode(bytes, encoding);
  if (decoded === "binary") return { kind: "skip", why: "binary" };
  return { kind: "block", block: { ...decoded, start: 0, end: decoded.text.length, line: 1, tail: [] } };
}

/** Reads until `into` is full or the file ends; the filled part. */
function readInto(file: OpenFile, into: Uint8Array, at: number): Uint8Array {
  let filled = 0;
  while (filled < into.length) {
    const count = file.read(into.subarray(filled), at + filled);
    if (count === 0) break;
    filled += count;
  }
  return into.subarray(0, filled);
}

/** A file that can't be opened never fails a search. */
function refusal(error: unknown): Taken {
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
