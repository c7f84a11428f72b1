/**
 * Hosts of MCP servers: the command that adds a server, or the settings file with its entry. The output of
 * `fossick config`, the blocks of the documentation and the one-click links are made from this table.
 * @module
 */
import { quoteForShell } from "../command_line/shell_quoting.ts";

/** A command and its arguments. */
export type Words = readonly [command: string, ...args: string[]];

/** The systems on which hosts keep their settings in different places. */
export type Platform = "darwin" | "linux" | "windows";

/** The words that start the server, and the environment variables that it reads. */
export interface Server {
  readonly words: Words;
  readonly variables: readonly string[];
}

/** What adds the server: the host's command, the content of a file in JSON, or a table of one in TOML. */
type Addition = { readonly command: Words } | { readonly json: object } | { readonly toml: object };

/** The host's own command, also as a shell takes it. */
export interface Command {
  readonly command: Words;
  readonly shell: string;
}

/** A part of a settings file, if there is one file for all hosts: relative to the project; or from `~` or `%APPDATA%`. */
export interface Block {
  readonly file?: string;
  readonly language: "json" | "toml";
  readonly block: string;
}

/** Where a host then has the server. `app`: the host knows no projects. `any`: nothing is known of the host. */
export type Scope = "project" | "all" | "app" | "any";

/**
 * The directory that is opened. `fixed`: a full path. `here`: the one in which the host starts its servers, the project.
 * `workspace`: the one that the host puts in place of `WORKSPACE`.
 */
export type Opens = "fixed" | "here" | "workspace";

/** One way to add the server to a host. The file may differ by system; some hosts read it where the project is trusted. */
export type Way = readonly [
  scope: Scope,
  opens: Opens,
  add: (server: Server, on: Platform) => Addition,
  file?: string | Readonly<Record<Platform, string>>,
  trust?: "needs trust",
];

/** A host: its name on the command line, its own name, and the ways, the host's own command first. */
export interface Host {
  readonly id: string;
  readonly name: string;
  readonly ways: readonly Way[];
}

/** The variable with the project's directory in VS Code and Cursor. */
export const WORKSPACE = "${workspaceFolder}";

/** The server's name in every host's settings. */
export const SERVER_NAME = "fossick";

/** The key under which most hosts have their servers. */
export const COMMON_KEY = "mcpServers";

const ZED_FILE = "~/.config/zed/settings.json";

/** What makes a host wait for the server before it asks its model: else the first request has none of the tools. */
const CLAUDE_WAITS = { alwaysLoad: true }, CODEX_WAITS = { required: true }, QWEN_WAITS = { alwaysLoadTools: true };

/** The hosts that are known: a row has all that `config` and the documentation need of one. */
export const HOSTS: readonly Host[] = [
  host("claude-code", "Claude Code", [
    ["project", "fixed", claudeAdd(), ".mcp.json"],
    ["all", "here", claudeAdd("--scope", "user"), "~/.claude.json"],
  ]),
  host("claude-desktop", "Claude Desktop", [
    // It expands nothing, so the key has to be written there.
    ["app", "fixed", (server) => commonEntry(server, () => "…"), {
      darwin: "~/Library/Application Support/Claude/claude_desktop_config.json",
      linux: "~/.config/Claude/claude_desktop_config.json",
      windows: "%APPDATA%\\Claude\\claude_desktop_config.json",
    }],
  ]),
  host("codex", "Codex", [
    ["all", "here", codexEntry, "~/.codex/config.toml"],
    ["project", "fixed", codexEntry, ".codex/config.toml", "needs trust"],
  ]),
  host("gemini-cli", "Gemini CLI", [
    ["project", "fixed", geminiAdd()],
    ["all", "here", geminiAdd("--scope", "user")],
  ]),
  host("qwen-code", "Qwen Code", [
    ["all", "here", qwenEntry, "~/.qwen/settings.json"],
    ["project", "fixed", qwenEntry, ".qwen/settings.json"],
  ]),
  host("opencode", "opencode", [
    ["all", "here", ({ words }) => ({ command: ["opencode", "mcp", "add", SERVER_NAME, "--", ...words] })],
    ["project", "fixed", opencodeEntry, "opencode.json"],
  ]),
  host("vscode", "VS Code", [
    ["all", "fixed", vscodeForAll, "%APPDATA%\\Code\\User\\mcp.json"],
    ["project", "workspace", vscodeEntry, ".vscode/mcp.json"],
  ]),
  host("cursor", "Cursor", [
    ["project", "workspace", (server) => commonEntry(server, (name) => `\${env:${name}}`), ".cursor/mcp.json"],
  ]),
  host("zed", "Zed", [
    ["all", "here", zedEntry, { darwin: ZED_FILE, linux: ZED_FILE, windows: "%APPDATA%\\Zed\\settings.json" }],
    ["project", "fixed", zedEntry, ".zed/settings.json"],
  ]),
];

/** Any other host: most take this block. */
export const OTHER_HOST = host("other", "Any other host", [
  ["any", "fixed", (server) => commonEntry(server, () => "…")],
]);

/** Every name on the command line. */
export const ALL_HOSTS: readonly Host[] = [...HOSTS, OTHER_HOST];

/** The names on the command line. */
export const HOST_IDS: readonly string[] = ALL_HOSTS.map(({ id }) => id);

/** The command or the block of a host's way. */
export function filledIn([, , add, file]: Way, server: Server, on: Platform): Command | Block {
  const added = add(server, on), path = typeof file === "object" ? file[on] : file;
  if ("command" in added) return { ...added, shell: quoteForShell(added.command, on === "windows") };
  const placed = path === undefined ? {} : { file: path };
  return "json" in added
    ? { ...placed, language: "json", block: jsonBlock(added.json) }
    : { ...placed, language: "toml", block: tomlBlock(added.toml) };
}

/**
 * The most common form of an entry.
 * @param valueOf what stands there for a variable that the server reads
 * @param more further fields
 */
function commonEntry(server: Server, valueOf: (variable: string) => string, more: object = {}): Addition {
  const { variables } = server, env = Object.fromEntries(variables.map((variable) => [variable, valueOf(variable)]));
  const entry = { ...startOf(server), ...(variables.length > 0 && { env }), ...more };
  return { json: { [COMMON_KEY]: { [SERVER_NAME]: entry } } };
}

function host(id: string, name: string, ways: readonly Way[]): Host {
  return { id, name, ways };
}

function startOf({ words: [command, ...args] }: Server) {
  return { command, args };
}

/** A command that takes JSON in one word, which no quotes bring through all shells of Windows: there it is a block. */
function claudeAdd(...options: string[]): Way[2] {
  return (server, on) => {
    const entry = JSON.stringify({ type: "stdio", ...startOf(server), ...CLAUDE_WAITS });
    if (on === "windows") return commonEntry(server, (name) => `\${${name}}`, CLAUDE_WAITS);
    return { command: ["claude", "mcp", "add-json", ...options, SERVER_NAME, entry] };
  };
}

/** `gemini mcp add` takes the first word apart from the rest. It passes on only the variables that are named. */
function geminiAdd(...options: string[]): Way[2] {
  return ({ words: [command, ...args], variables }) => {
    const named = variables.flatMap((variable) => ["--env", `${variable}=$${variable}`]);
    const rest = args.length === 0 ? [] : ["--", ...args];
    return { command: ["gemini", "mcp", "add", ...options, SERVER_NAME, command, ...named, ...rest] };
  };
}

function qwenEntry(server: Server): Addition {
  return commonEntry(server, (name) => `$${name}`, QWEN_WAITS);
}

/** Codex passes on only the variables that are named. Its own command can name none, and can't make it wait. */
function codexEntry(server: Server): Addition {
  const { variables } = server, named = variables.length > 0 && { env_vars: variables };
  return { toml: { ...startOf(server), ...named, ...CODEX_WAITS } };
}

function opencodeEntry({ words: command }: Server): Addition {
  const mcp = { [SERVER_NAME]: { type: "local", command, enabled: true } };
  return { json: { $schema: "https://opencode.ai/config.json", mcp } };
}

/** As `claudeAdd`. */
function vscodeForAll(server: Server, on: Platform): Addition {
  return on === "windows"
    ? vscodeEntry(server)
    : { command: ["code", "--add-mcp", JSON.stringify({ name: SERVER_NAME, ...startOf(server) })] };
}

function vscodeEntry(server: Server): Addition {
  return { json: { servers: { [SERVER_NAME]: { type: "stdio", ...startOf(server) } } } };
}

function zedEntry(server: Server): Addition {
  return { json: { context_servers: { [SERVER_NAME]: { ...startOf(server), env: {} } } } };
}

/**
 * JSON with an indent of two, and lists of texts on one line. A shell, if the block is piped into one by mistake, finds
 * no command to carry out in it. TOML wants DEL escaped.
 */
function jsonBlock(value: unknown): string {
  const onOneLine = (list: string) => list.replace(/\s*\n\s*/g, " ").replace(/^\[ | \]$/g, (end) => end.trim());
  const json = JSON.stringify(value, null, 2).replace(/\[\n[^]*?\n\s*\]/g, onOneLine);
  return json.replaceAll("`", "\\u0060").replaceAll("$(", "\\u0024(").replaceAll("\x7f", "\\u007F");
}

/** The server's table. TOML reads JSON's strings and lists. */
function tomlBlock(table: object): string {
  const lines = Object.entries(table).map(([name, value]) => `${name} = ${jsonBlock(value)}`);
  return [`[mcp_servers.${SERVER_NAME}]`, ...lines].join("\n");
}
