import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { scenes, svg } from "../../packaging/demo_svg.ts";
import { CHECKOUT } from "../../packaging/project.ts";

const PRINTED = `$ deno run …

--- How often?
    search_content {"query":"a<b && c"}
37
    (1 tokens)

--- Where?
    search_content {"query":"x"}
${Array.from({ length: 40 }, (_, n) => `src/${n}.ts:${n}`).join("\n")}
    (240 tokens)

Five answers: 241 tokens. Reading the 24 files: 23324 tokens. Saved: 94 %.
`;

/** The elements of an XML text, checked to be closed by name. */
function elements(xml: string): string[] {
  const open: string[] = [], found: string[] = [];
  for (const [, close, name = "", self] of xml.matchAll(/<(\/?)([a-z]+)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/g)) {
    if (close) assertEquals(open.pop(), name);
    else {
      found.push(name);
      if (!self) open.push(name);
    }
  }
  assertEquals(open, []);
  assertEquals(xml.replace(/<\/?[a-z][^<>]*>/g, "").match(/[<>]|&(?!(?:amp|lt|gt);)/g), null);
  return found;
}

Deno.test("a recording has a scene for every question, and long answers are cut to the window", () => {
  const [often = [], where = []] = scenes(PRINTED);
  assertEquals(often.map(({ kind, text }) => `${kind}: ${text}`), [
    "question: How often?",
    'call: search_content {"query":"a<b && c"}',
    "answer: 37",
    "cost: (1 tokens)",
  ]);
  assertEquals(where.slice(-5).map(({ text }) => text), [
    "src/12.ts:12",
    "  … 26 more lines",
    "src/39.ts:39",
    "(240 tokens)",
    "Five answers: 241 tokens. Reading the 24 files: 23324 tokens. Saved: 94 %.",
  ]);
  assertThrows(() => scenes("error: not found"), Error, "not the demo's output");
});

Deno.test("a recording is well-formed, small, and runs no script", () => {
  for (const xml of [svg(scenes(PRINTED)), Deno.readTextFileSync(join(CHECKOUT, "docs/demo.svg"))]) {
    const found = new Set(elements(xml));
    assertEquals([...found].toSorted(), ["g", "rect", "style", "svg", "text", "title"]);
    assert(xml.length < 40_000, String(xml.length));
  }
});
