/**
 * What stands in the way of a read, and its translation into the contract's faults.
 * @module
 */
import { type FaultKey } from "../model/faults.ts";
import { baseName } from "../model/place.ts";
import { reason, type ReasonKey } from "../model/reasons.ts";
import { ToolError } from "../model/tool_error.ts";

/** Faults a read can meet. */
export type Hindrance = Extract<
  FaultKey,
  | "outside"
  | "not_found"
  | "not_a_file"
  | "is_directory"
  | "not_a_directory"
  | "unreadable"
  | "read_failed"
  | "changed"
>;

/** A hindrance found on the way, before it is known how the caller names the place. */
export class Obstacle extends Error {
  override readonly name = "Obstacle";
  /** @param kind what the entry is instead of a file; of `not_found`, `link` where one leads to nothing */
  constructor(readonly hindrance: Hindrance, readonly kind?: ReasonKey) {
    super(hindrance);
  }
}

/** What an error of the system says of the entry. With any other it is there, and the system failed to read it. */
const BY_CODE: Readonly<Record<string, Exclude<Hindrance, "read_failed">>> = {
  EACCES: "unreadable",
  EPERM: "unreadable",
  EROFS: "unreadable",
  ENOENT: "not_found",
  ENOTDIR: "not_found",
  ENAMETOOLONG: "not_found",
  ELOOP: "not_found",
  EISDIR: "is_directory",
  // No device behind the file, or (a socket) nothing that can be opened.
  ENXIO: "not_a_file",
  ENODEV: "not_a_file",
};

/** Why the system failed, where its error says so. */
const FAILURES: Readonly<Record<string, ReasonKey>> = {
  EIO: "device_error",
  EREMOTEIO: "device_error",
  EUCLEAN: "device_error",
  EMFILE: "too_many_open",
  ENFILE: "too_many_open",
  ENOMEM: "no_memory",
  ESTALE: "stale_handle",
  ETIMEDOUT: "no_reply",
  EHOSTDOWN: "no_reply",
  EHOSTUNREACH: "no_reply",
  ENOTCONN: "no_reply",
  EBUSY: "in_use",
  ETXTBSY: "in_use",
  EAGAIN: "in_use",
};

/**
 * The fault a failed read comes to, named as the caller names the place.
 * @returns undefined for an error that is no failure of a read but a bug
 */
export function faultOf(error: unknown, path: string): ToolError | undefined {
  if (error instanceof ToolError) return error;
  if (error instanceof Obstacle) return fault(error.hindrance, path, error.kind);
  if (error instanceof Deno.errors.NotCapable) return fault("unreadable", path);
  const code = codeOf(error);
  if (code === undefined) return undefined;
  const hindrance = BY_CODE[code];
  return hindrance === undefined ? failure(code, path) : fault(hindrance, path);
}

function failure(errno: string, path: string): ToolError {
  return new ToolError("read_failed", { path, errno, why: reason(FAILURES[errno] ?? "system_error") });
}

/** The system's name for an error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A fault about `path`. @param kind see `Obstacle` */
export function fault(hindrance: Hindrance, path: string, kind: ReasonKey = "no_file"): ToolError {
  switch (hindrance) {
    case "not_found":
      return new ToolError(hindrance, { path, name: baseName(path), ...(kind === "link" && { kind: reason(kind) }) });
    case "not_a_file":
      return new ToolError(hindrance, { path, kind: reason(kind) });
    default:
      return new ToolError(hindrance, { path });
  }
}
