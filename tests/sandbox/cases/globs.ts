/** Globs and ignore rules that try to match outside, or to grow without bound. @module */
import type { AttackCase } from "../attack_case.ts";

const NOTHING = { paths: [] } as const;

/** Patterns that name entries outside. */
const OUTWARD: readonly string[] = [
  "../**",
  "../*/secret.txt",
  "{here}/../../outside/*",
  "{outside}/*",
  "/../outside/*",
  "{..,.}/{..,.}/outside/*",
  "{../outside,x}/*",
  "[.][.]/[.][.]/outside/*",
  "\\.\\./\\.\\./outside/*",
  "./../../outside/*",
  "**/../../../outside/**",
  "*/../../../outside/*",
  "?./?./outside/*",
  "..//..//outside//*",
  "file://{outside}/*",
  "/proc/self/environ",
  "/etc/pass*",
];

const REACHING: readonly AttackCase[] = OUTWARD.flatMap((pattern): AttackCase[] => [
  {
    name: `the glob ${pattern} finds nothing outside`,
    tree: { "a.txt": "needle\n", in: "<dir>" },
    call: ["glob_files", { root: "{here}", pattern, mode: "files", hidden: true, no_ignore: true }],
    must: {},
  },
  {
    name: `the include glob ${pattern} includes nothing from outside`,
    tree: { "a.txt": "needle\n", l: { link: "{outside}" } },
    call: ["search_content", {
      roots: ["{here}"],
      query: "[A-Z]",
      include_globs: [pattern],
      follow_symlinks: true,
      hidden: true,
      no_ignore: true,
    }],
    must: {},
  },
]);

const EVIL = "a".repeat(60);

/** Patterns on which a naive matcher never ends. Each is answered, or refused as too large. */
const GROWING: readonly (readonly [what: string, pattern: string])[] = [
  ["many stars", "*a".repeat(40) + "b"],
  ["many double stars", "**/".repeat(60) + "b"],
  ["double stars and names in turn", "**/a/".repeat(30) + "b"],
  ["braces that multiply", "{a,aa,aaa}".repeat(30) + "b"],
  ["braces within braces", "{".repeat(200) + "a" + "}".repeat(200)],
  ["empty alternatives", "{,a}".repeat(60) + "b"],
  ["a brace without end", "{a,".repeat(1000)],
  ["a class without end", "[".repeat(5000)],
  ["a range of all characters", "[\u0001-\u{10FFFF}]".repeat(200)],
  ["question marks", "?".repeat(10_000)],
  ["a hundred thousand characters", "a".repeat(100_000)],
  ["a backslash at the end", "a\\"],
  ["a range the wrong way round", "[z-a]"],
];

const BOUNDED: readonly AttackCase[] = GROWING.map(([what, pattern]): AttackCase => ({
  name: `a glob of ${what} is answered immediately`,
  tree: { [EVIL]: "needle\n", [`a/a/a/a/a/a/a/a/${EVIL}`]: "needle\n" },
  call: ["glob_files", { root: "{here}", pattern, mode: "files" }],
  must: {},
}));

const RULES: readonly AttackCase[] = [
  {
    name: "no ignore rule includes an entry outside",
    tree: { ".gitignore": "!../../outside/secret.txt\n!/../outside\n!{outside}\n", "a.txt": "needle\n" },
    call: ["list_files", { roots: ["{here}"] }],
    must: { paths: ["{here}/a.txt"] },
  },
  {
    name: "ignore rules with many wildcards",
    tree: { ".gitignore": { text: "*a*a*a*a*a*a*a*a*a*b\n", times: 200 }, [EVIL]: "needle\n" },
    call: ["search_content", { roots: ["{here}"], query: "needle" }],
    must: { total: 1 },
  },
  {
    name: "fifty thousand rules",
    tree: { ".gitignore": { text: "*.zip\n", times: 50_000 }, "a.txt": "needle\n", "b.zip": "needle\n" },
    call: ["search_content", { roots: ["{here}"], query: "needle" }],
    must: { paths: ["{here}/a.txt"] },
  },
  {
    name: "a rule of a million characters",
    tree: { ".gitignore": { text: "a", times: 1_000_000 }, "a.txt": "needle\n" },
    call: ["search_content", { roots: ["{here}"], query: "needle" }],
    must: { paths: ["{here}/a.txt"] },
  },
  {
    name: "malformed ignore rules",
    tree: { ".gitignore": "[\n!\n\\\n/\n**\\\n[]]\n{a\n\u0000\n", "a.txt": "needle\n" },
    call: ["search_content", { roots: ["{here}"], query: "needle" }],
    must: { answers: true },
  },
  {
    name: "rules in UTF-16",
    tree: { ".gitignore": { bytes: "fffe 2a00 0a00" }, "a.txt": "needle\n" },
    call: ["search_content", { roots: ["{here}"], query: "needle" }],
    must: { answers: true },
  },
  {
    name: "a directory in place of the rules",
    tree: { ".gitignore/x": "", "a.txt": "needle\n" },
    call: ["list_files", { roots: ["{here}"], types: ["f"] }],
    must: { paths: ["{here}/a.txt"] },
  },
  {
    name: "a .gitignore of a terabyte",
    tree: { ".gitignore": { size: 2 ** 40 }, "a.txt": "needle\n" },
    call: ["search_content", { roots: ["{here}"], query: "needle" }],
    must: { total: 1 },
  },
  {
    name: "ten thousand globs in one call",
    tree: { "a.txt": "needle\n" },
    call: ["search_content", {
      roots: ["{here}"],
      query: "needle",
      exclude_globs: Array.from({ length: 10_000 }, (_, i) => `*${i}*x`),
    }],
    must: { refused: "TOO_LARGE" },
  },
  {
    name: "a negated exclude glob does not admit a link to the outside",
    tree: { l: { link: "{outside}" } },
    call: ["list_files", { roots: ["{here}/l"], exclude: ["!*"] }],
    must: { refused: "PATH_OUTSIDE_ROOT" },
  },
  {
    name: "a name pattern over whole paths sees no path outside",
    tree: { "a.txt": "needle\n" },
    call: ["list_files", { roots: ["{here}"], pattern: "outside|secret|^/", full_path_match: true }],
    must: NOTHING,
  },
];

/** The cases. */
export const GLOBS: readonly AttackCase[] = [...REACHING, ...BOUNDED, ...RULES];
