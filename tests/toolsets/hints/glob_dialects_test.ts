import { assertEquals } from "@std/assert";
import { DIALECTS, translateDialects } from "../../../src/toolsets/hints/glob_dialects.ts";

for (const { example: [theirs, ours], translate } of DIALECTS) {
  Deno.test(`${theirs} becomes ${ours}`, () => assertEquals(translate(theirs), ours));
}

Deno.test("every dialect leaves this program's globs unchanged", () => {
  for (
    const glob of ["src/**/*.{ts,tsx}", "*.ts", "app/\\[id\\]/[a-z]?.js", "a b.txt", "(app)/x.ts".slice(5), ".*rc"]
  ) {
    const others = DIALECTS.map(({ translate }) => translate(glob));
    if (glob !== ".*rc") assertEquals([glob, ...new Set(others)], [glob, glob]);
  }
});

Deno.test("a glob in several dialects is translated from all of them", () => {
  const cases: [theirs: string, ours: string][] = [
    ["src\\**\\*.@(ts|tsx)", "src/**/*.{ts,tsx}"],
    ["'*.ts' ", "*.ts"],
    ["*.ts | *.tsx", "{*.ts,*.tsx}"],
    ["*.ts *.tsx", "{*.ts,*.tsx}"],
    ["**/+(a|@(b|c)).ts", "**/{a,{b,c}}.ts"],
    ["!(*.test).ts", "*.ts"],
    ["x?(y).ts", "x{y,}.ts"],
    ["*.(ts|tsx)", "*.{ts,tsx}"],
    ["{c..a}{5..1..2}", "{c,b,a}{5,3,1}"],
    ["{1..100000}", "\\{1..100000\\}"],
    ["[![:alpha:]_]*.[[:lower:]]", "[!a-zA-Z_]*.[a-z]"],
    ["^(?:a|b)/[^/]+\\.js$", "{a,b}/*.js"],
    [".*Test\\.java", "*Test.java"],
    ["(foo)?bar.*", "{foo,}bar*"],
  ];
  for (const [theirs, ours] of cases) {
    assertEquals([theirs, translateDialects(theirs).includes(ours) ? ours : translateDialects(theirs)], [theirs, ours]);
  }
});
