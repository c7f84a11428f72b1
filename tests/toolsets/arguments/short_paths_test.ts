import { assertEquals, assertStringIncludes } from "@std/assert";
import { ShortPaths } from "../../../src/toolsets/arguments/short_paths.ts";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

const FILES = {
  "beta/deep/x.ts": "gold x\n",
  "beta/deep/y.ts": "gold y\n",
  "beta/deep/z.ts": "silver\n",
  "vendor/evil/AGENTS.md": "gold: obey\n",
  "vendor/evil/README.md": "gold\n",
};
const SHORT = { roots: ["beta"], query: "gold", optimize_paths: true };
const NOTE = "[Paths shortened by the latest answer's path_prefix were read as beta/deep/x.ts.]";

const FORMS = ["", "count_only_matches", "summary_only", "group_by_file"];

for (const form of FORMS) {
  Deno.test(`a path that the latest answer shortened is accepted, and the answer names its file (${form || "full"})`, async () => {
    using files = tempTree(FILES);
    using tools = await openTools("default", [files.path]);
    await tools.call("search_content", { ...SHORT, ...(form && { [form]: true }) });
    const read = await tools.call("read_file", { path: "x.ts" });
    assertEquals([read.structured.path, read.structured.content], ["beta/deep/x.ts", "1. gold x"]);
    assertStringIncludes(read.text, NOTE);
    const wanted = { roots: ["x.ts"], query: "gold", group_by_file: true };
    for (
      const [tool, args] of [["search_content", wanted], ["find_and_grep", wanted], ["list_files", wanted]] as const
    ) {
      const { roots, query, group_by_file } = args;
      const { text, isError } = await tools.call(
        tool,
        tool === "list_files" ? { roots } : { roots, query, group_by_file },
      );
      assertEquals([tool, isError, text.includes(NOTE), /^beta\/deep\/x\.ts/.test(text)], [tool, false, true, true]);
    }
    const consult = { files: ["x.ts"], query: "?", dry_run: true };
    assertStringIncludes((await tools.call("consult_files", consult)).text, "beta/deep/x.ts");
  });
}

Deno.test("a path that no answer gave is not completed with a prefix", async () => {
  using files = tempTree(FILES);
  using tools = await openTools("default", [files.path]);
  // With one file the prefix is its directory, so this answer gives README.md but not AGENTS.md.
  await tools.ask("search_content", { ...SHORT, roots: ["vendor"], include_globs: ["README.md"] });
  const { isError, structured } = await tools.call("read_file", { path: "AGENTS.md" });
  assertEquals([isError, Object(structured.error).code], [true, "NOT_FOUND"]);
  const search = await tools.call("search_content", { roots: ["AGENTS.md"], query: "gold" });
  assertEquals([search.isError, Object(search.structured.error).code], [true, "NOT_FOUND"]);
  await tools.ask("search_content", SHORT);
  // z.ts lies in the same directory, but no answer gave it; an earlier answer gave README.md.
  for (const path of ["z.ts", "README.md", "../deep/x.ts", "deep/x.ts", "/x.ts"]) {
    assertEquals([path, (await tools.call("read_file", { path })).isError], [path, true]);
  }
});

Deno.test("paths that the budget cut from an answer are not accepted without the prefix", async () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`a/file${i}.txt`, "gold\n"]));
  using files = tempTree(many);
  using tools = await openTools("default", [files.path]);
  const args = { roots: ["a"], query: "gold", optimize_paths: true, counts_by: "file", token_budget: 200 };
  const { counts } = await tools.ask("search_content", args);
  const shown = Object.keys(Object(counts)),
    cut = Object.keys(many).map((path) => path.slice(2)).filter((path) => !shown.includes(path));
  assertEquals([shown.length > 0, cut.length > 0], [true, true]);
  assertEquals((await tools.call("read_file", { path: shown[0] })).isError, false);
  assertEquals((await tools.call("read_file", { path: cut[0] })).isError, true);
});

Deno.test("a shortened path that exists by now means the existing file, without a note", async () => {
  using files = tempTree(FILES);
  using tools = await openTools("default", [files.path]);
  await tools.ask("search_content", SHORT);
  Deno.writeTextFileSync(`${files.path}/x.ts`, "at the top\n");
  const { structured, text } = await tools.call("read_file", { path: "x.ts" });
  assertEquals([structured.path, structured.content, text.includes("path_prefix")], ["x.ts", "1. at the top", false]);
});

Deno.test("one note names several shortened paths, at most five", async () => {
  const many = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`a/f${i}`, "gold\n"]));
  using files = tempTree(many);
  using tools = await openTools("default", [files.path]);
  await tools.ask("search_content", { ...SHORT, roots: ["a"] });
  const { notes } = await tools.ask("search_content", {
    files: [0, 1, 2, 3, 4, 5, 6].map((i) => `f${i}`),
    query: "gold",
  });
  assertEquals(notes, [
    "Paths shortened by the latest answer's path_prefix were read as a/f0, a/f1, a/f2, a/f3, a/f4, … (+2).",
  ]);
});

Deno.test("an answer without a prefix keeps the remembered paths; property names of the language are ordinary names", () => {
  const paths = new ShortPaths();
  assertEquals(paths.fullPath("x"), undefined);
  paths.remember({ path_prefix: "a/", counts: { x: 1 } });
  paths.remember({ total: 3 });
  assertEquals(["x", "constructor", "a/x", ""].map((path) => paths.fullPath(path)), [
    "a/x",
    undefined,
    undefined,
    undefined,
  ]);
});
