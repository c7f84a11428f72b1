import { assert, assertEquals, assertMatch } from "@std/assert";
import { growthPlot } from "./growth_plot.ts";
import { digits, ratioPlot } from "./ratio_plot.ts";
import { GROWTH, TREE } from "./sample_results.ts";

const plots = [ratioPlot(TREE), growthPlot(GROWTH)];

Deno.test("a plot has every question, with a mark for each set-up that was asked", () => {
  const [ratios] = plots;
  for (const label of ["the first search", "a rare word", "no match", "a|b"]) {
    assert(ratios.includes(`>${label}<`), label);
  }
  // Marks of four questions under the first set-up and of one under the second; and the legend's.
  const body = ratios.split("</style>")[1];
  assertEquals(body.match(/class="s0"/g)?.length, 5);
  assertEquals(body.match(/class="s1 hollow"/g)?.length, 2);
  assertMatch(body, /class="one"/);
});

Deno.test("of a plot every mark is on the card", () => {
  for (const plot of plots) {
    assert(!/NaN|Infinity|undefined/.test(plot));
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(plot) ?? [];
    for (const [, axis, value] of plot.matchAll(/ c?([xy])[12]?="(-?[\d.]+)"/g)) {
      assert(Number(value) >= 0 && Number(value) <= Number(axis === "x" ? width : height), `${axis} ${value}`);
    }
  }
});

Deno.test("a plot is well-formed, has a title, and other colours by night", () => {
  for (const plot of plots) {
    const open: string[] = [];
    for (const [, close, name, empty] of plot.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
      if (close !== "") assertEquals(open.pop(), name);
      else if (empty === "") open.push(name);
    }
    assertEquals(open, []);
    assertMatch(plot, /<title>[^<]+<\/title>/);
    assertMatch(plot, /prefers-color-scheme:dark/);
  }
});

Deno.test("a ratio is told by two digits that count", () => {
  assertEquals([0.456, 1.04, 9.96, 31.4].map(digits), ["0.46", "1.0", "10.0", "31"]);
});
