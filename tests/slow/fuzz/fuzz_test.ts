/** Random cases, and those in `cases/`, which failed once. */
import { assertEquals } from "@std/assert";
import { LENGTH, seeded } from "../../seed.ts";
import { argumentFuzzer } from "./argument_fuzzer.ts";
import { definitionFuzzer } from "./definition_fuzzer.ts";
import { encodingFuzzer } from "./encoding_fuzzer.ts";
import type { Fuzzer } from "./fuzzer.ts";
import { lineFuzzer } from "./line_fuzzer.ts";
import { listingFuzzer } from "./listing_fuzzer.ts";
import { pathFuzzer } from "./path_fuzzer.ts";
import { searchFuzzer } from "./search_fuzzer.ts";

/** All fuzzers, and the number of cases that each makes in some five seconds. */
const FUZZERS: readonly (readonly [fuzzer: Fuzzer, cases: number])[] = [
  [searchFuzzer, 10],
  [listingFuzzer, 10],
  [pathFuzzer, 15],
  [encodingFuzzer, 100],
  [lineFuzzer, 100],
  [argumentFuzzer, 30],
  [definitionFuzzer, 30],
];

const KEPT = new URL("cases/", import.meta.url);

Deno.test("every kept case passes", async () => {
  for (const { name } of Deno.readDirSync(KEPT)) {
    const { fuzzer, input } = JSON.parse(Deno.readTextFileSync(new URL(name, KEPT)));
    const [known] = FUZZERS.find(([{ name }]) => name === fuzzer) ?? [];
    const wrong = known === undefined ? "no such fuzzer" : await known.replay(JSON.stringify(input));
    assertEquals(wrong, undefined, `${name}: ${wrong}`);
  }
});

for (const [fuzzer, cases] of FUZZERS) {
  Deno.test(`no random case fails: ${fuzzer.name}`, async () => {
    const random = seeded(fuzzer.name);
    for (let made = 0; made < cases * LENGTH; made++) {
      const wrong = await fuzzer.once(random);
      assertEquals(wrong, undefined, wrong);
    }
  });
}
