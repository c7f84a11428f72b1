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

/** The server as a host starts it. */
export interface Server {
  readonly words: Words;
  /** Environment variables that it reads. */
  readonly variables: readonly string[];
}

/** The host's own command, also as a shell takes it. */
export interface Command {
  readonly command: Words;
  readonly shell: string;
}

/** A part of a settings file. */
export interface Block {
  /** Relative to the project; or from `~` or `%APPDATA%`. Absent: it differs from host to host. */
  readonly file?: string;
  readonly language: "json" | "toml";
  readonly block: string;
}

/** What adds the server: the host's command, the content of a file in JSON, or a table of one in TOML. */
type Addition = { readonly command: Words } | { readonly json: object } | { readonly toml: object };

/** One way to add the server to a host. */
export interface Part {
  /** Where the host then has the server. `app`: the host knows no projects. `any`: nothing is known of the host. */
  readonly scope: "project" | "all" | "app" | "any";
  /**
   * The directory that is opened. `fixed`: a full path. `here`: the one in which the host starts its servers, the
   * project. `workspace`: the one that the host puts in place of `WORKSPACE`.
   */
  readonly opens: "fixed" | "here" | "workspace";
  readonly add: (server: Server, platform: Platform) => Addition;
  /** The settings file, by system where it differs. */
  readonly file?: string | Readonly<Record<Platform, string>>;
  /** The host reads the file only in a project that its user trusts. */
  readonly needsTrust?: boolean;
}

/** A host. */
export interface Host {
  /** Its name on the command line. */
  readonly id: string;
  readonly name: string;
  /** The ways, the host's own command first. */
  readonly parts: readonly Part[];
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
    ["project", "fixed", (server, on) => claudeAdd(server, on), ".mcp.json"],
    ["all", "here", (server, on) => claudeAdd(server, on, "--scope", "user"), "~/.claude.json"],
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
    ["project", "fixed", (server) => geminiAdd(server)],
    ["all", "here", (server) => geminiAdd(server, "--scope", "user")],
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

/** Every name on the command line; `other` is for any other host, since most take its block. */
export const ALL_HOSTS: readonly Host[] = [
  ...HOSTS,
  host("other", "Any other host", [["any", "fixed", (server) => commonEntry(server, () => "…")]]),
];

/** The names on the command line. */
export const HOST_IDS: readonly string[] = ALL_HOSTS.map(({ id }) => id);

/** The command or the block of a host's part. */
export function filledIn({ add, file }: Pick<Part, "add" | "file">, server: Server, on: Platform): Command | Block {
  const added = add(server, on);
  if ("command" in added) return { ...added, shell: quoteForShell(added.command, on === "windows") };
  const block = "json" in added ? jsonBlock(added.json) : tomlBlock(added.toml);
  const written = { language: "json" in added ? "json" : "toml", block } as const;
  return file === undefined ? written : { file: typeof file === "string" ? file : file[on], ...written };
}

/**
 * The most common form of an entry.
 * @param valueOf what stands there for a variable that the server reads
 * @param more further fields
 */
export function commonEntry(server: Server, valueOf: (variable: string) => string, more: object = {}): Addition {
  const { variables } = server, env = Object.fromEntries(variables.map((variable) => [variable, valueOf(variable)]));
  const entry = { ...startOf(server), ...(variables.length > 0 && { env }), ...more };
  return { json: { [COMMON_KEY]: { [SERVER_NAME]: entry } } };
}

type Way = readonly [
  scope: Part["scope"],
  opens: Part["opens"],
  add: Part["add"],
  file?: Part["file"],
  trust?: "needs trust",
];

function host(id: string, name: string, ways: readonly Way[]): Host {
  const parts = ways.map(([scope, opens, add, file, trust]) => ({ scope, opens, add, file, needsTrust: !!trust }));
  return { id, name, parts };
}

function startOf({ words: [command, ...args] }: Server) {
  return { command, args };
}

/** A command that takes JSON in one word, which no quotes bring through all shells of Windows: there it is a block. */
function claudeAdd(server: Server, on: Platform, ...options: string[]): Addition {
  const entry = JSON.stringify({ type: "stdio", ...startOf(server), ...CLAUDE_WAITS });
  return on === "windows"
    ? commonEntry(server, (name) => `\${${name}}`, CLAUDE_WAITS)
    : { command: ["claude", "mcp", "add-json", ...options, SERVER_NAME, entry] };
}

/** `gemini mcp add` takes the first word apart from the rest. It passes on only the variables that are named. */
function geminiAdd({ words: [command, ...args], variables }: Server, ...options: string[]): Addition {
  const named = variables.flatMap((variable) => ["--env", `${variable}=$${variable}`]);
  const rest = args.length === 0 ? [] : ["--", ...args];
  return { command: ["gemini", "mcp", "add", ...options, SERVER_NAME, command, ...named, ...rest] };
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

/** JSON with an indent of two, and lists of texts on one line. */
function jsonBlock(value: unknown): string {
  const onOneLine = (list: string) => list.replace(/\s*\n\s*/g, " ").replace(/^\[ | \]$/g, (end) => end.trim());
  return harmless(JSON.stringify(value, null, 2).replace(/\[\n[^]*?\n\s*\]/g, onOneLine));
}

/** The server's table. TOML reads JSON's strings and lists. */
function tomlBlock(table: object): string {
  const lines = Object.entries(table).map(([name, value]) => `${name} = ${jsonBlock(value)}`);
  return [`[mcp_servers.${SERVER_NAME}]`, ...lines].join("\n");
}

/**
 * JSON in which a shell, if the block is piped into one by mistake, finds no command to carry out. DEL is escaped for
 * TOML, and for the terminal.
 */
function harmless(json: string): string {
  return json.replaceAll("`", "\\u0060").replaceAll("$(", "\\u0024(").replaceAll("\x7f", "\\u007F");
}
