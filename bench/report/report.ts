/**
 * Writes results to results.json, docs/bench.md, docs/bench-questions.md and the plots in docs/.
 * `deno run -A bench/report/report.ts` makes the pages and the plots again from results.json.
 * @module
 */
import { join } from "@std/path";
import { markdown, type Page } from "../../packaging/docs.ts";
import { CHECKOUT } from "../../packaging/project.ts";
import { withSection } from "../../tools/markdown.ts";
import { growthPlot } from "./growth_plot.ts";
import { overview } from "./overview.ts";
import { ratioPlot } from "./ratio_plot.ts";
import { type Results, write, written } from "./results.ts";
import { questionTables, summaries } from "./table.ts";

/** Records results, and writes the pages and the plots that are made from them. */
export async function writeReport(renewed: Results): Promise<void> {
  write(renewed);
  const all = written();
  for (const [path, plot] of Object.entries(plots(all))) Deno.writeTextFileSync(join(CHECKOUT, path), plot);
  for (const { path, text } of await benchPages(all)) Deno.writeTextFileSync(join(CHECKOUT, path), text);
  const args = ["fmt", "--quiet", "bench/report/results.json"];
  await new Deno.Command(Deno.execPath(), { args, cwd: CHECKOUT }).output();
}

/** The pages with these results. */
export async function benchPages(results: Results): Promise<Page[]> {
  return [
    await filled("docs/bench.md", { overview: overview(results), bench: summaries(results) }),
    await filled("docs/bench-questions.md", { questions: questionTables(results) }),
  ];
}

/** A page with generated text in its sections. */
async function filled(path: string, sections: Readonly<Record<string, string>>): Promise<Page> {
  const page = Deno.readTextFileSync(join(CHECKOUT, path));
  const text = Object.entries(sections).reduce((text, [name, content]) => withSection(text, name, content), page);
  return { path, text: await markdown(text) };
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
