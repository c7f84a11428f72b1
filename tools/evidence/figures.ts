/**
 * What the long tasks measured last, as written down by them (`--write`); the README's table is made of it.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { isRecord } from "../../tests/sandbox/server_process.ts";

const FILE = fromFileUrl(new URL("figures.json", import.meta.url));

/** The tasks that write a figure down. */
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

/** The figures, by task. */
export function readFigures(): Readonly<Record<string, string>> {
  const known: unknown = JSON.parse(Deno.readTextFileSync(FILE));
  if (!isRecord(known)) throw new Error(`${FILE} is no object`);
  return Object.fromEntries(Object.entries(known).map(([source, figure]) => [source, String(figure)]));
}

/** Prints a task's figure; with `--write` it goes to the record and into the README. */
export async function reportFigure(source: FigureSource, figure: string): Promise<void> {
  console.log(figure);
  if (!Deno.args.includes("--write")) return;
  const all = { ...readFigures(), [source]: figure };
  Deno.writeTextFileSync(FILE, JSON.stringify(all, undefined, 2) + "\n");
  const { writePromisesTable: writeTable } = await import("./table.ts");
  writeTable();
}
