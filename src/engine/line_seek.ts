/**
 * Where a line begins in a file, found block by block from either end.
 * @module
 */
import { ToolError } from "../model/tool_error.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { type LineBreaks, lineBreaks } from "./newlines.ts";
import type { TextFile } from "./text_file.ts";

/** Files up to so many bytes are read to the end, so as to tell how many lines there are. */
const COUNTED = 16 * 2 ** 20;

/** A line's beginning. */
export interface LinePlace {
  /** File offset in bytes. */
  readonly at: number;
  /** From 1; negative, from the end (-1 = the last), where the lines before were too many to count. */
  readonly line: number;
}

/** Seeks lines of one file under one deadline. */
export class LineSeeker {
  readonly breaks: LineBreaks;

  constructor(private readonly file: TextFile, private readonly job: Job, private readonly timeoutMs: number) {
    this.breaks = lineBreaks(file.encoding, job.residence.contents.kernel);
  }

  /** Counting all lines costs little. */
  get small(): boolean {
    return this.file.size <= COUNTED;
  }

  /**
   * Where line `line` (from 1) begins; the number of lines when there are fewer.
   * @throws ToolError `timeout`
   */
  *fromStart(line: number): Operation<LinePlace | { readonly total: number }> {
    const { markLength } = this.file;
    if (line === 1) return { at: markLength, line };
    const found = yield* this.#after(markLength, line - 1);
    if (found === undefined) throw this.#timeout();
    return "at" in found ? { at: found.at, line } : found;
  }

  /**
   * Where the n-th line from the end begins; line 1 when there are fewer.
   * @throws ToolError `timeout`
   */
  *fromEnd(n: number): Operation<LinePlace> {
    const { file, breaks } = this;
    let missing = n;
    for (let end = file.size; end > file.markLength;) {
      const start = this.#blockBefore(end);
      const block = file.block(start, end);
      // The break at the end of the file begins no line.
      if (end === file.size && this.#unended(block) === 0) missing++;
      const count = breaks.count(block);
      if (count >= missing) return yield* this.#numbered(start + breaks.afterLast(block, missing), n);
      missing -= count;
      end = start;
      if (this.job.left() <= 0) throw this.#timeout();
      if (this.job.due()) yield;
    }
    return { at: file.markLength, line: 1 };
  }

  /** Lines that begin in [from, to); undefined when the deadline comes first. */
  *lines(from: number, to: number): Operation<number | undefined> {
    const found = yield* this.#after(from, Infinity, to);
    return found && "total" in found ? found.total : undefined;
  }

  /** The place behind the n-th break in [from, to), or how many lines begin there; undefined at the deadline. */
  *#after(
    from: number,
    n: number,
    to = Infinity,
  ): Operation<{ readonly at: number } | { readonly total: number } | undefined> {
    const { file, breaks } = this;
    for (let at = from, before = 0, unended = 0;;) {
      const block = file.block(at, to), count = breaks.count(block);
      if (before + count >= n) return { at: at + breaks.after(block, n - before) };
      before += count;
      if (block.length > 0) unended = this.#unended(block);
      // The file ended there, be it in the middle of a unit: of what comes to it now none begins where a block may.
      if (block.length < file.blockBytes) return { total: before + unended };
      at += block.length;
      if (this.job.left() <= 0) return undefined;
      if (this.job.due()) yield;
    }
  }

  *#numbered(at: number, fromEnd: number): Operation<LinePlace> {
    const before = this.small ? yield* this.lines(this.file.markLength, at) : undefined;
    return { at, line: before === undefined ? -fromEnd : before + 1 };
  }

  /** Blocks lie on one grid, so that each begins at a code unit. */
  #blockBefore(end: number): number {
    const { markLength, blockBytes } = this.file;
    return markLength + Math.floor((end - markLength - 1) / blockBytes) * blockBytes;
  }

  /** 1 when the block ends inside a line. */
  #unended(block: Uint8Array): 0 | 1 {
    return this.breaks.afterLast(block, 1) === block.length ? 0 : 1;
  }

  #timeout(): ToolError {
    return new ToolError("timeout", { ms: this.timeoutMs });
  }
}
