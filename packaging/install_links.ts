/**
 * Links that add fossick to a host with one click.
 * @module
 */
import { SERVER_NAME, type Words, WORKSPACE } from "../src/cli/config/hosts.ts";

/** The start of a server in a link. */
type Start = (root: string) => Words;

/**
 * A link for VS Code. It adds the server for all projects. There VS Code replaces no `${workspaceFolder}`, so it asks
 * for the directory.
 */
export function vscodeLink(start: Start): string {
  const input = { id: "root", type: "promptString", description: "The directory that fossick opens" };
  const [command, ...args] = start("${input:root}");
  const parts = { name: SERVER_NAME, inputs: JSON.stringify([input]), config: JSON.stringify({ command, args }) };
  return `https://insiders.vscode.dev/redirect/mcp/install?${query(parts)}`;
}

/** A link for Cursor. Markdown on the web shows no links to other schemes than https, so Cursor's site opens it. */
export function cursorLink(start: Start): string {
  const [command, ...args] = start(WORKSPACE);
  return `https://cursor.com/en/install-mcp?${
    query({ name: SERVER_NAME, config: btoa(JSON.stringify({ command, args })) })
  }`;
}

function query(parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}
