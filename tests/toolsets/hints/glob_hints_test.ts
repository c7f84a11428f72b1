import { assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

Deno.test("a glob that matches only directories is answered with the glob for their files", async () => {
  using files = tempTree({ "src/a.ts": "", "lib/b/c.ts": "", ".git/x": "" });
  using tools = await openTools("default", [files.path]);
  const hinted = (n: number, pattern: string) => [
    `${n} ${n === 1 ? "directory" : "directories"}: glob_files {"pattern": "${pattern}", "mode": "directories"}`,
  ];
  const asked: [args: Record<string, unknown>, hints: string[] | undefined][] = [
    [{ pattern: "src" }, hinted(1, "src/")],
    [{ pattern: "*", mode: "files" }, hinted(2, "*/")],
    [{ pattern: "lib/*", mode: "files" }, hinted(1, "lib/*/")],
    [{ pattern: "src/", mode: "files" }, hinted(1, "src/")],
    [{ pattern: "b", root: "lib", mode: "files" }, [
      '1 directory: glob_files {"pattern": "b/", "root": "lib", "mode": "directories"}',
    ]],
    [{ pattern: "c.ts", root: "lib", mode: "files", hidden: true }, [
      '1 file: glob_files {"pattern": "**/c.ts", "root": "lib", "mode": "files", "hidden": true}',
    ]],
    [{ pattern: "lib/**/*.ts", root: "./lib/", mode: "files" }, [
      '1 file: glob_files {"pattern": "**/*.ts", "root": "./lib/", "mode": "files"}',
    ]],
    [{ pattern: "lib/b/c.ts/" }, ['1 directory: glob_files {"pattern": "lib/b/c.ts", "mode": "directories"}']],
    [{ pattern: "nope" }, undefined],
    [{ pattern: "src/*", mode: "files" }, undefined],
  ];
  for (const [args, hints] of asked) {
    const { hints: given } = await tools.ask("glob_files", args);
    assertEquals([args, given], [args, hints]);
  }
});

Deno.test("a glob without matches is answered with the glob that was likely meant", async () => {
  using files = tempTree({ "src/deep/a.ts": "", "src/deep/b.ts": "", "c.md": "", "app/[id]/p.ts": "" });
  const asked: [pattern: string, meant: string | undefined][] = [
    ["a.ts", '1 file: glob {"pattern": "**/a.ts"}'],
    ["*.ts", '3 files: glob {"pattern": "**/*.ts"}'],
    ["app/[id]/*.ts", '1 file: glob {"pattern": "app/\\\\[id\\\\]/*.ts"}'],
    ["app/[id]", '1 file: glob {"pattern": "app/\\\\[id\\\\]/**"}'],
    ["src\\deep\\*.ts", '2 files: glob {"pattern": "src/deep/*.ts"}'],
    ["src/deep", '2 files: glob {"pattern": "src/deep/**"}'],
    ["src/deep/", '2 files: glob {"pattern": "src/deep/**"}'],
    ["c.MD", '1 file: glob {"pattern": "[cC].[mM][dD]"}'],
    ["SRC/**/[a-a].ts", '1 file: glob {"pattern": "[sS][rR][cC]/**/[a-a].[tT][sS]"}'],
    ["deep/*.ts", '2 files: glob {"pattern": "**/deep/*.ts"}'],
    ["A.*", '1 file: glob {"pattern": "**/[aA].*"}'],
    ["DEEP/b*", '1 file: glob {"pattern": "**/[dD][eE][eE][pP]/[bB]*"}'],
    ["*.rs", undefined],
    ["src/*.ts", '2 files: glob {"pattern": "src/**/*.ts"}'],
    ["*/a.md", undefined],
  ];
  using tools = await openTools("microagent", [files.path]);
  for (const [pattern, meant] of asked) {
    const lines = (await tools.call("glob", { pattern })).text.split("\n");
    assertEquals([pattern, lines[1]], [pattern, meant && `[${meant}]`]);
  }
});
