import { assertEquals } from "@std/assert";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { listenHttp } from "../../../src/cli/serve/http_server.ts";
import { isLoopback, refusedAccess } from "../../../src/mcp/http/http_access.ts";
import { createHttpHandler } from "../../../src/mcp/http/http_handler.ts";

import { scriptedService, scriptedTool } from "../scripted_service.ts";

/** The status with which a request is refused; undefined if it may pass. */
function statusOf(door: Parameters<typeof refusedAccess>[1], headers: Record<string, string>): number | undefined {
  return refusedAccess(new Headers(headers), door)?.status;
}

Deno.test("a request must have this server's name and port as its Host", () => {
  const door = { host: "127.0.0.1", port: 8080 };
  const good = ["127.0.0.1:8080", "localhost:8080", "LocalHost:8080", "[::1]:8080"];
  const bad = [
    "",
    "127.0.0.1",
    "localhost",
    "127.0.0.1:1",
    "127.0.0.1:80800",
    "localhost.:8080",
    "localhost.evil.example:8080",
    "evil.example:8080",
    "evil.example",
    "localhost@evil.example",
    "localhost:8080@evil.example",
    "evil.example#localhost:8080",
    "localhost:8080, evil.example",
    "127.0.0.1:8080/",
    "0x7f.1:8080",
    "2130706433:8080",
    "[::ffff:127.0.0.1]:8080",
  ];
  for (const host of good) assertEquals([host, statusOf(door, { host })], [host, undefined]);
  for (const host of bad) assertEquals([host, statusOf(door, { host })], [host, 403]);
  assertEquals(statusOf(door, {}), 403);
  assertEquals(statusOf({ host: "localhost", port: 80 }, { host: "localhost" }), undefined);
});

Deno.test("a web page may send requests only if it is from this machine", () => {
  const door = { host: "127.0.0.1", port: 8080 }, host = "127.0.0.1:8080";
  for (const origin of ["http://localhost:8080", "http://LOCALHOST:6274", "https://127.0.0.1", "http://[::1]:3000"]) {
    assertEquals([origin, statusOf(door, { host, origin })], [origin, undefined]);
  }
  const bad = ["", "null", "http://evil.example", "http://localhost.evil.example", "http://localhost@evil.example"];
  for (const origin of [...bad, "file://", "http://localhost:8080/path", "chrome-extension://localhost"]) {
    assertEquals([origin, statusOf(door, { host, origin })], [origin, 403]);
  }
});

Deno.test("a token is required if it is set", () => {
  const door = { host: "0.0.0.0", port: 8080, token: "open sesame" }, host = "127.0.0.1:8080";
  assertEquals(statusOf(door, { host, authorization: "Bearer open sesame" }), undefined);
  assertEquals(statusOf(door, { host, authorization: "bearer open sesame" }), undefined);
  for (
    const authorization of [
      "",
      "Bearer",
      "Bearer ",
      "Bearer open",
      "Bearer open sesame2",
      "Basic open sesame",
      "open sesame",
    ]
  ) {
    assertEquals([authorization, statusOf(door, { host, authorization })], [authorization, 401]);
  }
  assertEquals(statusOf(door, { host }), 401);
});

Deno.test("a server on all addresses accepts addresses as its Host, and no other names", () => {
  const door = { host: "0.0.0.0", port: 8080 };
  assertEquals(statusOf(door, { host: "192.168.1.7:8080" }), undefined);
  assertEquals(statusOf(door, { host: "[fe80::1]:8080" }), undefined);
  assertEquals(statusOf(door, { host: "evil.example:8080" }), 403);
  assertEquals(statusOf({ host: "tools.example", port: 8080 }, { host: "Tools.Example:8080" }), undefined);
  assertEquals(statusOf({ host: "tools.example", port: 8080 }, { host: "localhost:8080" }), 403);
});

Deno.test("isLoopback accepts addresses of this machine only", () => {
  assertEquals(["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "LOCALHOST"].map(isLoopback), [
    true,
    true,
    true,
    true,
    true,
  ]);
  assertEquals(["0.0.0.0", "[::]", "192.168.1.1", "localhost.evil", "127.0.0.1.evil"].map(isLoopback), [
    false,
    false,
    false,
    false,
    false,
  ]);
});

Deno.test("over HTTP, clients of both eras list the tools and call them", async () => {
  const service = scriptedService(scriptedTool("echo"));
  const server = await listenHttp({ hostname: "127.0.0.1", port: 0 }, (request) => face.fetch(request));
  const face = createHttpHandler(service, { host: "127.0.0.1", port: server.port });
  const url = new URL(`http://127.0.0.1:${server.port}/mcp`);
  for (const mode of ["legacy", { pin: "2026-07-28" }] as const) {
    const client = new Client({ name: "t", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(url));
    assertEquals((await client.listTools()).tools.map(({ name }) => name), ["echo"]);
    const { structuredContent } = await client.callTool({ name: "echo", arguments: { text: "hi" } });
    assertEquals(structuredContent, { echo: { text: "hi" } });
    await client.close();
  }
  const elsewhere = await fetch(new URL("/", url), { method: "POST", body: "{}" });
  assertEquals([elsewhere.status, (await elsewhere.json()).error.message], [404, "The server is at /mcp"]);
  await face.close();
  await server.close();
});

Deno.test("a method or an address that Request would not accept is refused like others", async () => {
  const server = await listenHttp({ hostname: "127.0.0.1", port: 0 }, (request) => face.fetch(request));
  const { port } = server,
    face = createHttpHandler(scriptedService(scriptedTool("echo")), { host: "127.0.0.1", port });
  const statusOf = async (line: string) => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const head = `${line} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`;
    await connection.write(new TextEncoder().encode(head));
    const answer = await new Response(connection.readable).text();
    return [answer.split(" ")[1], /^allow: (.*)\r$/im.exec(answer)?.[1]];
  };
  assertEquals(await statusOf("TRACE /mcp"), ["405", "POST"]);
  assertEquals(await statusOf("GET http://[::1"), ["404", undefined]);
  await face.close();
  await server.close();
});
