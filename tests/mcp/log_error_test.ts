import { assertEquals, assertMatch } from "@std/assert";
import { logError } from "../../src/mcp/log_error.ts";
import { runToEnd } from "../program.ts";

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

const MODULE = new URL("../../src/mcp/log_error.ts", import.meta.url).href;

Deno.test("an error in a handler and an unhandled rejection are logged, and the program continues", async () => {
  for (
    const mistake of ["queueMicrotask(() => { throw new Error('oops') })", "void Promise.reject(new Error('oops'))"]
  ) {
    const program = `import { logUncaughtErrors } from "${MODULE}"; logUncaughtErrors();
      setTimeout(() => console.log("still there"), 0); ${mistake}`;
    const { code, stdout, stderr } = await runToEnd([Deno.execPath(), "eval", program]);
    assertEquals([mistake, code, stdout], [mistake, 0, "still there\n"]);
    assertMatch(stderr, /^fossick: internal error: Error: oops\n/);
  }
});
