/**
 * Output of the command line: whole, and quiet when nobody listens.
 * @module
 */
import type { Output } from "./command_line.ts";

/** Whether to print JSON: as asked, else where no person reads. */
export function wantsJson(output: Output): boolean {
  return output === undefined ? !Deno.stdout.isTerminal() : output === "json";
}

/** Prints `text` and a line feed; whether somebody still reads. A reader that has gone away is no error. */
export function print(text: string): boolean {
  return write(Deno.stdout, text + "\n");
}

/** The same, on stderr. */
export function complain(text: string): boolean {
  return write(Deno.stderr, text + "\n");
}

/** Milliseconds to wait for a reader that is slower than we are. */
const SLOW_READER_MS = 2;

/** Writes all of `text`; whether somebody still reads. */
export function write(to: { writeSync(bytes: Uint8Array): number }, text: string): boolean {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += to.writeSync(bytes.subarray(at));
    } catch (error) {
      if (error instanceof Deno.errors.BrokenPipe) return false;
      // Whoever shares the pipe may have made it one that does not wait.
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLOW_READER_MS);
    }
  }
  return true;
}
