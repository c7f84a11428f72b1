import { assertEquals } from "@std/assert";
import { type GlobNames, globNames } from "../../src/model/glob_names.ts";

Deno.test("a glob's names stand behind the root that it begins with, on every system", () => {
  const roots = ["/project", "C:/code", "//server/share/code", "/srv/app[1]"];
  const cases: [string, GlobNames][] = [
    ["./src//*.ts", { below: "./src//*.ts", names: ["src", "*.ts"], plain: 1 }],
    ["/src/[id]/a", { below: "/src/[id]/a", names: ["src", "[id]", "a"], plain: 1 }],
    ["/projects/a", { below: "/projects/a", names: ["projects", "a"], plain: 2 }],
    ["/project", { top: "/project/", below: "", names: [], plain: 0 }],
    ["/project/src/**", { top: "/project/", below: "src/**", names: ["src", "**"], plain: 1 }],
    ["C:/code/src/a.ts", { top: "C:/code/", below: "src/a.ts", names: ["src", "a.ts"], plain: 2 }],
    ["//server/share/code/*.ts", { top: "//server/share/code/", below: "*.ts", names: ["*.ts"], plain: 0 }],
    ["/srv/app[1]/*.ts", { top: "/srv/app[1]/", below: "*.ts", names: ["*.ts"], plain: 0 }],
    ["/srv/app\\[1\\]/*.ts", { top: "/srv/app[1]/", below: "*.ts", names: ["*.ts"], plain: 0 }],
    ["/srv/app\\[1\\]", { top: "/srv/app[1]/", below: "", names: [], plain: 0 }],
    ["/srv/app1/*.ts", { below: "/srv/app1/*.ts", names: ["srv", "app1", "*.ts"], plain: 2 }],
    ["", { below: "", names: [], plain: 0 }],
  ];
  for (const [pattern, names] of cases) assertEquals([pattern, globNames(pattern, roots)], [pattern, names]);
  assertEquals(globNames("/a/*", ["/"]), { top: "/", below: "a/*", names: ["a", "*"], plain: 1 });
});
