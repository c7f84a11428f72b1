import { assert, assertEquals } from "@std/assert";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";
import { seeded } from "../seed.ts";
import { likelyEncodings } from "../../src/toolsets/hints.ts";
import { randomTree } from "./random_tree.ts";

type Args = Record<string, unknown>;

const FILES = {
  ".gitignore": "build/\n",
  ".env": "dotted\n",
  "build/out.js": "built\nlong_name\n",
  "build/.cache/deep.js": "both\n",
  "src/lib/a.ts": "Needle (here)\nfoo.bar\n",
  "src/lib/c.ts": "only\n",
  "big.txt": `${"x".repeat(2 * 2 ** 20)}\nlarge\n`,
};

/** A call of the default profile that finds nothing, its hint, and the change that the hint names. */
const CASES: readonly (readonly [tool: string, args: Args, hint: string, change: Args])[] = [
  // 1. A path that is not there.
  [
    "glob_files",
    { pattern: "src/lib/aa.ts", mode: "files" },
    "src/lib/aa.ts does not exist. Nearest existing: src/lib/a.ts, src/lib/c.ts.",
    {
      pattern: "src/lib/a.ts",
    },
  ],
  // 2. A switch, or two together.
  ["search_content", { query: "built" }, "1 match lies in ignored files: no_ignore=true", { no_ignore: true }],
  ["search_content", { query: "dotted" }, "1 match lies in hidden files: hidden=true", { hidden: true }],
  ["search_content", { query: "both" }, "1 match lies in files both hidden and ignored: hidden=true, no_ignore=true", {
    hidden: true,
    no_ignore: true,
  }],
  [
    "search_content",
    { query: "large", max_filesize: "1M" },
    "1 match lies in files over the size limit: max_filesize=200M",
    {
      max_filesize: "200M",
    },
  ],
  ["list_files", { pattern: "^out" }, "1 entry lies in ignored files: no_ignore=true", { no_ignore: true }],
  ["glob_files", { pattern: "**/*env", mode: "files" }, "1 file lies in hidden files: hidden=true", { hidden: true }],
  ["find_and_grep", { query: "built", extensions: ["js"] }, "1 match lies in ignored files: no_ignore=true", {
    no_ignore: true,
  }],
  // 4. Case.
  ["search_content", { query: "needle", case: "sensitive" }, "1 match in other letter case: case=insensitive", {
    case: "insensitive",
  }],
  // 5. Text instead of an expression, or the reverse.
  ["search_content", { query: "Needle (here)" }, "1 match of the query as plain text: fixed_strings=true", {
    fixed_strings: true,
  }],
  [
    "search_content",
    { query: "foo.b.r", fixed_strings: true },
    "1 match of the query as a regular expression: fixed_strings=false",
    {
      fixed_strings: false,
    },
  ],
  ["search_content", { query: "foo.b.r", regex: false }, "1 match of the query as a regular expression: regex=true", {
    regex: true,
  }],
  // 6. A glob that matches nothing.
  [
    "search_content",
    { query: "foo", include_globs: ["lib/*.ts"] },
    '1 match with another glob: include_globs=["**/lib/*.ts"]',
    {
      include_globs: ["**/lib/*.ts"],
    },
  ],
  [
    "search_content",
    { query: "only", include_globs: ["c{,.test}.ts"] },
    '1 match with another glob: include_globs=["c.ts", "c.test.ts"]',
    {
      include_globs: ["c.ts", "c.test.ts"],
    },
  ],
  ["glob_files", { pattern: "lib/*.ts", mode: "files" }, "2 files with another glob: pattern=**/lib/*.ts", {
    pattern: "**/lib/*.ts",
  }],
];

Deno.test("a call that finds nothing has one hint, which names the arguments to change, and the call so changed finds it", async () => {
  using files = tempTree(FILES);
  using tools = await openTools("default", [files.path]);
  for (const [tool, args, hint, change] of CASES) {
    const what = JSON.stringify([tool, args]), { structured, text, found } = await tools.call(tool, args);
    assertEquals([what, found, structured.hints], [what, false, [hint]]);
    assert(text.includes(hint.replaceAll('"', tool === "glob_files" ? '\\"' : '"')), text);
    assertEquals([what, (await tools.call(tool, { ...args, ...change })).found], [what, true]);
  }
});

Deno.test("matches behind links, and in other encodings, are found by a hint", async () => {
  using other = tempTree({});
  using files = tempTree({ "real/a.txt": "gold\n" });
  Deno.mkdirSync(`${files.path}/sub`);
  Deno.symlinkSync("../real/a.txt", `${files.path}/sub/link.txt`);
  Deno.writeFileSync(`${other.path}/latin.txt`, Uint8Array.from([0x6e, 0x61, 0xef, 0x76, 0x65, 0x0a]));
  Deno.writeFileSync(`${other.path}/utf16.txt`, Uint8Array.from([..."gold\n"].flatMap((c) => [c.charCodeAt(0), 0])));
  using linked = await openTools("default", [files.path]);
  using encoded = await openTools("default", [other.path]);
  const search = async (tools: typeof linked, args: Args) => (await tools.ask("search_content", args)).hints;
  assertEquals(await search(linked, { query: "gold", roots: ["sub"] }), [
    "1 match lies behind links, which are not followed: follow_symlinks=true",
  ]);
  assertEquals(await search(encoded, { query: "naïve" }), [
    "1 match lies in files that are not UTF-8: encoding=windows-1252",
  ]);
  assertEquals(await search(encoded, { query: "gold" }), [
    "1 match lies in files that are not UTF-8: encoding=utf-16le",
  ]);
});

Deno.test("files in another encoding that match are told where something was found too", async () => {
  using files = tempTree({ "utf8.txt": "naïve\n" });
  Deno.writeFileSync(`${files.path}/latin.txt`, Uint8Array.from([0x6e, 0x61, 0xef, 0x76, 0x65, 0x0a]));
  using tools = await openTools("default", [files.path]);
  const { total, hints } = await tools.ask("search_content", { query: "naïve" });
  assertEquals([total, hints], [1, ["1 match lies in files that are not UTF-8: encoding=windows-1252"]]);
});

Deno.test("without time left the answer says that nothing was looked into", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  using tools = await openTools("default", [files.path], { timeoutMs: 10 });
  const { hints } = await tools.ask("search_content", { query: "Silver" });
  assertEquals(hints, ["Why nothing was found was not looked into: no time."]);
});

Deno.test("nothing but the six kinds is guessed", async () => {
  using files = tempTree({ "a.txt": "expandGlob\nfoo bar\n", "b.ts": "x\n" });
  using tools = await openTools("default", [files.path]);
  for (const query of ["expand_glob", "bar foo", '"foo bar"', "foo\\|bar zz", "/foo bar/x"]) {
    assertEquals([query, (await tools.ask("search_content", { query })).hints], [query, undefined]);
  }
  assertEquals((await tools.ask("list_files", { extensions: ["js"] })).hints, undefined);
});

Deno.test("a hint's arguments find what it says, in random trees", async () => {
  const random = seeded("hints");
  using files = tempTree({ ...randomTree(random, 60), ".gitignore": "b*\n*1*\n" });
  using tools = await openTools("default", [files.path]);
  for (let i = 0; i < 40; i++) {
    const args: Args = {
      query: random.pick(["GOLD", "gold(", "hidden", "const", "zzz", "Fn.*("]),
      ...random.pick([{}, { case: "sensitive" }, { fixed_strings: true }, { include_globs: ["a/*"] }]),
    };
    const { found, structured: { hints = [] } } = await tools.call("search_content", args);
    if (found || !Array.isArray(hints)) continue;
    assert(hints.length <= 1, JSON.stringify(args));
    const named = /: ((?:\w+=.*?)(?:, \w+=.*?)*)$/.exec(String(hints[0] ?? ""))?.[1];
    if (named === undefined) continue;
    const change = Object.fromEntries(
      named.split(/, (?=\w+=)/).map((one) => {
        const at = one.indexOf("="), value = one.slice(at + 1);
        return [one.slice(0, at), /^[\[{"]|^(?:true|false|null)$/.test(value) ? JSON.parse(value) : value];
      }),
    );
    assert((await tools.call("search_content", { ...args, ...change })).found, JSON.stringify([args, hints]));
  }
});

Deno.test("the encodings worth trying follow from a query's script", () => {
  assertEquals(["привет", "naïve"].map(likelyEncodings), [
    ["windows-1251", "koi8-r", "ibm866"],
    ["windows-1252", "windows-1250", "windows-1254"],
  ]);
});
