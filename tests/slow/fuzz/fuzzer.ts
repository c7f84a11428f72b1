/**
 * What a fuzzer is: it makes cases out of randomness, and says of a case whether anything is wrong with it.
 * @module
 */
import type { Random } from "../../seed.ts";
import { shrink } from "./smaller.ts";

/** A case that went wrong, as it is kept in `cases/`. */
export interface Failure {
  readonly fuzzer: string;
  readonly wrong: string;
  /** JSON. */
  readonly input: string;
}

/** One of the fuzzers. */
export interface Fuzzer {
  readonly name: string;
  /** What is counted, and how much of it there has been. */
  readonly done: Readonly<Record<string, number>>;
  /** Makes a case and tries it; where it fails, a smaller one that fails too. */
  once(random: Random): Promise<Failure | undefined>;
  /** Tries a kept case: what is wrong with it. */
  replay(input: string): Promise<string | undefined>;
}

/** Longest time for a case; a server that hangs is a failure. */
const CASE_TIMEOUT_MS = 30_000;

/** Counts something a fuzzer has done. */
export type FuzzCount = (what: string, n?: number) => void;

/**
 * Makes a fuzzer.
 * @param make a case that JSON can hold
 * @param check what is wrong with a case, if anything; what it throws is wrong too
 */
export function defineFuzzer<C>(
  name: string,
  make: (random: Random) => C,
  check: (input: C, count: FuzzCount) => Promise<string | undefined>,
): Fuzzer {
  const done: Record<string, number> = {};
  const count: FuzzCount = (what, n = 1) => {
    done[what] = (done[what] ?? 0) + n;
  };
  const wrongWith = async (input: C, counting: FuzzCount) => {
    try {
      return await inTime(check(input, counting));
    } catch (error) {
      return error instanceof Error ? error.stack ?? error.message : String(error);
    }
  };
  const replay = (input: string) => wrongWith(JSON.parse(input), () => {});
  return {
    name,
    done,
    replay,
    async once(random) {
      const made = make(random), input = JSON.stringify(made);
      const wrong = await wrongWith(made, count);
      if (wrong === undefined) return undefined;
      const least = await shrink(input, async (less) => await replay(less) !== undefined);
      return { fuzzer: name, wrong: await replay(least) ?? wrong, input: least };
    },
  };
}

async function inTime<T>(work: Promise<T>): Promise<T | string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve(`no end after ${CASE_TIMEOUT_MS} ms`), CASE_TIMEOUT_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
