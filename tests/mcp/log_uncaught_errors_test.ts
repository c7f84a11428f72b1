import { assertEquals, assertMatch } from "@std/assert";
import { runToEnd } from "../program.ts";

const MODULE = new URL("../../src/mcp/log_error.ts", import.meta.url).href;

/** Runs `mistake` in a program that should survive it. */
function outlived(mistake: string) {
  const code = `import { logUncaughtErrors } from "${MODULE}"; logUncaughtErrors();
    setTimeout(() => console.log("still there"), 0); ${mistake}`;
  return runToEnd([Deno.execPath(), "eval", code]);
}

Deno.test("an error in a handler and an unhandled rejection are logged, and the program continues", async () => {
  for (
    const mistake of ["queueMicrotask(() => { throw new Error('oops') })", "void Promise.reject(new Error('oops'))"]
  ) {
    const { code, stdout, stderr } = await outlived(mistake);
    assertEquals([mistake, code, stdout], [mistake, 0, "still there\n"]);
    assertMatch(stderr, /^fossick: internal error: Error: oops\n/);
  }
});
