/**
 * Checks and runs the examples in the comments of src/, and compares each with the value in its comment.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { walkSync } from "@std/fs";
import { join, toFileUrl } from "@std/path";
import { CHECKOUT } from "../../../packaging/project.ts";
import { runToEnd, tempTree } from "../../program.ts";

/** The examples of a file, without the comment's stars. */
function examplesOf(text: string): string[] {
  const found = text.matchAll(/@example\n \* ```ts\n([^]*?) \* ```\n/g);
  return [...found].map(([, code = ""]) => code.replace(/^ \* /gm, ""));
}

/** A program that runs the example with the exports of `path`: `a(1); // 2` asserts that the value is 2. */
async function programOf(path: string, example: string): Promise<string> {
  const module = toFileUrl(path).href, exported = Object.keys(await import(module));
  const uses = (name: string, where = "") => new RegExp(`${where}\\b${name}\\b`).test(example);
  const used = exported.filter((name) => uses(name) && !uses(name, "import .*"));
  return [
    `import { assertEquals } from "@std/assert";`,
    `import { ${used.join(", ")} } from "${module}";`,
    example.replace(/(from ")(\.[^"]*)/g, (_, from: string, other: string) => from + new URL(other, module))
      .replace(/^(.+); \/\/ (.+)$/gm, "assertEquals<unknown>($1, $2);"),
  ].join("\n");
}

Deno.test("every example in src/ type-checks, runs, and has the value in its comment", async () => {
  const programs: Record<string, string> = {};
  for (const { path } of walkSync(join(CHECKOUT, "src"), { exts: ["ts"] })) {
    for (const [i, example] of examplesOf(Deno.readTextFileSync(path)).entries()) {
      programs[`${path.slice(CHECKOUT.length)}_${i}.ts`] = await programOf(path, example);
    }
  }
  using place = tempTree(programs);
  const all = Object.keys(programs).map((name) => `import "./${name}";`);
  Deno.writeTextFileSync(join(place.path, "all.ts"), all.join("\n"));
  const config = `--config=${join(CHECKOUT, "deno.json")}`;
  const { code, stderr } = await runToEnd([
    Deno.execPath(),
    "run",
    "-A",
    "--check",
    config,
    join(place.path, "all.ts"),
  ]);
  assertEquals([code, stderr.replace(/^Check .*\n/, "")], [0, ""]);
  assert(all.length > 15, `${all.length} examples`);
});
