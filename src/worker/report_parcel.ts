/**
 * Reports as they cross threads: a search's hits apart from it, some at a time, their texts in one string and their
 * numbers in one array, since a message of thousands of objects keeps both threads from everything else.
 * @module
 */
import type { Hit, ListReport, Report, SearchReport } from "../model/report.ts";
import {
  type EntriesParcel,
  type FilesParcel,
  packEntries,
  packFiles,
  unpackEntries,
  unpackFiles,
} from "./rows_parcel.ts";

/** Hits without the files they are in. */
export interface HitsParcel {
  /** All lines in and around them, each different one once. */
  readonly text: string;
  /** The UTF-16 units of each. */
  readonly lengths: Uint32Array;
  /**
   * For each hit: its line number, its column, whether it is cut (of a match of which not all lines are shown, how many it
   * has), how many spans, lines before and lines after it has; its spans, which lines are before it, which it is, which are
   * after it.
   */
  readonly numbers: Float64Array;
}

/** A report without its hits, its rows packed. */
export type Sent = Exclude<Report, SearchReport | ListReport> | SentSearch | SentList;

interface SentSearch extends Omit<SearchReport, "files"> {
  readonly files: FilesParcel;
}

interface SentList extends Omit<ListReport, "entries"> {
  readonly entries: EntriesParcel;
}

/** Of a parcel, about: numbers, and UTF-16 units. */
const NUMBERS = 16 * 1024, UNITS = 256 * 1024;

/** The report, without the hits that parcels hold. */
export function withoutHits(report: Report): Sent {
  if (report.op === "list") return { ...report, entries: packEntries(report.entries) };
  return report.op === "search" ? { ...report, files: packFiles(report.files) } : report;
}

/** All hits of a report, in order. */
export function* hitParcels(report: Report): Generator<HitsParcel, void, void> {
  if (report.op !== "search") return;
  let open = new Packer();
  for (const { hits } of report.files) {
    for (const hit of hits) {
      open.add(hit);
      if (!open.isFull) continue;
      yield open.parcel();
      open = new Packer();
    }
  }
  if (!open.isEmpty) yield open.parcel();
}

/** Gathers hits for a parcel. */
class Packer {
  readonly #numbers: number[] = [];
  /** Lines, and their places. */
  readonly #lines = new Map<string, number>();
  #units = 0;

  get isEmpty(): boolean {
    return this.#numbers.length === 0;
  }

  get isFull(): boolean {
    return this.#numbers.length >= NUMBERS || this.#units >= UNITS;
  }

  add({ lineNumber, column, cut, lines, spans, before, line, after }: Hit): void {
    const numbers = this.#numbers;
    numbers.push(lineNumber, column, lines ?? (cut ? 1 : 0), spans.length, before.length, after.length);
    for (const [start, end] of spans) numbers.push(start, end);
    for (const text of before) numbers.push(this.#placeOf(text));
    numbers.push(this.#placeOf(line));
    for (const text of after) numbers.push(this.#placeOf(text));
  }

  parcel(): HitsParcel {
    const lines = [...this.#lines.keys()];
    return {
      text: lines.join(""),
      lengths: Uint32Array.from(lines, (line) => line.length),
      numbers: Float64Array.from(this.#numbers),
    };
  }

  #placeOf(line: string): number {
    const known = this.#lines.get(line);
    if (known !== undefined) return known;
    this.#units += line.length;
    this.#lines.set(line, this.#lines.size);
    return this.#lines.size - 1;
  }
}

/** The hits of a parcel. */
export function unpackHits(parcel: HitsParcel): Hit[] {
  const hits: Hit[] = [], unpacker = new Unpacker(parcel);
  while (!unpacker.isOver) hits.push(unpacker.hit());
  return hits;
}

/** Takes a parcel's numbers one by one: destructured, they would take four times as long. */
class Unpacker {
  readonly #numbers: Float64Array;
  readonly #lines: string[];
  #next = 0;

  constructor({ text, lengths, numbers }: HitsParcel) {
    let at = 0;
    this.#lines = Array.from(lengths, (length) => text.slice(at, at += length));
    this.#numbers = numbers;
  }

  get isOver(): boolean {
    return this.#next >= this.#numbers.length;
  }

  hit(): Hit {
    const lineNumber = this.#number(), column = this.#number(), cut = this.#number();
    const spanCount = this.#number(), beforeCount = this.#number(), afterCount = this.#number();
    const spans: [number, number][] = [];
    for (let i = 0; i < spanCount; i++) spans.push([this.#number(), this.#number()]);
    const before = this.#texts(beforeCount), line = this.#text(), after = this.#texts(afterCount);
    return { lineNumber, line, cut: cut > 0, ...cut > 1 && { lines: cut }, spans, column, before, after };
  }

  #number(): number {
    return this.#numbers[this.#next++];
  }

  #text(): string {
    return this.#lines[this.#number()];
  }

  #texts(count: number): string[] {
    const texts: string[] = [];
    for (let i = 0; i < count; i++) texts.push(this.#text());
    return texts;
  }
}

/** The report with its hits again. */
export function withHits(sent: Sent, hits: readonly Hit[]): Report {
  if (sent.op === "list") return { ...sent, entries: unpackEntries(sent.entries) };
  if (sent.op !== "search") return sent;
  let at = 0;
  return { ...sent, files: unpackFiles(sent.files, (count) => hits.slice(at, at += count)) };
}
