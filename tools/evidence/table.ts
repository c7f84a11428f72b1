/** The README's table of promises. `deno run -A tools/evidence/table.ts` writes it. @module */
import { fromFileUrl } from "@std/path";
import { PROMISES } from "./promises.ts";

const README = fromFileUrl(new URL("../../README.md", import.meta.url));
const BEGIN = "<!-- promises:begin -->", END = "<!-- promises:end -->";

/** The table in Markdown. */
export function promisesTable(): string {
  const rows = PROMISES.map(({ promise, shownBy, figure }) => [promise, shownBy.map(link).join(", "), figure()]);
  return aligned([["promise", "shown by", "figure"], ...rows]);
}

/** Writes the table into the README. */
export function writePromisesTable(): void {
  const [head, rest] = Deno.readTextFileSync(README).split(BEGIN), tail = rest?.split(END)[1];
  if (rest === undefined || tail === undefined) throw new Error(`README.md lacks ${BEGIN} or ${END}`);
  Deno.writeTextFileSync(README, `${head}${BEGIN}\n\n${promisesTable()}\n\n${END}${tail}`);
}

function link(shown: string): string {
  return shown.startsWith("tests/") ? `[${shown.slice("tests/".length)}](${shown})` : `\`${shown}\``;
}

/** A table, aligned as by `deno fmt`. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  const [head, ...body] = rows;
  return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(line)].join("\n");
}

if (import.meta.main) writePromisesTable();
