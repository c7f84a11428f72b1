import { assertEquals, assertRejects } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { DENO, fossickWith, MAIN, runToEnd, tempTree } from "../../../program.ts";
import { CLIENT_KINDS, connect } from "../../../mcp/any_client.ts";
import { SCENARIO_FILES, SLOW_CALL } from "../../../mcp/client_scenarios.ts";
import { serving } from "../../../mcp/http/http_program.ts";

/** The program serving at `http` with these flags. */
function listening(root: string, flags: readonly string[], http: string, env: Record<string, string> = {}) {
  return serving(fossickWith([`--allow-read=${root}`, ...flags], "--root", root, "--http", http), env);
}

/** The program on a port of loopback that the system chooses. */
function onLoopback(root: string) {
  return listening(root, ["--allow-net=127.0.0.1:0"], "0");
}

function post(
  url: URL,
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

Deno.test("the program serves HTTP with a grant for its address only, and a signal ends it with 0", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  await using server = await onLoopback(files.path);
  const answer = await post(server.url, "tools/call", COUNT);
  const event = (await answer.text()).split("\n").find((line) => line.startsWith("data: ")) ?? "";
  assertEquals(JSON.parse(event.slice(6)).result.structuredContent.total, 1);
  const foreign = await post(server.url, "tools/call", COUNT, { origin: "http://evil.example" });
  assertEquals([foreign.status, (await foreign.json()).error.message], [403, "Requests from this Origin are refused"]);
  const get = await fetch(server.url);
  await get.body?.cancel();
  assertEquals(get.status, 405);
  server.signal("SIGTERM");
  const { code, stdout } = await server.ended;
  assertEquals([code, stdout], [0, ""]);
});

Deno.test("a token in the environment, with a line break or without, is required if the program may read it", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  const flags = ["--allow-net=0.0.0.0:0", "--allow-env=FOSSICK_TOKEN"];
  await using server = await listening(files.path, flags, "0.0.0.0:0", { FOSSICK_TOKEN: "sesame\n" });
  const url = new URL(server.url.href.replace("0.0.0.0", "127.0.0.1"));
  const without = await post(url, "tools/call", COUNT);
  await without.body?.cancel();
  const withToken = await post(url, "tools/call", COUNT, { authorization: "Bearer sesame" });
  await withToken.body?.cancel();
  assertEquals([without.status, withToken.status], [401, 200]);
  for (const who of CLIENT_KINDS) {
    await using client = await connect(who, { url, token: "sesame" });
    assertEquals((await client.call(COUNT.name, COUNT.arguments)).structured.total, 1);
    await assertRejects(() => connect(who, { url, token: "simsim" }), Error);
  }
});

Deno.test("the program does not listen without a grant, nor for other machines without a token", async () => {
  using files = tempTree({});
  const start = (flags: string[], http: string, env: Record<string, string> = {}) =>
    runToEnd(fossickWith([`--allow-read=${files.path}`, ...flags], "--root", files.path, "--http", http), { env });
  const noNet = await start([], "8080");
  const line = (address: string) =>
    `${DENO} run --no-prompt --allow-read=${files.path} --allow-net=${address} --allow-env=FOSSICK_TOKEN ${MAIN} --root ` +
    `${files.path} --http`;
  assertEquals(noNet, {
    ...{ code: 2, stdout: "" },
    stderr: "fossick: --allow-net=127.0.0.1:8080 was not granted; start it with: " +
      `${line("127.0.0.1:8080")} 8080\n`,
  });
  const told = "fossick: --http 0.0.0.0 can be reached from other machines, so it needs a token in the environment; " +
    `start it with: FOSSICK_TOKEN=$(openssl rand -hex 32) ${line("0.0.0.0:8080")} 0.0.0.0:8080\n`;
  const net = "--allow-net=0.0.0.0:8080";
  for (
    const tokenless of [
      await start([net], "0.0.0.0:8080", { FOSSICK_TOKEN: "unseen" }),
      await start([net, "--allow-env=FOSSICK_TOKEN"], "0.0.0.0:8080"),
      await start([net, "--allow-env=FOSSICK_TOKEN"], "0.0.0.0:8080", { FOSSICK_TOKEN: " \n" }),
    ]
  ) {
    assertEquals(tokenless, { code: 2, stdout: "", stderr: told });
  }
  const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const address = `127.0.0.1:${taken.addr.port}`;
  const busy = await start([`--allow-net=${address}`], address);
  taken.close();
  assertEquals([busy.code, busy.stdout, busy.stderr.split("\n")[0]], [
    2,
    "",
    `fossick: --http ${address}: listen EADDRINUSE: address already in use ${address}.`,
  ]);
});

for (const [signal, everyone] of [["SIGTERM", CLIENT_KINDS], ["SIGINT", ["v1"]]] as const) {
  Deno.test(`on ${signal} requests are refused, and calls in progress are still answered`, async () => {
    using files = tempTree(SCENARIO_FILES);
    for (const who of everyone) {
      await using server = await onLoopback(files.path);
      await using client = await connect(who, { url: server.url });
      const running = Promise.withResolvers<void>();
      const call = client.call("search_content", { ...SLOW_CALL, timeout_ms: 2000 }, {
        onprogress: () => running.resolve(),
      });
      await Promise.race([running.promise, call]);
      server.signal(signal);
      const { structured, isError } = await call;
      assertEquals([who, isError, typeof structured.total], [who, false, "number"]);
      const { code, stdout } = await server.ended;
      assertEquals([who, code, stdout], [who, 0, ""]);
      await assertRejects(() => fetch(server.url), Error);
    }
  });
}

Deno.test("a thousand clients at once each get an answer or 503, and their connections end with it", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  await using server = await onLoopback(files.path);
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: COUNT });
  const head = `host: ${server.url.host}|content-type: application/json|accept: application/json, text/event-stream|` +
    `connection: close|content-length: ${call.length}||${call}`;
  const request = new TextEncoder().encode(`POST /mcp HTTP/1.1|${head}`.replaceAll("|", "\r\n"));
  const answers = await Promise.all(Array.from({ length: 1000 }, async () => {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(server.url.port) });
    await connection.write(request);
    // What comes until the server closes the connection.
    const text = await new Response(connection.readable).text();
    const isGood = /^HTTP\/1\.1 503 /.test(text) || /^HTTP\/1\.1 200 /.test(text) && text.includes('"total":1');
    // A connection that is kept would be closed after a minute, too.
    return isGood && /^connection: close\r$/im.test(text) ? "good" : text;
  }));
  assertEquals(new Set(answers), new Set(["good"]));
});

Deno.test("once it listens it holds no unrestricted permission, whatever was granted", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  const main = fromFileUrl(new URL("http_held_permissions.ts", import.meta.url));
  const held = async (...flags: string[]) => {
    const line = [Deno.execPath(), "run", "--no-prompt", ...flags, main, "--root", files.path, "--http", "0"] as const;
    await using server = await serving(line, { FOSSICK_TOKEN: "sesame" });
    const answer = await post(server.url, "tools/call", COUNT, { authorization: "Bearer sesame" });
    assertEquals([answer.status, /"total":1/.test(await answer.text())], [200, true]);
    server.signal("SIGTERM");
    const states: Record<string, string> = JSON.parse((await server.ended).stdout);
    return Object.keys(states).filter((name) => states[name] === "granted");
  };
  assertEquals(await held("-A"), []);
  assertEquals(await held("--allow-read", "--allow-net", "--allow-env"), []);
  const narrow = [`--allow-read=${files.path}`, "--allow-net=127.0.0.1:0", "--allow-env=FOSSICK_TOKEN"];
  assertEquals(await held(...narrow), []);
});
