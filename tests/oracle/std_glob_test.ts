/** glob_files, compared with expandGlob of `@std/fs` on trees without ignore files, which that does not support. */
import { assertEquals } from "@std/assert";
import { expandGlobSync } from "@std/expand-glob";
import { ensureDirSync } from "@std/fs";
import { dirname, join, relative } from "@std/path";
import { comparePaths } from "../../src/model/place.ts";
import { openEngine } from "../open_engine.ts";
import { type Random, seeded } from "../seed.ts";

Deno.test("glob_files finds the files that @std/fs finds", async () => {
  const random = seeded("std glob");
  using place = await openEngine();
  const { engine, root } = place;
  for (let i = 0; i < 60; i++) plantFile(random, root);
  for (let i = 0; i < 200; i++) {
    const pattern = randomPattern(random);
    const ours = await engine.execute({
      op: "glob",
      root: ".",
      pattern,
      mode: "files",
      hidden: true,
      noIgnore: true,
      limit: 1000,
      timeoutMs: 30_000,
    });
    const theirs = [...expandGlobSync(pattern, { root, includeDirs: false })].map((e) => relative(root, e.path));
    assertEquals(ours.paths, [...new Set(theirs)].sort(comparePaths), pattern);
  }
});

const NAMES = ["a", "b", "ab", "src", "x.ts", "y.ts", "y.js", "README.md", ".env", "a.b.c"];

function plantFile(random: Random, root: string): void {
  const path = join(
    root,
    ...Array.from({ length: random.int(4) }, () => random.pick(["a", "b", "src", "ab"])),
    "f-" + random.pick(NAMES),
  );
  ensureDirSync(dirname(path));
  Deno.writeTextFileSync(path, "");
}

function randomPattern(random: Random): string {
  const part = () => random.pick(["*", "**", "a", "src", "a*", "?", "{a,b}", "[ab]", "[!a]"]);
  const last = () => random.pick(["*", "*.ts", "f-*", "f-?.ts", "*.{ts,js}", "f-[xy]*", "f-README.md", "*b*"]);
  return [...Array.from({ length: random.int(3) }, part), last()].join("/");
}
