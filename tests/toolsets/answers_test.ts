/**
 * Compares answers with `answers/`: each file holds calls, each with its whole answer, on the trees of trees.ts.
 *
 *     tree shapes {"profile": "fs"}      opens a tree, here with settings other than the server's own; `roots` are
 *                                        directories of it
 *     ## a sentence                      names the calls that follow
 *     search_content {"query": "x"}      a call
 *     | a line of the answer's text
 *       total: 1                         a field of its structured content
 *     ! error                            the answer is an error; `! nothing`: it found nothing
 *
 * With FOSSICK_WRITE_ANSWERS=1 the answers are written anew; their diff is then what a reviewer reads.
 * @module
 */
import { fromFileUrl } from "@std/path";
import type { Answer } from "../../src/toolsets/tool.ts";
import { assertLinesOf } from "../golden.ts";
import { type OpenTools, openTools } from "../open_tools.ts";
import { plantTree } from "./trees.ts";

const FOLDER = fromFileUrl(new URL("answers/", import.meta.url));

/** Lines that name a tree, a sentence or a call; all others are answers or blank. */
const IS_GIVEN = /^(?:#|tree |[a-z_]+ \{)/;

/** `value` as JSON that has no invisible character. */
function json(value: unknown): string {
  const escaped = (char: string) => "\\u" + char.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(value).replace(/[\u0080-\u00a0\u200b-\u200f\u2028-\u202f\u0300-\u036f]/g, escaped);
}

/** The answer as its file has it. */
function written({ text, structured, isError, found }: Answer, root: string): string[] {
  const fields = Object.entries(structured).filter(([, value]) => value !== undefined);
  const outcome = isError ? ["! error"] : found ? [] : ["! nothing"];
  return [
    ...text.split("\n").map((line) => `| ${line}`),
    ...fields.map(([name, value]) => `  ${name}: ${json(value)}`),
    ...outcome,
  ].map((line) => line.replaceAll(root, "/ROOT").replace(/(_elapsed_ms":)\d+/g, "$10").trimEnd());
}

/** The tools on a tree, as a line that names it asks for them. */
async function opened(line: string): Promise<{ root: string; tools: OpenTools } & Disposable> {
  const [, name, settings = "{}"] = line.match(/^tree (\w+) ?(.*)$/) ?? [];
  const { profile = "default", roots = [""], ...others } = JSON.parse(settings || "{}");
  const tree = plantTree(name), paths = roots.map((root: string) => `${tree.path}/${root}`.replace(/\/$/, ""));
  const tools = await openTools(profile, paths, others);
  const close = () => [tools, tree].forEach((each) => each[Symbol.dispose]());
  return { root: tree.path, tools, [Symbol.dispose]: close };
}

/** A file's calls with the answers that the tools give now. */
async function answered(given: readonly string[]): Promise<string[]> {
  using open = new DisposableStack();
  let on: { root: string; tools: OpenTools } | undefined;
  const lines: string[] = [];
  for (const line of given) {
    const [, tool, args] = /^([a-z_]+) (\{.*)$/.exec(line) ?? [];
    lines.push(...(line.startsWith("#") || line.startsWith("tree ") ? ["", line] : [line]));
    if (line.startsWith("tree ")) on = open.use(await opened(line));
    else if (on && args) {
      lines.push(...written(await on.tools.call(tool, JSON.parse(args.replaceAll("/ROOT", on.root))), on.root));
    }
  }
  return lines.slice(1);
}

for (const { name } of Deno.readDirSync(FOLDER)) {
  Deno.test(`the answers of ${name}`, async () => {
    const file = Deno.readTextFileSync(FOLDER + name).trimEnd().split("\n");
    const lines = await answered(file.filter((line) => IS_GIVEN.test(line)));
    assertLinesOf(FOLDER + name, lines);
  });
}
