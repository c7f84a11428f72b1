import { assert, assertEquals, assertThrows } from "@std/assert";
import { find } from "../../../src/engine/find/find.ts";
import { ToolError } from "../../../src/model/messages/tool_error.ts";
import { agedDoor } from "../aged_door.ts";
import { pathsIn } from "./find_in.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { withTree } from "../with_tree.ts";
import { scopeOf, testsOf } from "../requests.ts";

Deno.test("expressions for names are in the dialect of queries; a text that is none is an error", () => {
  withTree({ "README": "", "é.ts": "", "a b.ts": "", "[x]": "" }, (door) => {
    const named = (pattern: string) => pathsIn(door, {}, { name: { pattern, syntax: "regex", fullPath: false } });
    const one: Record<string, string[]> = {
      "(?i)ReadMe": ["README"],
      "\\Aa\\h": ["a b.ts"],
      "^\\w\\.ts\\z": ["é.ts"],
      "[[:upper:]]": ["README"],
      "\\p{Lu}": ["README"],
      "\\Q[x]\\E": ["[x]"],
      "(?P<a>x)|y": ["[x]"],
    };
    for (const [pattern, names] of Object.entries(one)) assertEquals(named(pattern), names, pattern);
    const faults: Record<string, [key: string, at: unknown]> = {
      "*.ts": ["name_regex", 1],
      "ab(": ["regex_mended", 3],
      "[x": ["regex_mended", 1],
    };
    for (const [pattern, [fault, at]] of Object.entries(faults)) {
      const { params, key } = assertThrows(() => named(pattern), ToolError);
      assertEquals([key, params.at], [fault, at], pattern);
    }
  });
});

Deno.test("a name on which a pattern takes too long is dropped, other names are kept, in a new result and a cached one", () => {
  withTree({ "a": "", "aa": "", ["b" + "a".repeat(40)]: "", "c": "" }, (door) => {
    const job = jobOn(door, { remainingMs: () => 300 });
    const tests = testsOf({ name: { pattern: "^(a|c)+$|b(a+)+$x", syntax: "regex", fullPath: false } });
    for (let times = 0; times < 2; times++) {
      const { entries, cutBy } = finish(find(scopeOf(), tests, job, "entries"));
      assertEquals([entries.map(({ shown }) => shown), cutBy], [["a", "aa", "c"], "timeout"]);
      finish(find(scopeOf(), undefined, job, "entries"));
    }
  });
});

Deno.test("a name pattern has smart case, and may test the whole path", () => {
  withTree({ "README": "", "src/readme.md": "", "src/a.ts": "" }, (door) => {
    const named = (pattern: string, syntax: "regex" | "glob", fullPath = false) =>
      pathsIn(door, {}, { name: { pattern, syntax, fullPath } });
    assertEquals(named("readme", "regex"), ["README", "src/readme.md"]);
    assertEquals(named("README", "regex"), ["README"]);
    assertEquals(named("\\Dme$", "regex"), ["README"]);
    assertEquals(named("*.MD", "glob"), []);
    assertEquals(named("r*", "glob"), ["README", "src/readme.md"]);
    assertEquals(named("^src/.*s$", "regex", true), ["src/a.ts"]);
    assertEquals(named("src/*.{ts,md}", "glob", true), ["src/a.ts", "src/readme.md"]);
    assertEquals(named("*.ts", "glob", true), []);
  });
});

Deno.test("the filter yields after each name on which a pattern times out", () => {
  const trap = "a".repeat(40) + "!", pattern = "^(?=(a+)+$)";
  withTree({ aaa: "", [trap]: "", [trap + "!"]: "", "b/aa": "", "b/c": "" }, (_, root) => {
    const job = jobOn(agedDoor(root).door), tests = testsOf({ name: { pattern, syntax: "regex", fullPath: false } });
    for (const _ of ["found", "known"]) {
      const finding = find(scopeOf(), tests, nextRequest(job), "files");
      let turns = 0, step = finding.next();
      for (; !step.done; step = finding.next()) turns++;
      const { entries, cutBy } = step.value;
      assertEquals({ shown: entries.map(({ shown }) => shown), cutBy }, { shown: ["aaa", "b/aa"], cutBy: "timeout" });
      assert(turns >= 2, `${turns} turns`);
    }
  });
});

Deno.test("an extension follows any dot that is not the first character", () => {
  withTree(
    { "a.ts": "", "b.TAR.GZ": "", "c.d.ts": "", "e.": "", "ts": "", "f.xts": "", ".ts": "", "g..ts": "" },
    (door) => {
      const having = (...extensions: string[]) => pathsIn(door, { hidden: true }, { extensions });
      assertEquals(having("ts"), ["a.ts", "c.d.ts", "g..ts"]);
      assertEquals(having(".d.ts", "tar.gz"), ["b.TAR.GZ", "c.d.ts"]);
      assertEquals(having("GZ", ""), ["b.TAR.GZ", "e."]);
    },
  );
});
