/**
 * `deno task docs`: writes the parts of the README and docs/ that come from the program's definitions. With `--check` it
 * writes nothing and fails if something is out of date.
 * @module
 */
import { join } from "@std/path";
import { withSection } from "../tools/markdown.ts";
import { argumentTables } from "./argument_tables.ts";
import { dialogueSection } from "./dialogue.ts";
import { installPageSections, installSection } from "./hosts.ts";
import { packageTable } from "./package_table.ts";
import { CHECKOUT, NAME } from "./project.ts";
import { formsTable, toolsTable } from "./tool_costs.ts";

/** A page with its current text. */
export interface Page {
  /** Relative to the checkout. */
  readonly path: string;
  readonly text: string;
}

/** All pages that are generated, completely or in part. */
export async function pages(): Promise<Page[]> {
  const filled = await filledPages(), paths = new Set(filled.map(({ path }) => path));
  const others = [...Deno.readDirSync(join(CHECKOUT, "docs"))].map(({ name }) => `docs/${name}`);
  const named = others.filter((path) => path.endsWith(".md") && !paths.has(path)).map((path) => filledPage(path, {}));
  return [...filled, ...named.toSorted((a, b) => a.path < b.path ? -1 : 1)];
}

/** The pages with sections that are generated. */
async function filledPages(): Promise<Page[]> {
  const written = [
    filledPage("README.md", { install: installSection(), dialogue: await dialogueSection(), tools: toolsTable() }),
    filledPage("docs/install.md", installPageSections()),
    filledPage("docs/tools.md", { forms: formsTable(), arguments: argumentTables() }),
    filledPage("docs/dependencies.md", { packages: await packageTable(read("docs/dependencies.md")) }),
  ];
  return await Promise.all(written.map(async ({ path, text }) => ({ path, text: await markdown(text) })));
}

/** A page with generated text in these sections, and with the package's name of deno.json, whatever its scope was. */
function filledPage(path: string, sections: Readonly<Record<string, string>>): Page {
  const named = read(path).replace(/@[\w-]+\/fossick\b/g, NAME);
  const filled = Object.entries(sections).reduce((text, [name, content]) => withSection(text, name, content), named);
  return { path, text: filled };
}

/** Formats Markdown with `deno fmt`. */
export async function markdown(text: string): Promise<string> {
  const config = join(CHECKOUT, "deno.json");
  const command = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--quiet", `--config=${config}`, "--ext=md", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = command.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { success, stdout } = await command.output();
  if (!success) throw new Error("deno fmt failed");
  return new TextDecoder().decode(stdout);
}

/** The pages that are out of date. */
export async function stalePages(): Promise<Page[]> {
  return (await pages()).filter(({ path, text }) => read(path) !== text);
}

/** A file's text; "" if it does not exist. */
function read(path: string): string {
  try {
    return Deno.readTextFileSync(join(CHECKOUT, path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

if (import.meta.main) {
  const found = await stalePages();
  for (const { path, text } of found) {
    console.log(path);
    if (!Deno.args.includes("--check")) Deno.writeTextFileSync(join(CHECKOUT, path), text);
  }
  if (Deno.args.includes("--check") && found.length > 0) Deno.exit(1);
}
