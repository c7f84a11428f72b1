/** A text with very many multiline matches is scanned in steps. */
import { assert, assertEquals } from "@std/assert";
import { wholeBlock } from "../../../src/engine/scan/haystack.ts";
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { scanBlock, SteppedScan } from "../../../src/engine/scan/scan.ts";
import { searchFor } from "../requests.ts";

const BLOCK = wholeBlock({ text: "ab\ncd\n\n".repeat(20_000), ascii: true });
const OPTIONS = { firstRecord: 15_000, endRecord: 15_003, maxLines: Infinity, maxUnits: Infinity, before: 1, after: 1 };
const matcherOf = (pattern: string) => compileQuery(searchFor(pattern, {}, { multiline: true }).query);

for (const pattern of ["b\\nc", "\\w+\\n\\w", "\\n", "\\n?", "^\\n|d$", "(?<=b\\n)c|x\\ny"]) {
  Deno.test(`a scan in steps, restarted after a stop, gives the same result as one scan: ${pattern}`, () => {
    const matcher = matcherOf(pattern), whole = scanBlock(matcher, BLOCK, OPTIONS);
    assert(matcher.multiline && whole.count >= 20_000);
    const scan = new SteppedScan(matcher, BLOCK, OPTIONS);
    let steps = 0;
    for (; scan.result === undefined; steps++) {
      if (steps === 2) stopWithin(() => scan.step());
      scan.step();
    }
    assertEquals(scan.result, whole);
    assert(steps > 4, `${steps} steps`);
  });
}

/** Stops work half-way, as a guard does. */
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
