import { assertEquals } from "@std/assert";
import { logError } from "../../src/mcp/log_error.ts";

Deno.test("an error message can't forge a line of the log, nor drive a terminal", () => {
  const lines: unknown[][] = [], log = console.error;
  console.error = (...line) => lines.push(line);
  try {
    logError(
      new Error("\x1b[31mno\nfossick: listening on http://elsewhere\u202e\x9b2J"),
      "the client did not answer: ",
    );
    logError("x".repeat(5000));
  } finally {
    console.error = log;
  }
  assertEquals(lines, [
    ["fossick: the client did not answer: \\x1b[31mno\\x0afossick: listening on http://elsewhere\\u202e\\x9b2J"],
    [`fossick: ${"x".repeat(300)}…`],
  ]);
});
