/** Seed 003, "Search Tools": its workflow, its example output and its test scenarios, in profile microagent. @module */
import { assert, assertEquals } from "@std/assert";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";

/** Lines 45 to 49 are the seed's example output. */
const CLIENT = [
  ...Array.from({ length: 44 }, (_, i) => `// line ${i + 1}`),
  'import "@azure-tools/typespec-client-generator-core";',
  "",
  "using Azure.ClientGenerator.Core;",
  "",
  '@@clientName(Foo, "Bar", "csharp");',
  ...Array.from({ length: 51 }, (_, i) => `// line ${i + 50}`),
].join("\n") + "\n";

const PROJECT = {
  "main.tsp": "namespace Foo;\n".repeat(500),
  "client.tsp": CLIENT,
  "models.tsp": '@clientName("A")\n@clientName("B")\n' + "model M {}\n".repeat(798),
  "tsp.json": "{}\n",
  "src/deep/x.tsp": "op X(): void;\n",
  "src/code.cs": "class C {}\n",
  "notes.md": "clientname\n",
};

/** Opens the tools of microagent on the project. */
async function microagent() {
  const files = tempTree(PROJECT);
  const tools = await openTools("microagent", [files.path]);
  const dispose = () => {
    tools[Symbol.dispose]();
    files[Symbol.dispose]();
  };
  return { ...tools, [Symbol.dispose]: dispose };
}

Deno.test("seed 003: glob, grep and read find and read the usage in three calls, for a fraction of the tokens", async () => {
  using tools = await microagent();
  assertEquals(await tools.ask("glob", { pattern: "**/*.tsp" }), {
    files: ["client.tsp", "main.tsp", "models.tsp", "src/deep/x.tsp"],
  });
  const grep = await tools.call("grep", { pattern: "@clientName", filePattern: "**/*.tsp" });
  assertEquals(grep.structured, {
    matches: [
      { file: "client.tsp", line: 49, content: '@@clientName(Foo, "Bar", "csharp");' },
      { file: "models.tsp", line: 1, content: '@clientName("A")' },
      { file: "models.tsp", line: 2, content: '@clientName("B")' },
    ],
    totalMatches: 3,
    truncated: false,
  });
  const read = await tools.call("read_file_lines", { filePath: "client.tsp", startLine: 45, endLine: 55 });
  const bytes = PROJECT["main.tsp"].length + PROJECT["client.tsp"].length + PROJECT["models.tsp"].length;
  assert(grep.text.length + read.text.length < bytes / 2);
});

Deno.test("seed 003: the example output of ReadFileLines, word for word", async () => {
  using tools = await microagent();
  const content = `45. import "@azure-tools/typespec-client-generator-core";
46. 
47. using Azure.ClientGenerator.Core;
48. 
49. @@clientName(Foo, "Bar", "csharp");`;
  const range = { filePath: "client.tsp", startLine: 45, endLine: 49 };
  assertEquals(await tools.call("read_file_lines", range), {
    text: content + "\n[lines 45-49 of 100]",
    structured: { content, startLine: 45, endLine: 49, totalLines: 100 },
    isError: false,
    found: true,
  });
});

Deno.test("seed 003, GlobTool 1-4: by extension, in a directory, nothing, several extensions", async () => {
  using tools = await microagent();
  const glob = (pattern: string) => tools.ask("glob", { pattern });
  assertEquals(await glob("src/**/*.cs"), { files: ["src/code.cs"] });
  assertEquals(await glob("src/*"), { files: ["src/code.cs"] });
  assertEquals(await glob("**/*.rs"), { files: [], hints: ["searched 9 entries"] });
  assertEquals(await glob("**/*.{tsp,json}"), {
    files: ["client.tsp", "main.tsp", "models.tsp", "src/deep/x.tsp", "tsp.json"],
  });
  assertEquals(await glob("*.{tsp,json}"), { files: ["client.tsp", "main.tsp", "models.tsp", "tsp.json"] });
});

Deno.test("seed 003, GrepTool 1-3 and 8: a string, a regex, without case, nothing", async () => {
  using tools = await microagent();
  const grep = (args: object) => tools.ask("grep", args);
  const x = { file: "src/deep/x.tsp", line: 1, content: "op X(): void;" };
  assertEquals(await grep({ pattern: "op X" }), { matches: [x], totalMatches: 1, truncated: false });
  assertEquals(await grep({ pattern: "^op\\s+[A-Z]\\(\\)" }), { matches: [x], totalMatches: 1, truncated: false });
  assertEquals(await grep({ pattern: "OP x" }), {
    matches: [],
    totalMatches: 0,
    truncated: false,
    hints: [
      "searched 7 files",
      "1 match in other letter case: ignoreCase=true",
    ],
  });
  assertEquals(await grep({ pattern: "OP x", ignoreCase: true }), { matches: [x], totalMatches: 1, truncated: false });
});

Deno.test("seed 003, GrepTool 4: content includes the context lines", async () => {
  using tools = await microagent();
  const { matches } = await tools.ask("grep", { pattern: "@@clientName", contextBefore: 2, contextAfter: 1 });
  const content = 'using Azure.ClientGenerator.Core;\n\n@@clientName(Foo, "Bar", "csharp");\n// line 50';
  assertEquals(matches, [{ file: "client.tsp", line: 49, content }]);
});

Deno.test("seed 003, GrepTool 5-7: files only, cut at maxResults with the exact total, filtered by a glob", async () => {
  using tools = await microagent();
  assertEquals(await tools.ask("grep", { pattern: "clientName", filesOnly: true }), {
    files: ["client.tsp", "models.tsp"],
    totalFiles: 2,
  });
  assertEquals(await tools.ask("grep", { pattern: "clientName", filesOnly: true, maxResults: 1 }), {
    files: ["client.tsp"],
    totalFiles: 2,
  });
  const namespaces = await tools.ask("grep", { pattern: "namespace", maxResults: 2 });
  assertEquals(namespaces, {
    matches: [{ file: "main.tsp", line: 1, content: "namespace Foo;" }, {
      file: "main.tsp",
      line: 2,
      content: "namespace Foo;",
    }],
    totalMatches: 500,
    truncated: true,
  });
  const whole = await tools.ask("grep", { pattern: "namespace" });
  assertEquals([Object(whole.matches).length, whole.totalMatches, whole.truncated], [100, 500, true]);
  const filtered = { pattern: "clientname", ignoreCase: true, filePattern: "**/*.{md,json}" };
  assertEquals((await tools.ask("grep", filtered)).matches, [{ file: "notes.md", line: 1, content: "clientname" }]);
});

Deno.test("seed 003, GrepTool: an invalid pattern is an error whose own example works", async () => {
  using tools = await microagent();
  const { structured, isError } = await tools.call("grep", { pattern: "X()(" });
  const { code, hint } = Object(structured.error);
  assertEquals([isError, code], [true, "INVALID_REGEX"]);
  assertEquals(hint, "With its bracket escaped: X()\\(");
  const matches = [{ file: "src/deep/x.tsp", line: 1, content: "op X(): void;" }];
  assertEquals(await tools.ask("grep", { pattern: "X()\\(" }), { matches, totalMatches: 1, truncated: false });
});

Deno.test("seed 003, ReadFileLinesTool 1-5: a range, one line, to the end, out of range, numbered from 1", async () => {
  using tools = await microagent();
  const read = (startLine: number, endLine?: number) =>
    tools.ask("read_file_lines", { filePath: "client.tsp", startLine, ...(endLine !== undefined && { endLine }) });
  assertEquals(await read(1, 2), { content: "1. // line 1\n2. // line 2", startLine: 1, endLine: 2, totalLines: 100 });
  const one = { content: "50. // line 50", startLine: 50, endLine: 50, totalLines: 100 };
  assertEquals(await read(50, 50), one);
  const tail = { content: "99. // line 99\n100. // line 100", startLine: 99, endLine: 100, totalLines: 100 };
  assertEquals(await read(99, -1), tail);
  assertEquals(await read(99), tail);
  assertEquals(await read(99, 5000), tail);
  assertEquals(await read(-7, 1), { content: "1. // line 1", startLine: 1, endLine: 1, totalLines: 100 });
  const last = { content: "100. // line 100", startLine: 100, endLine: 100, totalLines: 100 };
  assertEquals(await read(101, 200), last);
  assertEquals(await read(7000), last);
  assertEquals(await read(50, 3), one);
});

Deno.test("seed 003, ReadFileLinesTool 6: a path outside the base directory is rejected", async () => {
  using tools = await microagent();
  for (const filePath of ["../x", "/etc/hostname", "src/../../y"]) {
    const { structured, isError } = await tools.call("read_file_lines", { filePath, startLine: 1 });
    assertEquals([filePath, isError, Object(structured.error).code], [filePath, true, "PATH_OUTSIDE_ROOT"]);
  }
});

Deno.test("seed 003: grep excludes a file with a NUL in its first 8 KiB and a file over 10 MB", async () => {
  using files = tempTree({ "a.txt": "gold\n", "b.bin": "gold\0", "c.txt": "gold\n" + "x".repeat(10 * 2 ** 20) });
  using tools = await openTools("microagent", [files.path]);
  const { text, structured } = await tools.call("grep", { pattern: "gold" });
  assertEquals(structured, {
    matches: [{ file: "a.txt", line: 1, content: "gold" }],
    totalMatches: 1,
    truncated: false,
    hints: ["skipped: binary 1, too_large 1"],
  });
  assertEquals(text, "a.txt\n1:gold\n[1 match; skipped: too_large 1]");
});
