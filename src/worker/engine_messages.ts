/**
 * What main and the engine's thread say to each other: plain data, one reply for each request.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import type { Request } from "../model/request.ts";
import type { FaultData } from "../model/messages/tool_error.ts";

/** Main to thread. */
export type ToEngine =
  | {
    readonly type: "open";
    readonly roots: readonly RootDir[];
    /** Bytes of contents to keep. */
    readonly budget: number;
    /** To the watching thread. */
    readonly watch?: MessagePort;
    /** Counts all messages to the thread but this one: see `MailboxCounter`. */
    readonly sent: Int32Array;
  }
  | {
    readonly type: "run";
    readonly id: number;
    readonly request: Request;
    /** UNIX milliseconds: the request's time runs from then, not from when a busy thread comes to it. */
    readonly askedAt: number;
    readonly call?: number;
    /** Somebody wants to know how far it is. */
    readonly followed?: true;
  }
  | { readonly type: "cancel"; readonly id: number }
  /** Are you there? */
  | { readonly type: "ping" };

/** Thread to main. */
export type FromEngine =
  | { readonly type: "ready"; readonly permissions: Readonly<Record<string, string>> }
  | { readonly type: "pong" }
  | { readonly type: "progress"; readonly id: number; readonly done: number; readonly total?: number }
  /** The report as JSON: one string crosses threads many times as fast as ten thousand objects. */
  | { readonly type: "report"; readonly id: number; readonly report: string }
  | { readonly type: "fault"; readonly id: number; readonly fault: FaultData }
  | { readonly type: "bug"; readonly id?: number; readonly message: string; readonly stack?: string };
