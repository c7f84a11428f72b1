import type { Matcher } from "../../../src/engine/matcher/matcher.ts";
import { Kernel } from "../../../src/engine/simd/kernel.ts";
import { randomPattern } from "../../oracle/random_pattern.ts";
import { type Random, seeded } from "../../seed.ts";
import { query } from "../requests.ts";
import { assert, assertEquals } from "@std/assert";
import { compileOrRefused, countMatchingLines, placeInKernel } from "./expected_lines.ts";
import { randomTextFor, randomWordPattern } from "./random_query.ts";

/** The kernel's count of a text between zeros; undefined if bytes don't decide the pattern. */
function counted(kernel: Kernel, { decidingBytes: lineNeedles }: Matcher, bytes: Uint8Array): number | undefined {
  const ascii = bytes.every((byte) => byte > 0 && byte < 0x80);
  const decisive = ascii ? lineNeedles.ascii : lineNeedles.unicode;
  if (decisive === undefined) return undefined;
  const { at, end } = placeInKernel(bytes, kernel);
  kernel.setNeedles(decisive.needles);
  return kernel.countLinesWithNeedle(at - decisive.lead, end + decisive.trail, decisive.lead, Infinity);
}

const SHORT = ["a", "b", "[ab]", "\\w", ".", "\\s", "[^a]", "\\d", "(ab|c)", "x{2}", "(?i:ab)", "a?", "[k-t]", "-"];
const EDGES = ["", "", "^", "$", "\\b", "\\b{start}", "\\b{end}", "\\B", "\\b{start-half}", "\\b{end-half}"];

function shortPattern(random: Random): string {
  const branch = () =>
    random.pick(EDGES) + Array.from({ length: random.int(5) }, () => random.pick(SHORT)).join("") +
    random.pick(EDGES);
  return random.chance(0.3) ? `${branch()}|${branch()}` : branch();
}

function shortText(random: Random): Uint8Array {
  const text = Array.from({ length: random.int(40) }, () => random.pick([..."aabbcABk1x -\n\n\ré\0"])).join("");
  return new TextEncoder().encode(random.chance(0.7) ? text.replaceAll(/[é\0]/g, "_") : text);
}

Deno.test("the kernel counts the lines in which the expression matches", () => {
  const random = seeded("line needles"), kernel = new Kernel();
  let decided = 0, matches = 0;
  for (let round = 0; round < 500; round++) {
    const pattern = random.chance(0.5)
      ? shortPattern(random)
      : random.chance(0.6)
      ? randomWordPattern(random)
      : randomPattern(random);
    const asked = query(pattern, {
      word: random.chance(0.15),
      caseRule: random.pick(["sensitive", "insensitive", "smart"] as const),
      fixed: random.chance(0.1),
    });
    const matcher = compileOrRefused(asked);
    if (matcher === undefined) continue;
    for (let i = 0; i < 6; i++) {
      const bytes = random.chance(0.5) ? shortText(random) : randomTextFor(random, asked);
      const count = counted(kernel, matcher, bytes),
        wanted = count === undefined ? undefined : countMatchingLines(matcher, bytes);
      if (count === undefined || wanted === undefined) continue;
      decided++;
      matches += wanted;
      assertEquals(count, wanted, `${JSON.stringify(asked)} in ${JSON.stringify(new TextDecoder().decode(bytes))}`);
    }
  }
  assert(decided > 325 && matches > 125, `only ${decided} texts with ${matches} lines were compared`);
});
