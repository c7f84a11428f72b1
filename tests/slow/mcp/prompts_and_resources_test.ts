import { assert, assertEquals, assertRejects } from "@std/assert";
import { fossick, tempTree } from "../../program.ts";
import { type AnyClient, connect } from "../../mcp/any_client.ts";

const FILES = {
  "src/tools/a b.ts": "const gold = 1;\n",
  "src/tools/ü#1?.md": "# gold\n",
  "src/[id]/x.ts": "x\n",
  "node_modules/p/i.js": "",
  ".gitignore": "node_modules/\n",
  "readme.md": "read me\n",
  "bin.dat": "\0\0",
  "large.txt": "0123456789abcdef".repeat(65536) + "!",
};

async function promptOf({ sdk }: AnyClient, name: string, args: Record<string, string> = {}): Promise<string> {
  const { messages }: { messages: readonly { content: object }[] } = await sdk.getPrompt({ name, arguments: args });
  return messages.map(({ content }) => String(Object(content).text)).join("\n");
}

/** The complete calls in all prompts. */
async function callsIn(client: AnyClient): Promise<[name: string, args: Record<string, unknown>][]> {
  const texts = [
    await promptOf(client, "explore_library", { directory: "src/" }),
    await promptOf(client, "organize_library", { directory: "src/" }),
    await promptOf(client, "search_first", { path: "src/tools/" }),
  ];
  const call = /\b(glob_files|list_files|search_content|glob|grep|search_text) (\{"[^\n]*?"[^\n]*?\})(?=[ ,.:;]|$)/gm;
  return texts.flatMap((text) => [...text.matchAll(call)].map(([, name, json]) => [name, JSON.parse(json)] as const))
    .map(([name, args]) => [name, args]);
}

for (const profile of ["default", "microagent", "fs"]) {
  Deno.test(`in profile ${profile} prompts name only its own tools, in calls that work`, async () => {
    using files = tempTree(FILES);
    await using client = await connect("v2 legacy", { line: fossick(files.path, "--profile", profile) });
    const calls = await callsIn(client);
    assert(calls.length >= 3);
    for (const [name, args] of calls) {
      const { isError, text } = await client.call(name, args);
      assertEquals([name, args, isError], [name, args, false], text);
    }
    const unknown = await assertRejects(() => promptOf(client, "serch_first"), Error);
    assert(/Unknown prompt: "serch_first". Nearest: search_first/.test(unknown.message), unknown.message);
    const wrong = await assertRejects(() => promptOf(client, "search_first", { paht: "x" }), Error);
    assert(/search_first has one argument: path/.test(wrong.message), wrong.message);
    if (profile !== "microagent") return;
    const patternFor = async (path?: string) => {
      const text = await promptOf(client, "search_first", path === undefined ? {} : { path });
      return JSON.parse(/grep (\{.*\})/.exec(text)?.[1] ?? "{}").filePattern;
    };
    const paths = [undefined, ".", "./", files.path, "src", "./src/", `${files.path}/src/`, "src/./[id]"];
    assertEquals(await Promise.all(paths.map(patternFor)), [
      ...Array(4).fill(undefined),
      ...Array(3).fill("{src,src/**}"),
      "{src/\\[id\\],src/\\[id\\]/**}",
    ]);
  });
}

Deno.test("resources are text files inside the root, and statistics", async () => {
  using files = tempTree(FILES);
  await using client = await connect("v2 modern", { line: fossick(files.path) });
  const read = async (uri: string) => (await client.sdk.readResource({ uri })).contents;
  const { resources }: { resources: { uri: string }[] } = await client.sdk.listResources();
  const templates: { resourceTemplates: { uriTemplate: string }[] } = await client.sdk.listResourceTemplates();
  assertEquals(resources.map(({ uri }) => uri), ["fossick://stats"]);
  assertEquals(templates.resourceTemplates.map(({ uriTemplate }) => uriTemplate), ["fossick://file/{+path}"]);
  for (const path of ["readme.md", "src/tools/a b.ts", "src/tools/ü#1?.md"] as const) {
    for (const uri of [`fossick://file/${path}`, `fossick://file/${encodeURI(path)}`]) {
      assertEquals(await read(uri), [{ uri, mimeType: "text/plain", text: FILES[path] }]);
    }
  }
  const absolute = `fossick://file/${files.path}/readme.md`;
  assertEquals(await read(absolute), [{ uri: absolute, mimeType: "text/plain", text: "read me\n" }]);
  const refusals = {
    "fossick://file/../../etc/passwd": /PATH_OUTSIDE_ROOT/,
    "fossick://file/%2e%2e/%2e%2e/etc/passwd": /PATH_OUTSIDE_ROOT/,
    "fossick://file//etc/passwd": /PATH_OUTSIDE_ROOT/,
    "fossick://file/bin.dat": /BINARY_FILE/,
    "fossick://file/src": /NOT_A_FILE/,
    "fossick://file/": /NOT_A_FILE/,
    "fossick://file/nope.md": /NOT_FOUND/,
    "fossick://file/large.txt": /TOO_LARGE/,
    "fossick://file/a%00b": /INVALID_ARGUMENT/,
    "fossick://other": /Resource not found/,
    "file:///etc/passwd": /Resource not found/,
  };
  for (const [uri, message] of Object.entries(refusals)) {
    const error = await assertRejects(() => read(uri), Error);
    assert(message.test(error.message), `${uri}: ${error.message}`);
    assertEquals([uri, Reflect.get(error, "code")], [uri, -32602]);
  }
  await client.call("search_content", { roots: ["src"], query: "gold", total_only: true });
  await client.call("read_file", { path: "nope.ts" });
  const [stats] = await read("fossick://stats");
  const { calls, errors, formats } = JSON.parse(Object(stats).text);
  assertEquals({ calls, errors, formats }, { calls: 2, errors: 1, formats: { total_only: 1 } });
});
