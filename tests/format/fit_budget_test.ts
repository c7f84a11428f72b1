import { assert, assertEquals } from "@std/assert";
import { fit, isWithinBudget } from "../../src/format/fit_budget.ts";
import { type Random, seeded } from "../seed.ts";

/** A renderer of records with these costs, on top of `around`. It counts its calls and the records it renders. */
function writer(costs: readonly number[], around: number) {
  const sums = [around];
  for (const cost of costs) sums.push(sums[sums.length - 1] + cost);
  const done = { written: 0, tries: 0 };
  function write(count: number): { count: number; tokens: number } {
    done.written += count;
    done.tries++;
    return { count, tokens: sums[count] };
  }
  return { sums, done, write };
}

function randomCosts(random: Random): number[] {
  const size = random.pick([0, 1, 2, 10, 399, 400, 401, 1_600, 1_601, 5_000]), large = random.pick([0, 0.01, 0.3]);
  const slope = random.pick([0, 0, 1 / 50]);
  return Array.from({ length: size }, (_, i) => {
    return 1 + random.int(20) + Math.floor(i * slope) + (random.chance(large) ? random.int(3_000) : 0);
  });
}

Deno.test("as many records are kept as fit, even if their sizes differ much", () => {
  const random = seeded("most within");
  for (let i = 0; i < 500; i++) {
    const costs = randomCosts(random), { sums, write } = writer(costs, random.int(50));
    const budget = random.chance(0.1) ? 0 : 60 + random.int(2 * sums[costs.length]);
    const most = sums.findLastIndex((tokens) => isWithinBudget(tokens, budget));
    const { count } = fit(costs.length, budget, write);
    assertEquals(count, Math.max(0, most), `${costs.length} records, ${sums[costs.length]} tokens of ${budget}`);
  }
});

Deno.test("to find out how many of ten thousand records fit, not all are rendered", () => {
  const { done, write } = writer(Array<number>(10_000).fill(15), 40);
  const { count } = fit(10_000, 8_000, write);
  assertEquals(count, 493);
  assert(done.written < 5_000, `${done.written} records written`);
});

Deno.test("few attempts find out how many records fit if the last of many is very large", () => {
  const { done, write } = writer([...Array<number>(300).fill(1), 1_000_000], 0);
  const { count } = fit(301, 200, write);
  assertEquals(count, 186);
  assert(done.tries < 60, `${done.tries} tries`);
});
