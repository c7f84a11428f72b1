/**
 * Opens a file that can't be searched in memory: a large one, one in another encoding, or one whose CR LF count.
 * @module
 */
import type { Door, OpenFile } from "../../door/door.ts";
import type { SkipKind } from "../../model/completeness.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { MAX_CACHED_FILE_BYTES } from "../cache/cached_file.ts";
import { type BinaryKind, type Decoded, decodeFile, probeEncoding } from "../text/encoding.ts";
import { crlfToLf } from "../text/newlines.ts";
import { readFully } from "../text/text_file.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";

/** How files are read, and what is searched of them. */
export interface LoadOptions {
  readonly encoding?: string;
  /** The pattern names carriage returns, so CR LF stays as it is. */
  readonly keepsCrlf: boolean;
  /** In bytes; larger files are skipped. */
  readonly maxFileSize: number;
  /** Matches may span lines, so a file is one block, however large. */
  readonly wholeFile: boolean;
  /** Context lines needed before and after a line. */
  readonly before: number;
  readonly after: number;
}

/** Why a file is skipped; those of UTF-16 without a mark count as binary. */
export type SkipReason = SkipKind | BinaryKind;

/** A file whose content is not searched; without a reason, it no longer exists. */
export interface NotSearched {
  readonly kind: "skip";
  readonly why?: SkipReason;
}

/** An opened file: its text, or a large file to be read piece by piece. */
export type OpenedFile =
  | { readonly kind: "text"; readonly decoded: Decoded }
  | { readonly kind: "large"; readonly file: OpenFile; readonly from: number }
  | NotSearched;

/** Opens a file. Call inside `door.proveBatch`. */
export function openFile(door: Door, entry: WalkEntry, options: LoadOptions): OpenedFile {
  let file: OpenFile;
  try {
    file = door.open(entry.place);
  } catch (error) {
    return notSearched(error);
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

function classifyOpened(file: OpenFile, { encoding, keepsCrlf, maxFileSize, wholeFile }: LoadOptions): OpenedFile {
  const { size } = file.stamp;
  if (size > maxFileSize) return { kind: "skip", why: "too_large" };
  if (size > MAX_CACHED_FILE_BYTES && encoding === undefined) {
    const probe = probeEncoding(readFully(file, new Uint8Array(LIMITS.binaryProbe), 0));
    if (probe.binary !== undefined) return { kind: "skip", why: probe.binary };
    // Only UTF-8 can be split at newline bytes.
    if (probe.encoding === "utf-8" && !wholeFile) return { kind: "large", file, from: probe.markLength };
  }
  const decoded = decodeFile(readFully(file, new Uint8Array(size), 0), encoding);
  if (typeof decoded === "string") return { kind: "skip", why: decoded };
  return { kind: "text", decoded: keepsCrlf ? decoded : { ...decoded, text: crlfToLf(decoded.text) } };
}

/** What an error of opening means for a search, which it never fails. */
export function notSearched(error: unknown): NotSearched {
  if (!(error instanceof ToolError)) throw error;
  switch (error.code) {
    case "NOT_FOUND":
      return { kind: "skip" };
    case "PATH_OUTSIDE_ROOT":
      return { kind: "skip", why: "outside_root" };
    case "NOT_A_FILE":
      return { kind: "skip", why: "special" };
    default:
      return { kind: "skip", why: "unreadable" };
  }
}
