/**
 * Reports the figures of the long tasks, and writes the README's table of promises, which shows them.
 * `deno run -A tools/evidence/report_figure.ts` writes the table only.
 * @module
 */
import { join } from "@std/path";
import { markdown, withSection } from "../../packaging/docs.ts";
import { CHECKOUT } from "../../packaging/project.ts";
import { markdownTable } from "../markdown.ts";
import { type FigureSource, writeFigure } from "./figures.ts";
import { PROMISES } from "./promises.ts";

/** Prints a task's figure; with `--write` it also records the figure and updates the README. */
export async function reportFigure(source: FigureSource, figure: string): Promise<void> {
  console.log(figure);
  if (!Deno.args.includes("--write")) return;
  writeFigure(source, figure);
  await writePromisesTable();
}

async function writePromisesTable(): Promise<void> {
  const rows = PROMISES.map(({ promise, shownBy, figure }) => [promise, shownBy.map(link).join(", "), figure()]);
  const table = await markdown(markdownTable(["promise", "shown by", "figure"], rows));
  const readme = join(CHECKOUT, "README.md");
  Deno.writeTextFileSync(readme, withSection(Deno.readTextFileSync(readme), "promises", table.trim()));
}

function link(shown: string): string {
  return shown.startsWith("tests/") ? `[${shown.slice("tests/".length)}](${shown})` : `\`${shown}\``;
}

if (import.meta.main) await writePromisesTable();
