/**
 * Defines fuzzers: they make random cases and check them.
 * @module
 */
import type { Random } from "../../seed.ts";
import { shrink } from "./smaller.ts";

/** A failed case, as kept in `cases/`. */
export interface Failure {
  readonly fuzzer: string;
  readonly wrong: string;
  /** The case as JSON. */
  readonly input: string;
}

/** A fuzzer. */
export interface Fuzzer {
  readonly name: string;
  /** Counters by name. */
  readonly done: Readonly<Record<string, number>>;
  /** Makes and checks a case; if it fails, returns a smaller one that fails too. */
  once(random: Random): Promise<Failure | undefined>;
  /** Checks a kept case; returns what is wrong with it. */
  replay(input: string): Promise<string | undefined>;
}

/** The most milliseconds for a case; a server that hangs is a failure. */
const CASE_TIMEOUT_MS = 30_000;

/** Counts a fuzzer's work. */
export type FuzzCount = (what: string, n?: number) => void;

/**
 * Defines a fuzzer.
 * @param make makes a case that JSON can represent
 * @param check returns what is wrong with a case, if anything; an exception counts as a failure too
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
