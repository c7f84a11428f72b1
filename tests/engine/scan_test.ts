/** A text with very many matches over lines is scanned in steps. */
import { assert, assertEquals } from "@std/assert";
import { wholeBlock } from "../../src/engine/haystack.ts";
import { compileQuery } from "../../src/engine/pattern/compile_query.ts";
import { scan, StepwiseScan } from "../../src/engine/scan.ts";
import { searchFor } from "./requests.ts";

const BLOCK = wholeBlock({ text: "ab\ncd\n\n".repeat(20_000), ascii: true });
const WANTED = { from: 15_000, to: 15_003, max: Infinity, room: Infinity, before: 1, after: 1 };
const matcherOf = (pattern: string) => compileQuery(searchFor(pattern, {}, { multiline: true }).query);

for (const pattern of ["b\\nc", "\\w+\\n\\w", "\\n", "\\n?", "^\\n|d$", "(?<=b\\n)c|x\\ny"]) {
  Deno.test(`steps come to what one scan comes to, also begun anew after a stop: ${pattern}`, () => {
    const matcher = matcherOf(pattern), whole = scan(matcher, BLOCK, WANTED);
    assert(matcher.multiline && whole.count >= 20_000);
    const stepwise = new StepwiseScan(matcher, BLOCK, WANTED);
    let steps = 0;
    for (; stepwise.found === undefined; steps++) {
      if (steps === 2) stopWithin(() => stepwise.next());
      stepwise.next();
    }
    assertEquals(stepwise.found, whole);
    assert(steps > 4, `${steps} steps`);
  });
}

Deno.test("hits that are made are a step, too, long before as many matches are", () => {
  const stepwise = new StepwiseScan(matcherOf("\\w\\nc"), BLOCK, { ...WANTED, from: 0, to: 5000 });
  let steps = 0;
  for (; stepwise.found === undefined; steps++) stepwise.next();
  assertEquals(stepwise.found.hits.length, 5000);
  assert(steps > 15, `${steps} steps`);
});

/** As a guard does: in the midst of what is done. */
function stopWithin(work: () => void): void {
  const { exec } = RegExp.prototype, stop = new Error("stopped");
  let left = 100;
  RegExp.prototype.exec = function (text) {
    if (left-- === 0) throw stop;
    return exec.call(this, text);
  };
  try {
    work();
  } catch (error) {
    if (error !== stop) throw error;
  } finally {
    RegExp.prototype.exec = exec;
  }
}
