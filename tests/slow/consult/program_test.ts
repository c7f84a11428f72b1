import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type CommandLine, fossick, fossickWith, runToEnd, tempTree } from "../../program.ts";
import { answer, CHAT, chunk, DONE, ScriptedApi, streamed } from "../../consult/scripted_api.ts";

const KEY = "sk-" + "test-0123456789abcdef";
const ENV = { FOSSICK_API_KEY: KEY, NO_PROXY: "127.0.0.1" };
const AWS = "AKIA" + "IOSFODNN7EXAMPLE";
const FILES = {
  "src/a.py": "print('first')\n",
  "src/b.py": `print('unsent-content')\nkey = "${AWS}"\n`,
  "src/c.txt": "unsent-other\n",
  "src/.env": "NAME=unsent-env\n",
  "node_modules/m/d.py": "unsent-module\n",
  "README.md": "# readme\n",
};
const ENTRIES = ["src/*.py", "src/.env", "node_modules/m/*.py", "README.md"];
const ARGS = JSON.stringify({ files: ENTRIES, query: "Why?", model: "big" });

/** The program with only the grants that the provider needs. */
function asking(root: string, { url, host }: ScriptedApi, ...args: string[]): CommandLine {
  const flags = [`--allow-read=${root}`, `--allow-net=${host}`, "--allow-env=FOSSICK_API_KEY"];
  return fossickWith(flags, "--root", root, "--provider-url", url, ...args);
}

/** An API that answers. */
const answering = () => new ScriptedApi({ [CHAT]: () => answer("It ", "prints", ".") });

Deno.test("call prints the reply on stdout, the lists of files on stderr, and exits like grep", async () => {
  using files = tempTree(FILES);
  await using api = answering();
  const text = await runToEnd(asking(files.path, api, "call", "consult_files", ARGS, "--text"), { env: ENV });
  assertEquals([text.code, text.stdout], [0, "It prints.\n"]);
  const list = text.stderr.trimEnd().split("\n"), summary = list.pop();
  assertEquals(summary, "[big-2025 was asked about 2 files, 24 bytes; 321 tokens in, 3 out]");
  assertEquals(list.slice(0, 2), ["src/a.py\t15", "README.md\t9"]);
  assertEquals(list.slice(2).map((line) => /^\[left out: ([^:]+): /.exec(line)?.[1]), [
    "src/b.py",
    "src/.env",
    "node_modules/m/*.py",
  ]);
  const json = await runToEnd(asking(files.path, api, "call", "consult_files", ARGS), { env: ENV });
  const { answer, model, files: sent, left_out } = JSON.parse(json.stdout);
  assertEquals([json.code, json.stderr, answer, model], [0, text.stderr, "It prints.", "big-2025"]);
  assertEquals([sent, left_out].map((of) => of.map(({ path }: { path: string }) => path)), [
    ["src/a.py", "README.md"],
    ["src/b.py", "src/.env", "node_modules/m/*.py"],
  ]);
  assertEquals(api.to(CHAT).map(({ authorization }) => authorization), [`Bearer ${KEY}`, `Bearer ${KEY}`]);
});

Deno.test("call: an empty reply exits with 1, a failure or a broken key with 2; the key is nowhere", async () => {
  using files = tempTree(FILES);
  const call = (api: ScriptedApi, key = KEY) => {
    const env = { ...ENV, FOSSICK_API_KEY: key };
    return runToEnd(asking(files.path, api, "call", "consult_files", ARGS, "--text"), { env });
  };
  await using empty = new ScriptedApi({ [CHAT]: () => streamed(chunk({}, { finish_reason: "stop" }), DONE) });
  assertEquals((await call(empty)).code, 1);
  const error = { message: `no good: ${KEY}` };
  await using refusing = new ScriptedApi({ [CHAT]: () => Response.json({ error }, { status: 401 }) });
  const refused = await call(refusing), broken = await call(refusing, "sk-hid…den");
  assertEquals([refused.code, refused.stdout, refused.stderr.includes(KEY)], [2, "", false]);
  assertMatch(
    refused.stderr,
    /^PROVIDER_ERROR: 127\.0\.0\.1:\d+ refused the request with status 401: no good: \*\*\*\.\n.*FOSSICK_API_KEY/,
  );
  assertEquals([broken.code, broken.stdout, refusing.received.length], [2, "", 1]);
  assertMatch(broken.stderr, /^fossick: FOSSICK_API_KEY has a character that no key or token can have, (?!.*hid).*\n$/);
});

Deno.test("without its grants it is unavailable, and the flags that the error names suffice", async () => {
  using files = tempTree(FILES);
  await using api = answering();
  const plain = await runToEnd(fossick(files.path, "call", "consult_files", ARGS));
  const none = JSON.parse(plain.stdout);
  assertEquals([plain.code, none.error.code, none.files.length, none.left_out.length], [
    2,
    "CONSULT_UNAVAILABLE",
    2,
    3,
  ]);
  assertStringIncludes(none.error.hint, "--provider-url URL (needs --allow-net=HOST and --allow-env=FOSSICK_API_KEY)");
  const named = fossick(files.path, "--provider-url", api.url, "call", "consult_files", ARGS);
  const refused = JSON.parse((await runToEnd(named, { env: ENV })).stdout);
  assertEquals([refused.error.code, refused.files.length], ["CONSULT_UNAVAILABLE", 2]);
  assertEquals(api.received, []);
  const flags = [...refused.error.hint.matchAll(/--allow-\S+/g)].map(([flag]) => flag);
  assertEquals(flags, [`--allow-net=${api.host}`, "--allow-env=FOSSICK_API_KEY"]);
  const allowed = fossickWith(
    [`--allow-read=${files.path}`, ...flags],
    "--root",
    files.path,
    "--provider-url",
    api.url,
  );
  const { code, stdout } = await runToEnd([...allowed, "call", "consult_files", ARGS], { env: ENV });
  assertEquals([code, JSON.parse(stdout).answer], [0, "It prints."]);
});

Deno.test("an MCP client gets progress and the answer; its cancellation ends the provider's work", async () => {
  using files = tempTree(FILES);
  const told = Promise.withResolvers<void>(),
    begun = Promise.withResolvers<void>(),
    dropped = Promise.withResolvers<void>();
  const encoder = new TextEncoder();
  /** @param onRead called once the client takes the body */
  const slowly = (until: Promise<void>, last: string, onRead = () => {}) => {
    let over = false, parts = 0;
    until.then(() => over = true);
    return new Response(
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          controller.enqueue(encoder.encode(chunk({ content: "." })));
          // The first part is made before the response is sent, the second one after the first was taken.
          if (++parts > 1) onRead();
          await new Promise((resolve) => setTimeout(resolve, 20));
          if (!over) return;
          controller.enqueue(encoder.encode(last));
          controller.close();
        },
        cancel: () => dropped.resolve(),
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  };
  const end = chunk({ content: " done" }, { finish_reason: "stop" }) + DONE;
  await using api = new ScriptedApi({
    [CHAT]: (_, nth) => nth === 0 ? slowly(told.promise, end) : slowly(new Promise(() => {}), "", begun.resolve),
  });
  const [command, ...args] = asking(files.path, api);
  const client = new Client({ name: "t", version: "1" });
  await client.connect(
    new StdioClientTransport({ command, args, env: { ...Deno.env.toObject(), ...ENV }, stderr: "inherit" }),
  );
  const call = { name: "consult_files", arguments: { files: ["src/a.py"], query: "?", model: "big" } };
  const result = await client.callTool(call, { onprogress: () => told.resolve() });
  assertMatch(Object(result.structuredContent).answer, /^\.+ done$/);
  const stop = new AbortController();
  const second = client.callTool(call, { signal: stop.signal });
  await begun.promise;
  stop.abort();
  assertEquals(await second.then(() => "answered", () => "cancelled"), "cancelled");
  await dropped.promise;
  const count = { name: "search_content", arguments: { roots: ["."], query: "print", total_only: true } };
  assertEquals(Object((await client.callTool(count)).structuredContent).total, 2);
  await client.close();
});

const strace = await canTrace();
if (strace !== undefined) console.error(`Connections are not watched from outside: ${strace}`);

Deno.test({
  name: "traced from outside, all connections go to the provider, and no left-out byte is sent",
  ignore: strace !== undefined,
  fn: async () => {
    using files = tempTree(FILES), traces = tempTree({});
    await using elsewhere = answering();
    await using api = new ScriptedApi({
      [CHAT]: (_, nth) =>
        nth === 0
          ? answer("It ", "prints", ".")
          : new Response(null, { status: 307, headers: { location: `${elsewhere.url}/chat/completions` } }),
    });
    const trace = `${traces.path}/trace`;
    for (const flags of [[`--allow-read=${files.path}`, `--allow-net=${api.host}`], ["-A"]]) {
      const line = fossickWith(flags, "--root", files.path, "--provider-url", api.url, "call", "consult_files", ARGS);
      const watch = ["-f", "-qq", "-s", "100000", "-e", "trace=connect,sendto,sendmsg,write,writev", "-o", trace];
      // `deno run` checks at times for a newer Deno. A compiled program does not.
      await runToEnd(["strace", ...watch, ...line], { env: { ...ENV, DENO_NO_UPDATE_CHECK: "1" } });
      const calls = Deno.readTextFileSync(trace).split("\n");
      const connects = calls.filter((call) => call.includes("connect(") && call.includes("AF_INET"));
      assert(connects.length > 0);
      const port = api.host.split(":")[1];
      for (const call of connects) {
        assertMatch(call, new RegExp(`sin_port=htons\\(${port}\\), sin_addr=inet_addr\\("127\\.0\\.0\\.1"\\)`));
      }
      assert(calls.some((call) => call.includes("print('first')")));
      assert(!calls.some((call) => call.includes("unsent-") || call.includes(AWS)));
    }
    assertEquals(elsewhere.received, []);
    const bodies = api.received.map(({ body }) => body).join("");
    assert(bodies.includes("first") && !bodies.includes("unsent-") && !bodies.includes(AWS));
  },
});

/** The reason why programs can't be traced here; undefined if they can. */
async function canTrace(): Promise<string | undefined> {
  if (Deno.build.os !== "linux") return "strace is Linux's";
  try {
    const { success, stderr } = await new Deno.Command("strace", {
      args: ["-f", "-o", "/dev/null", "true"],
      stdin: "null",
    }).output();
    return success ? undefined : new TextDecoder().decode(stderr).trim();
  } catch {
    return "strace is not installed";
  }
}
