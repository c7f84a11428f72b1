/** How globs of a call decide about paths, compared with `-g` of ripgrep 15. @module */
import { assertEquals, assertThrows } from "@std/assert";
import { Overrides, rootRelativeGlob } from "../../../src/engine/glob/overrides.ts";
import { type GlobSegments, globSegments } from "../../../src/engine/glob/parse_glob.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";

Deno.test("a glob that begins with a root's path matches entries there, even if one root lies in another", () => {
  const roots = [{ names: ["/srv/app"] }, { names: ["/srv", "/link"] }, { names: ["/"] }];
  const verdicts = (glob: string) => {
    const overrides = new Overrides([glob], roots);
    const inner = [[0, "", "", "x.ts"], [1, "app", "/srv/app", "x.ts"]] as const;
    const starts = [...inner, [1, "", "/srv", "app/x.ts"], [2, "", "/", "srv/app/x.ts"]] as const;
    return starts.map(([root, path, shown, name]) =>
      overrides.verdict(overrides.start({ root, path }, shown), name, false)
    );
  };
  for (const glob of ["/srv/app/*.ts", "/srv/*/x.ts", "/link/app/**", "/srv/**/*.ts"]) {
    assertEquals([glob, verdicts(glob)], [glob, ["include", "include", "include", "include"]]);
    assertEquals([glob, verdicts("!" + glob)], [glob, ["exclude", "exclude", "exclude", "exclude"]]);
  }
  assertEquals(verdicts("/srv/*.ts"), ["unlisted", "unlisted", "unlisted", "unlisted"]);
});

Deno.test("an error names a malformed glob as the caller wrote it, also for a glob that excludes", () => {
  const named = (glob: string) => assertThrows(() => new Overrides([glob]), ToolError).data.params?.pattern;
  assertEquals(named("a}"), "a}");
  assertEquals(named("!a}"), "a}");
});

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

Deno.test("a root's path at the start of a glob is literal, whether its special characters are escaped or not", () => {
  const roots = [{ names: ["/"] }, { names: ["/srv/app[1]", "/app"] }];
  for (const glob of ["/srv/app[1]/src/*.ts", "/srv/app\\[1\\]/src/*.ts", "/app/src/*.ts"]) {
    assertEquals([glob, rootRelativeGlob(glob, roots)], [glob, { root: 1, rest: "src/*.ts" }]);
  }
  for (const glob of ["C:/work/src/*.ts", "c:/work/src/*.ts", "C:\\work\\src\\*.ts", "c:\\work/src\\*.ts"]) {
    assertEquals([glob, rootRelativeGlob(glob, [{ names: ["C:/work"] }])], [glob, { root: 0, rest: "src/*.ts" }]);
  }
  for (const glob of ["/srv/app1/src/*.ts", "src/*.ts", "/srv/app[1]"]) {
    assertEquals(rootRelativeGlob(glob, roots), undefined);
  }
});
