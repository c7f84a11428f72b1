/**
 * Defines fuzzers: they make random cases, check them, and reduce those that fail.
 * @module
 */
import type { Random } from "../../seed.ts";

/** A fuzzer. */
export interface Fuzzer {
  readonly name: string;
  /** Makes and checks a case; returns what is wrong with it, and a smaller one that fails too, to be kept in `cases/`. */
  once(random: Random): Promise<string | undefined>;
  /** Checks a case that was kept as JSON; returns what is wrong with it. */
  replay(input: string): Promise<string | undefined>;
}

/** Milliseconds after which a case is one that hangs: far more than all its calls may take on a busy machine. */
const CASE_TIMEOUT_MS = 300_000;

/**
 * Defines a fuzzer.
 * @param make makes a case that JSON can represent
 * @param check returns what is wrong with a case, if anything; an exception counts as a failure too
 */
export function defineFuzzer<C>(
  name: string,
  make: (random: Random) => C,
  check: (input: C) => Promise<string | undefined>,
): Fuzzer {
  const wrongWith = async (input: C) => {
    try {
      return await inTime(check(input));
    } catch (error) {
      return error instanceof Error ? error.stack ?? error.message : String(error);
    }
  };
  const replay = (input: string) => wrongWith(JSON.parse(input));
  return {
    name,
    replay,
    async once(random) {
      const made = make(random), input = JSON.stringify(made);
      const wrong = await wrongWith(made);
      if (wrong === undefined) return undefined;
      const least = await shrink(input, async (less) => await replay(less) !== undefined);
      return `${await replay(least) ?? wrong}\n{"fuzzer":${JSON.stringify(name)},"input":${least}}`;
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

/** The most milliseconds for one case. */
const SHRINK_MS = 20_000;

/**
 * Removes parts of lists, fields and texts from a JSON text as long as the case still fails.
 * @param fails whether a case fails
 */
async function shrink(input: string, fails: (input: string) => Promise<boolean>): Promise<string> {
  const end = performance.now() + SHRINK_MS;
  let least = input;
  for (let found = true; found;) {
    found = false;
    for (const value of lesser(JSON.parse(least))) {
      if (performance.now() > end) return least;
      const less = JSON.stringify(value);
      if (less.length >= least.length || !(await fails(less))) continue;
      least = less;
      found = true;
      break;
    }
  }
  return least;
}

/** Values with a part removed, the largest parts first. */
function* lesser(value: unknown): Generator<unknown> {
  if (typeof value === "string") yield* shorter([...value], (chars) => chars.join(""));
  else if (Array.isArray(value)) {
    yield* shorter(value, (items) => items);
    for (const [i, item] of value.entries()) for (const less of lesser(item)) yield value.with(i, less);
  } else if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value);
    for (const [name, field] of fields) for (const less of lesser(field)) yield { ...value, [name]: less };
    // Fields are removed only from maps with free keys: a case without a required field would fail for that reason.
    for (const [name] of fields.filter(([name]) => /[^a-z_]/i.test(name))) {
      yield Object.fromEntries(fields.filter(([other]) => other !== name));
    }
  }
}

function* shorter<T>(items: readonly T[], join: (items: T[]) => unknown): Generator<unknown> {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < items.length; at += size) yield join([...items.slice(0, at), ...items.slice(at + size)]);
  }
}
