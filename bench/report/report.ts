/**
 * Writes a tree's figures into docs/performance.md, and for the smaller tree the plot docs/bench.svg.
 * @module
 */
import { join } from "@std/path";
import { markdown } from "../../packaging/docs.ts";
import { CHECKOUT } from "../../packaging/project.ts";
import { withSection } from "../../tools/markdown.ts";
import { sizeOf } from "./goals.ts";
import { ratioPlot } from "./ratio_plot.ts";
import type { TreeResult } from "./results.ts";
import { treeSection } from "./table.ts";

/** Replaces the tree's section of the page; the other tree's stays. */
export async function writeReport(result: TreeResult): Promise<void> {
  const page = join(CHECKOUT, "docs/performance.md"), size = sizeOf(result);
  const text = withSection(Deno.readTextFileSync(page), size, treeSection(result));
  Deno.writeTextFileSync(page, await markdown(text));
  if (size === "small") Deno.writeTextFileSync(join(CHECKOUT, "docs/bench.svg"), ratioPlot(result));
}
