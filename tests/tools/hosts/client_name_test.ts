import { assertEquals } from "@std/assert";
import { clientNameIn } from "../../../tools/hosts/client_name.ts";

Deno.test("the name of a client is in initialize, or in the _meta of a request", () => {
  const probe = { method: "initialize", params: { clientInfo: { name: "probe", version: "1" } } };
  const call = { method: "tools/call", params: { _meta: { "io.modelcontextprotocol/clientInfo": { name: "host" } } } };
  const lines = (...messages: unknown[]) => messages.map((message) => JSON.stringify(message) + "\n").join("");
  assertEquals(clientNameIn(lines(probe)), "probe");
  assertEquals(clientNameIn(lines(probe, call, { method: "ping", params: {} }, { method: "ping" })), "host");
  assertEquals(clientNameIn(""), undefined);
});
