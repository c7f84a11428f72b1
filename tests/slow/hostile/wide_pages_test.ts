/**
 * Pages on which each line has a thousand lines of context.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import * as z from "zod";
import { LIMITS } from "../../../src/model/limits.ts";
import { type Fields, StdioHost } from "../../stdio_host.ts";
import { tempTree } from "../../program.ts";
import { ALL, SCOPED } from "../../sandbox/setups.ts";

const Page = z.object({
  total: z.int(),
  has_more: z.boolean(),
  next_skip: z.int().optional(),
  matches: z.array(z.object({
    file: z.string(),
    line_number: z.int(),
    line: z.string(),
    context_before: z.array(z.string()).default([]),
    context_after: z.array(z.string()).default([]),
  })),
});

const LINES = 200, WIDTH = 480;
const line = (n: number) => `${n} needle `.padEnd(WIDTH, "x");
const text = Array.from({ length: LINES }, (_, n) => line(n) + "\n").join("");

Deno.test("a page ends before its text is too large, and the next page begins there", async () => {
  using files = tempTree({ "a.txt": text, "b.txt": text, "c/c.txt": text });
  const all: Fields = { roots: ["."], query: "needle", limit: 10_000, context_before: 1000, context_after: 1000 };
  for (const setup of [SCOPED, ALL]) {
    await using host = await StdioHost.start(setup.line(files.path));
    const found: string[] = [];
    let skip = 0, pages = 0;
    for (let more = true; more; pages++) {
      const page = Page.parse(await host.call("search_content", { ...all, skip, token_budget: 0, timeout_ms: 30_000 }));
      assertEquals(page.total, 3 * LINES);
      const units = page.matches.flatMap((m) => [m.line, ...m.context_before, ...m.context_after]).join("").length;
      assert(units <= LIMITS.pageText, `${units} units`);
      for (const { file, line_number: n, ...around } of page.matches) {
        found.push(`${file}:${n}`);
        assertEquals([...around.context_before, around.line, ...around.context_after].length, LINES);
      }
      more = page.has_more;
      if (more) assertEquals(page.next_skip, skip + page.matches.length);
      skip = page.next_skip ?? skip;
    }
    assertEquals(
      found,
      ["a.txt", "b.txt", "c/c.txt"].flatMap((file) => Array.from({ length: LINES }, (_, n) => `${file}:${n + 1}`)),
    );
    assert(pages > 3, `${pages} pages`);
    const once = await host.call("search_content", all), many = Array.from({ length: 12 }, () => all);
    assertEquals(
      await Promise.all(many.map((args) => host.call("search_content", args))),
      many.map(() => once),
      "concurrent calls get the same answer",
    );
    const { total } = await host.call("search_content", { roots: ["."], query: "needle", total_only: true });
    assertEquals(total, 3 * LINES, setup.name);
  }
});
