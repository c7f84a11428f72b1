/**
 * Texts that a test expects, in files of their own.
 * @module
 */
import { assertEquals } from "@std/assert";

/** Asserts that a file has these lines. With FOSSICK_WRITE_ANSWERS=1 it is written instead: review its diff. */
export function assertLinesOf(path: string, lines: readonly string[]): void {
  if (Deno.env.has("FOSSICK_WRITE_ANSWERS")) Deno.writeTextFileSync(path, lines.join("\n") + "\n");
  else assertEquals(lines, Deno.readTextFileSync(path).trimEnd().split("\n"));
}
