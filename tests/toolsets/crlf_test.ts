import { assertEquals } from "@std/assert";
import { openTools } from "../open_tools.ts";
import { tree } from "../program.ts";
import { seeded } from "../seed.ts";

/** Asks everything that counts or shows lines of `file`, and says them as if lines had ended with a line feed. */
async function linesOf(root: string, file: string, start: number): Promise<unknown> {
  using tools = await openTools("default", [root], { tokenBudget: 0 });
  const search = { files: [file], query: "gold", context_before: 1, context_after: 2 };
  const answers = [
    await tools.ask("search_content", search),
    await tools.ask("search_content", { ...search, group_by_file: true }),
    await tools.ask("search_content", { files: [file], query: "gold", count_only_matches: true }),
    await tools.ask("search_content", { files: [file], query: "gold", summary_only: true }),
    await tools.ask("read_file", { path: file, start_line: start, max_lines: 3 }),
  ];
  const { text } = await tools.call("read_file", { path: file, start_line: start, line_numbers: true });
  // What is left may differ in the file's name and its bytes, and in what those cost, which only dear answers tell.
  const priceless = (key: string, value: unknown) => key === "estimated_tokens" ? undefined : value;
  const told = JSON.stringify([...answers, text], priceless).replaceAll("\\r", "").replaceAll(file, "file");
  return JSON.parse(
    told.replaceAll(/"size_bytes":\d+/g, '"size_bytes":0').replaceAll(/\d+ (?:bytes?|tokens)/g, "0 bytes"),
  );
}

Deno.test("a text with the line ends of Windows has the same lines, numbers and counts as one without", async () => {
  const random = seeded("crlf");
  for (let run = 0; run < 40; run++) {
    const lines = Array.from(
      { length: 1 + random.int(12) },
      () => random.pick(["", "gold", "a gold bar", "silver", "  x"]),
    );
    const end = random.pick(["", "\n"]);
    const unix = lines.join("\n") + end;
    using files = tree({ "unix.txt": unix, "crlf.txt": unix.replaceAll("\n", "\r\n") });
    const start = 1 + random.int(lines.length);
    assertEquals(await linesOf(files.path, "crlf.txt", start), await linesOf(files.path, "unix.txt", start));
  }
});
