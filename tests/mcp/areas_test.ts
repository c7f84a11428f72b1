import { assertEquals } from "@std/assert";
import { Areas } from "../../src/mcp/areas.ts";

Deno.test("what lies within a directory is told by whole names", () => {
  const within: [string, string, boolean][] = [
    ["src", "src", true],
    ["src/a", "src", true],
    ["srcs", "src", false],
    [".", "src", false],
    ["src", ".", true],
    [".", ".", true],
    ["/srv/x", ".", false],
    ["/srv/x", "/srv", true],
    ["/srv/x/y", "/srv", true],
    ["/srvs", "/srv", false],
    ["/srv", "/", true],
    ["/", "/", true],
    ["/", "/srv", false],
    ["C:/x", ".", false],
    ["C:/x", "C:/", true],
    ["C:/", "C:/", true],
    ["//server/share/x", "//server/share/", true],
    ["//server/shared/x", "//server/share/", false],
  ];
  for (const [path, dir, expected] of within) {
    assertEquals([path, dir, new Areas([dir]).covers(path)], [path, dir, expected]);
    assertEquals([path, dir, new Areas([path]).below(dir).length === 1], [path, dir, expected && path !== dir]);
  }
});

Deno.test("of areas within one another the outermost stay, though there be a hundred thousand", () => {
  const most = 100_000, inner = Array.from({ length: most }, (_, i) => `src/${i}/a`);
  const outer = Array.from({ length: most }, (_, i) => `src/${i}`);
  assertEquals(new Areas([...inner, ...outer, "docs", "docs/x", "docs"]).outermost(), [...outer, "docs"]);
  assertEquals(new Areas([...inner, "."]).outermost(), ["."]);
  assertEquals(new Areas(inner).below("src").length, most);
});
