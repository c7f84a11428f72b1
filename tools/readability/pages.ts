/**
 * The pages that users read.
 * @module
 */
import { join } from "@std/path";
import { CHECKOUT } from "../../packaging/project.ts";

/** The README and every page of docs/, relative to the checkout. */
export function userPages(): string[] {
  const docs = [...Deno.readDirSync(join(CHECKOUT, "docs"))].map(({ name }) => name);
  return ["README.md", ...docs.filter((name) => name.endsWith(".md")).toSorted().map((name) => `docs/${name}`)];
}
