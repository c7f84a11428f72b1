/**
 * Outcomes of tests, from the TAP report of `deno test`.
 * @module
 */

import * as z from "zod";

/** Outcomes of tests, with the messages of failures. */
export const TestOutcomes = z.array(z.object({
  name: z.string(),
  state: z.enum(["passed", "failed", "ignored"]),
  said: z.string(),
}));

/** The outcome of a test. */
export type TestOutcome = Readonly<z.output<typeof TestOutcomes>[number]>;

/** Reads a TAP report; steps of a test are not listed. */
export function outcomesOf(tap: string): TestOutcome[] {
  return tap.split(/^(?=(?:not )?ok \d+ - )/m).flatMap((text) => {
    const [, failed, name, rest = ""] = /^(not )?ok \d+ - ([^\n]*)\n?(.*)/s.exec(text) ?? [];
    if (name === undefined) return [];
    const [bare, mark] = name.split(" # ");
    const state = failed ? "failed" : /^(?:SKIP|IGNORE)/i.test(mark ?? "") ? "ignored" : "passed";
    return [{ name: bare, state, said: rest }];
  });
}
