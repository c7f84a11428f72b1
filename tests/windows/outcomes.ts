/**
 * What a test file came to, read from the TAP report of `deno test`.
 * @module
 */

/** One test. */
export interface Outcome {
  readonly name: string;
  readonly state: "passed" | "failed" | "ignored";
  /** What a failed one said. */
  readonly said: string;
}

/** The tests of a TAP report; steps within a test are part of it. */
export function outcomesOf(tap: string): Outcome[] {
  return tap.split(/^(?=(?:not )?ok \d+ - )/m).flatMap((text) => {
    const [, failed, name, rest = ""] = /^(not )?ok \d+ - ([^\n]*)\n?(.*)/s.exec(text) ?? [];
    if (name === undefined) return [];
    const [bare, mark] = name.split(" # ");
    const state = failed ? "failed" : /^(?:SKIP|IGNORE)/i.test(mark ?? "") ? "ignored" : "passed";
    return [{ name: bare, state, said: rest }];
  });
}
