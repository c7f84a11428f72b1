/**
 * Splits a stream into lines, and parses a line: its value, or the protocol error that answers it.
 * @module
 */
import type { RequestId } from "@modelcontextprotocol/server";
import { jsonExcess } from "../../model/json_limits.ts";
import { LIMITS } from "../../model/limits.ts";
import { ByteBuffer, membersOf, normalizeParams, parseJson, refusalOf } from "../incoming_message.ts";

/** A line without its line feed. */
export interface Line {
  readonly bytes: Uint8Array;
  /** Whether it was too long to keep: `bytes` are its ends, one of which holds the id of its request. */
  readonly isCut: boolean;
}

/** The sizes of a line's ends. */
const HEAD_BYTES = 4096, TAIL_BYTES = 256;
const NEWLINE = 10, SPACE = 32;

/** Collects chunks and yields lines. */
export class LineSplitter {
  /** An incomplete line. */
  #line = new ByteBuffer();
  #isCut = false;

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

  #finish(bytes: Uint8Array): Line {
    if (this.#line.size === 0 && bytes.length <= this.max) return { bytes, isCut: false };
    this.#buffer(bytes);
    const line = { bytes: this.#line.bytes, isCut: this.#isCut };
    this.#line = new ByteBuffer();
    this.#isCut = false;
    return line;
  }

  #buffer(part: Uint8Array): void {
    this.#isCut ||= this.#line.size + part.length > this.max;
    this.#line.push(part);
    if (!this.#isCut || this.#line.size <= HEAD_BYTES + TAIL_BYTES) return;
    const { bytes } = this.#line;
    this.#line = new ByteBuffer();
    this.#line.push(bytes.subarray(0, HEAD_BYTES));
    this.#line.push(bytes.subarray(-TAIL_BYTES));
  }
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
const lenient = new TextDecoder();

/** Parses one line. It never throws. */
export function parseLine(line: Line): ParsedLine {
  if (line.isCut) {
    return errorLine(PARSE_ERROR, `the line is longer than ${LIMITS.protocolLine / 2 ** 20} MiB`, idInEnds(line));
  }
  const excess = jsonExcess(line.bytes);
  if (excess !== undefined) return errorLine(PARSE_ERROR, `the line ${excess}`, idInEnds(line));
  if (line.bytes.every((byte) => byte <= SPACE)) return {};
  try {
    const value = normalizeParams(parseJson(line.bytes));
    const refusal = refusalOf(value);
    return refusal === undefined ? { value } : errorLine(INVALID_REQUEST, `Invalid Request: ${refusal}`, idOf(value));
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
function idInEnds({ bytes }: Line): RequestId | null {
  const found = ID_EARLY.exec(lenient.decode(bytes.subarray(0, HEAD_BYTES))) ??
    ID_LAST.exec(lenient.decode(bytes.subarray(-TAIL_BYTES)));
  if (found?.[1] === undefined) return null;
  try {
    return idOf({ id: JSON.parse(found[1]) });
  } catch {
    return null;
  }
}
