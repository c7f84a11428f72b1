/**
 * A failure that the caller can correct. It is thrown anywhere, crosses threads as plain data, and is formatted in
 * English or Japanese only when it is answered.
 * @module
 */
import type { Reason, SentenceKey } from "./messages.ts";

export type FaultKey = SentenceKey extends infer Key ? Key extends `fault.${infer Name}` ? Name : never : never;

/** The code of each fault, as answers state it. */
export const FAULT_CODES = {
  outside: "PATH_OUTSIDE_ROOT",
  not_found: "NOT_FOUND",
  glob_not_found: "NOT_FOUND",
  link_not_found: "NOT_FOUND",
  root_gone: "NOT_FOUND",
  not_a_file: "NOT_A_FILE",
  is_directory: "NOT_A_FILE",
  not_a_directory: "NOT_A_DIRECTORY",
  unreadable: "PERMISSION_DENIED",
  read_failed: "INTERNAL",
  changed: "CHANGED_WHILE_READ",
  nul_in_path: "INVALID_ARGUMENT",
  file_url: "INVALID_ARGUMENT",
  bad_argument: "INVALID_ARGUMENT",
  unknown_argument: "UNKNOWN_ARGUMENT",
  conflicting_forms: "CONFLICTING_FORMATS",
  conflicting_modifier: "INVALID_ARGUMENT",
  conflicting_ranges: "INVALID_ARGUMENT",
  conflicting_reads: "INVALID_ARGUMENT",
  symbol_not_found: "NOT_FOUND",
  symbol_not_reached: "NOT_FOUND",
  symbol_unparsed: "NOT_FOUND",
  symbol_unsupported: "INVALID_ARGUMENT",
  regex: "INVALID_REGEX",
  regex_mended: "INVALID_REGEX",
  regex_text: "INVALID_REGEX",
  name_regex: "INVALID_REGEX",
  newline_in_query: "INVALID_REGEX",
  pattern_too_large: "INVALID_REGEX",
  glob: "INVALID_GLOB",
  binary: "BINARY_FILE",
  no_mark: "BINARY_FILE",
  encoding: "UNSUPPORTED_ENCODING",
  encoding_near: "UNSUPPORTED_ENCODING",
  too_large: "TOO_LARGE",
  no_parsers: "INTERNAL",
  timeout: "TIMEOUT",
  consult_unavailable: "CONSULT_UNAVAILABLE",
  consult_path_wildcard: "INVALID_ARGUMENT",
  consult_extension: "INVALID_ARGUMENT",
  consult_directory: "NOT_A_FILE",
  consult_no_match: "NOT_FOUND",
  consult_link: "NOT_A_FILE",
  consult_denied: "PERMISSION_DENIED",
  consult_key: "PERMISSION_DENIED",
  consult_no_room: "TOO_LARGE",
  consult_no_model: "INVALID_ARGUMENT",
  provider_refused: "PROVIDER_ERROR",
  provider_failed: "PROVIDER_ERROR",
  consult_not_permitted: "CONSULT_UNAVAILABLE",
  cancelled: "CANCELLED",
  internal: "INTERNAL",
} as const satisfies Readonly<Record<FaultKey, string>>;

export type ErrorCode = typeof FAULT_CODES[FaultKey];

/** The values of a message's placeholders. A value that is a text itself is a `Reason`, so that it can be translated. */
export type FaultParams = Readonly<Record<string, string | number | Reason>>;

/** A fault as it crosses threads: its key and its values. */
export interface FaultData {
  readonly key: FaultKey;
  readonly params: FaultParams;
}

/**
 * An expected failure; its message is `fault.KEY` in en.json and ja.json.
 *
 * @example
 * ```ts
 * new ToolError("not_found", { path: "src/nope.ts" }).code; // "NOT_FOUND"
 * ```
 */
export class ToolError extends Error implements FaultData {
  override readonly name = "ToolError";
  readonly code: ErrorCode;
  constructor(
    readonly key: FaultKey,
    readonly params: FaultParams = {},
  ) {
    super(`${key} ${JSON.stringify(params)}`);
    this.code = FAULT_CODES[key];
  }
  /** A plain object, for `structuredClone`. */
  get data(): FaultData {
    return { key: this.key, params: this.params };
  }
}

/** The value, or the expected failure. */
export function valueOrFault<T>(get: () => T): T | ToolError {
  try {
    return get();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
}

/** The value, or undefined after an expected failure. */
export function unlessRefused<T>(get: () => T): T | undefined {
  const value = valueOrFault(get);
  return value instanceof ToolError ? undefined : value;
}
