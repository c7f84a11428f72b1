import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import manifest from "../../../deno.json" with { type: "json" };
import { PROMISES } from "../../../tools/evidence/promises.ts";
import { promisesTable, promisesTableInReadme } from "../../../tools/evidence/table.ts";

const PROJECT = fromFileUrl(new URL("../../../", import.meta.url));

Deno.test("the README's table of promises is current: deno run -A tools/evidence/table.ts", () => {
  assertEquals(promisesTableInReadme(), promisesTable());
});

Deno.test("every test and task that a promise names is there", () => {
  const tasks = Object.keys(manifest.tasks);
  for (const shown of PROMISES.flatMap(({ shownBy }) => shownBy)) {
    const task = /^deno task (\S+)$/.exec(shown)?.[1];
    assert(task === undefined ? Deno.statSync(PROJECT + shown).isFile : tasks.includes(task), shown);
  }
});
