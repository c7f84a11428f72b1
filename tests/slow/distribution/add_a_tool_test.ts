import { assertEquals, assertStringIncludes } from "@std/assert";
import { copySync } from "@std/fs";
import { dirname, join } from "@std/path";
import { CHECKOUT } from "../../../packaging/project.ts";
import { runToEnd, tempTree } from "../../program.ts";

const PAGE = Deno.readTextFileSync(join(CHECKOUT, "docs/add-a-tool.md"));

/** The page's code blocks of a language, without their list's indentation. */
function blocks(language: string): string[] {
  const found = PAGE.matchAll(new RegExp(`^   \`\`\`${language}\n([^]*?)^   \`\`\`$`, "gm"));
  return [...found].map(([, text = ""]) => text.replace(/^ {3}/gm, ""));
}

/** A copy of the program's source. */
function copied() {
  const place = tempTree({});
  Deno.mkdirSync(join(place.path, "tests"));
  for (const path of ["src", "lint", "tests/std", "main.ts", "deno.json", "deno.lock"]) {
    copySync(join(CHECKOUT, path), join(place.path, path));
  }
  return place;
}

/** Replaces the `-` lines by the `+` lines after them. */
function patched(text: string, diff: string): string {
  for (const [, before = "", after = ""] of diff.matchAll(/((?:^-.*\n)+)((?:^\+.*\n)+)/gm)) {
    const old = before.replace(/^-/gm, "");
    assertStringIncludes(text, old);
    text = text.replace(old, () => after.replace(/^\+/gm, ""));
  }
  return text;
}

Deno.test("docs/add-a-tool.md, followed to the letter, adds a tool", async () => {
  using place = copied();
  using files = tempTree({ "src/a.ts": "", "src/b/c.ts": "", "d.md": "" });
  const [tool = ""] = blocks("ts"), [diff = ""] = blocks("diff"), [tries = ""] = blocks("sh");
  const [, path = ""] = /Write the tool, `(\S+)`/.exec(PAGE) ?? [],
    [, list = ""] = /Offer it, in `(\S+)`/.exec(PAGE) ?? [];
  Deno.writeTextFileSync(join(place.path, path), tool);
  Deno.writeTextFileSync(join(place.path, list), patched(Deno.readTextFileSync(join(place.path, list)), diff));

  const deno = Deno.execPath();
  const checks = [["check", list], ["lint", path], ["fmt", "--check", path]];
  for (const args of checks) {
    assertEquals((await runToEnd([deno, ...args], { cwd: place.path })).code, 0, args.join(" "));
  }

  const outcomes: unknown[] = [];
  for (const line of tries.trim().split("\n")) {
    const run = line.replace("main.ts", join(place.path, "main.ts"));
    const env = { PATH: `${dirname(deno)}:${Deno.env.get("PATH") ?? ""}` };
    const { code, stdout } = await runToEnd(["bash", "-c", run], { cwd: files.path, env });
    outcomes.push([code, stdout.split("\n")[0]]);
  }
  assertEquals(outcomes, [[0, "2"], [0, "count_files - Count files"]]);

  const asked =
    `import { countFiles } from "./${path}"; console.log(countFiles.output.safeParse({ error: {} }).success)`;
  const { stdout } = await runToEnd([deno, "eval", asked], { cwd: place.path });
  assertEquals(stdout, "true\n", "an error answer satisfies the output schema");
});
