import { assert, assertEquals } from "@std/assert";
import { shareFairly } from "../../../src/format/read/read_view.ts";
import { seeded } from "../../seed.ts";

Deno.test("a share is all that a part costs, or as much as every other part that is cut", () => {
  const random = seeded("share_fairly");
  for (let round = 0; round < 500; round++) {
    const costs = Array.from({ length: 1 + random.int(20) }, () => random.int(random.pick([10, 1000])));
    const total = random.int(5000), shares = shareFairly(costs, total), sum = shares.reduce((a, b) => a + b, 0);
    assert(sum <= total && shares.every((share, i) => share <= costs[i]), JSON.stringify({ costs, total, shares }));
    const cut = shares.filter((share, i) => share < costs[i]), most = Math.max(...cut, 0), least = Math.min(...cut);
    // Whole tokens can't always be shared equally.
    assert(cut.length === 0 || most - least <= 1, JSON.stringify({ costs, total, shares }));
    assert(cut.length === 0 || shares.every((share) => share <= most), JSON.stringify({ costs, total, shares }));
    assertEquals(cut.length === 0, costs.reduce((a, b) => a + b, 0) <= total);
    if (cut.length > 0) assert(total - sum < costs.length);
  }
});
