/**
 * The table of the packages that users run, in docs/dependencies.md.
 * @module
 */
import { inventory } from "../tools/audit/inventory.ts";
import { markdownTable } from "../tools/markdown.ts";

/**
 * For each package its version, licence and reason.
 * @param page the current page: it has the licences of packages that are not on this machine
 */
export async function packageTable(page: string): Promise<string> {
  const shipped = (await inventory()).filter((one) => one.shipped);
  const rows = shipped.map(({ name, version, licence, reason = "?" }) => [
    `\`${name}\``,
    version,
    licence ?? licenceIn(page, name, version),
    reason,
  ]);
  return markdownTable(["package", "version", "licence", "reason"], rows);
}

function licenceIn(page: string, name: string, version: string): string {
  const cells = page.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  return cells.find(([, first, second]) => first === `\`${name}\`` && second === version)?.[3] ?? "?";
}
