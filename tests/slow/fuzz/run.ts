/**
 * Runs fuzzers for a given time, one after another.
 * @module
 */
import { randomOf } from "../../seed.ts";
import { argumentFuzzer } from "./argument_fuzzer.ts";
import { definitionFuzzer } from "./definition_fuzzer.ts";
import { encodingFuzzer } from "./encoding_fuzzer.ts";
import type { Failure, Fuzzer } from "./fuzzer.ts";
import { ignoreFuzzer } from "./ignore_fuzzer.ts";
import { lineFuzzer } from "./line_fuzzer.ts";
import { listingFuzzer } from "./listing_fuzzer.ts";
import { pathFuzzer } from "./path_fuzzer.ts";
import { searchFuzzer } from "./search_fuzzer.ts";

/** All fuzzers. */
export const FUZZERS: readonly Fuzzer[] = [
  searchFuzzer,
  listingFuzzer,
  ignoreFuzzer,
  pathFuzzer,
  encodingFuzzer,
  lineFuzzer,
  argumentFuzzer,
  definitionFuzzer,
];

/**
 * Gives each of `fuzzers` the same share of `ms` milliseconds; each ends at its first failure. Each starts from `seed`, so
 * its cases do not depend on the fuzzers before it.
 */
export async function runFuzzers(fuzzers: readonly Fuzzer[], seed: number, ms: number): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const fuzzer of fuzzers) {
    const random = randomOf(seed), end = performance.now() + ms / fuzzers.length;
    let failure: Failure | undefined;
    do failure = await fuzzer.once(random); while (failure === undefined && performance.now() < end);
    if (failure !== undefined) failures.push(failure);
    const done = Object.entries(fuzzer.done).map(([what, n]) => `${n} ${what}`).join(", ");
    console.log(`${fuzzer.name}: ${done}${failure === undefined ? "" : "; one went wrong"}`);
  }
  return failures;
}
