import { LiteralSet } from "../../../src/engine/breakdown/pattern_counter.ts";
import { seeded } from "../../seed.ts";
import { assertEquals } from "@std/assert";

function found(set: LiteralSet, line: string): number[] {
  const numbers = new Set<number>();
  set.find(line, numbers);
  return [...numbers].sort((a, b) => a - b);
}

Deno.test("a set of texts finds those that a line includes, also where they overlap", () => {
  const random = seeded("literal set");
  const word = () => Array.from({ length: 1 + random.int(4) }, () => random.pick([..."aAbs.(é😀"])).join("");
  for (let i = 0; i < 300; i++) {
    const ignoreCase = random.chance(0.5), set = new LiteralSet(ignoreCase);
    const texts = Array.from({ length: 1 + random.int(30) }, word).filter((text) =>
      !ignoreCase || /^[\0-\x7f]+$/.test(text)
    );
    texts.forEach((text, n) => set.add(text, n));
    const line = Array.from({ length: 6 }, word).join("");
    const expected = texts.flatMap((text, n) => {
      const escaped = text.replace(/[.(]/g, "\\$&");
      return new RegExp(escaped, ignoreCase ? "iu" : "u").test(line) ? [n] : [];
    });
    assertEquals(found(set, line), expected, JSON.stringify({ texts, line, ignoreCase }));
  }
});

Deno.test("letters beyond ASCII that are forms of ASCII letters are found if case is ignored", () => {
  for (const others of [[], [..."bcdefgjlm"]]) {
    const set = new LiteralSet(true);
    ["sky", ...others].forEach((text, i) => set.add(text, i));
    assertEquals(found(set, "ſ\u212aY İ"), [0]);
  }
});
