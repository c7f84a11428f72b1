/**
 * The tables of packages in docs/dependencies.md.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { fieldAt, isRecord } from "../../tests/sandbox/server_process.ts";
import type { Package } from "./inventory.ts";

const FILE = fromFileUrl(new URL("../../docs/dependencies.md", import.meta.url));

/** The markers of the generated part; the prose around it is written by hand. */
const BEGIN = "<!-- packages:begin -->", END = "<!-- packages:end -->";

/** The page, with the tables for these packages. */
export function page(packages: readonly Package[]): string {
  const shipped = packages.filter((one) => one.shipped), others = packages.filter((one) => !one.shipped);
  const [before, after] = [writtenPage().split(BEGIN)[0], writtenPage().split(END)[1]];
  return before + [
    BEGIN,
    "",
    `## Packages that users run: ${shipped.length}`,
    "",
    table(shipped),
    "",
    `## Packages for tests and tools only: ${others.length}`,
    "",
    table(others),
    "",
    END,
  ].join("\n") + after;
}

/** The current page. */
export function writtenPage(): string {
  return Deno.readTextFileSync(FILE);
}

/** Writes the page. */
export function writePage(packages: readonly Package[]): void {
  Deno.writeTextFileSync(FILE, page(packages));
}

/** The packages that a page lists, as `name@version`. */
export function listedPackages(text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)` +\| ([^ |]+)/gm)].map(([, name, version]) => `${name}@${version}`).sort();
}

/** The licence that the current page gives a package, for packages that are not on this machine. */
export function licenceOnPage({ name, version }: Package): string | undefined {
  const row = writtenPage().split("\n").find((line) =>
    line.startsWith(`| \`${name}\` `) && line.includes(`| ${version} `)
  );
  return row?.split("|")[3].trim();
}

function table(packages: readonly Package[]): string {
  const rows = packages.map((
    { name, version, licence, reason },
  ) => [`\`${name}\``, version, licence ?? "?", reason ?? "?"]);
  const all = [["package", "version", "licence", "reason"], ...rows];
  const widths = [0, 1, 2, 3].map((i) => Math.max(...all.map((row) => row[i].length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(all[0]), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** Every package of a lock file, as `name@version`. */
export function lockedPackages(lock: unknown): string[] {
  const packages = fieldAt(lock, "npm");
  return isRecord(packages) ? Object.keys(packages).map((key) => key.replace(/_.*$/, "")).sort() : [];
}
