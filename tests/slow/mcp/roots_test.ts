import { assertEquals } from "@std/assert";
import { toFileUrl } from "@std/path";
import { fossick, fossickWith, tempTree } from "../../program.ts";
import { CLIENT_KINDS, connect, type ServerLocation } from "../../mcp/any_client.ts";
import { serving } from "../../mcp/http/http_program.ts";

const FILES = { "src/a.ts": "const gold = 1;\n", "docs/gold.md": "# gold\n" };

/** The tools' answers, and the requests that the server sent to a client with these roots. */
async function answersFor(
  who: typeof CLIENT_KINDS[number],
  where: ServerLocation,
  roots?: () => readonly string[] | Promise<readonly string[]>,
) {
  let asked = 0;
  const count = roots && (() => (asked++, roots()));
  await using client = await connect(who, where, count && { roots: count });
  const read = await client.call("read_file", { path: "src/a.ts" });
  const search = await client.call("search_content", { query: "gold", roots: ["."], count_only_matches: true });
  const { contents } = await client.sdk.readResource({ uri: "fossick://file/docs/gold.md" });
  return { asked, answers: [read.text, search.text, contents] };
}

for (const way of ["stdio", "HTTP"] as const) {
  Deno.test(`over ${way} a client is not asked for its roots, and they change no answer`, async () => {
    using files = tempTree(FILES);
    const flags = [`--allow-read=${files.path}`, "--allow-net=127.0.0.1:0"];
    await using server = way === "HTTP"
      ? await serving(fossickWith(flags, "--root", files.path, "--http", "0"))
      : undefined;
    const where: ServerLocation = server === undefined ? { line: fossick(files.path) } : { url: server.url };
    const plain = await answersFor("v1", where);
    assertEquals(plain.asked, 0);
    for (const who of CLIENT_KINDS) {
      const offered = who === "v1" ? () => new Promise<never>(() => {}) : () => [toFileUrl(`${files.path}/docs`).href];
      assertEquals([who, await answersFor(who, where, offered)], [who, plain]);
    }
  });
}
