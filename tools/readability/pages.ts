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

/** Pages for people who decide on fossick or work on it. */
const OTHER_PAGES = ["SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "tests/README.md"];

/** The pages that keep to the rules of rules.ts. */
export function checkedPages(): string[] {
  return [...userPages(), ...OTHER_PAGES];
}
