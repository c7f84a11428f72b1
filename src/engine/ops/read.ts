/**
 * Reading part of one file, by bytes or by lines, in memory that does not grow with the file.
 * @module
 */
import type { OpenFile, ResolvedPath } from "../../door/door.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ReadReport } from "../../model/report.ts";
import type { ByteRange, ReadRange, ReadRequest } from "../../model/request.ts";
import { CHAR_MARGIN_BYTES, charStart, pageEnd } from "../text/char_boundaries.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import { snapshotOf } from "../text/snapshot.ts";
import { resolveAndNote } from "../run/resolve_path.ts";
import { type FilePage, readLines } from "./read_lines.ts";
import { TextFile } from "../text/text_file.ts";

/** Bytes looked at between two looks at the clock. */
const BLOCK_BYTES = 2 ** 20;

/**
 * Answers a ReadRequest. Invalid UTF-8 is shown as one U+FFFD a byte.
 *
 * Bytes: a page begins at the first character start at or behind `offset` and has whole characters, at
 * least one; the next page begins at `given.offset + given.length`. Pages joined are the text of
 * the file: a byte-order mark counts in `length` and is no part of the content. In Shift_JIS, GBK and their like `offset` must be a character
 * start, as the end of a page is; in ISO-2022-JP a page also takes its start for ASCII: read it by lines.
 *
 * Lines: `content` is the text of the lines, with LF between them and none behind the last one, whether they end at LF or
 * CR LF in the file; a byte-order mark is no part of it. A break at the end of the file begins no further line.
 *
 * Neither kind of page has more than `LIMITS.readBytes.cap` bytes, whatever is asked for.
 *
 * @param blockBytes bytes read at a time, even
 * @throws ToolError those of the door, `encoding`, `binary`, and `timeout` when the deadline passed on
 * the way to a far line
 */
export function* read(request: ReadRequest, job: Job, blockBytes = BLOCK_BYTES): Operation<ReadReport> {
  const found = resolveAndNote(job, request.path);
  const open = job.door.open(found.place);
  try {
    return yield* readOpened(request, job, found, snapshotOf(open), blockBytes);
  } finally {
    open.close();
  }
}

function* readOpened(
  request: ReadRequest,
  job: Job,
  found: ResolvedPath,
  open: OpenFile,
  blockBytes: number,
): Operation<ReadReport> {
  const { arena: contents } = job.cache;
  const file = new TextFile(
    open,
    found.shown,
    request.encoding,
    blockBytes,
    (bytes, offset) => contents.scratchFor(bytes, offset),
  );
  const range = clampRange(request.range);
  const part = range.type === "bytes" ? readBytes(file, range) : yield* readLines(file, range, job, request.timeoutMs);
  const { contentAt, ...rest } = part;
  return {
    op: "read",
    path: found.shown,
    size: file.size,
    ...rest,
    ...(isSameBytes(file, part) && { contentAt }),
    ...otherEncoding(file, part, request.encoding),
  };
}

/** Whether the content, in UTF-8, is byte for byte what the file has. */
function isSameBytes(file: TextFile, { content }: FilePage): boolean {
  return content !== "" && file.encoding === "utf-8" && !content.includes("\uFFFD");
}

/** Of a page with bytes that are no UTF-8, in which encoding the file likely is. */
function otherEncoding(file: TextFile, { content }: FilePage, label?: string): Pick<ReadReport, "likelyEncoding"> {
  if (label !== undefined || file.encoding !== "utf-8" || !content.includes("\uFFFD")) return {};
  const likely = file.detectedEncoding();
  return likely === undefined ? {} : { likelyEncoding: likely };
}

/** Whatever was asked for, a page takes bounded memory. */
function clampRange(range: ReadRange): ReadRange {
  const { cap } = LIMITS.readBytes;
  if (range.type === "bytes") return { ...range, max: Math.min(range.max, cap) };
  return { ...range, maxBytes: Math.min(range.maxBytes, cap) };
}

function readBytes(file: TextFile, range: ByteRange): FilePage {
  // From an even place: that is a unit's start in UTF-16.
  const base = Math.max(0, range.offset - range.offset % 2 - CHAR_MARGIN_BYTES);
  const bytes = file.readPiece(base, range.offset - base + range.max + 2 * CHAR_MARGIN_BYTES);
  const start = charStart(file.encoding, bytes, range.offset - base);
  const end = Math.max(start, bytePageEnd(file.encoding, bytes, start, range, base));
  const text = Math.min(end, Math.max(start, file.markLength - base));
  return {
    content: file.displayText(bytes.subarray(text, end)),
    contentAt: base + text,
    given: { type: "bytes", offset: base + start, length: end - start },
    more: end < bytes.length,
  };
}

function bytePageEnd(
  encoding: string,
  bytes: Uint8Array,
  start: number,
  { offset, max, widen }: ByteRange,
  base: number,
) {
  if (!widen) return pageEnd(encoding, bytes, start, max);
  return charStart(encoding, bytes, Math.min(bytes.length, offset - base + max));
}
