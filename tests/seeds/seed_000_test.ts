/** Seed 000, "GlobFiles Tool: Mode Parameter and Result Cap": its examples and its list of tests. @module */
import { assert, assertEquals } from "@std/assert";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";

const LIBRARY = {
  "readme.md": "x",
  "books/novels/a.epub": "x",
  "books/novels/b.epub": "x",
  "books/poems/c.epub": "x",
  "music/d.flac": "x",
};

/** A library of 1247 files, as many as the seed's example has. */
function large(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 1247 }, (_, i) => [`shelf/f${String(i).padStart(4, "0")}.md`, ""]));
}

Deno.test("seed 000: without a mode the answer is an array of the distinct directories of matching files", async () => {
  using files = tempTree(LIBRARY);
  using tools = await openTools("default", [files.path]);
  const { text, structured } = await tools.call("glob_files", { pattern: "**/*" });
  const directories = [".", "books/novels", "books/poems", "music"];
  assertEquals(JSON.parse(text), directories);
  assertEquals(structured, { mode: "directories", directories, total: 4 });
  assertEquals(await tools.call("glob_files", { pattern: "**/*", mode: "directories" }), {
    text,
    structured,
    isError: false,
    found: true,
    parts: { result: directories.join("\n"), account: "" },
  });
});

Deno.test("seed 000: mode files answers with an array of files below the cap", async () => {
  using files = tempTree(LIBRARY);
  using tools = await openTools("default", [files.path]);
  const { text, structured } = await tools.call("glob_files", { pattern: "books/**/*.epub", mode: "files" });
  const found = ["books/novels/a.epub", "books/novels/b.epub", "books/poems/c.epub"];
  assertEquals(JSON.parse(text), found);
  assertEquals(structured, { mode: "files", files: found, truncated: false, total: 3 });
});

Deno.test("seed 000: mode files shows 200 of 1247 and says so in the seed's words; directories have no cap", async () => {
  using files = tempTree({
    ...large(),
    ...Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`d/s${i}/x.txt`, ""])),
  });
  using tools = await openTools("default", [files.path]);
  const { text, structured } = await tools.call("glob_files", { pattern: "**/*.md", mode: "files" });
  const { files: shown, ...rest } = JSON.parse(text);
  assertEquals(shown, Object.keys(large()).slice(0, 200));
  assertEquals(
    { truncated: rest.truncated, total: rest.total, message: rest.message },
    { truncated: true, total: 1247, message: "Showing 200 of 1247 matches. Use a more specific pattern." },
  );
  assertEquals(structured, { mode: "files", files: shown, ...rest });
  const directories = await tools.ask("glob_files", { pattern: "**/*" });
  assertEquals(directories.total, 301);
  assert(Array.isArray(directories.directories));
  assertEquals(directories.directories.length, 301);
});

Deno.test("seed 000: *, ** and ? match as the description says", async () => {
  using files = tempTree(LIBRARY);
  using tools = await openTools("default", [files.path]);
  const matches = async (pattern: string) => (await tools.ask("glob_files", { pattern, mode: "files" })).files;
  assertEquals(await matches("*"), ["readme.md"]);
  assertEquals(await matches("*/*"), ["music/d.flac"]);
  assertEquals(await matches("**/?.epub"), ["books/novels/a.epub", "books/novels/b.epub", "books/poems/c.epub"]);
});
