/**
 * The reasons why an entry can't be read, and their translation into faults.
 * @module
 */
import { type FaultKey, ToolError } from "../model/messages/tool_error.ts";
import { baseName } from "../model/place.ts";
import { reason, type ReasonKey } from "../model/messages/messages.ts";

/** The faults that a read can meet. */
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

/** An entry can't be read. Thrown where it is not known yet how the caller names the place. */
export class AccessError extends Error {
  override readonly name = "AccessError";
  /** @param kind what the entry is instead of a file; with `not_found`, `link` if a link leads to nothing */
  constructor(readonly faultKey: AccessFaultKey, readonly kind?: ReasonKey) {
    super(faultKey);
  }
}

/** The fault of each system error. With any other error the entry exists and the system failed to read it. */
const FAULT_BY_ERRNO: Readonly<Record<string, Exclude<AccessFaultKey, "read_failed">>> = {
  EACCES: "unreadable",
  EPERM: "unreadable",
  EROFS: "unreadable",
  ENOENT: "not_found",
  ENOTDIR: "not_found",
  ENAMETOOLONG: "not_found",
  ELOOP: "not_found",
  EISDIR: "is_directory",
  // The device of a device file is missing; or the file is a socket, which can't be opened.
  ENXIO: "not_a_file",
  ENODEV: "not_a_file",
};

/**
 * The fault of a failed read, named as the caller names the place.
 * @returns undefined for an error that is a bug, not a failed read
 */
export function toolErrorOf(error: unknown, path: string): ToolError | undefined {
  if (error instanceof ToolError) return error;
  if (error instanceof AccessError) return accessFault(error.faultKey, path, error.kind);
  if (error instanceof Deno.errors.NotCapable) return accessFault("unreadable", path);
  const errno = errnoOf(error);
  if (errno === undefined) return undefined;
  const key = FAULT_BY_ERRNO[errno];
  return key === undefined ? new ToolError("read_failed", { path, errno }) : accessFault(key, path);
}

/** The system's name for an error, such as ENOENT. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/**
 * A fault about `path`.
 * @param kind see `AccessError`
 */
export function accessFault(key: AccessFaultKey, path: string, kind: ReasonKey = "no_file"): ToolError {
  switch (key) {
    case "not_found":
      return new ToolError(key, { path, name: baseName(path), ...(kind === "link" && { kind: reason(kind) }) });
    case "not_a_file":
      return new ToolError(key, { path, kind: reason(kind) });
    default:
      return new ToolError(key, { path });
  }
}
