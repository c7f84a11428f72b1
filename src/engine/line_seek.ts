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
    const { file, breaks } = this;
    let at = file.markLength, before = 0, unended = 0;
    while (before < line - 1) {
      const block = file.block(at);
      if (block.length === 0) return { total: before + unended };
      const count = breaks.count(block);
      if (before + count >= line - 1) return { at: at + breaks.after(block, line - 1 - before), line };
      before += count;
      unended = this.#unended(block);
      // The file ended there, be it in the middle of a unit: of what comes to it now none begins where a block may.
      if (block.length < file.blockBytes) return { total: before + unended };
      at += block.length;
      yield* this.#pace();
    }
    return { at, line: before + 1 };
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
      yield* this.#pace();
    }
    return { at: file.markLength, line: 1 };
  }

  /** Lines that begin in [from, to); undefined when the deadline comes first. */
  *lines(from: number, to: number): Operation<number | undefined> {
    let lines = 0, unended = 0;
    for (let at = from; at < to;) {
      const block = this.file.block(at, to);
      if (block.length === 0) break;
      lines += this.breaks.count(block);
      unended = this.#unended(block);
      at += block.length;
      if (this.job.left() <= 0) return undefined;
      if (this.job.due()) yield;
    }
    return lines + unended;
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

  *#pace(): Operation<void> {
    if (this.job.left() <= 0) throw new ToolError("timeout", { ms: this.timeoutMs });
    if (this.job.due()) yield;
  }
}
