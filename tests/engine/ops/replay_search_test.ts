import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { search } from "../../../src/engine/ops/search.ts";
import type { SearchReport } from "../../../src/model/search_report.ts";
import type { SearchRequest } from "../../../src/model/request.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { tempTree } from "../../program.ts";
import { seeded } from "../../seed.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";

import { scopeOf, searchFor } from "../requests.ts";

function withTree(work: (root: string, ask: (request: SearchRequest) => { report: Facts; opened: string[] }) => void) {
  using directory = tempTree({});
  const root = directory.path;
  Deno.mkdirSync(join(root, "src"));
  for (let i = 0; i < 20; i++) {
    Deno.writeTextFileSync(join(root, i % 2 ? "src" : ".", `f${i}.txt`), "x\nhit\n".repeat(i % 7));
  }
  const { door, opened } = agedDoor(root);
  const job = jobOn(door);
  work(root, (request) => ({ report: factsOf(finish(search(request, nextRequest(job)))), opened: opened().sort() }));
}

/** A report without times and reads. */
type Facts = Omit<SearchReport, "findMs" | "searchMs" | "reads">;

function factsOf({ findMs: _, searchMs: __, reads: ___, ...facts }: SearchReport): Facts {
  return facts;
}

/** The answer of an engine without a cache. */
function afresh(root: string, request: SearchRequest): Facts {
  return factsOf(finish(search(request, jobOn(openDoor([root])))));
}

Deno.test("whatever changes, a replayed search answers as a fresh one does", () =>
  withTree((root, ask) => {
    const random = seeded("recall");
    const changes: ((path: string) => void)[] = [
      (path) => Deno.writeTextFileSync(path, "hit\n".repeat(random.int(9))),
      (path) => Deno.writeTextFileSync(path, "hit more", { append: true }),
      (path) => Deno.removeSync(path),
      (path) => Deno.renameSync(path, join(root, `moved${random.int(99)}.txt`)),
      () => Deno.writeTextFileSync(join(root, ".gitignore"), random.pick(["src\n", "f1*\n", ""])),
    ];
    for (let step = 0; step < 90; step++) {
      const rules = random.pick([{}, { hidden: true }, { noIgnore: true, followSymlinks: true }]);
      const scope = scopeOf({ roots: random.pick([["."], ["src"]]), globs: random.pick([[], ["f1*"]]), ...rules });
      const need = random.pick(["total", "counts", "samples", "lines"] as const);
      const request = searchFor(random.pick(["hit", "x|hit"]), {
        need,
        scope,
        maxFileSize: random.pick([10, 1000]),
        skip: random.int(5),
        limit: 1 + random.int(9),
      });
      assertEquals(ask(request).report, afresh(root, request), `step ${step}`);
      const names = [...Deno.readDirSync(root)].filter((entry) => entry.isFile && entry.name !== ".gitignore");
      if (names.length < 3) {
        for (let i = 0; i < 9; i++) Deno.writeTextFileSync(join(root, `g${step}${i}.txt`), "hit\n");
      } else if (random.chance(0.5)) random.pick(changes)(join(root, random.pick(names).name));
    }
  }));
