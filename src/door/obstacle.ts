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
  "outside" | "not_found" | "not_a_file" | "is_directory" | "not_a_directory" | "unreadable" | "changed"
>;

/** A hindrance found on the way, before it is known how the caller names the place. */
export class Obstacle extends Error {
  override readonly name = "Obstacle";
  /** @param kind what the entry is instead of a file; of `not_found`, `link` where one leads to nothing */
  constructor(readonly hindrance: Hindrance, readonly kind?: ReasonKey) {
    super(hindrance);
  }
}

// Everything else that the system refuses (EACCES, EPERM, EIO, ESTALE …) is there but can't be read.
const BY_CODE: Readonly<Record<string, Hindrance>> = {
  ENOENT: "not_found",
  ENOTDIR: "not_found",
  ENAMETOOLONG: "not_found",
  ELOOP: "not_found",
  EISDIR: "is_directory",
  // No device behind the file, or (a socket) nothing that can be opened.
  ENXIO: "not_a_file",
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
  return code === undefined ? undefined : fault(BY_CODE[code] ?? "unreadable", path);
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
