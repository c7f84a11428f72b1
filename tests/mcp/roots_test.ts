import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { findRoots } from "../../src/door/roots.ts";
import { createEngine } from "../../src/pool/create_engine.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { fossick, granted, type Line, tree } from "../program.ts";
import { type AnyClient, CLIENTS, connect, EVERYONE, type Offers } from "./any_client.ts";
import { serving } from "./http_program.ts";
import { scriptedService } from "./scripted_service.ts";
import { Wire } from "./wire.ts";

const FILES = {
  "src/a.ts": "const gold = 1;\n",
  "src/deep/b.ts": "// gold\n",
  "docs/gold.md": "# gold\n",
  "other/secret.ts": "// gold\n",
  "top.ts": "gold\n",
  ".gitignore": "*.log\n",
  "src/x.log": "gold\n",
};

/** A tree with links between what a client has opened and what it has not. */
function linked() {
  const files = tree(FILES);
  Deno.symlinkSync("../other", `${files.path}/src/out`);
  Deno.symlinkSync("../other/secret.ts", `${files.path}/src/secret.ts`);
  Deno.symlinkSync("../src/deep", `${files.path}/docs/in`);
  return files;
}

function overHttp(root: string, ...more: string[]): Line {
  return granted([`--allow-read=${root}`, "--allow-net=127.0.0.1:0"], "--root", root, "--http", "0", ...more);
}

/** The code of an error answer, or what the answer holds. */
async function codeOf(client: AnyClient, name: string, args: Record<string, unknown>): Promise<string> {
  const { structured, isError } = await client.call(name, args);
  return isError ? Object(structured.error).code : `answered ${JSON.stringify(structured)}`;
}

async function filesWith(client: AnyClient, query: string, more: Record<string, unknown> = {}): Promise<string[]> {
  const args = { roots: ["."], query, count_only_matches: true, ...more };
  return Object.keys(Object((await client.call("search_content", args)).structured).counts ?? {});
}

async function completed(client: AnyClient, value: string): Promise<string[]> {
  const ref = { type: "ref/resource", uri: "fossick://file/{+path}" } as const;
  return (await client.sdk.complete({ ref, argument: { name: "path", value } })).completion.values;
}

const OUTSIDE = [
  ["read_file", { path: "other/secret.ts" }],
  ["read_file", { path: "other/nope.ts" }],
  ["read_file", { path: "top.ts" }],
  ["read_file", { path: "nope/x" }],
  ["read_file", { path: "src/secret.ts" }],
  ["read_file", { path: "src/out/secret.ts" }],
  ["read_file", { path: "src/../other/secret.ts" }],
  ["read_file", { path: "src/deep/../../top.ts" }],
  ["read_file", { path: "../outside" }],
  ["read_file", { path: "/etc/passwd" }],
  ["read_file", { path: "srcc/a.ts" }],
  ["list_files", { roots: ["other"] }],
  ["list_files", { roots: ["src", "other"] }],
  ["list_files", { roots: ["src/out"] }],
  ["search_content", { roots: ["other"], query: "gold" }],
  ["search_content", { files: ["top.ts"], query: "gold" }],
  ["find_and_grep", { roots: ["other"], query: "gold" }],
  ["glob_files", { pattern: "*", root: "other" }],
  ["glob_files", { pattern: "other/*", mode: "files" }],
  ["glob_files", { pattern: "../other/*", root: "src", mode: "files" }],
  ["glob_files", { pattern: "src/out/*", mode: "files" }],
  ["glob_files", { pattern: "out/*", root: "src", mode: "files" }],
  ["glob_files", { pattern: "top.ts", mode: "files" }],
] as const;

/** What holds for a client that has opened `src` and `docs`, and something that the server does not serve. */
async function isNarrowed(client: AnyClient, root: string): Promise<void> {
  for (const [name, args] of OUTSIDE) {
    assertEquals([name, args, await codeOf(client, name, args)], [name, args, "PATH_OUTSIDE_ROOT"]);
    const absolute = JSON.parse(JSON.stringify(args).replaceAll('"other', `"${root}/other`));
    assertEquals([name, absolute, await codeOf(client, name, absolute)], [name, absolute, "PATH_OUTSIDE_ROOT"]);
  }
  assertEquals(await filesWith(client, "gold"), ["docs/gold.md", "src/a.ts", "src/deep/b.ts"]);
  assertEquals(await filesWith(client, "gold", { include_globs: ["*.ts"] }), ["src/a.ts", "src/deep/b.ts"]);
  assertEquals(await filesWith(client, "gold", { include_globs: ["/src/*.ts"] }), ["src/a.ts"]);
  assertEquals(await filesWith(client, "gold", { roots: ["src/deep"] }), ["src/deep/b.ts"]);
  const followed = await client.call("search_content", {
    roots: ["."],
    query: "gold",
    total_only: true,
    follow_symlinks: true,
  });
  assertEquals(followed.structured.total, 3);
  assertMatch(JSON.stringify(followed.structured), /Links were not followed/);
  const listed = await client.call("list_files", { roots: ["."] });
  assertEquals(Object(listed.structured).entries.map(({ path }: { path: string }) => path), [
    ...["docs/gold.md", "docs/in", "src/a.ts", "src/deep", "src/deep/b.ts", "src/out", "src/secret.ts"],
  ]);
  const miss = await client.call("search_content", { roots: ["."], query: "Gold" });
  // On a busy machine there is no time for the second look that finds them.
  assertMatch(JSON.stringify(miss.structured.hints ?? "3 matches"), /3 matches/);
  for (const [pattern, files] of Object.entries(GLOBBED)) {
    const { structured } = await client.call("glob_files", { pattern, mode: "files" });
    assertEquals([pattern, Object(structured).files, structured.total], [pattern, files, files.length]);
  }
  const { structured: dirs } = await client.call("glob_files", { pattern: "**/*.ts" });
  assertEquals([dirs.directories, dirs.total], [["src", "src/deep"], 2]);
  assertEquals(Object((await client.call("read_file", { path: "docs/in/b.ts" })).structured).content, "// gold\n");
  assertEquals(await codeOf(client, "read_file", { path: "src/nope.ts" }), "NOT_FOUND");
  assert(!JSON.stringify(await client.call("read_file", { path: "src/secre.ts" })).includes("other/"));
  const near = async (path: string) => Object((await client.call("read_file", { path })).structured).nearest;
  assertEquals([await near("/app/src/a.ts:1"), await near("/app/other/secret.ts")], [["src/a.ts"], undefined]);
  const asked = { files: ["src/*.ts", "other/*.ts", "top.ts"], query: "?", dry_run: true };
  const { files, left_out } = Object((await client.call("consult_files", asked)).structured);
  assertEquals(files.map(({ path }: { path: string }) => path), ["src/a.ts"]);
  assertEquals(left_out.map(({ path }: { path: string }) => path), ["src/secret.ts", "other/*.ts", "top.ts"]);
  const uri = "fossick://file/other/secret.ts";
  await assertRejects(() => client.sdk.readResource({ uri }), Error, "PATH_OUTSIDE_ROOT");
}

/** The link src/secret.ts lies inside, wherever it leads. */
const GLOBBED = {
  "**/*.ts": ["src/a.ts", "src/deep/b.ts", "src/secret.ts"],
  "*/*.ts": ["src/a.ts", "src/secret.ts"],
  "src/*.ts": ["src/a.ts", "src/secret.ts"],
  "{src,other}/*.ts": ["src/a.ts", "src/secret.ts"],
  "**/deep/*.ts": ["src/deep/b.ts"],
  "*.ts": [],
  "**/*.md": ["docs/gold.md"],
};

for (const who of EVERYONE) {
  Deno.test(`what ${CLIENTS[who]} has opened narrows the roots, over stdio and HTTP`, async () => {
    using files = linked();
    using elsewhere = tree({ "e.ts": "gold\n" });
    const uris = [
      `file://${files.path}/src/`,
      `file://${files.path}/docs`,
      `file://${elsewhere.path}`,
      "https://x.example/",
    ];
    const roots = () => [...uris, `file://${files.path}/not-there`];
    await using server = await serving(overHttp(files.path));
    for (const where of [{ line: fossick(files.path) }, { url: server.url }]) {
      await using client = await connect(who, where, { roots });
      await isNarrowed(client, files.path);
      // Where a client can only be asked by an answer, a completion has no way to ask.
      const all = ["src/a.ts", "src/deep/", "src/out", "src/secret.ts"];
      assertEquals(await completed(client, "src/"), who === "v2 modern" ? [] : all);
      assertEquals(await completed(client, "other/"), []);
    }
  });

  Deno.test(`${CLIENTS[who]} that has opened nothing of the server's is told so; --client-roots ignore takes no notice`, async () => {
    using files = tree(FILES);
    using elsewhere = tree({});
    const offers: Offers = { roots: () => [`file://${elsewhere.path}`] };
    await using client = await connect(who, { line: fossick(files.path) }, offers);
    const calls = [["read_file", { path: "top.ts" }], ["search_content", { roots: ["."], query: "gold" }]] as const;
    for (const [name, args] of calls) {
      const { structured } = await client.call(name, args);
      const { code, message, hint } = Object(structured.error);
      assertEquals(code, "PATH_OUTSIDE_ROOT");
      assertMatch(message, /none of the directories that the client has opened lies inside this server's roots/);
      assertMatch(hint, /--client-roots ignore/);
    }
    const line = fossick(files.path, "--client-roots", "ignore");
    await using ignored = await connect(who, { line }, offers);
    assertEquals((await filesWith(ignored, "gold")).length, 5);
  });
}

Deno.test("a client that has opened the root, one above it, or nothing, has all of the root", async () => {
  using files = tree(FILES);
  const alias = `${files.path}-alias`, above = files.path.replace(/\/[^/]+$/, "");
  Deno.symlinkSync(files.path, alias);
  try {
    const opened = [[`file://${files.path}`], [`file://${above}/`], [`file://${alias}`], []];
    for (const [i, uris] of opened.entries()) {
      const line = granted(["--allow-read"], "--root", alias);
      await using client = await connect(EVERYONE[i % 3] ?? "v1", { line }, { roots: () => uris });
      assertEquals([uris, (await filesWith(client, "gold")).length], [uris, 5]);
    }
  } finally {
    Deno.removeSync(alias);
  }
});

for (const who of ["v1", "v2 legacy"] as const) {
  Deno.test(`${CLIENTS[who]} that opens another directory and says so reaches that one, over stdio and HTTP`, async () => {
    using files = tree(FILES);
    await using server = await serving(overHttp(files.path));
    for (const where of [{ line: fossick(files.path) }, { url: server.url }]) {
      let opened = "src", asked = 0;
      const roots = () => (asked++, [`file://${files.path}/${opened}`]);
      await using client = await connect(who, where, { roots });
      assertEquals(await filesWith(client, "gold"), ["src/a.ts", "src/deep/b.ts"]);
      assertEquals(await filesWith(client, "gold"), ["src/a.ts", "src/deep/b.ts"]);
      assertEquals(asked, 1);
      opened = "docs";
      await client.rootsChanged();
      assertEquals(await filesWith(client, "gold"), ["docs/gold.md"]);
      assertEquals(asked, 2);
      assertEquals(await codeOf(client, "read_file", { path: "src/a.ts" }), "PATH_OUTSIDE_ROOT");
    }
  });
}

for (const who of ["v1", "v2 legacy"] as const) {
  Deno.test(`${CLIENTS[who]} that fails to name its roots is asked again with each call, and left with what it named last`, async () => {
    using files = tree(FILES);
    await using server = await serving(overHttp(files.path));
    for (const where of [{ line: fossick(files.path) }, { url: server.url }]) {
      let opened: string | undefined, asked = 0;
      const roots = () => {
        asked++;
        if (opened === undefined) throw new Error("not now");
        return [`file://${files.path}/${opened}`];
      };
      await using client = await connect(who, where, { roots });
      assertEquals([(await filesWith(client, "gold")).length, asked], [5, 1]);
      opened = "docs";
      assertEquals(await filesWith(client, "gold"), ["docs/gold.md"]);
      assertEquals([await filesWith(client, "gold"), asked], [["docs/gold.md"], 2]);
      opened = undefined;
      await client.rootsChanged();
      assertEquals([await filesWith(client, "gold"), asked], [["docs/gold.md"], 3]);
      opened = "src";
      assertEquals([await filesWith(client, "gold"), asked], [["src/a.ts", "src/deep/b.ts"], 4]);
    }
  });
}

/** A connection of bare lines to a server of `root`, by a client that offers roots. */
async function wired(root: string, timeoutMs = 4000) {
  const engine = await createEngine({ roots: findRoots([root]), threads: 0 });
  const places = { projectRoot: root, roots: [{ shown: ".", names: [root] }] };
  const wire = new Wire({ ...scriptedService(...toolsOf("default")), ...places, engine, timeoutMs });
  const clientInfo = { name: "wire", version: "1" };
  await wire.request("i", "initialize", { protocolVersion: "2025-11-25", capabilities: { roots: {} }, clientInfo });
  const told = (method: string, params = {}) => wire.send({ jsonrpc: "2.0", method, params });
  const read = (id: number, path: string) =>
    wire.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "read_file", arguments: { path } } });
  return {
    wire,
    read,
    rootsChanged: () => told("notifications/roots/list_changed"),
    cancel: (requestId: number) => told("notifications/cancelled", { requestId }),
    /** The id of the question that comes next. */
    async asked(): Promise<unknown> {
      const { id, method } = Object(await wire.next());
      assertEquals(method, "roots/list");
      return id;
    },
    /** Names the client's one root. */
    name: (id: unknown, dir: string) =>
      wire.send({ jsonrpc: "2.0", id, result: { roots: [{ uri: `file://${root}/${dir}` }] } }),
    /** Of the answer that comes next, the id of its call, and the code of its error or what was read. */
    async answered(): Promise<unknown[]> {
      const { id, result } = Object(await wire.next());
      return [id, result.structuredContent.error?.code ?? result.structuredContent.content];
    },
    /** How many calls were cancelled so far. */
    async cancelled(): Promise<number> {
      const { result } = Object(await wire.request("s", "resources/read", { uri: "fossick://stats" }));
      return JSON.parse(result?.contents[0].text ?? "{}").cancelled;
    },
    async [Symbol.asyncDispose]() {
      await wire.end();
      await wire.ended;
      engine.close();
    },
  };
}

Deno.test("what a client offered at the beginning holds, whatever its calls say of themselves", async () => {
  using files = tree(FILES);
  await using client = await wired(files.path);
  const _meta = { "io.modelcontextprotocol/logLevel": "debug" };
  const params = { name: "read_file", arguments: { path: "top.ts" }, _meta };
  await client.wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  await client.name(await client.asked(), "src");
  assertEquals(await client.answered(), [1, "PATH_OUTSIDE_ROOT"]);
});

Deno.test("a call that is cancelled while its client is asked for roots ends at once, and others go on waiting", async () => {
  using files = tree(FILES);
  await using client = await wired(files.path);
  await client.read(1, "src/a.ts");
  const question = await client.asked();
  await client.read(2, "top.ts");
  await client.cancel(1);
  // It would count as cancelled once the question was given up, too; but then the other has an answer.
  while (await client.cancelled() === 0);
  await client.name(question, "src");
  assertEquals(await client.answered(), [2, "PATH_OUTSIDE_ROOT"]);
});

Deno.test("a call waits for its client's roots within its own time, and the next has what the client says later", async () => {
  using files = tree(FILES);
  await using client = await wired(files.path);
  const params = { name: "search_content", arguments: { roots: ["."], query: "gold", timeout_ms: 1 } };
  await client.wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const question = await client.asked();
  const { id, result } = Object(await client.wire.next());
  const { code, message } = Object(result?.structuredContent.error);
  assertEquals([id, code, message], [
    1,
    "TIMEOUT",
    "The client has not said within 1 ms which directories it has opened.",
  ]);
  await client.name(question, "src");
  await client.read(2, "top.ts");
  assertEquals(await client.answered(), [2, "PATH_OUTSIDE_ROOT"]);
});

Deno.test("what is no tool's call waits for its client's roots within the server's time", async () => {
  using files = tree(FILES);
  await using client = await wired(files.path, 1);
  const uri = "fossick://file/src/a.ts", ref = { type: "ref/resource", uri: "fossick://file/{+path}" };
  await client.wire.send({ jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } });
  const question = await client.asked();
  const read = Object(await client.wire.next());
  assertEquals(read.error?.message, "TIMEOUT: The client has not said within 1 ms which directories it has opened.");
  const params = { ref, argument: { name: "path", value: "src/" } };
  const { result } = Object(await client.wire.request(2, "completion/complete", params));
  assertEquals(result.completion.values, []);
  await client.name(question, "src");
});

Deno.test("roots that change while the client is asked for them are asked for again, and the old ones forgotten", async () => {
  using files = tree(FILES);
  await using client = await wired(files.path);
  await client.read(1, "src/a.ts");
  const old = await client.asked();
  await client.rootsChanged();
  const question = await client.asked();
  await client.name(question, "docs");
  assertEquals(await client.answered(), [1, "PATH_OUTSIDE_ROOT"]);
  await client.name(old, "src");
  await client.read(2, "src/a.ts");
  assertEquals(await client.answered(), [2, "PATH_OUTSIDE_ROOT"]);
  await client.rootsChanged();
  await client.read(3, "docs/gold.md");
  const error = { code: -32603, message: "not now" };
  await client.wire.send({ jsonrpc: "2.0", id: await client.asked(), error });
  assertEquals(await client.answered(), [3, FILES["docs/gold.md"]]);
});

Deno.test("an old question that fails does not undo the answer to the new one", async () => {
  using files = tree(FILES);
  await using client = await wired(files.path);
  await client.read(1, "src/a.ts");
  const old = await client.asked();
  await client.rootsChanged();
  await client.name(await client.asked(), "docs");
  assertEquals(await client.answered(), [1, "PATH_OUTSIDE_ROOT"]);
  await client.wire.send({ jsonrpc: "2.0", id: old, error: { code: -32603, message: "never mind" } });
  await client.read(2, "docs/gold.md");
  assertEquals(await client.answered(), [2, FILES["docs/gold.md"]]);
});

Deno.test("in 2026-07-28 every call is narrowed by what its client has opened at that moment", async () => {
  using files = tree(FILES);
  let opened = "src";
  const roots = () => [`file://${files.path}/${opened}`];
  await using client = await connect("v2 modern", { line: fossick(files.path) }, { roots });
  assertEquals(await filesWith(client, "gold"), ["src/a.ts", "src/deep/b.ts"]);
  opened = "docs";
  assertEquals(await filesWith(client, "gold"), ["docs/gold.md"]);
});

for (const who of EVERYONE) {
  Deno.test(`${CLIENTS[who]} lends its model for files in what it has opened, and for no others`, async () => {
    using files = tree(FILES);
    const asked: string[] = [];
    const sample = (params: unknown) => (asked.push(JSON.stringify(params)), "It is gold.");
    const offers = { roots: () => [`file://${files.path}/src`], sample };
    await using client = await connect(who, { line: fossick(files.path) }, offers);
    const { structured } = await client.call("consult_files", {
      files: ["src/a.ts", "other/secret.ts"],
      query: "What?",
    });
    assertEquals([structured.answer, asked.length], ["It is gold.", 1]);
    assert(asked[0]?.includes("const gold") && !asked[0].includes("secret"));
  });
}

Deno.test("further roots are narrowed each for itself", async () => {
  using one = tree(FILES);
  using two = tree({ "a/x.ts": "gold\n", "b/y.ts": "gold\n" });
  const line = granted([`--allow-read=${one.path},${two.path}`], "--root", one.path, "--root", two.path);
  await using client = await connect("v2 legacy", { line }, {
    roots: () => [`file://${two.path}/a`, `file://${one.path}/docs`],
  });
  assertEquals(await filesWith(client, "gold"), ["docs/gold.md"]);
  assertEquals(await filesWith(client, "gold", { roots: [two.path] }), [`${two.path}/a/x.ts`]);
  assertEquals(await codeOf(client, "list_files", { roots: [`${two.path}/b`] }), "PATH_OUTSIDE_ROOT");
  await using whole = await connect("v2 legacy", { line }, { roots: () => [`file://${two.path}`] });
  assertEquals(await filesWith(whole, "gold", { roots: [two.path] }), [`${two.path}/a/x.ts`, `${two.path}/b/y.ts`]);
  assertEquals(await codeOf(whole, "list_files", { roots: ["."] }), "PATH_OUTSIDE_ROOT");
});
