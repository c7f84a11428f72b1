/**
 * The figures that the long tasks recorded last (`--write`). docs/evidence.md shows them.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { isRecord } from "../../tests/sandbox/server_process.ts";

const FILE = fromFileUrl(new URL("figures.json", import.meta.url));

/** The tasks that record a figure. */
export type FigureSource =
  | "sandbox"
  | "race"
  | "runaway"
  | "hostile"
  | "soak"
  | "load"
  | "model-check"
  | "model-check, stat"
  | "fuzz"
  | "hints"
  | "newcomer";

/** Reads the figures, by task. */
export function readFigures(): Readonly<Record<string, string>> {
  const known: unknown = JSON.parse(Deno.readTextFileSync(FILE));
  if (!isRecord(known)) throw new Error(`${FILE} is no object`);
  return Object.fromEntries(Object.entries(known).map(([source, figure]) => [source, String(figure)]));
}

/** Records the figure of a task. */
export function writeFigure(source: FigureSource, figure: string): void {
  const all = { ...readFigures(), [source]: figure };
  Deno.writeTextFileSync(FILE, JSON.stringify(all, undefined, 2) + "\n");
}
