import { assertEquals } from "@std/assert";
import { cursorLink, vscodeLink } from "../../packaging/install_links.ts";

const ROOTED = (root: string) => ["npx", "-y", "@fossick/fossick", "--root", root] as const;

/** A link's address and its parameters. */
function parts(link: string): [string, Record<string, string>] {
  const { origin, pathname, searchParams } = new URL(link);
  return [`${origin}${pathname}`, Object.fromEntries(searchParams)];
}

Deno.test("VS Code's link starts fossick on a directory for which VS Code asks", () => {
  const [address, { name, inputs, config, ...more }] = parts(vscodeLink(ROOTED));
  assertEquals([address, name, more], ["https://insiders.vscode.dev/redirect/mcp/install", "fossick", {}]);
  const [{ id, type }] = JSON.parse(inputs);
  assertEquals(type, "promptString");
  assertEquals(JSON.parse(config), {
    command: "npx",
    args: ["-y", "@fossick/fossick", "--root", `\${input:${id}}`],
  });
});

Deno.test("Cursor's link starts fossick on the project", () => {
  const [address, { name, config, ...more }] = parts(cursorLink(ROOTED));
  assertEquals([address, name, more], ["https://cursor.com/en/install-mcp", "fossick", {}]);
  assertEquals(JSON.parse(atob(config)), {
    command: "npx",
    args: ["-y", "@fossick/fossick", "--root", "${workspaceFolder}"],
  });
});
