import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { join } from "@std/path";
import { askTurns } from "../../packaging/dialogue.ts";
import { stalePages } from "../../packaging/docs.ts";
import { CHECKOUT } from "../../packaging/project.ts";
import { type Cost, FORM_COSTS, TOOL_NOTES } from "../../packaging/tool_costs.ts";
import { OUTPUT_FORMS } from "../../src/model/output_form.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";
import { anchorsOf, linksOf } from "./page_links.ts";

const README = pageText("README.md");

/** The pages of docs/, relative to the checkout. */
const DOCS = [...Deno.readDirSync(join(CHECKOUT, "docs"))].map(({ name }) => `docs/${name}`)
  .filter((path) => path.endsWith(".md"));

function pageText(path: string): string {
  return Deno.readTextFileSync(join(CHECKOUT, path));
}

Deno.test("the generated parts of the README and docs/ are current", async () => {
  assertEquals((await stalePages()).map(({ path }) => path), [], "run deno task docs");
});

Deno.test("every tool of the default profile has a note for the README", () => {
  assertEquals(Object.keys(TOOL_NOTES).toSorted(), toolsOf("default").map(({ name }) => name).toSorted());
});

/** A project of 24 modules in four directories, each of 30 lines of typical lengths. */
function project() {
  const files: Record<string, string> = {};
  for (let i = 0; i < 24; i++) {
    const lines = Array.from({ length: 30 }, (_, n) => {
      if (n % 10 === 0) {
        return `  if (found === ${n}) throw new ToolError("not_found", { path: shown(place), line: ${n} });`;
      }
      return ["  }", "", `  for (const entry of entries) {`, `    const value = await read(entry, ${n});`][n % 4];
    });
    files[`src/${["engine", "format", "toolsets", "worker"][i % 4]}/module_${i}.ts`] = lines.join("\n") + "\n";
  }
  return tempTree(files);
}

/** Tokens of text and of structured content for each of the `n` items of an answer. */
function measured({ text, structured }: { text: string; structured: unknown }, n: number) {
  return [countTokens(text) / n, countTokens(JSON.stringify(structured)) / n];
}

Deno.test("answers cost about as many tokens as the README says", async () => {
  using root = project();
  using tools = await openTools("default", [root.path], { tokenBudget: 0 });
  const query = { roots: ["src"], query: "throw new ToolError" };
  const asked: [name: string, cost: Cost | undefined, tool: string, args: Record<string, unknown>, things: number][] = [
    ["glob_files", TOOL_NOTES.glob_files?.cost, "glob_files", { pattern: "**/*.ts", mode: "files" }, 24],
    ["list_files", TOOL_NOTES.list_files?.cost, "list_files", { roots: ["."], types: ["f"] }, 24],
    ["read_file", TOOL_NOTES.read_file?.cost, "read_file", { path: "src/engine/module_0.ts", line_numbers: true }, 30],
    ["consult_files", TOOL_NOTES.consult_files?.cost, "consult_files", {
      files: ["src/engine/*.ts"],
      query: "?",
      dry_run: true,
    }, 6],
    ...OUTPUT_FORMS.map((form): [string, Cost, string, Record<string, unknown>, number] => {
      const things =
        { answer: 1, file: form === "summary_only" ? 10 : 24, line: 72, value: 7 }[FORM_COSTS[form].each] ?? 0;
      const asked = form === "value_counts" ? { ...query, query: "read\\(entry, (\\d+)" } : query;
      const args = form === "full" ? query : { ...asked, [form]: true };
      return [form, FORM_COSTS[form], "search_content", args, things];
    }),
  ];
  for (const [name, told, tool, args, things] of asked) {
    const [text = 0, structured = 0] = measured(await tools.call(tool, args), things);
    const near = (a: number, b = 0) => a < b * 2 && b < a * 2;
    assert(near(text, told?.text) && near(structured, told?.structured), `${name}: ${text} and ${structured}`);
  }
});

Deno.test("the README's code map names every room, and nothing that is not there", () => {
  const [, map = ""] = /## The code\n+```text\n([^]*?)\n```/.exec(README) ?? [];
  const named = map.split("\n").map((line) => /^[\w./]+/.exec(line)?.[0]).filter((path) => path !== undefined);
  for (const path of named) assert(Deno.statSync(join(CHECKOUT, path)), path);
  const rooms = [...Deno.readDirSync(join(CHECKOUT, "src"))].map(({ name }) => `src/${name}/`);
  assertEquals(rooms.filter((room) => !named.includes(room)), []);
});

Deno.test("the README's dialogue is what the real server answers", async () => {
  const turns = await askTurns();
  assertEquals(turns.length, 3);
  for (const { tool, args, answer } of turns) {
    assert(README.includes(`${tool} ${JSON.stringify(args)}\n\n${answer}\n`), `${tool}: ${answer}`);
  }
});

Deno.test("the README links to every page of docs/, and shows the demo", () => {
  const linked = linksOf(README).map((target) => target.replace(/#.*$/, ""));
  assertEquals([...DOCS, "docs/demo.svg"].filter((path) => !linked.includes(path)), []);
});

Deno.test("links between pages lead to existing files and headings", () => {
  const pages = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "tests/README.md", ...DOCS];
  const broken = pages.flatMap((page) =>
    linksOf(pageText(page)).filter((target) => !/^[a-z]+:/.test(target) && !isThere(page, target)).map((target) =>
      `${page}: ${target}`
    )
  );
  assertEquals(broken, []);
});

/** Whether a link from a page leads to a file or directory of the checkout, and to one of its headings if it names one. */
function isThere(page: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page : join(page, "..", decodeURI(path));
  try {
    Deno.statSync(join(CHECKOUT, file));
  } catch {
    return false;
  }
  return anchor === undefined || anchorsOf(pageText(file)).includes(anchor);
}
