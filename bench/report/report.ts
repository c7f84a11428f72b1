/**
 * Writes results to results.json, docs/bench.md and the plots in docs/.
 * `deno run -A bench/report/report.ts` makes the page and the plots again from results.json.
 * @module
 */
import { join } from "@std/path";
import { withSection } from "../../packaging/docs.ts";
import { CHECKOUT } from "../../packaging/project.ts";
import { growthPlot } from "./growth_plot.ts";
import { ratioPlot } from "./ratio_plot.ts";
import { type Results, write, written } from "./results.ts";
import { questionTables, summaries } from "./table.ts";

/** The page, relative to the checkout. */
const PAGE = "docs/bench.md";

/** Records results, and writes the page and the plots that are made from them. */
export async function writeReport(renewed: Results): Promise<void> {
  write(renewed);
  const all = written();
  for (const [path, plot] of Object.entries(plots(all))) Deno.writeTextFileSync(join(CHECKOUT, path), plot);
  const page = join(CHECKOUT, PAGE);
  const summarized = withSection(Deno.readTextFileSync(page), "bench", summaries(all));
  Deno.writeTextFileSync(page, withSection(summarized, "questions", questionTables(all)));
  const args = ["fmt", "--quiet", PAGE, "bench/report/results.json"];
  await new Deno.Command(Deno.execPath(), { args, cwd: CHECKOUT }).output();
}

/** The plots by path, relative to the checkout. */
function plots({ small, large, growth }: Results): Record<string, string> {
  return {
    ...(small === undefined ? {} : { "docs/bench.svg": ratioPlot(small) }),
    ...(large === undefined ? {} : { "docs/bench-large.svg": ratioPlot(large) }),
    ...(growth === undefined ? {} : { "docs/growth.svg": growthPlot(growth) }),
  };
}

if (import.meta.main) await writeReport(written());
