import { assertEquals } from "@std/assert";
import { absolutePath, commonDirectory, displayPaths } from "../../src/format/path_display.ts";

Deno.test("the common prefix is a whole directory that all paths share, or empty", () => {
  const cases: [string[], string][] = [
    [[], ""],
    [["a.ts"], ""],
    [["src/a.ts"], "src/"],
    [["src/ab.ts", "src/abc.ts"], "src/"],
    [["src/a/x", "src/ab/y"], "src/"],
    [["src/a", "docs/b"], ""],
    [["/mnt/x/a", "src/b"], ""],
    [["/mnt/x/a", "/srv/b"], "/"],
  ];
  for (const [paths, prefix] of cases) assertEquals(commonDirectory(paths), prefix);
});

Deno.test("prefix and shortened path together are the path", () => {
  const names = ["src/a.ts", "src/b/c.ts", "src/b/d.ts"];
  for (const absoluteFrom of [undefined, "/project"]) {
    const paths = displayPaths(names, { sharePrefix: true, absoluteFrom });
    const full = names.map((name) => absoluteFrom ? `${absoluteFrom}/${name}` : name);
    assertEquals(names.map((name) => paths.prefix + paths.display(name)), full);
  }
});

Deno.test("only relative paths are made absolute", () => {
  assertEquals(["a/b", "/other/a", "C:/x", ".", ""].map((path) => absolutePath("/project", path)), [
    "/project/a/b",
    "/other/a",
    "C:/x",
    "/project",
    "/project",
  ]);
  assertEquals(absolutePath("/", "a"), "/a");
});
