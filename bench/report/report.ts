/**
 * Writes results to results.json, the README, docs/bench.md and the plots in docs/.
 * `deno run -A bench/report/report.ts` makes the pages and plots again from results.json.
 * @module
 */
import { join } from "@std/path";
import { withSection } from "../../packaging/docs.ts";
import { CHECKOUT } from "../../packaging/project.ts";
import { growthPlot } from "./growth_plot.ts";
import { ratioPlot } from "./ratio_plot.ts";
import { type Results, write, written } from "./results.ts";
import { questionsPage, section } from "./table.ts";

const README = join(CHECKOUT, "README.md");
/** The page of all questions, relative to the checkout. */
const QUESTIONS = "docs/bench.md";

/** Records results, and writes the pages and plots that are made from them. */
export async function writeReport(renewed: Results): Promise<void> {
  write(renewed);
  const all = written();
  for (const [path, plot] of Object.entries(plots(all))) Deno.writeTextFileSync(join(CHECKOUT, path), plot);
  Deno.writeTextFileSync(README, withSection(Deno.readTextFileSync(README), "bench", section(all)));
  Deno.writeTextFileSync(join(CHECKOUT, QUESTIONS), questionsPage(all));
  const args = ["fmt", "--quiet", "README.md", QUESTIONS, "bench/report/results.json"];
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
