/**
 * The messages of the watching thread: to and from the engine, and from main.
 * @module
 */

/** From the engine to the watching thread. Paths are absolute. */
export type EngineToWatch =
  | { readonly type: "watch"; readonly dirs: readonly string[] }
  /** Requests a `drained` reply after every earlier change has been reported. */
  | { readonly type: "drain"; readonly id: number };

/** From the watching thread to the engine. */
export type WatchToEngine =
  | {
    readonly type: "watching";
    readonly dirs: readonly string[];
    /** The device and inode of each root, as `inodeOf` formats them; undefined if unknown. */
    readonly roots: readonly (string | undefined)[];
    /** No further directories will be watched. */
    readonly isFull: boolean;
  }
  /** Entries whose content or attributes may have changed; and entries that were created, removed or replaced. */
  | { readonly type: "changed"; readonly content: readonly string[]; readonly entries: readonly string[] }
  /** All watches have ended, and changes may have been missed. */
  | { readonly type: "unwatched" }
  | { readonly type: "drained"; readonly id: number }
  /** Every change from before the start of this call, and so of all earlier calls, has been reported. */
  | { readonly type: "call_drained"; readonly call: number };

/** Passes the engine's port and the roots to the watching thread. */
export interface JoinMessage {
  readonly type: "join";
  readonly port: MessagePort;
  /** Absolute. */
  readonly roots: readonly string[];
  /** Maximum number of watched directories. */
  readonly maxDirs: number;
}

/** From main to the watching thread. */
export type MainToWatch =
  | JoinMessage
  /** A call has begun: requests a `call_drained` reply to the engine. Numbers increase. */
  | { readonly type: "drain"; readonly call: number };
