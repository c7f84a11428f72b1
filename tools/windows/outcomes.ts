/**
 * What a test file came to, read from the TAP report of `deno test`.
 * @module
 */

import * as z from "zod";

/** What came of tests: the name of each, and what a failed one said. */
export const TestOutcomes = z.array(z.object({
  name: z.string(),
  state: z.enum(["passed", "failed", "ignored"]),
  said: z.string(),
}));

/** One test. */
export type TestOutcome = Readonly<z.output<typeof TestOutcomes>[number]>;

/** The tests of a TAP report; steps within a test are part of it. */
export function outcomesOf(tap: string): TestOutcome[] {
  return tap.split(/^(?=(?:not )?ok \d+ - )/m).flatMap((text) => {
    const [, failed, name, rest = ""] = /^(not )?ok \d+ - ([^\n]*)\n?(.*)/s.exec(text) ?? [];
    if (name === undefined) return [];
    const [bare, mark] = name.split(" # ");
    const state = failed ? "failed" : /^(?:SKIP|IGNORE)/i.test(mark ?? "") ? "ignored" : "passed";
    return [{ name: bare, state, said: rest }];
  });
}
