/**
 * The README's configuration block for each host.
 * @module
 */
import { DENO, VERSION } from "./project.ts";

/** Placeholders in blocks: the checkout, and the directory to open. */
export const PLACEHOLDERS = { checkout: "/path/to/fossick", root: "/my/project" } as const;

/** The language of a block. */
export type Language = "json" | "toml" | "yaml" | "sh";

/** A host of MCP servers. */
export interface Host {
  readonly name: string;
  /** Where the block goes; Markdown. */
  readonly where: string;
  readonly language: Language;
  readonly block: string;
  /** A note; Markdown. */
  readonly note?: string;
}

/** The command that starts fossick on `root`. */
function started(root: string): readonly [command: string, ...args: string[]] {
  const script = `${PLACEHOLDERS.checkout}/dist/fossick.js`;
  return ["deno", "run", "--no-prompt", `--allow-read=${root}`, script, "--root", root];
}

/** Indented JSON with lists of strings on one line. */
function json(value: unknown): string {
  const list = /\[\s+("[^"]*"(?:,\s+"[^"]*")*)\s+\]/g;
  return JSON.stringify(value, null, 2).replace(list, (_, words: string) => `[${words.replace(/,\s+/g, ", ")}]`);
}

const line = started(PLACEHOLDERS.root);
const [command, ...args] = line;
const [, ...argsInWorkspace] = started("${workspaceFolder}");

/** The hosts, in the README's order. */
export const HOSTS: readonly Host[] = [
  {
    name: "Claude Desktop",
    where: "Settings → Developer → Edit Config (`claude_desktop_config.json`)",
    language: "json",
    block: json({ mcpServers: { fossick: { command, args } } }),
    note: "Or without a file: `deno task mcpb`, open `dist/fossick.mcpb`, choose the directory.",
  },
  {
    name: "Claude Code",
    where: "a terminal, in the project",
    language: "sh",
    block: `claude mcp add fossick -- ${line.join(" ")}`,
    note: "`--scope project` writes it to `.mcp.json`, for everyone who works on the project.",
  },
  {
    name: "Codex",
    where: "`~/.codex/config.toml`, or `.codex/config.toml` in a trusted project",
    language: "toml",
    block: `[mcp_servers.fossick]\ncommand = ${JSON.stringify(command)}\nargs = ${json(args)}`,
  },
  {
    name: "opencode",
    where: "`opencode.json` in the project, or `~/.config/opencode/opencode.json`",
    language: "json",
    block: json({
      $schema: "https://opencode.ai/config.json",
      mcp: { fossick: { type: "local", command: line, enabled: true } },
    }),
  },
  {
    name: "VS Code",
    where: "`.vscode/mcp.json` in the project",
    language: "json",
    block: json({ servers: { fossick: { type: "stdio", command, args: argsInWorkspace } } }),
  },
  {
    name: "Cursor",
    where: "`.cursor/mcp.json` in the project",
    language: "json",
    block: json({ mcpServers: { fossick: { command, args: argsInWorkspace } } }),
  },
  {
    name: "Zed",
    where: "`settings.json`, or `.zed/settings.json` in the project",
    language: "json",
    block: json({ context_servers: { fossick: { command, args, env: {} } } }),
  },
  {
    name: "GitHub Actions",
    where: "a workflow, as a step after `actions/checkout`",
    language: "yaml",
    block: [
      `- uses: OWNER/fossick@v${VERSION}`,
      "  with:",
      "    tool: search_content",
      `    arguments: '{"roots": ["src"], "query": "FIXME", "count_only_matches": true}'`,
      "    fail-when: found",
    ].join("\n"),
    note: "Its outputs are `answer` and `found`; [action.yml](action.yml) has all inputs.",
  },
  {
    name: "Any other CI",
    where: "a shell step, on a machine that has Node; exit 0 found, 1 nothing found, 2 error",
    language: "sh",
    block: [
      `npx -y deno@${DENO} run --no-prompt --allow-read=. ${PLACEHOLDERS.checkout}/main.ts \\`,
      `  call search_content --roots src --query FIXME --count-only-matches --text`,
    ].join("\n"),
  },
];

/** The README's section: a folded block for each host. */
export function hostsSection(): string {
  return HOSTS.map(({ name, where, language, block, note }) =>
    [
      `<details><summary><b>${name}</b></summary>`,
      `In ${where}:`,
      "```" + `${language}\n${block}\n` + "```",
      ...(note === undefined ? [] : [note]),
      "</details>",
    ].join("\n\n")
  ).join("\n\n");
}
