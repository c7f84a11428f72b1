/**
 * What stands in the way of a read, and its translation into the contract's faults.
 * @module
 */
import { type FaultKey } from "../model/messages/faults.ts";
import { baseName } from "../model/place.ts";
import { reason, type ReasonKey } from "../model/messages/reasons.ts";
import { ToolError } from "../model/messages/tool_error.ts";

/** Faults a read can meet. */
export type AccessFaultKey = Extract<
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
export class AccessError extends Error {
  override readonly name = "AccessError";
  /** @param kind what the entry is instead of a file; of `not_found`, `link` where one leads to nothing */
  constructor(readonly faultKey: AccessFaultKey, readonly kind?: ReasonKey) {
    super(faultKey);
  }
}

/** What an error of the system says of the entry. With any other it is there, and the system failed to read it. */
const FAULT_BY_ERRNO: Readonly<Record<string, Exclude<AccessFaultKey, "read_failed">>> = {
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
const REASON_BY_ERRNO: Readonly<Record<string, ReasonKey>> = {
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
export function toolErrorOf(error: unknown, path: string): ToolError | undefined {
  if (error instanceof ToolError) return error;
  if (error instanceof AccessError) return accessFault(error.faultKey, path, error.kind);
  if (error instanceof Deno.errors.NotCapable) return accessFault("unreadable", path);
  const code = errnoOf(error);
  if (code === undefined) return undefined;
  const hindrance = FAULT_BY_ERRNO[code];
  return hindrance === undefined ? readFailure(code, path) : accessFault(hindrance, path);
}

function readFailure(errno: string, path: string): ToolError {
  return new ToolError("read_failed", { path, errno, why: reason(REASON_BY_ERRNO[errno] ?? "system_error") });
}

/** The system's name for an error, such as ENOENT. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A fault about `path`. @param kind see `AccessError` */
export function accessFault(hindrance: AccessFaultKey, path: string, kind: ReasonKey = "no_file"): ToolError {
  switch (hindrance) {
    case "not_found":
      return new ToolError(hindrance, { path, name: baseName(path), ...(kind === "link" && { kind: reason(kind) }) });
    case "not_a_file":
      return new ToolError(hindrance, { path, kind: reason(kind) });
    default:
      return new ToolError(hindrance, { path });
  }
}
