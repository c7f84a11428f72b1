/**
 * Reads a part of one file, by bytes or by lines, in memory that does not grow with the file.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { ReadReport } from "../../model/report.ts";
import type { ByteRange, ReadRange, ReadRequest } from "../../model/request.ts";
import type { Job } from "../run/job.ts";
import { resolveAndNote } from "../run/resolve_path.ts";
import type { Operation } from "../task/operation.ts";
import { CHAR_MARGIN_BYTES, charStart, pageEnd } from "../text/char_boundaries.ts";
import { snapshotOf, TextFile } from "../text/text_file.ts";
import { type FilePage, readLines } from "./read_lines.ts";

/** Bytes read between two looks at the clock. */
const BLOCK_BYTES = 2 ** 20;

/**
 * Answers a ReadRequest. Invalid UTF-8 is shown as one U+FFFD a byte.
 *
 * Bytes: a page begins at the first character start at or after `offset` and has whole characters, at least one; the
 * next page begins at `given.offset + given.length`. Pages joined are the text of the file. A byte-order mark counts in
 * `length` and is not part of the content. In Shift_JIS, GBK and similar encodings `offset` must be a character start,
 * as the end of a page is. In ISO-2022-JP a page takes its start for ASCII: read it by lines.
 *
 * Lines: `content` is the text of the lines, with LF between them and none after the last one, whether they end at LF
 * or CR LF in the file. A byte-order mark is not part of it. A break at the end of the file begins no further line.
 *
 * A page has at most `LIMITS.readBytes.cap` bytes, whatever the request asks for.
 *
 * @param blockBytes bytes read at a time, even
 * @throws ToolError those of the door, `encoding`, `binary`, and `timeout` when the deadline passed on the way to a far
 * line
 */
export function read(request: ReadRequest, job: Job, blockBytes = BLOCK_BYTES): Operation<ReadReport> {
  return withTextFile(request, job, (file) => readPage(request, job, file), blockBytes);
}

/**
 * Opens a file as text for an operation: a small one as a snapshot, so that all that is read of it agrees.
 * @throws ToolError those of the door, and `encoding`
 */
export function* withTextFile<R>(
  { path, encoding }: Pick<ReadRequest, "path" | "encoding">,
  job: Job,
  work: (file: TextFile) => Operation<R>,
  blockBytes = BLOCK_BYTES,
): Operation<R> {
  const { place, shown } = resolveAndNote(job, path), { arena } = job.cache;
  const open = job.door.open(place);
  try {
    const bufferFor = (bytes: number, offset: number) => arena.scratchFor(bytes, offset);
    return yield* work(new TextFile(snapshotOf(open), shown, encoding, blockBytes, bufferFor));
  } finally {
    open.close();
  }
}

/** Reads a range of an open file; see `read`. */
export function* readPage(request: ReadRequest, job: Job, file: TextFile): Operation<ReadReport> {
  const range = clampRange(request.range);
  const page = range.type === "bytes" ? readBytes(file, range) : yield* readLines(file, range, job, request.timeoutMs);
  const { contentAt, ...rest } = page;
  return {
    op: "read",
    path: file.shown,
    size: file.size,
    ...rest,
    ...(isSameBytes(file, page) && { contentAt }),
    ...otherEncoding(file, page, request.encoding),
  };
}

/** Whether the content in UTF-8 has the same bytes as the file. */
function isSameBytes(file: TextFile, { content }: FilePage): boolean {
  return content !== "" && file.encoding === "utf-8" && !content.includes("\uFFFD");
}

/** The likely encoding of a page with bytes that are not UTF-8. */
function otherEncoding(file: TextFile, { content }: FilePage, label?: string): Pick<ReadReport, "likelyEncoding"> {
  if (label !== undefined || file.encoding !== "utf-8" || !content.includes("\uFFFD")) return {};
  const likely = file.detectedEncoding();
  return likely === undefined ? {} : { likelyEncoding: likely };
}

/** A page takes bounded memory, whatever the request asks for. */
function clampRange(range: ReadRange): ReadRange {
  const { cap } = LIMITS.readBytes;
  if (range.type === "bytes") return { ...range, max: Math.min(range.max, cap) };
  return { ...range, maxBytes: Math.min(range.maxBytes, cap) };
}

function readBytes(file: TextFile, range: ByteRange): FilePage {
  // An even offset is a unit's start in UTF-16.
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
