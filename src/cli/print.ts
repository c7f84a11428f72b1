/**
 * Output of the command line: whole, and quiet when nobody listens.
 * @module
 */
import type { Output } from "./command_line.ts";

/** Whether to print JSON: as asked, else where no person reads. */
export function wantsJson(output: Output): boolean {
  return output === undefined ? !Deno.stdout.isTerminal() : output === "json";
}

/** Prints `text` and a line feed; a reader that has gone away is no error. */
export function print(text: string): void {
  const bytes = new TextEncoder().encode(text + "\n");
  try {
    for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
