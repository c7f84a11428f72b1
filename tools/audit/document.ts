/**
 * The tables of packages in docs/dependencies.md.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { withSection } from "../markdown.ts";
import { fieldAt, isRecord } from "../../tests/sandbox/server_process.ts";
import type { Package } from "./inventory.ts";

const FILE = fromFileUrl(new URL("../../docs/dependencies.md", import.meta.url));

/** The page, with the tables for these packages. The prose around them is written by hand. */
export function page(packages: readonly Package[]): string {
  const shipped = packages.filter((one) => one.shipped), others = packages.filter((one) => !one.shipped);
  const withShipped = withSection(writtenPage(), "packages", table(shipped));
  return withSection(withShipped, "test-packages", folded(`All ${others.length}`, table(others)));
}

/** Text that a reader opens by its summary; Markdown. */
function folded(summary: string, text: string): string {
  return [`<details><summary>${summary}</summary>`, text, "</details>"].join("\n\n");
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
