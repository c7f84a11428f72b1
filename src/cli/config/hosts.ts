/**
 * Hosts of MCP servers: the command that adds a server, or the settings file with its entry. The output of
 * `fossick config`, the blocks of the documentation and the one-click links are made from this table.
 * @module
 */
import { jsonBlock, tomlBlock } from "./settings_blocks.ts";

/** A command and its arguments. */
export type Words = readonly [command: string, ...args: string[]];

/** The systems on which hosts keep their settings in different places. */
export type Platform = "darwin" | "linux" | "windows";

/** The server as a host starts it. */
export interface Server {
  readonly words: Words;
  /** Environment variables that it reads. */
  readonly variables: readonly string[];
}

/** The host's own command. */
export interface Command {
  readonly command: Words;
}

/** A part of a settings file. */
export interface Block {
  /** Relative to the project; or from `~` or `%APPDATA%`. Absent: it differs from host to host. */
  readonly file?: string;
  readonly language: "json" | "toml";
  readonly block: string;
}

/** One way to add the server to a host. */
export interface Part {
  /** Where the host then has the server. `app`: the host knows no projects. `any`: nothing is known of the host. */
  readonly scope: "project" | "all" | "app" | "any";
  /**
   * The directory that is opened. `fixed`: a full path. `here`: the one in which the host starts its servers, the
   * project. `workspace`: the one that the host puts in place of `WORKSPACE`.
   */
  readonly opens: "fixed" | "here" | "workspace";
  readonly how: (server: Server, platform: Platform) => Command | Block;
}

/** A host. */
export interface Host {
  /** Its name on the command line. */
  readonly id: string;
  readonly name: string;
  /** Other names, in lower case without separators. */
  readonly aliases: readonly string[];
  /** The ways, the host's own command first. */
  readonly parts: readonly Part[];
}

/** The variable with the project's directory in VS Code and Cursor. */
export const WORKSPACE = "${workspaceFolder}";

/** The server's name in every host's settings. */
export const SERVER_NAME = "fossick";

/** The key under which most hosts have their servers. */
export const COMMON_KEY = "mcpServers";

/** The most common form of an entry in JSON. */
export function mcpServers({ words: [command, ...args] }: Server, env: Record<string, string> = {}): string {
  const entry = { command, args, ...(Object.keys(env).length > 0 && { env }) };
  return jsonBlock({ [COMMON_KEY]: { [SERVER_NAME]: entry } });
}

/** A value for each variable that the server reads. */
function environment({ variables }: Server, valueOf: (variable: string) => string): Record<string, string> {
  return Object.fromEntries(variables.map((variable) => [variable, valueOf(variable)]));
}

/** `gemini mcp add` takes the first word apart from the rest. It passes on only the variables that are named. */
function geminiAdd({ words: [command, ...args], variables }: Server, ...options: string[]): Command {
  const named = variables.flatMap((variable) => ["--env", `${variable}=$${variable}`]);
  const rest = args.length === 0 ? [] : ["--", ...args];
  return { command: ["gemini", "mcp", "add", ...options, SERVER_NAME, command, ...named, ...rest] };
}

/** Codex passes on only the variables that are named, and its command can't name them. */
function codexBlock({ words: [command, ...args], variables }: Server, file: string): Block {
  const entry = { command, args, ...(variables.length > 0 && { env_vars: variables }) };
  return { file, language: "toml", block: tomlBlock(`mcp_servers.${SERVER_NAME}`, entry) };
}

/** VS Code's command takes JSON in one word, which no quotes bring through all shells of Windows. */
function vscodeForAll({ words: [command, ...args] }: Server, platform: Platform): Command | Block {
  if (platform !== "windows") {
    return { command: ["code", "--add-mcp", JSON.stringify({ name: SERVER_NAME, command, args })] };
  }
  const block = jsonBlock({ servers: { [SERVER_NAME]: { type: "stdio", command, args } } });
  return { file: "%APPDATA%\\Code\\User\\mcp.json", language: "json", block };
}

const CLAUDE_DESKTOP_FILES: Readonly<Record<Platform, string>> = {
  darwin: "~/Library/Application Support/Claude/claude_desktop_config.json",
  linux: "~/.config/Claude/claude_desktop_config.json",
  windows: "%APPDATA%\\Claude\\claude_desktop_config.json",
};

function zedBlock({ words: [command, ...args] }: Server, file: string): Block {
  const block = jsonBlock({ context_servers: { [SERVER_NAME]: { command, args, env: {} } } });
  return { file, language: "json", block };
}

/** The hosts that are known. */
export const HOSTS: readonly Host[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    aliases: ["claudecli"],
    parts: [
      {
        scope: "project",
        opens: "fixed",
        how: ({ words }) => ({ command: ["claude", "mcp", "add", SERVER_NAME, "--", ...words] }),
      },
      {
        scope: "all",
        opens: "here",
        how: ({ words }) => ({ command: ["claude", "mcp", "add", "--scope", "user", SERVER_NAME, "--", ...words] }),
      },
    ],
  },
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    aliases: ["claudeapp", "desktop"],
    parts: [{
      scope: "app",
      opens: "fixed",
      how: (server, platform) => ({
        file: CLAUDE_DESKTOP_FILES[platform],
        language: "json",
        // It expands nothing, so the value has to be written there.
        block: mcpServers(server, environment(server, () => "…")),
      }),
    }],
  },
  {
    id: "codex",
    name: "Codex",
    aliases: ["codexcli", "openaicodex"],
    parts: [
      {
        scope: "all",
        opens: "here",
        how: (server) =>
          server.variables.length > 0
            ? codexBlock(server, "~/.codex/config.toml")
            : { command: ["codex", "mcp", "add", SERVER_NAME, "--", ...server.words] },
      },
      { scope: "project", opens: "fixed", how: (server) => codexBlock(server, ".codex/config.toml") },
    ],
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    aliases: ["gemini", "googlegemini"],
    parts: [
      { scope: "project", opens: "fixed", how: (server) => geminiAdd(server) },
      { scope: "all", opens: "here", how: (server) => geminiAdd(server, "--scope", "user") },
    ],
  },
  {
    id: "opencode",
    name: "opencode",
    aliases: ["opencodeai"],
    parts: [
      {
        scope: "all",
        opens: "here",
        how: ({ words }) => ({ command: ["opencode", "mcp", "add", SERVER_NAME, "--", ...words] }),
      },
      {
        scope: "project",
        opens: "fixed",
        how: ({ words }) => ({
          file: "opencode.json",
          language: "json",
          block: jsonBlock({
            $schema: "https://opencode.ai/config.json",
            mcp: { [SERVER_NAME]: { type: "local", command: words, enabled: true } },
          }),
        }),
      },
    ],
  },
  {
    id: "vscode",
    name: "VS Code",
    aliases: ["code", "visualstudiocode", "copilot", "githubcopilot"],
    parts: [
      { scope: "all", opens: "fixed", how: vscodeForAll },
      {
        scope: "project",
        opens: "workspace",
        how: ({ words: [command, ...args] }) => ({
          file: ".vscode/mcp.json",
          language: "json",
          block: jsonBlock({ servers: { [SERVER_NAME]: { type: "stdio", command, args } } }),
        }),
      },
    ],
  },
  {
    id: "cursor",
    name: "Cursor",
    aliases: [],
    parts: [{
      scope: "project",
      opens: "workspace",
      how: (server) => ({
        file: ".cursor/mcp.json",
        language: "json",
        block: mcpServers(server, environment(server, (variable) => `\${env:${variable}}`)),
      }),
    }],
  },
  {
    id: "zed",
    name: "Zed",
    aliases: ["zededitor"],
    parts: [
      {
        scope: "all",
        opens: "here",
        how: (server, platform) =>
          zedBlock(server, platform === "windows" ? "%APPDATA%\\Zed\\settings.json" : "~/.config/zed/settings.json"),
      },
      { scope: "project", opens: "fixed", how: (server) => zedBlock(server, ".zed/settings.json") },
    ],
  },
];

/** Any other host: most take this block. */
export const OTHER_HOST: Host = {
  id: "other",
  name: "Any other host",
  aliases: ["generic", "mcpservers", "mcpjson"],
  parts: [{
    scope: "any",
    opens: "fixed",
    how: (server) => ({ language: "json", block: mcpServers(server, environment(server, () => "…")) }),
  }],
};

/** Every name on the command line, and what it prints. */
export const ALL_HOSTS: readonly Host[] = [...HOSTS, OTHER_HOST];

/** The names on the command line. */
export const HOST_IDS: readonly string[] = ALL_HOSTS.map(({ id }) => id);
