/**
 * Reproducible randomness: every generator prints its seed, and `FOSSICK_SEED` sets it. `FOSSICK_LENGTH` sets how much
 * is tried.
 * @module
 */

/** How many times as many random cases are tried, and as long, as in CI. */
export const LENGTH = Number(Deno.env.get("FOSSICK_LENGTH") ?? 1);

/** A seeded source of choices. */
export interface Random {
  readonly seed: number;
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, n). */
  int(n: number): number;
  pick<T>(choices: readonly T[]): T;
  chance(probability: number): boolean;
}

/** A generator for the test `name`; prints its seed. */
export function seeded(name: string): Random {
  const given = Deno.env.get("FOSSICK_SEED");
  const seed = given === undefined ? crypto.getRandomValues(new Uint32Array(1))[0] : Number(given) >>> 0;
  console.log(`${name}: FOSSICK_SEED=${seed}`);
  return randomOf(seed);
}

/** A generator from a known seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (n: number) => Math.floor(next() * n);
  return { seed, next, int, pick: (choices) => choices[int(choices.length)], chance: (p) => next() < p };
}
