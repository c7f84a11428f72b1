/** The form of tools and answers that clients of both eras are sent under each `--answers`. */
import { assertEquals } from "@std/assert";
import { listedTools } from "../../../src/mcp/tool_listing.ts";
import type { SentAs } from "../../../src/model/output_form.ts";
import { listedToolsOf } from "../../../src/toolsets/profiles.ts";
import { CLIENT_KINDS, type ClientKind, connect, type ServerLocation } from "../../mcp/any_client.ts";
import { serving } from "../../mcp/http/http_program.ts";
import { openTools } from "../../open_tools.ts";
import { fossick, fossickWith, tempTree } from "../../program.ts";

const FILES = { "a.ts": "gold\n", "src/b.ts": '  say("gold");\n\tgold\n' };

/** Calls, the last of which fails. */
const CALLS: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ["search_content", { roots: ["."], query: "gold", group_by_file: true }],
  ["read_file", { path: "src/b.ts", start_line: 1 }],
  ["read_file", { path: "nowhere.ts" }],
];

/** Lists and calls the tools as a client called `name`, and compares all that it is sent. */
async function assertSentAs(sentAs: SentAs, who: ClientKind, where: ServerLocation, name: string, root: string) {
  await using client = await connect(who, where, { name });
  const { tools } = await client.sdk.listTools();
  assertEquals<unknown>(tools, listedTools(listedToolsOf({ profile: "default" }), { sentAs }));
  using direct = await openTools("default", [root]);
  for (const [tool, args] of CALLS) {
    const sent = Object(await client.sdk.callTool({ name: tool, arguments: args }));
    const { text, structured, isError } = await direct.call(tool, args);
    const isShort = sentAs === "structured" && !isError;
    const shown = isShort ? "The answer is in the structured content." : text;
    assertEquals(sent.content, [{ type: "text", text: shown }]);
    assertEquals(sent.structuredContent, sentAs === "text" ? undefined : JSON.parse(JSON.stringify(structured)));
    assertEquals(sent.isError ?? false, isError);
  }
}

/** The value of `--answers`, the client's name, and what that client is sent. */
const CASES: readonly (readonly [rule: string, name: string, sentAs: SentAs])[] = [
  ["auto", "claude-code", "text"],
  ["auto", "some-client", "both"],
  ["text", "some-client", "text"],
  ["structured", "claude-code", "structured"],
  ["both", "claude-code", "both"],
];

Deno.test("over stdio a client is listed and sent what --answers and its name ask for", async () => {
  using files = tempTree(FILES);
  for (const [rule, name, sentAs] of CASES) {
    // The default is asked for by every kind of client.
    const isDefault = rule === "auto", line = fossick(files.path, ...isDefault ? [] : ["--answers", rule]);
    for (const who of isDefault ? CLIENT_KINDS : ["v1"] as const) {
      await assertSentAs(sentAs, who, { line }, name, files.path);
    }
  }
});

Deno.test("over HTTP the name is known in the 2026-07-28 era only, and the list of tools agrees with the answers", async () => {
  using files = tempTree(FILES);
  const root = files.path, grants = [`--allow-read=${root}`, "--allow-net=127.0.0.1:0"];
  await using server = await serving(fossickWith(grants, "--root", root, "--http", "0"));
  for (const who of CLIENT_KINDS) {
    await assertSentAs(who === "v2 modern" ? "text" : "both", who, server, "claude-code", root);
    await assertSentAs("both", who, server, "some-client", root);
  }
});
