import { assert, assertEquals } from "@std/assert";
import { callContext } from "../../src/mcp/service.ts";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";

/** All pages of a file from `args` on, joined, and the most reads that one page took. */
async function pagesOf(root: string, args: Record<string, unknown>): Promise<{ text: string; reads: number }> {
  using tools = await openTools("default", [root], { timeoutMs: 30_000 });
  const context = callContext(tools.service, {}), tool = tools.service.tools.find(({ name }) => name === "read_file");
  assert(tool !== undefined);
  let text = "", reads = 0;
  for (let next: unknown = args; next !== undefined;) {
    let asked = 0;
    const run: typeof context.run = (request) => {
      if (request.op === "read") asked++;
      return context.run(request);
    };
    const { structured } = await tool.call(next, { ...context, run });
    // After whole lines a break follows; a cut line continues by bytes.
    const isLines = Object(structured.range).range_type === "lines";
    const isCut = Object(structured.next).start_line === undefined;
    text += String(structured.content) + (isLines && !isCut ? "\n" : "");
    reads = Math.max(reads, asked);
    next = structured.next;
  }
  return { text, reads };
}

const LINES = Array.from({ length: 80 }, (_, i) => `const 値${i} = "${"é🎉x".repeat(i % 9)}";`).join("\n");
const LONG = "const a = {b: 1, c: [2, 3]}; 行".repeat(120);

Deno.test("a page of UTF-8 is cut to the budget without a second read, and the pages make up the file", async () => {
  using files = tempTree({ "mark.ts": `\uFEFF${LINES}`, "crlf.ts": LINES.replaceAll("\n", "\r\n"), "long.ts": LONG });
  for (const token_budget of [40, 300, 900]) {
    const read = (args: Record<string, unknown>) =>
      pagesOf(files.path, { line_numbers: false, offset_bytes: 0, ...args, token_budget });
    assertEquals(await read({ path: "mark.ts" }), { text: LINES, reads: 1 });
    assertEquals(await read({ path: "crlf.ts" }), { text: LINES.replaceAll("\n", "\r\n"), reads: 1 });
    assertEquals(await read({ path: "long.ts" }), { text: LONG, reads: 1 });
    assertEquals(await read({ path: "long.ts", offset_bytes: undefined }), { text: LONG, reads: 1 });
  }
  for (const path of ["mark.ts", "crlf.ts"]) {
    assertEquals(await pagesOf(files.path, { path, line_numbers: false, token_budget: 900 }), {
      text: LINES,
      reads: 1,
    });
  }
});

Deno.test("a page of bytes in another encoding takes a second read, a page of lines does not", async () => {
  using files = tempTree({});
  const units = Array.from({ length: LINES.length }, (_, i) => LINES.charCodeAt(i));
  Deno.writeFileSync(`${files.path}/wide.ts`, new Uint8Array(Uint16Array.of(0xfeff, ...units).buffer));
  const how = { path: "wide.ts", line_numbers: false, token_budget: 900 };
  const read = (args: Record<string, unknown>) => pagesOf(files.path, { ...how, ...args });
  assertEquals(await read({ offset_bytes: 0 }), { text: LINES, reads: 2 });
  assertEquals(await read({}), { text: LINES, reads: 1 });
});
