/** Globs put to what has been found, beside walks that have them for their targets. */
import { assert, assertEquals } from "@std/assert";
import { openDoor } from "../../src/door/disk_door.ts";
import { find } from "../../src/engine/find.ts";
import type { Finding } from "../../src/engine/finding.ts";
import { Gathering } from "../../src/engine/gathering.ts";
import type { Job } from "../../src/engine/job.ts";
import { compilePathGlob } from "../../src/engine/name_pattern.ts";
import { putToFinding } from "../../src/engine/put_to_finding.ts";
import { PLAIN_SCOPE } from "../../src/model/request.ts";
import { plantTree, randomGlob, randomIgnoreText } from "../oracle/random_tree.ts";
import { tree } from "../program.ts";
import { seeded } from "../seed.ts";
import { finish, jobOn } from "./job_on.ts";

/** What a glob comes to, either way. */
function bothWays(job: Job, root: string, glob: string, hidden: boolean, noIgnore: boolean) {
  const from = job.door.resolve(root), target = compilePathGlob(glob);
  const found = finish(find({ ...PLAIN_SCOPE, roots: [root], hidden, noIgnore }, undefined, job, "entries"));
  const gathering = new Gathering(job, "looked_at", "entries");
  finish(gathering.below(from, { hidden, noIgnore, followSymlinks: false, target, apart: new Set() }));
  const put = finish(putToFinding(found, from, target, hidden, job));
  return { put: put && told(put), walked: told(gathering.all) };
}

function told({ entries, looked, skipped, cutBy }: Finding) {
  return { entries: entries.map(({ shown, kind, place }) => ({ shown, kind, place })), looked, skipped, cutBy };
}

function isGlob(glob: string): boolean {
  try {
    compilePathGlob(glob);
    return true;
  } catch {
    return false;
  }
}

Deno.test("a glob put to a finding comes to what a walk for it does, or to nothing where it takes a walk", () => {
  const random = seeded("globs put to findings");
  let put = 0, asked = 0;
  for (let trees = 0; trees < 8; trees++) {
    using files = tree({});
    const ignoreFiles = (): Record<string, string> =>
      random.chance(0.3) ? { ".gitignore": randomIgnoreText(random) } : {};
    const dirs = plantTree(random, files.path, { depth: 3, width: 8, ignoreFiles });
    Deno.symlinkSync("nowhere", `${files.path}/link.ts`);
    const job = jobOn(openDoor([files.path]));
    for (let i = 0; i < 60; i++) {
      const glob = random.pick(["**", `**/${randomGlob(random)}`.replace(/^\*\*\/\/+/, "**/")]);
      if (!isGlob(glob)) continue;
      const ways = bothWays(job, random.pick(dirs) || ".", glob, random.chance(0.4), random.chance(0.3));
      asked++;
      if (ways.put === undefined) continue;
      put++;
      assertEquals(ways.put, ways.walked, glob);
    }
  }
  assert(put > asked / 3, `${put} of ${asked}`);
});

Deno.test("a glob that writes out a dot takes a walk, and so does one where rules have a hidden name back", () => {
  using plain = tree({ ".env": "", ".a/b.ts": "", "c.ts": "" });
  using back = tree({ ".gitignore": "!.env\n", ".env": "", "c.ts": "" });
  const job = jobOn(openDoor([plain.path])), other = jobOn(openDoor([back.path]));
  const globs = ["**/*.ts", "**/.env", "**/.?/*.ts"];
  assertEquals(globs.map((glob) => bothWays(job, ".", glob, false, false).put !== undefined), [true, false, false]);
  assertEquals(globs.map((glob) => bothWays(job, ".", glob, true, false).put !== undefined), [true, true, true]);
  assertEquals(bothWays(other, ".", "**/*.ts", false, false).put, undefined);
});

Deno.test("a glob that is slow on every name is put to as many as there is time for, of those left out too", () => {
  const names = Array.from({ length: 100 }, (_, i) => [`${i}.ts`, `${i}.log`]).flat();
  using files = tree({ ".gitignore": "*.log", ...Object.fromEntries(names.map((name) => [name, ""])) });
  let looks = 0;
  // Each slice takes a millisecond.
  const job = jobOn(openDoor([files.path]), { due: () => looks++ >= 0, left: () => 20 - looks });
  const found = finish(find(PLAIN_SCOPE, undefined, { ...job, due: () => false }, "entries"));
  const put = finish(putToFinding(found, job.door.resolve("."), compilePathGlob("**/*"), false, job));
  assertEquals([put?.cutBy, put?.looked, put?.entries.length, put?.skipped.ignored], ["timeout", 48, 48, 100]);
  const late = finish(putToFinding(found, job.door.resolve("."), compilePathGlob("**/*"), false, job));
  assertEquals([late?.cutBy, late?.looked, late?.skipped.ignored], ["timeout", 8, 8]);
});
