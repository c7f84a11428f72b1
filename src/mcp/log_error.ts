/**
 * What whoever started the server is told of on stderr.
 * @module
 */
import { textValue } from "../format/safe_text.ts";

/** Tells of an error. Its words may be a client's: they come to one line, which neither forges others nor drives a terminal. */
export function logError(error: unknown, what = ""): void {
  console.error(`fossick: ${what}${textValue(error instanceof Error ? error.message : String(error))}`);
}
