/**
 * The messages between main and the engine's thread: plain data, one reply for each request.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import type { ParserFile } from "../engine/structure/language.ts";
import type { FaultData } from "../model/messages/tool_error.ts";
import type { Request } from "../model/request.ts";

/** From main to the engine's thread. */
export type ToEngine =
  | {
    readonly type: "open";
    readonly roots: readonly RootDir[];
    /** Maximum size of the cached contents. */
    readonly cacheBytes: number;
    /** The port to the watching thread. */
    readonly watch?: MessagePort;
    /** Counts all messages to the thread but this one: see `MailboxCounter`. */
    readonly sentCount: Int32Array;
  }
  | {
    readonly type: "run";
    readonly id: number;
    readonly request: Request;
    /** UNIX milliseconds. The timeout runs from then, not from when a busy thread receives the message. */
    readonly askedAt: number;
    readonly callNumber?: number;
    /** Progress is to be reported. */
    readonly wantsProgress?: true;
  }
  | { readonly type: "cancel"; readonly id: number }
  /** The reply to `need_file`: the file, or why there is none. */
  | {
    readonly type: "file";
    readonly file: ParserFile;
    readonly bytes?: Uint8Array<ArrayBuffer>;
    readonly error?: string;
  }
  /** Requests a `pong`. */
  | { readonly type: "ping" };

/** From the engine's thread to main. */
export type FromEngine =
  | { readonly type: "ready"; readonly permissions: Readonly<Record<string, string>> }
  | { readonly type: "pong" }
  /** Requests a file of the parser, as it is first needed. */
  | { readonly type: "need_file"; readonly file: ParserFile }
  | { readonly type: "progress"; readonly id: number; readonly done: number; readonly total?: number }
  /** The report as JSON: one string crosses threads many times as fast as ten thousand objects. */
  | { readonly type: "report"; readonly id: number; readonly report: string }
  | { readonly type: "fault"; readonly id: number; readonly fault: FaultData }
  | { readonly type: "bug"; readonly id?: number; readonly message: string; readonly stack?: string };
