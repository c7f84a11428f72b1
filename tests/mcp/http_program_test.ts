import { assertEquals } from "@std/assert";
import { ended, granted, tree } from "../program.ts";

/** A started server: where it listens, and how to stop it. */
async function listening(root: string, flags: readonly string[], http: string, env: Record<string, string> = {}) {
  const [command, ...args] = granted([`--allow-read=${root}`, ...flags], "--root", root, "--http", http);
  const child = new Deno.Command(command, {
    args,
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stdout = new Response(child.stdout).text();
  const stderr = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await stderr.read();
  return {
    url: /http:\S+/.exec(value)?.[0] ?? "",
    async stop() {
      child.kill("SIGTERM");
      const { code } = await child.status;
      await stderr.cancel();
      return { code, stdout: await stdout };
    },
  };
}

function post(
  url: string,
  method: string,
  params: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
}

const COUNT = { name: "search_content", arguments: { roots: ["."], query: "gold", total_only: true } };

Deno.test("the program serves HTTP with a grant of its one address, and stops with 0 on a signal", async () => {
  using files = tree({ "a.txt": "gold\n" });
  const server = await listening(files.path, ["--allow-net=127.0.0.1:0"], "0");
  const answer = await post(server.url, "tools/call", COUNT);
  const event = (await answer.text()).split("\n").find((line) => line.startsWith("data: ")) ?? "";
  assertEquals(JSON.parse(event.slice(6)).result.structuredContent.total, 1);
  const foreign = await post(server.url, "tools/call", COUNT, { origin: "http://evil.example" });
  assertEquals([foreign.status, (await foreign.json()).error.message], [403, "Requests from this Origin are refused"]);
  const get = await fetch(server.url);
  await get.body?.cancel();
  assertEquals(get.status, 405);
  assertEquals(await server.stop(), { code: 0, stdout: "" });
});

Deno.test("a token in the environment is asked for, where the program may see it", async () => {
  using files = tree({ "a.txt": "gold\n" });
  const flags = ["--allow-net=0.0.0.0:0", "--allow-env=FOSSICK_TOKEN"];
  const server = await listening(files.path, flags, "0.0.0.0:0", { FOSSICK_TOKEN: "sesame" });
  const url = server.url.replace("0.0.0.0", "127.0.0.1");
  const without = await post(url, "tools/call", COUNT);
  await without.body?.cancel();
  const withToken = await post(url, "tools/call", COUNT, { authorization: "Bearer sesame" });
  await withToken.body?.cancel();
  assertEquals([without.status, withToken.status], [401, 200]);
  assertEquals((await server.stop()).code, 0);
});

Deno.test("the program does not listen where it may not, nor beyond this machine without a token", async () => {
  using files = tree({});
  const start = (flags: string[], http: string, env: Record<string, string> = {}) =>
    ended(granted([`--allow-read=${files.path}`, ...flags], "--root", files.path, "--http", http), { env });
  const noNet = await start([], "8080");
  assertEquals([noNet.code, noNet.stdout, noNet.stderr.split("\n")[0]], [
    2,
    "",
    "fossick: fossick may not listen on 127.0.0.1:8080: start it with --allow-net=127.0.0.1:8080.",
  ]);
  const told =
    "fossick: --http 0.0.0.0 can be reached from other machines, so a token is needed: set the environment variable " +
    "FOSSICK_TOKEN, and let fossick see it with --allow-env=FOSSICK_TOKEN.";
  const net = "--allow-net=0.0.0.0:8080";
  for (
    const tokenless of [
      await start([net], "0.0.0.0:8080", { FOSSICK_TOKEN: "unseen" }),
      await start([net, "--allow-env=FOSSICK_TOKEN"], "0.0.0.0:8080"),
    ]
  ) {
    assertEquals([tokenless.code, tokenless.stdout, tokenless.stderr.split("\n")[0]], [2, "", told]);
  }
  const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const address = `127.0.0.1:${taken.addr.port}`;
  const busy = await start([`--allow-net=${address}`], address);
  taken.close();
  assertEquals([busy.code, busy.stdout, busy.stderr.split("\n")[0]], [
    2,
    "",
    `fossick: --http ${address}: that address is in use.`,
  ]);
});
