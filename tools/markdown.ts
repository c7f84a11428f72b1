/**
 * Writes Markdown.
 * @module
 */

/** A table with these cells. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The page as `deno fmt` formats it. */
export async function formatMarkdown(page: string): Promise<string> {
  const fmt = new Deno.Command(Deno.execPath(), { args: ["fmt", "--ext", "md", "-"], stdin: "piped", stdout: "piped" })
    .spawn();
  const writer = fmt.stdin.getWriter();
  await writer.write(new TextEncoder().encode(page));
  await writer.close();
  return new TextDecoder().decode((await fmt.output()).stdout);
}
