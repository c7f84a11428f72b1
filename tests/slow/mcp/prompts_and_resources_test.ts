import { assert, assertEquals, assertRejects } from "@std/assert";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as V1Transport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { fossick, tempTree } from "../../program.ts";

const FILES = {
  "src/tools/a b.ts": "const gold = 1;\n",
  "src/tools/ü#1?.md": "# gold\n",
  "src/tests/x.ts": "x\n",
  "src/Tall.ts": "y\n",
  "src/.hidden/z": "",
  "node_modules/p/i.js": "",
  ".gitignore": "node_modules/\n",
  "readme.md": "read me\n",
  "bin.dat": "\0\0",
  "large.txt": "0123456789abcdef".repeat(65536) + "!",
};

/** The part of either SDK's client that the tests need. */
interface AnyClient {
  prompts(): Promise<unknown[]>;
  resources(): Promise<unknown[]>;
  templates(): Promise<unknown[]>;
  prompt(name: string, args?: Record<string, string>): Promise<string>;
  read(uri: string): Promise<unknown[]>;
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

/** The part of a prompt's message that is checked. */
interface Message {
  readonly role: string;
  readonly content: { readonly type: string; readonly text?: string };
}

type Sdk = Client | V1Client;

/** Adapts a client of either SDK. */
function asked(client: Sdk): AnyClient {
  return {
    prompts: async () => (await client.listPrompts()).prompts,
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    prompt: async (name, args) => {
      const { messages }: { messages: readonly Message[] } = await client.getPrompt({ name, arguments: args ?? {} });
      return messages.map(({ role, content }) => `${role}: ${content.text}`).join("\n");
    },
    read: async (uri) => (await client.readResource({ uri })).contents,
    call: async (name, args) => (await client.callTool({ name, arguments: args })).structuredContent,
    close: () => client.close(),
  };
}

async function v2(root: string, mode: "legacy" | { pin: string }, ...flags: string[]): Promise<AnyClient> {
  const [command, ...args] = fossick(root, ...flags);
  const client = new Client({ name: "v2", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command, args, env: Deno.env.toObject(), stderr: "inherit" }));
  return asked(client);
}

async function v1(root: string, ...flags: string[]): Promise<AnyClient> {
  const [command, ...args] = fossick(root, ...flags);
  const client = new V1Client({ name: "v1", version: "1" });
  await client.connect(new V1Transport({ command, args, env: Deno.env.toObject(), stderr: "inherit" }));
  return asked(client);
}

const CLIENTS = {
  "the v2 client in the 2025 era": (root: string, ...flags: string[]) => v2(root, "legacy", ...flags),
  "the v2 client in the 2026-07-28 era": (root: string, ...flags: string[]) =>
    v2(root, { pin: "2026-07-28" }, ...flags),
  "the v1 client": v1,
};

for (const [who, connect] of Object.entries(CLIENTS)) {
  Deno.test(`${who} gets prompts whose calls work`, async () => {
    using files = tempTree(FILES);
    const client = await connect(files.path);
    const prompts = await client.prompts();
    assertEquals(prompts, await client.prompts());
    assertEquals(
      prompts.map((prompt) => [Object(prompt).name, Object(prompt).arguments[0].name, Object(prompt).arguments.length]),
      [["explore_library", "directory", 1], ["organize_library", "directory", 1], ["search_first", "path", 1]],
    );
    for (const { name, args } of await callsIn(client, { directory: "src/" }, { path: "src/tools/" })) {
      assert(!("error" in Object(await client.call(name, args))), `${name} ${JSON.stringify(args)}`);
    }
    const whole = await client.prompt("search_first");
    assert(whole.startsWith('user: Answer from the files under "."'), whole);
    const unknown = await assertRejects(() => client.prompt("serch_first"), Error);
    assert(/Unknown prompt: "serch_first". Nearest: search_first/.test(unknown.message), unknown.message);
    const wrong = await assertRejects(() => client.prompt("search_first", { paht: "x" }), Error);
    assert(/search_first has one argument: path/.test(wrong.message), wrong.message);
    await client.close();
  });

  Deno.test(`${who} lists resources, and reads text files inside the root`, async () => {
    using files = tempTree(FILES);
    const client = await connect(files.path);
    assertEquals((await client.resources()).map((resource) => Object(resource).uri), ["fossick://stats"]);
    assertEquals((await client.templates()).map((template) => Object(template).uriTemplate), [
      "fossick://file/{+path}",
    ]);
    for (const path of ["readme.md", "src/tools/a b.ts", "src/tools/ü#1?.md"] as const) {
      for (const uri of [`fossick://file/${path}`, `fossick://file/${encodeURI(path)}`]) {
        assertEquals(await client.read(uri), [{ uri, mimeType: "text/plain", text: FILES[path] }]);
      }
    }
    const absolute = `fossick://file/${files.path}/readme.md`;
    assertEquals(await client.read(absolute), [{ uri: absolute, mimeType: "text/plain", text: "read me\n" }]);
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
      const error = await assertRejects(() => client.read(uri), Error);
      assert(message.test(error.message), `${uri}: ${error.message}`);
      assertEquals([uri, Reflect.get(error, "code")], [uri, -32602]);
    }
    await client.close();
  });

  Deno.test(`${who} reads statistics of its calls`, async () => {
    const text = "const gold = 1;\n" + "// much more of this file\n".repeat(4000);
    using files = tempTree({ "a.ts": text, "b.ts": "nothing\n".repeat(1000) });
    const client = await connect(files.path);
    await client.call("search_content", { roots: ["."], query: "gold", total_only: true });
    await client.call("search_content", { roots: ["."], query: "gold" });
    await client.call("search_content", { roots: ["."], query: "silver" });
    await client.call("read_file", { path: "a.ts", start_line: 1, max_lines: 2 });
    await client.call("glob_files", { pattern: "**/*" });
    await client.call("read_file", { path: "nope.ts" });
    const [contents] = await client.read("fossick://stats");
    const { tools, estimated_tokens_sent: sent, estimated_tokens_saved: saved, cache_hits: hits, ...rest } = JSON.parse(
      Object(contents).text,
    );
    assertEquals(rest, {
      calls: 6,
      errors: 1,
      cancelled: 0,
      formats: { full: 2, total_only: 1 },
      degraded: 0,
    });
    // The number depends on the age of the files.
    assert(hits >= 0 && hits <= 3);
    const counts = Object.entries(tools).map((
      [name, figures],
    ) => [name, Object(figures).calls, Object(figures).errors]);
    assertEquals(counts, [["glob_files", 1, 0], ["read_file", 2, 1], ["search_content", 3, 0]]);
    const whole = 3 * Math.ceil(text.length / 4);
    assert(sent > 0 && sent < 1000, `${sent} sent`);
    assert(saved > whole - sent && saved < whole, `${saved} saved of ${whole}`);
    await client.close();
  });
}

/** A call in a prompt. */
interface Spelt {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

/** The complete calls in all prompts, for these arguments. */
async function callsIn(client: AnyClient, ...[directory, path]: Record<string, string>[]): Promise<Spelt[]> {
  const texts = [
    await client.prompt("explore_library", directory),
    await client.prompt("organize_library", directory),
    await client.prompt("search_first", path),
  ];
  const calls = texts.flatMap((text) =>
    [...text.matchAll(
      /\b(glob_files|list_files|search_content|glob|grep|search_text) (\{"[^\n]*?"[^\n]*?\})(?=[ ,.:;]|$)/gm,
    )].map(([, name, json]) => ({
      name,
      args: JSON.parse(json),
    }))
  );
  assert(calls.length >= 3, texts.join("\n"));
  return calls;
}

for (const profile of ["microagent", "fs"]) {
  Deno.test(`in profile ${profile} prompts and instructions name only its own tools`, async () => {
    using files = tempTree(FILES);
    const client = await v2(files.path, "legacy", "--profile", profile);
    for (const { name, args } of await callsIn(client, { directory: "src/" }, { path: "src/tools/" })) {
      const answer = await client.call(name, args);
      assert(!("error" in Object(answer)), `${name} ${JSON.stringify(args)}: ${JSON.stringify(answer)}`);
    }
    await client.close();
  });
}

Deno.test("in profile microagent the call of search_first respects its path, in any spelling, and ignore rules", async () => {
  using files = tempTree({ ...FILES, ".gitignore": "node_modules/\n", "node_modules/p/i.js": "", "src/[id]/x.ts": "" });
  const client = await v2(files.path, "legacy", "--profile", "microagent");
  const patternFor = async (path?: string) => {
    const text = await client.prompt("search_first", path === undefined ? undefined : { path });
    return JSON.parse(/grep (\{.*\})/.exec(text)?.[1] ?? "{}").filePattern;
  };
  const paths = [undefined, ".", "./", files.path, "src", "./src/", `${files.path}/src/`, "src/./[id]"];
  assertEquals(await Promise.all(paths.map(patternFor)), [
    ...Array(4).fill(undefined),
    ...Array(3).fill("{src,src/**}"),
    "{src/\\[id\\],src/\\[id\\]/**}",
  ]);
  await client.close();
});
