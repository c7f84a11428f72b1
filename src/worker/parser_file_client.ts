/**
 * The engine thread's side of reading the parser's files: main imports them, which the thread's permissions don't allow.
 * @module
 */
import type { ParserFile, ReadParserFile } from "../engine/structure/parser_file.ts";
import type { FromEngine, ToEngine } from "./engine_messages.ts";

/** Asks main for files. */
export class ParserFileClient {
  readonly #waiting = new Map<ParserFile, PromiseWithResolvers<Uint8Array<ArrayBuffer>>>();

  constructor(private readonly post: (message: FromEngine) => void) {}

  /** Requests a file, unless it is already requested. */
  readonly read: ReadParserFile = (file) => {
    const waiting = this.#waiting.get(file);
    if (waiting !== undefined) return waiting.promise;
    const requested = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    this.#waiting.set(file, requested);
    this.post({ type: "need_file", file });
    return requested.promise;
  };

  /** Handles main's reply. */
  receive({ file, bytes, error }: Extract<ToEngine, { type: "file" }>): void {
    const waiting = this.#waiting.get(file);
    this.#waiting.delete(file);
    if (bytes !== undefined) waiting?.resolve(bytes);
    else waiting?.reject(new Error(error));
  }
}
