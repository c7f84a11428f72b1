/**
 * A text scanned in parts, or only where an automaton leaves candidates, has the same matches as when scanned whole.
 * @module
 */
import { compileQuery } from "../../../src/engine/matcher/compile_query.ts";
import { type Block, candidateBlocks, type ScanOptions, splitBlock } from "../../../src/engine/scan/block.ts";
import { scanBlock } from "../../../src/engine/scan/scan.ts";
import { type Random, seeded } from "../../seed.ts";
import { searchFor } from "../requests.ts";
import { assert, assertEquals } from "@std/assert";

const LINES = ["", "a", "ab\r", "needle", "a needle in hay", "ü needle", "x".repeat(40)];
const QUERIES = ["needle", "a", "^$", "^a", "e$", "[a-z]+ ?", "x{3}", "\\bin\\b", "\\s"];

function randomText(random: Random): string {
  const lines = Array.from({ length: random.int(30) }, () => random.pick(LINES));
  return lines.join("\n") + (random.chance(0.5) ? "\n" : "");
}

/** The whole `text`, which begins at line 5 after two context lines, or all but its first and last line. */
function blockOf(text: string, inner: boolean): Block {
  const start = inner ? text.indexOf("\n") + 1 : 0, last = text.lastIndexOf("\n", text.length - 2) + 1;
  const end = inner && last > start ? last : text.length;
  return { text, start, end, ascii: /^[\0-\x7f]*$/.test(text), line: 5, tail: ["before", "just before"] };
}

Deno.test("parts are contiguous whole lines with their own line numbers", () => {
  const random = seeded("split blocks");
  for (let i = 0; i < 200; i++) {
    const text = randomText(random), block = blockOf(text, random.chance(0.3));
    const parts = [...splitBlock(block, random.int(60))];
    assertEquals(parts.map((part) => text.slice(part.start, part.end)).join(""), text.slice(block.start, block.end));
    for (const { start, end, line } of parts) {
      assertEquals(line, 5 + text.slice(block.start, start).split("\n").length - 1, JSON.stringify(text));
      assertEquals(end === block.end || text[end - 1] === "\n", true, JSON.stringify(text));
    }
  }
});

Deno.test("the matches of all parts are the matches of the whole", () => {
  const random = seeded("split blocks scanned");
  for (let i = 0; i < 400; i++) {
    const block = blockOf(randomText(random), random.chance(0.3));
    const matcher = compileQuery(searchFor(random.pick(QUERIES)).query);
    const around = { before: random.int(3), after: random.int(3) };
    const options: ScanOptions = {
      firstRecord: 0,
      endRecord: Infinity,
      maxLines: Infinity,
      maxUnits: Infinity,
      ...around,
    };
    const whole = scanBlock(matcher, block, options), automaton = matcher.lineDfa();
    assert(automaton);
    for (const parts of [[...splitBlock(block, 1 + random.int(60))], [...candidateBlocks(block, automaton)]]) {
      const found = parts.map((part) => scanBlock(matcher, part, options));
      assertEquals(found.flatMap(({ hits }) => hits), [...whole.hits], JSON.stringify(block.text));
      assertEquals(found.reduce((sum, { count }) => sum + count, 0), whole.count);
    }
  }
});
