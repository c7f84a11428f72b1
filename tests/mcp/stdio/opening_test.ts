import { assertEquals } from "@std/assert";
import { toolsOf } from "../../../src/toolsets/profiles.ts";
import { serveStreams } from "../../../src/mcp/stdio/serve_streams.ts";
import { scriptedService, scriptedTool } from "../scripted_service.ts";

type Message = Readonly<Record<string, unknown>>;

const LISTS = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"];
const CAPABILITIES = { roots: { listChanged: true }, elicitation: {}, extensions: { "a/b": { types: ["x"] } } };

/** The messages with which a client of 2025 opens a connection, and a call. */
function legacy(name: string, protocolVersion: string): Message[] {
  const clientInfo = { name, version: "1" };
  return [
    { id: 0, method: "initialize", params: { protocolVersion, capabilities: CAPABILITIES, clientInfo } },
    { method: "notifications/initialized" },
    ...[...LISTS, "ping"].map((method, i) => ({ id: `${i}`, method, ...(i % 2 > 0 && { params: {} }) })),
    { id: 0, method: "tools/call", params: { name: "echo" } },
  ].map((message) => ({ jsonrpc: "2.0", ...message }));
}

/** The messages with which a client of 2026-07-28 does. */
function modern(name: string): Message[] {
  const key = (word: string) => `io.modelcontextprotocol/${word}`, clientInfo = { name, version: "1" };
  const given = { [key("protocolVersion")]: "2026-07-28", [key("clientCapabilities")]: CAPABILITIES };
  const _meta = { ...given, [key("clientInfo")]: clientInfo };
  const methods = ["server/discover", ...LISTS, "ping", "tools/call"];
  const params = (method: string) => ({ ...(method === "tools/call" && { name: "echo" }), _meta });
  return methods.map((method, id) => ({ jsonrpc: "2.0", id, method, params: params(method) }));
}

/** All that a server answers, as it was written. @param isEarly whether it answers before the SDK has loaded */
async function written(
  messages: readonly Message[],
  isEarly: boolean,
  answers: "auto" | "structured",
): Promise<string> {
  const service = { ...scriptedService(...toolsOf("default"), scriptedTool("echo")), answers }, text: string[] = [];
  const output = new WritableStream<Uint8Array>({ write: (line) => void text.push(new TextDecoder().decode(line)) });
  const input = ReadableStream.from(messages.map((one) => new TextEncoder().encode(JSON.stringify(one) + "\n")));
  const starting = { ...(isEarly && { offer: service }), start: () => Promise.resolve(service) };
  await serveStreams(starting, input, output);
  return text.join("");
}

Deno.test("what is answered before the SDK has loaded is what the SDK answers, byte for byte, in both eras", async () => {
  const versions = ["2025-11-25", "2025-06-18", "2024-10-07", "2026-07-28", "1"];
  const openings = ["claude-code", "other"].flatMap((name) => [
    ...versions.map((version) => legacy(name, version)),
    modern(name),
  ]);
  for (const answers of ["auto", "structured"] as const) {
    for (const messages of openings) {
      assertEquals(await written(messages, true, answers), await written(messages, false, answers));
    }
  }
});
