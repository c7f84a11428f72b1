/** Globs and ignore rules that try to match outside, or to grow without bound. @module */
import { ANSWERED, attack, type AttackCase, list, NEEDLE, ONLY_A, refused, search, to } from "../attack_case.ts";

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
  attack(`the glob ${pattern} finds nothing outside`, { "a.txt": NEEDLE, in: "<dir>" }, ["glob_files", {
    root: "{here}",
    pattern,
    mode: "files",
    hidden: true,
    no_ignore: true,
  }], {}),
  attack(`the include glob ${pattern} includes nothing from outside`, { "a.txt": NEEDLE, l: to("{outside}") }, [
    "search_content",
    {
      roots: ["{here}"],
      query: "[A-Z]",
      include_globs: [pattern],
      follow_symlinks: true,
      hidden: true,
      no_ignore: true,
    },
  ], {}),
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
  attack(
    "no ignore rule includes an entry outside",
    { ".gitignore": "!../../outside/secret.txt\n!/../outside\n!{outside}\n", "a.txt": NEEDLE },
    list(),
    ONLY_A,
  ),
  attack(
    "rules with many wildcards",
    { ".gitignore": { text: "*a*a*a*a*a*a*a*a*a*b\n", times: 200 }, [EVIL]: NEEDLE },
    search(),
    { total: 1 },
  ),
  attack(
    "50,000 rules",
    { ".gitignore": { text: "*.zip\n", times: 50_000 }, "a.txt": NEEDLE, "b.zip": NEEDLE },
    search(),
    ONLY_A,
  ),
  attack("a long rule", { ".gitignore": { text: "a", times: 1_000_000 }, "a.txt": NEEDLE }, search(), ONLY_A),
  attack(
    "malformed rules",
    { ".gitignore": "[\n!\n\\\n/\n**\\\n[]]\n{a\n\u0000\n", "a.txt": NEEDLE },
    search(),
    ANSWERED,
  ),
  attack("rules in UTF-16", { ".gitignore": { bytes: "fffe 2a00 0a00" }, "a.txt": NEEDLE }, search(), ANSWERED),
  attack("a directory in place of the rules", { ".gitignore/x": "", "a.txt": NEEDLE }, list({ types: ["f"] }), ONLY_A),
  attack("a .gitignore of a terabyte", { ".gitignore": { size: 2 ** 40 }, "a.txt": NEEDLE }, search(), { total: 1 }),
  attack(
    "ten thousand globs in one call",
    { "a.txt": NEEDLE },
    search({ exclude_globs: Array.from({ length: 10_000 }, (_, i) => `*${i}*x`) }),
    refused("TOO_LARGE"),
  ),
  attack("a negated exclude glob does not admit a link to the outside", { l: to("{outside}") }, ["list_files", {
    roots: ["{here}/l"],
    exclude: ["!*"],
  }], refused("PATH_OUTSIDE_ROOT")),
  attack(
    "a name pattern over whole paths sees no path outside",
    { "a.txt": NEEDLE },
    list({ pattern: "outside|secret|^/", full_path_match: true }),
    NOTHING,
  ),
];

/** The cases. */
export const GLOBS: readonly AttackCase[] = [...REACHING, ...BOUNDED, ...RULES];
