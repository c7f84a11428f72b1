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

/** In files of these hosts the key has to be written: they expand nothing, or it is not known whether they do. */
const DOTS = () => "…";

const CLAUDE_ENTRY = jsonEntry(COMMON_KEY, CLAUDE_WAITS, (name) => `\${${name}}`);
const GEMINI_ENTRY = jsonEntry(COMMON_KEY, {}, (name) => `$${name}`);
const QWEN_ENTRY = jsonEntry(COMMON_KEY, QWEN_WAITS, (name) => `$${name}`);
const VSCODE_ENTRY = jsonEntry("servers", { type: "stdio" }), ZED_ENTRY = jsonEntry("context_servers", { env: {} });

/** The hosts that are known: a row has all that `config` and the documentation need of one. */
export const HOSTS: readonly Host[] = [
  host("claude-code", "Claude Code", [
    ["project", "fixed", claudeAdd(), ".mcp.json"],
    ["all", "here", claudeAdd("--scope", "user"), "~/.claude.json"],
  ]),
  host("claude-desktop", "Claude Desktop", [
    ["app", "fixed", jsonEntry(COMMON_KEY, {}, DOTS), {
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
    ["project", "fixed", geminiAdd(), ".gemini/settings.json"],
    ["all", "here", geminiAdd("--scope", "user"), "~/.gemini/settings.json"],
  ]),
  host("qwen-code", "Qwen Code", [
    ["all", "here", QWEN_ENTRY, "~/.qwen/settings.json"],
    ["project", "fixed", QWEN_ENTRY, ".qwen/settings.json"],
  ]),
  host("opencode", "opencode", [
    ["all", "here", opencodeAdd, "~/.config/opencode/opencode.json"],
    ["project", "fixed", opencodeEntry, "opencode.json"],
  ]),
  host("vscode", "VS Code", [
    [
      "all",
      "fixed",
      jsonCommand(["code", "--add-mcp"], { name: SERVER_NAME }, VSCODE_ENTRY),
      "%APPDATA%\\Code\\User\\mcp.json",
    ],
    ["project", "workspace", VSCODE_ENTRY, ".vscode/mcp.json"],
  ]),
  host("cursor", "Cursor", [
    ["project", "workspace", jsonEntry(COMMON_KEY, {}, (name) => `\${env:${name}}`), ".cursor/mcp.json"],
  ]),
  host("zed", "Zed", [
    ["all", "here", ZED_ENTRY, { darwin: ZED_FILE, linux: ZED_FILE, windows: "%APPDATA%\\Zed\\settings.json" }],
    ["project", "fixed", ZED_ENTRY, ".zed/settings.json"],
  ]),
];

/** Any other host: most take this block. */
export const OTHER_HOST = host("other", "Any other host", [["any", "fixed", jsonEntry(COMMON_KEY, {}, DOTS)]]);

/** Every name on the command line. */
export const ALL_HOSTS: readonly Host[] = [...HOSTS, OTHER_HOST];

/** The names on the command line. */
export const HOST_IDS: readonly string[] = ALL_HOSTS.map(({ id }) => id);

/** The command or the block of a host's way. */
export function filledIn([, , add, file]: Way, server: Server, on: Platform): Command | Block {
  const added = add(server, on), path = typeof file === "object" ? file[on] : file;
  if ("command" in added) return { ...added, shell: quoteForShell(added.command, false) };
  const placed = path === undefined ? {} : { file: path };
  return "json" in added
    ? { ...placed, language: "json", block: jsonBlock(added.json) }
    : { ...placed, language: "toml", block: tomlBlock(added.toml) };
}

function host(id: string, name: string, ways: readonly Way[]): Host {
  return { id, name, ways };
}

function startOf({ words: [command, ...args] }: Server) {
  return { command, args };
}

/**
 * The entry of a JSON file.
 * @param key under which the file has its servers
 * @param valueOf what stands for a variable that the server reads; absent: the host passes on its own
 */
function jsonEntry(key: string, more: object, valueOf?: (variable: string) => string): Way[2] {
  return (server) => {
    const values = valueOf && server.variables.map((variable) => [variable, valueOf(variable)]);
    const env = values?.length ? { env: Object.fromEntries(values) } : {};
    return { json: { [key]: { [SERVER_NAME]: { ...startOf(server), ...env, ...more } } } };
  };
}

/** A host's command. On Windows it is a block: no quotes bring every word through all shells there. */
function commandOr(entry: Way[2], command: (server: Server) => Words): Way[2] {
  return (server, on) => on === "windows" ? entry(server, on) : { command: command(server) };
}

/** A command that takes JSON in one word. */
function jsonCommand(command: Words, more: object, entry: Way[2]): Way[2] {
  return commandOr(entry, (server) => [...command, jsonText({ ...more, ...startOf(server) })]);
}

function claudeAdd(...options: string[]): Way[2] {
  const command = ["claude", "mcp", "add-json", ...options, SERVER_NAME] as const;
  return jsonCommand(command, { type: "stdio", ...CLAUDE_WAITS }, CLAUDE_ENTRY);
}

/** `gemini mcp add` takes the first word apart from the rest. It passes on only the variables that are named. */
function geminiAdd(...options: string[]): Way[2] {
  return commandOr(GEMINI_ENTRY, ({ words: [command, ...args], variables }) => {
    const named = variables.flatMap((variable) => ["--env", `${variable}=$${variable}`]);
    const rest = args.length === 0 ? [] : ["--", ...args];
    return ["gemini", "mcp", "add", ...options, SERVER_NAME, command, ...named, ...rest];
  });
}

/** Codex passes on only the variables that are named. Its own command can name none, and can't make it wait. */
function codexEntry(server: Server): Addition {
  const { variables } = server, named = variables.length > 0 && { env_vars: variables };
  return { toml: { ...startOf(server), ...named, ...CODEX_WAITS } };
}

function opencodeAdd(server: Server, on: Platform): Addition {
  return commandOr(opencodeEntry, ({ words }) => ["opencode", "mcp", "add", SERVER_NAME, "--", ...words])(server, on);
}

function opencodeEntry({ words: command }: Server): Addition {
  const mcp = { [SERVER_NAME]: { type: "local", command, enabled: true } };
  return { json: { $schema: "https://opencode.ai/config.json", mcp } };
}

/** JSON with an indent of two, and lists of texts on one line. */
function jsonBlock(value: unknown): string {
  const onOneLine = (list: string) => list.replace(/\s*\n\s*/g, " ").replace(/^\[ | \]$/g, (end) => end.trim());
  return jsonText(value, 2).replace(/\[\n[^]*?\n\s*\]/g, onOneLine);
}

/** A pair of surrogates is not among them: TOML has no escape for it. */
const UNSHOWN = /(?![\n\u{10000}-\u{10ffff}])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * JSON without characters that a terminal obeys or hides. A shell, into which a block may be piped by mistake, finds no
 * command in it.
 */
function jsonText(value: unknown, indent = 0): string {
  const json = JSON.stringify(value, null, indent);
  const escape = (char: string) => "\\u" + char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return json.replaceAll("`", "\\u0060").replaceAll("$(", "\\u0024(").replace(UNSHOWN, escape);
}

/** The server's table. TOML reads JSON's strings and lists. */
function tomlBlock(table: object): string {
  const lines = Object.entries(table).map(([name, value]) => `${name} = ${jsonBlock(value)}`);
  return [`[mcp_servers.${SERVER_NAME}]`, ...lines].join("\n");
}
