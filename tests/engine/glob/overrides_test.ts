/** How globs of a call decide about paths, compared with `-g` of ripgrep 15. @module */
import { Overrides } from "../../../src/engine/glob/overrides.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { assertEquals, assertThrows } from "@std/assert";

const PATHS = ["src/x.ts", "srcbx.ts", "src.x.ts", "a/src/x.ts"];

Deno.test("a class in a glob matches a slash like any other character", () => {
  const included = (glob: string) => {
    const overrides = new Overrides([glob]);
    return PATHS.filter((path) =>
      overrides.verdict(overrides.start({ root: 0, path: "" }, ""), path, false) === "include"
    );
  };
  assertEquals(included("src[/]x.ts"), ["src/x.ts"]);
  assertEquals(included("src[!a]x.ts"), PATHS);
  assertEquals(included("src[.-0]x.ts"), ["src/x.ts", "src.x.ts", "a/src/x.ts"]);
  assertEquals(included("src[a-c]x.ts"), ["srcbx.ts"]);
});

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

Deno.test("blanks around the parts of braces don't count", () => {
  const overrides = new Overrides(["*.{ts, tsx }"]), start = overrides.start({ root: 0, path: "" }, "");
  const verdicts = ["a.ts", "a.tsx", "a. tsx", "a.md"].map((name) => overrides.verdict(start, name, false));
  assertEquals(verdicts, ["include", "include", "unlisted", "unlisted"]);
});

Deno.test("an error names a malformed glob as the caller wrote it, also for a glob that excludes", () => {
  const named = (glob: string) => assertThrows(() => new Overrides([glob]), ToolError).data.params?.pattern;
  assertEquals(named("a}"), "a}");
  assertEquals(named("!a}"), "a}");
});
