import { assert } from "@std/assert";
import { fromFileUrl } from "@std/path";
import manifest from "../../../deno.json" with { type: "json" };
import { PROMISES } from "../../../tools/evidence/promises.ts";

const PROJECT = fromFileUrl(new URL("../../../", import.meta.url));

Deno.test("each test and task that a promise names exists", () => {
  const tasks = Object.keys(manifest.tasks);
  for (const shown of PROMISES.flatMap(({ shownBy }) => shownBy)) {
    const task = /^deno task (\S+)$/.exec(shown)?.[1];
    assert(task === undefined ? Deno.statSync(PROJECT + shown).isFile : tasks.includes(task), shown);
  }
});
