/**
 * The error log on stderr.
 * @module
 */
import { textValue } from "../format/safe_text.ts";

/** Logs an error. Its message may be a client's: it is escaped to one line, and can't drive a terminal. */
export function logError(error: unknown, what = ""): void {
  console.error(`fossick: ${what}${textValue(error instanceof Error ? error.message : String(error))}`);
}
