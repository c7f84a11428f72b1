import { assert, assertEquals } from "@std/assert";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";
import type { Profile } from "../../src/toolsets/profiles.ts";
import type { Answer } from "../../src/toolsets/tool.ts";

type Args = Record<string, unknown>;

const FILES = {
  ".gitignore": "build/\n",
  ".env": "dotted\n",
  "build/out.js": "built\nlong_name\n",
  "build/.cache/deep.js": "both\n",
  "src/lib/a.ts": "Needle (here)\nfoo.bar\n",
  "src/lib/c.ts": "only\n",
  "src/.ci/jobs/a.yml": "job\n",
  "big.txt": `${"x".repeat(2 * 2 ** 20)}\nlarge\n`,
};

const FS_NAMES = "name one of them, or its directory, as root";
const GREP_NAMES = "name each such directory, and its files, in filePattern: {dir,dir/sub,dir/sub/**}";
const BOTH = "lies in files both hidden and ignored", TOO_LARGE = "lies in files over the size limit";
const OTHER_CASE = "1 match in other letter case", GLOB = "with another glob";
const AS_TEXT = "1 match of the query as plain text", AS_REGEX = "1 match of the query as a regular expression";
const IGNORED = "lies in ignored files", HIDDEN = "lies in hidden files";
const OUT = { root: "build/out.js" }, CACHE = { filePattern: "{build,build/.cache,build/.cache/**}" };
const LIB = { include_globs: ["lib/*.ts"] }, CC = { include_globs: ["lib/cc.ts"] };
const JOBS = { root: "src/.ci", include_globs: ["**/*.yml"] };
const DOT = { filePattern: ".env" }, BRACE = "c{,.test}.ts", BUILD = { filePattern: "{build,build/**}" };
const nearest = (missing: string, ...names: string[]) =>
  `src/lib/${missing}.ts does not exist. Nearest existing: ${names.map((name) => `src/lib/${name}.ts`).join(", ")}.`;
const BELOW_SRC = "src/lib/cc.ts does not exist. Nearest existing: lib/c.ts, lib/a.ts.";

/** A call that finds nothing, its hint, and the change to make where the hint's words are no arguments. */
const CASES: readonly (readonly [Profile, tool: string, args: Args, hint: string, change?: Args])[] = [
  // 1. A path that is not there.
  ["default", "glob_files", { pattern: "src/lib/aa.ts", mode: "files" }, nearest("aa", "a", "c")],
  ["default", "glob_files", { pattern: "lib/cc.ts", root: "src", mode: "files" }, BELOW_SRC],
  ["default", "search_content", { query: "only", roots: ["src"], ...CC }, nearest("cc", "c", "a")],
  ["fs", "search_text", { query: "only", root: "src", ...CC }, nearest("cc", "c", "a")],
  ["fs", "list_files", { include_globs: ["src/lib/aa.ts"] }, nearest("aa", "a", "c")],
  ["microagent", "glob", { pattern: "src/lib/aa.ts" }, nearest("aa", "a", "c")],
  ["microagent", "grep", { pattern: "only", filePattern: "src/lib/cc.ts" }, nearest("cc", "c", "a")],
  // 2. A switch, or two together.
  ["default", "search_content", { query: "built" }, `1 match ${IGNORED}: no_ignore=true`],
  ["default", "search_content", { query: "dotted" }, `1 match ${HIDDEN}: hidden=true`],
  ["default", "search_content", { query: "both" }, `1 match ${BOTH}: hidden=true, no_ignore=true`],
  ["default", "search_content", { query: "large", max_filesize: "1M" }, `1 match ${TOO_LARGE}: max_filesize=200M`],
  ["default", "list_files", { pattern: "^out" }, `1 entry ${IGNORED}: no_ignore=true`],
  ["default", "list_files", { pattern: "^out", tree: true }, `1 entry ${IGNORED}: no_ignore=true`],
  ["default", "glob_files", { pattern: "**/*env", mode: "files" }, `1 file ${HIDDEN}: hidden=true`],
  ["default", "find_and_grep", { query: "built", extensions: ["js"] }, `1 match ${IGNORED}: no_ignore=true`],
  ["fs", "search_text", { query: "built" }, `1 match ${IGNORED}: ${FS_NAMES}`, { root: "build" }],
  ["fs", "search_text", { query: "both" }, `1 match ${BOTH}: ${FS_NAMES}`, { root: "build/.cache" }],
  ["fs", "search_text", { query: "built", include_globs: ["*.js"] }, `1 match ${IGNORED}: ${FS_NAMES}`, OUT],
  ["fs", "list_files", { include_globs: ["*env"] }, `1 entry ${HIDDEN}: ${FS_NAMES}`, { root: ".env" }],
  ["microagent", "grep", { pattern: "both" }, `1 match ${BOTH}: ${GREP_NAMES}`, CACHE],
  ["microagent", "grep", { pattern: "built" }, `1 match ${IGNORED}: ${GREP_NAMES}`, BUILD],
  ["microagent", "grep", { pattern: "dotted", filesOnly: true }, `1 match ${HIDDEN}: ${GREP_NAMES}`, DOT],
  // 4. Case.
  ["default", "search_content", { query: "needle", case: "sensitive" }, `${OTHER_CASE}: case=insensitive`],
  ["fs", "search_text", { query: "needle", case_sensitive: true }, `${OTHER_CASE}: case_sensitive=false`],
  ["microagent", "grep", { pattern: "needle" }, `${OTHER_CASE}: ignoreCase=true`],
  // 5. Text instead of an expression, or the reverse.
  ["default", "search_content", { query: "Needle (here)" }, `${AS_TEXT}: fixed_strings=true`],
  ["default", "search_content", { query: "foo.b.r", fixed_strings: true }, `${AS_REGEX}: fixed_strings=false`],
  ["default", "search_content", { query: "foo.b.r", regex: false }, `${AS_REGEX}: regex=true`],
  ["fs", "search_text", { query: "Needle (here)", mode: "regex" }, `${AS_TEXT}: mode=literal`],
  ["fs", "search_text", { query: "foo.b.r" }, `${AS_REGEX}: mode=regex`],
  ["microagent", "grep", { pattern: "Needle (here)" }, `${AS_TEXT}: pattern="Needle \\\\(here\\\\)"`],
  // 6. A glob that matches nothing.
  ["default", "search_content", { query: "foo", ...LIB }, `1 match ${GLOB}: include_globs=["**/lib/*.ts"]`],
  [
    "default",
    "search_content",
    { query: "only", include_globs: [BRACE] },
    `1 match ${GLOB}: include_globs=["c.ts", "c.test.ts"]`,
  ],
  ["default", "glob_files", { pattern: "lib/*.ts", mode: "files" }, `2 files ${GLOB}: pattern=**/lib/*.ts`],
  [
    "default",
    "search_content",
    { query: "job", include_globs: [".ci/jobs/*.yml"] },
    `1 match ${GLOB}, in hidden files: include_globs=["**/.ci/jobs/*.yml"], hidden=true`,
  ],
  ["fs", "list_files", { include_globs: [".ci/*/*.yml"] }, `1 entry ${GLOB}, in hidden files: ${FS_NAMES}`, JOBS],
  ["fs", "search_text", { query: "foo", ...LIB }, `1 match ${GLOB}: include_globs=["**/lib/*.ts"]`],
  ["fs", "list_files", LIB, `2 entries ${GLOB}: include_globs=["**/lib/*.ts"]`],
  ["microagent", "glob", { pattern: "lib/*.ts" }, `2 files ${GLOB}: pattern=**/lib/*.ts`],
  ["microagent", "grep", { pattern: "only", filePattern: BRACE }, `1 match ${GLOB}: filePattern="{c.ts,c.test.ts}"`],
];

/** The hints among the sentences of an answer: profiles fs and microagent say there too what was searched. */
const hintsIn = ({ structured: { hints = [] } }: Answer) =>
  Array.isArray(hints) ? hints.map(String).filter((one) => !one.startsWith("searched ")) : [];

/** The arguments that a hint names, or the nearest path in the place of the glob. */
function changeIn(hint: string, args: Args): Args | undefined {
  const path = /Nearest existing: (.+?)(?:, |\.$)/.exec(hint)?.[1];
  const field = ["include_globs", "filePattern", "pattern"].find((one) => one in args);
  if (path !== undefined && field !== undefined) return { [field]: field === "include_globs" ? [path] : path };
  const named = /: (\w+=.*)$/.exec(hint)?.[1].split(/, (?=\w+=)/).map((one) => {
    const at = one.indexOf("="), value = one.slice(at + 1);
    return [one.slice(0, at), /^[\[{"]|^(?:true|false|null)$/.test(value) ? JSON.parse(value) : value];
  });
  return named && Object.fromEntries(named);
}

const EXACT_FIELDS = ["matches", "totalMatches", "truncated", "files", "totalFiles", "hits", "entries", "has_more"];

/** Profiles whose fields are exact have only hints beside those, which are the text's sentences. */
function assertOnlyHints({ text, structured }: Answer): void {
  const [status, ...said] = text.split("\n");
  const sentences = [status.replace(/^\[0 \w+; /, "["), ...said].map((line) => line.slice(1, -1));
  const { hints, ...rest } = structured;
  assertEquals([Object.keys(rest).filter((field) => !EXACT_FIELDS.includes(field)), hints], [[], sentences]);
}

for (const profile of ["default", "fs", "microagent"] as const) {
  Deno.test(`a call of ${profile} that finds nothing has one hint, and the call changed as it says finds something`, async () => {
    using files = tempTree(FILES);
    using tools = await openTools(profile, [files.path]);
    for (const [_, tool, args, hint, change] of CASES.filter(([of]) => of === profile)) {
      const what = JSON.stringify([tool, args]), answer = await tools.call(tool, args);
      assertEquals([what, answer.found, hintsIn(answer)], [what, false, [hint]]);
      if (profile !== "default") assertOnlyHints(answer);
      assert([hint, JSON.stringify(hint).slice(1, -1)].some((form) => answer.text.includes(form)), answer.text);
      const changed = { ...args, ...change ?? changeIn(hint, args) };
      assertEquals([what, (await tools.call(tool, changed)).found], [what, true]);
    }
  });
}
