import { assertEquals } from "@std/assert";
import { copySync } from "@std/fs";
import { join } from "@std/path";
import { CHECKOUT, NAME } from "../../../packaging/project.ts";
import { runToEnd, tempTree } from "../../program.ts";

/** The name that an owner of another scope would choose. */
const OTHER = "@else-where/fossick";

/** A copy of the checkout, in which deno.json has another name and nothing else differs. */
function renamed() {
  const place = tempTree({});
  for (const { name } of Deno.readDirSync(CHECKOUT)) {
    if ([".git", "dist", "node_modules"].includes(name)) continue;
    copySync(join(CHECKOUT, name), join(place.path, name));
  }
  const manifest = join(place.path, "deno.json");
  Deno.writeTextFileSync(manifest, Deno.readTextFileSync(manifest).replace(`"name": "${NAME}"`, `"name": "${OTHER}"`));
  return place;
}

/** The files below a copy's README and docs/ that have the checkout's name in them. */
function oldNames(dir: string): string[] {
  const pages = ["README.md", ...[...Deno.readDirSync(join(dir, "docs"))].map(({ name }) => `docs/${name}`)];
  return pages.filter((path) => Deno.readTextFileSync(join(dir, path)).includes(NAME));
}

Deno.test("another name in deno.json renames the packages, config and all pages", async () => {
  using place = renamed();
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runToEnd([Deno.execPath(), ...args], { cwd: place.path });
    assertEquals(code, 0, stdout + stderr);
    return stdout;
  };
  await run("task", "docs");
  await run("fmt", "--quiet", "README.md", "docs");
  assertEquals(oldNames(place.path), []);
  await run("task", "docs", "--check");

  await run("task", "npm");
  const manifest = join(place.path, "dist/npm/package.json");
  assertEquals(JSON.parse(Deno.readTextFileSync(manifest)).name, OTHER);
  const config = await run("run", "--no-prompt", "dist/npm/fossick.js", "config", "vscode", "--json");
  assertEquals(config.includes(NAME), false);
});
