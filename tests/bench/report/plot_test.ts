import { assert, assertEquals, assertMatch } from "@std/assert";
import { growthPlot } from "../../../bench/report/growth_plot.ts";
import { digits, ratioPlot } from "../../../bench/report/ratio_plot.ts";
import { ROWS } from "../tokens/sample_rows.ts";
import { GROWTH, TREE } from "./sample_results.ts";
import { tokenPlot } from "../../../bench/tokens/plot.ts";

const plots = [ratioPlot(TREE), growthPlot(GROWTH), tokenPlot(ROWS)];

Deno.test("a plot has every question, with a mark for each set-up that answered it", () => {
  const [ratios] = plots;
  for (const label of ["the first search", "a rare word", "no match", "a|b"]) {
    assert(ratios.includes(`>${label}<`), label);
  }
  // Marks of four questions under the first set-up, of one under the second, and of the legend.
  const body = ratios.split("</style>")[1];
  assertEquals(body.match(/class="s0"/g)?.length, 5);
  assertEquals(body.match(/class="s1 hollow"/g)?.length, 2);
  assertMatch(body, /class="one"/);
});

Deno.test("a question without an answer has no mark", () => {
  const [, body = ""] = plots[2].split("</style>");
  // The legend has every series; the shell misses the second question, to which fossick alone has an answer.
  assertEquals([0, 1, 2, 3].map((series) => body.split(`class="s${series}`).length - 1), [3, 2, 2, 2]);
});

Deno.test("every mark lies on the card", () => {
  for (const plot of plots) {
    assert(!/NaN|Infinity|undefined/.test(plot));
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(plot) ?? [];
    for (const [, axis, value] of plot.matchAll(/ c?([xy])[12]?="(-?[\d.]+)"/g)) {
      assert(Number(value) >= 0 && Number(value) <= Number(axis === "x" ? width : height), `${axis} ${value}`);
    }
  }
});

Deno.test("a plot is well-formed, has a title, and has colours for dark mode", () => {
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

Deno.test("a ratio has two significant digits", () => {
  assertEquals([0.456, 1.04, 9.96, 31.4].map(digits), ["0.46", "1.0", "10.0", "31"]);
});
