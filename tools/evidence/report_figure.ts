/**
 * Reports the figures of the long tasks, and writes docs/evidence.md, which shows them.
 * @module
 */
import { join } from "@std/path";
import { markdown } from "../../packaging/docs.ts";
import { CHECKOUT } from "../../packaging/project.ts";
import { withSection } from "../markdown.ts";
import { type FigureSource, writeFigure } from "./figures.ts";
import { EVIDENCE_PAGE, promisesList } from "./promises_list.ts";

/** Prints a task's figure; with `--write` it also records the figure and updates docs/evidence.md. */
export async function reportFigure(source: FigureSource, figure: string): Promise<void> {
  console.log(figure);
  if (!Deno.args.includes("--write")) return;
  writeFigure(source, figure);
  const page = join(CHECKOUT, EVIDENCE_PAGE);
  const text = withSection(Deno.readTextFileSync(page), "promises", promisesList());
  Deno.writeTextFileSync(page, await markdown(text));
}
