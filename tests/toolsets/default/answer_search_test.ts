import { assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

const SEARCH = { roots: ["src"], query: "word", optimize_paths: true, count_only_matches: true };

Deno.test("a shortened path leads back to its file; if it would lead to another file, no path is shortened", async () => {
  const inside = { "src/a.txt": "word\n", "src/b.txt": "word\n", "src/src/c.txt": "word\n" };
  const others: Record<string, string>[] = [{}, { "c.txt": "" }, { "a.txt": "" }, { "src/src/b.txt": "word\n" }];
  for (const other of others) {
    using files = tempTree({ ...inside, ...other });
    using tools = await openTools("default", [files.path]);
    const { counts, path_prefix } = await tools.ask("search_content", SEARCH), where = JSON.stringify(other);
    const isTaken = "a.txt" in other || "src/src/b.txt" in other;
    assertEquals([where, path_prefix], [where, isTaken ? undefined : "src/"]);
    for (const file of Object.keys(Object(counts))) {
      const { content } = await tools.ask("read_file", { path: file });
      assertEquals([where, file, content], [where, file, "1. word"]);
    }
  }
});

Deno.test("absolute paths of several roots keep their root; those of one root may lose all of it", async () => {
  using files = tempTree({ "p/a.txt": "word\n", "o/x.txt": "word\n" });
  const roots = [`${files.path}/p`, `${files.path}/o`];
  using tools = await openTools("default", roots);
  const absolute = { ...SEARCH, absolute: true };
  const found = async (roots: readonly string[]) => {
    const { counts, path_prefix } = await tools.ask("search_content", { ...absolute, roots });
    return [path_prefix, ...Object.keys(Object(counts))];
  };
  assertEquals(await found(["."]), [`${roots[0]}/`, "a.txt"]);
  assertEquals(await found(roots), [`${files.path}/`, "o/x.txt", "p/a.txt"]);
  Deno.mkdirSync(`${files.path}/p/p`);
  Deno.writeTextFileSync(`${files.path}/p/p/a.txt`, "another\n");
  assertEquals(await found(roots), [undefined, `${roots[1]}/x.txt`, `${roots[0]}/a.txt`]);
});

Deno.test("a name that would be read as a JSON string or a URL is not shortened", async () => {
  for (const name of [String.raw`"gold\n"`, "file:/gold"]) {
    using files = tempTree({ [`dir/${name}`]: "word\n", "dir/z": "word\n" });
    using tools = await openTools("default", [files.path]);
    const { counts, path_prefix } = await tools.ask("search_content", { ...SEARCH, roots: ["dir"] });
    const paths = Object.keys(Object(counts));
    assertEquals([paths.length, path_prefix], [2, undefined]);
    for (const path of paths) assertEquals([path, (await tools.ask("read_file", { path })).content], [path, "1. word"]);
  }
});
