import { assertEquals, assertStringIncludes } from "@std/assert";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";

/** Texts on which an expression of fossick's own once ran without end. Where one does so again, the test never ends. */
Deno.test("no query and no file's text makes a call hang", async () => {
  const pem = `-----BEGIN PRIVATE KEY-----${"\\".repeat(60)}${"!".repeat(100)}`;
  using files = tempTree({
    "a.yaml": `"${"a".repeat(60)}\n'${"a".repeat(60)}\n`,
    "key.txt": pem,
    "a.c": `${"a".repeat(200_000)}${" ".repeat(200_000)}\nFOO(a);\n`,
  });
  using tools = await openTools("default", [files.path]);
  const search = await tools.ask("search_content", {
    query: "getUserAuthenticationTokenFromRequest(",
    fixed_strings: true,
  });
  assertEquals(search.total, 0);
  const { text } = await tools.call("read_file", { path: "a.yaml", outline: true });
  assertStringIncludes(text, "There is no grammar for this kind of file");
  const manifest = await tools.call("consult_files", { files: ["key.txt"], query: "?", dry_run: true });
  assertStringIncludes(manifest.text, "key.txt is left out: line 1 holds what looks like a private key.");
  const outline = await tools.ask("read_file", { path: "a.c", outline: true });
  assertEquals(outline.language, "c", JSON.stringify(outline));
});
