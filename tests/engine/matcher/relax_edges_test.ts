import { assertEquals } from "@std/assert";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { seeded } from "../../seed.ts";
import { query } from "../requests.ts";

Deno.test("the relaxed expression matches in exactly the same lines", () => {
  const random = seeded("loosen");
  const atom = () => random.pick(["a", "b", "[ab]", "\\w", ".", "\\s", "[^a]", "\\d", "(ab|c)", "(?:b+c?)", "x"]);
  const times = () => random.pick(["", "", "+", "*", "?", "{2,}", "{1,3}", "+?", "*?"]);
  const edge = () => random.pick(["", "", "", "^", "\\b", "$"]);
  const branch = () => edge() + Array.from({ length: 1 + random.int(4) }, () => atom() + times()).join("") + edge();
  for (let i = 0; i < 400; i++) {
    const pattern = random.chance(0.3) ? `${branch()}|${branch()}` : branch();
    const { ascii, unicode, lineTest: inLine } = compileQuery(query(pattern, { word: random.chance(0.2) }));
    for (let j = 0; j < 10; j++) {
      const line = Array.from({ length: random.int(12) }, () => random.pick([..."aabbc1x -"])).join("");
      for (const [exact, loose] of [[ascii, inLine?.ascii], [unicode, inLine?.unicode]]) {
        if (exact === undefined || loose === undefined) continue;
        exact.lastIndex = loose.lastIndex = 0;
        assertEquals(loose.test(line), exact.test(line), `${pattern} ${line}`);
      }
    }
  }
});

Deno.test("a repeat at the start of a pattern is reduced to its minimum for finding lines", () => {
  const { ascii, lineTest: inLine } = compileQuery(query("\\w+Error\\b"));
  assertEquals([ascii.source, inLine?.ascii.source], ["[\\w]+Error\\b", "[\\w]{1}Error\\b"]);
});
