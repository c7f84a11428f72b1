/**
 * Splits a stream into lines, and parses a line: its value, or the protocol error that answers it.
 * @module
 */
import type { RequestId } from "@modelcontextprotocol/server";
import { jsonExcess } from "../../model/json_limits.ts";
import { LIMITS } from "../../model/limits.ts";
import { ByteBuffer, LONE_SURROGATE, membersOf, normalizeParams, repeatsLoneSurrogate } from "../incoming_message.ts";

/** The ends of a line, one of which holds the id of its request. */
export interface LineEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** A whole line, or the ends of one that was too long to keep. */
export type Line = { readonly kind: "line"; readonly bytes: Uint8Array } | { readonly kind: "too_long" } & LineEnds;

/** The sizes of a line's ends. */
const HEAD_BYTES = 4096, TAIL_BYTES = 256;
const NEWLINE = 10;

/** Collects chunks and yields lines without their line feeds. */
export class LineSplitter {
  /** An incomplete line; of one that is too long, only its ends are kept. */
  #line = new ByteBuffer();
  #ends: LineEnds | undefined;

  /** @param max bytes of the longest line that is yielded whole */
  constructor(readonly max: number) {}

  /** Yields the lines that `chunk` completes. A line inside one chunk is a view of it. */
  *push(chunk: Uint8Array): Generator<Line, void, void> {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      yield this.#finish(chunk.subarray(from, at));
      from = at + 1;
    }
    this.#buffer(chunk.subarray(from));
  }

  #finish(last: Uint8Array): Line {
    if (this.#line.size === 0 && this.#ends === undefined && last.length <= this.max) {
      return { kind: "line", bytes: last };
    }
    this.#buffer(last);
    const { bytes } = this.#line, ends = this.#ends;
    this.#line = new ByteBuffer();
    this.#ends = undefined;
    return ends === undefined ? { kind: "line", bytes } : { kind: "too_long", ...ends };
  }

  #buffer(part: Uint8Array): void {
    const { head, tail } = this.#ends ?? { head: this.#line.bytes, tail: this.#line.bytes };
    if (this.#ends === undefined && this.#line.size + part.length <= this.max) return this.#line.push(part);
    this.#ends = {
      head: concat(head.subarray(0, HEAD_BYTES), part.subarray(0, HEAD_BYTES)).slice(0, HEAD_BYTES),
      tail: concat(tail.subarray(-TAIL_BYTES), part.subarray(-TAIL_BYTES)).slice(-TAIL_BYTES),
    };
    this.#line = new ByteBuffer();
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** A JSON-RPC error. Its id is null if the request's id could not be found. */
export interface ErrorLine {
  readonly jsonrpc: "2.0";
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** A parsed line: a value of JSON, an error, or neither if it is blank. */
export interface ParsedLine {
  readonly value?: unknown;
  readonly error?: ErrorLine;
}

/** The codes of JSON-RPC's errors. */
const PARSE_ERROR = -32700, INVALID_REQUEST = -32600;
const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();

/** Parses one line. It never throws. */
export function parseLine(line: Line): ParsedLine {
  if (line.kind === "too_long") {
    return errorLine(PARSE_ERROR, `the line is longer than ${LIMITS.protocolLine / 2 ** 20} MiB`, idInEnds(line));
  }
  const excess = jsonExcess(line.bytes);
  if (excess !== undefined) return errorLine(PARSE_ERROR, `the line ${excess}`, idInEnds(line));
  try {
    const text = strict.decode(line.bytes);
    if (text.trim() === "") return {};
    const value = normalizeParams(JSON.parse(text));
    if (Array.isArray(value)) {
      return errorLine(INVALID_REQUEST, "Invalid Request: a batch; send each message by itself");
    }
    return repeatsLoneSurrogate(value)
      ? errorLine(INVALID_REQUEST, `Invalid Request: ${LONE_SURROGATE}`, idOf(value))
      : { value };
  } catch (error) {
    const why = error instanceof SyntaxError ? "the line is not JSON" : "the line is not UTF-8";
    return errorLine(PARSE_ERROR, `Parse error: ${why}`, idInEnds(line));
  }
}

/** An error that answers a line. */
export function errorLine(code: number, message: string, id: RequestId | null = null): { readonly error: ErrorLine } {
  return { error: { jsonrpc: "2.0", id, error: { code, message } } };
}

/** The id of a request that can't be answered otherwise; null if it has none that an answer could repeat. */
export function idOf(value: unknown): RequestId | null {
  const { id } = membersOf(value);
  return typeof id === "string" && id.isWellFormed() || typeof id === "number" && Number.isSafeInteger(id) ? id : null;
}

const ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"(?:[^"\\]|\\.){0,200}")\s*`;
const ID_LAST = new RegExp(`[,{]\\s*${ID}\\}\\s*$`);
const ID_EARLY = new RegExp(`^\\s*\\{\\s*(?:"(?:jsonrpc|method)"\\s*:\\s*"[^"\\\\]*"\\s*,\\s*)*${ID}[,}]`);

/** The id of a request that can't be parsed. Clients write it before the params, or at the end. */
function idInEnds(line: Line): RequestId | null {
  const { head, tail } = line.kind === "too_long"
    ? line
    : { head: line.bytes.subarray(0, HEAD_BYTES), tail: line.bytes.subarray(-TAIL_BYTES) };
  const found = ID_EARLY.exec(lenient.decode(head)) ?? ID_LAST.exec(lenient.decode(tail));
  if (found?.[1] === undefined) return null;
  try {
    return idOf({ id: JSON.parse(found[1]) });
  } catch {
    return null;
  }
}
