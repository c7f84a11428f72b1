/**
 * The states of a file to scan: in memory if it is small, opened if it is large.
 * @module
 */
import type { Door, OpenFile } from "../../door/door.ts";
import type { SkipKind } from "../../model/completeness.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { LIMITS } from "../../model/limits.ts";
import { crlfToLf } from "../text/crlf_to_lf.ts";
import { type Decoded, decodeFile, probeEncoding } from "../text/encoding.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { readFully } from "../text/read_fully.ts";
import { type CachedFile, MAX_CACHED_FILE_BYTES } from "../cache/cached_file.ts";
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
export function skippedBy(error: unknown): Extract<Haystack, { kind: "skip" | "gone" }> {
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
