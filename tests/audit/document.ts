/**
 * docs/dependencies.md: the inventory, written down.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { at, isRecord } from "../sandbox/server.ts";
import type { Package } from "./inventory.ts";

const FILE = fromFileUrl(new URL("../../docs/dependencies.md", import.meta.url));

/** What was measured and is not used, so that nobody has to measure it again. */
const WEIGHED = [
  "## Weighed, and not used",
  "",
  "What `consult_files` must not send is found by this program's own rules. Measured beside them, on 524 made-up shapes of",
  "secrets (tests/engine/secret_shapes.ts), 1 MB of minified JavaScript and a bundle of 1.0 MB, on the same machine:",
  "",
  "- `@secretlint/core` and `@secretlint/secretlint-rule-preset-recommend` 12.0.0 (MIT, 8 packages with what they need)",
  "  find 54 of the first 432 shapes: 23 services' tokens, PEM as it is, passwords in URLs, all of which the own rules",
  "  find. 76 KB more in the bundle (the rules alone 58), 113 ms for 1 MB. They know no names, so no `apiKey: string = …`.",
  "  The core reads the environment as it is loaded and fails where it may not, as in the threads that read files.",
  "- The rules of gitleaks are a file of its repository (MIT) in the syntax of Go's RE2, which runs in linear time;",
  "  JavaScript's engine goes back and forth, and has no `(?i)` within a pattern. No package has them as data.",
  "- The own rules find 524 of 524 (202 before they were rewritten), 22 to 45 ms for 1 MB; their patterns have bounded",
  "  repeats, and the slowest of 64 texts made to be slow takes 2 s for 1 MB.",
];

/** The page for these packages. */
export function page(packages: readonly Package[]): string {
  const shipped = packages.filter((one) => one.shipped), others = packages.filter((one) => !one.shipped);
  return [
    "# Dependencies",
    "",
    "Every package that `deno.lock` locks, each by its hash. Written by `deno task audit --write`; the tests fail when the",
    "lock has one that is not here, or this page one that is not locked. Programs of others that tests and benches only run",
    "(the conformance suite, the Inspector, two servers to compare with) are fetched by their exact version and are no part",
    "of this.",
    "",
    `## In what users run: ${shipped.length}`,
    "",
    table(shipped),
    "",
    `## In tests and tools only: ${others.length}`,
    "",
    table(others),
    "",
    ...WEIGHED,
    "",
  ].join("\n");
}

/** The page as it stands. */
export function standing(): string {
  return Deno.readTextFileSync(FILE);
}

/** Writes the page. */
export function writePage(packages: readonly Package[]): void {
  Deno.writeTextFileSync(FILE, page(packages));
}

/** The packages a page lists, as `name@version`. */
export function listed(text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)` +\| ([^ |]+)/gm)].map(([, name, version]) => `${name}@${version}`).sort();
}

/** The licence that the standing page gives a package: for those that are not on this machine. */
export function licenceOnPage({ name, version }: Package): string | undefined {
  const row = standing().split("\n").find((line) =>
    line.startsWith(`| \`${name}\` `) && line.includes(`| ${version} `)
  );
  return row?.split("|")[3].trim();
}

function table(packages: readonly Package[]): string {
  const rows = packages.map((
    { name, version, licence, reason },
  ) => [`\`${name}\``, version, licence ?? "?", reason ?? "?"]);
  const all = [["package", "version", "licence", "why"], ...rows];
  const widths = [0, 1, 2, 3].map((i) => Math.max(...all.map((row) => row[i].length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(all[0]), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** Every `name@version` in a lock file's own words. */
export function lockedIn(lock: unknown): string[] {
  const packages = at(lock, "npm");
  return isRecord(packages) ? Object.keys(packages).map((key) => key.replace(/_.*$/, "")).sort() : [];
}
