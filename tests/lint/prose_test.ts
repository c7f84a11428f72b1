import { assertEquals } from "@std/assert";
import { walkSync } from "@std/fs";
import { proseProblems } from "../../lint/prose.ts";
import { CHECKOUT } from "../../packaging/project.ts";

/** Folders that are not the project's. */
const SKIPPED = [/\/\.git(?:\/|$)/, /\/node_modules(?:\/|$)/, /\/dist(?:\/|$)/];

Deno.test("comments, test names and pages have none of the habits of lint/prose.ts", () => {
  const options = { includeDirs: false, exts: ["ts", "md", "wat"], skip: SKIPPED };
  const files = [...walkSync(CHECKOUT, options)];
  const problems = files.flatMap(({ path }) =>
    proseProblems(path, Deno.readTextFileSync(path)).map((problem) => `${path.slice(CHECKOUT.length)}:${problem}`)
  );
  assertEquals(problems, []);
});

Deno.test("a habit is found in comments, test names and Markdown, but not in code", () => {
  assertEquals(proseProblems("a.ts", "// It ends at once.\nconst text = 'at once';").length, 1);
  assertEquals(proseProblems("a.ts", `Deno.test(${JSON.stringify("it ends at once")}, () => {});`).length, 1);
  assertEquals(proseProblems("a.md", "It ends at once, not `at once`.\n```\nat once\n```\n").length, 1);
  assertEquals(proseProblems("a.ts", "/** Ends immediately. */").length, 0);
});
