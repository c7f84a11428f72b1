import { type GlobSegments, globSegments } from "../../../src/engine/glob/parse_glob.ts";
import { assertEquals } from "@std/assert";

Deno.test("a glob is split into the root it begins with and the names after it, on every system", () => {
  const roots = ["/project", "C:/code", "//server/share/code", "/srv/app[1]"];
  const cases: [string, GlobSegments][] = [
    ["./src//*.ts", { below: "./src//*.ts", names: ["src", "*.ts"], literalCount: 1 }],
    ["/src/[id]/a", { below: "/src/[id]/a", names: ["src", "[id]", "a"], literalCount: 1 }],
    ["/projects/a", { below: "/projects/a", names: ["projects", "a"], literalCount: 2 }],
    ["/project", { root: "/project/", below: "", names: [], literalCount: 0 }],
    ["/project/src/**", { root: "/project/", below: "src/**", names: ["src", "**"], literalCount: 1 }],
    ["C:/code/src/a.ts", { root: "C:/code/", below: "src/a.ts", names: ["src", "a.ts"], literalCount: 2 }],
    ["//server/share/code/*.ts", { root: "//server/share/code/", below: "*.ts", names: ["*.ts"], literalCount: 0 }],
    ["/srv/app[1]/*.ts", { root: "/srv/app[1]/", below: "*.ts", names: ["*.ts"], literalCount: 0 }],
    ["/srv/app\\[1\\]/*.ts", { root: "/srv/app[1]/", below: "*.ts", names: ["*.ts"], literalCount: 0 }],
    ["/srv/app\\[1\\]", { root: "/srv/app[1]/", below: "", names: [], literalCount: 0 }],
    ["/srv/app1/*.ts", { below: "/srv/app1/*.ts", names: ["srv", "app1", "*.ts"], literalCount: 2 }],
    ["", { below: "", names: [], literalCount: 0 }],
  ];
  for (const [pattern, names] of cases) assertEquals([pattern, globSegments(pattern, roots)], [pattern, names]);
  assertEquals(globSegments("/a/*", ["/"]), { root: "/", below: "a/*", names: ["a", "*"], literalCount: 1 });
});
