/**
 * Hosts of MCP servers: the command that adds a server, or the settings file with its entry. The output of
 * `fossick config`, the blocks of the documentation and the one-click links are made from this table.
 * @module
 */

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
  /** The ways, the host's own command first. */
  readonly parts: readonly Part[];
}

/** The variable with the project's directory in VS Code and Cursor. */
export const WORKSPACE = "${workspaceFolder}";

/** The server's name in every host's settings. */
export const SERVER_NAME = "fossick";

/** The key under which most hosts have their servers. */
export const COMMON_KEY = "mcpServers";

/** The hosts that are known, each with its ways: the host's own command first. */
export const HOSTS: readonly Host[] = [
  host("claude-code", "Claude Code", [
    ["project", "fixed", addedBy("claude", "mcp", "add", SERVER_NAME, "--")],
    ["all", "here", addedBy("claude", "mcp", "add", "--scope", "user", SERVER_NAME, "--")],
  ]),
  host("claude-desktop", "Claude Desktop", [
    // It expands nothing, so the key has to be written there.
    ["app", "fixed", (server, on) => commonBlock(server, () => "…", DESKTOP_FILES[on])],
  ]),
  host("codex", "Codex", [
    ["all", "here", codexForAll],
    ["project", "fixed", (server) => codexBlock(server, ".codex/config.toml")],
  ]),
  host("gemini-cli", "Gemini CLI", [
    ["project", "fixed", (server) => geminiAdd(server)],
    ["all", "here", (server) => geminiAdd(server, "--scope", "user")],
  ]),
  host("opencode", "opencode", [
    ["all", "here", addedBy("opencode", "mcp", "add", SERVER_NAME, "--")],
    ["project", "fixed", opencodeBlock],
  ]),
  host("vscode", "VS Code", [
    ["all", "fixed", vscodeForAll],
    ["project", "workspace", (server) => vscodeBlock(server, ".vscode/mcp.json")],
  ]),
  host("cursor", "Cursor", [
    ["project", "workspace", (server) => commonBlock(server, (name) => `\${env:${name}}`, ".cursor/mcp.json")],
  ]),
  host("zed", "Zed", [
    [
      "all",
      "here",
      (server, on) =>
        zedBlock(server, on === "windows" ? "%APPDATA%\\Zed\\settings.json" : "~/.config/zed/settings.json"),
    ],
    ["project", "fixed", (server) => zedBlock(server, ".zed/settings.json")],
  ]),
];

/** Every name on the command line; `other` is for any other host, since most take its block. */
export const ALL_HOSTS: readonly Host[] = [
  ...HOSTS,
  host("other", "Any other host", [["any", "fixed", (server) => commonBlock(server, () => "…")]]),
];

/** The names on the command line. */
export const HOST_IDS: readonly string[] = ALL_HOSTS.map(({ id }) => id);

/** The most common form of an entry in JSON. @param valueOf what stands there for a variable that the server reads */
export function commonBlock(
  { words: [command, ...args], variables }: Server,
  valueOf: (variable: string) => string,
  file?: string,
): Block {
  const env = Object.fromEntries(variables.map((variable) => [variable, valueOf(variable)]));
  const entry = { command, args, ...(variables.length > 0 && { env }) };
  return jsonFile(file, { [COMMON_KEY]: { [SERVER_NAME]: entry } });
}

function host(
  id: string,
  name: string,
  parts: readonly (readonly [scope: Part["scope"], opens: Part["opens"], how: Part["how"]])[],
): Host {
  return { id, name, parts: parts.map(([scope, opens, how]) => ({ scope, opens, how })) };
}

/** A host's command that takes the words of the server at its end. */
function addedBy(...command: Words): Part["how"] {
  const [program, ...args] = command;
  return ({ words }) => ({ command: [program, ...args, ...words] });
}

/** `gemini mcp add` takes the first word apart from the rest. It passes on only the variables that are named. */
function geminiAdd({ words: [command, ...args], variables }: Server, ...options: string[]): Command {
  const named = variables.flatMap((variable) => ["--env", `${variable}=$${variable}`]);
  const rest = args.length === 0 ? [] : ["--", ...args];
  return { command: ["gemini", "mcp", "add", ...options, SERVER_NAME, command, ...named, ...rest] };
}

/** Codex's command can't name variables. */
function codexForAll(server: Server, platform: Platform): Command | Block {
  return server.variables.length > 0
    ? codexBlock(server, "~/.codex/config.toml")
    : addedBy("codex", "mcp", "add", SERVER_NAME, "--")(server, platform);
}

/** Codex passes on only the variables that are named. TOML reads JSON's strings, except that it wants DEL escaped. */
function codexBlock({ words: [command, ...args], variables }: Server, file: string): Block {
  const entry = { command, args, ...(variables.length > 0 && { env_vars: variables }) };
  const lines = Object.entries(entry).map(([name, value]) => `${name} = ${jsonBlock(value)}`);
  const block = [`[mcp_servers.${SERVER_NAME}]`, ...lines].join("\n").replaceAll("\x7f", "\\u007F");
  return { file, language: "toml", block };
}

function opencodeBlock({ words: command }: Server): Block {
  const mcp = { [SERVER_NAME]: { type: "local", command, enabled: true } };
  return jsonFile("opencode.json", { $schema: "https://opencode.ai/config.json", mcp });
}

/** VS Code's command takes JSON in one word, which no quotes bring through all shells of Windows. */
function vscodeForAll(server: Server, platform: Platform): Command | Block {
  const { words: [command, ...args] } = server;
  return platform === "windows"
    ? vscodeBlock(server, "%APPDATA%\\Code\\User\\mcp.json")
    : { command: ["code", "--add-mcp", JSON.stringify({ name: SERVER_NAME, command, args })] };
}

function vscodeBlock({ words: [command, ...args] }: Server, file: string): Block {
  return jsonFile(file, { servers: { [SERVER_NAME]: { type: "stdio", command, args } } });
}

function zedBlock({ words: [command, ...args] }: Server, file: string): Block {
  return jsonFile(file, { context_servers: { [SERVER_NAME]: { command, args, env: {} } } });
}

function jsonFile(file: string | undefined, value: unknown): Block {
  return { ...(file !== undefined && { file }), language: "json", block: jsonBlock(value) };
}

const DESKTOP_FILES: Readonly<Record<Platform, string>> = {
  darwin: "~/Library/Application Support/Claude/claude_desktop_config.json",
  linux: "~/.config/Claude/claude_desktop_config.json",
  windows: "%APPDATA%\\Claude\\claude_desktop_config.json",
};

/** A value as JSON with an indent of two; lists stay on one line. */
function jsonBlock(value: unknown, indent = ""): string {
  if (Array.isArray(value)) return `[${value.map(quoted).join(", ")}]`;
  if (typeof value !== "object" || value === null) return quoted(value);
  const entries = Object.entries(value), deeper = `${indent}  `;
  if (entries.length === 0) return "{}";
  const lines = entries.map(([name, entry]) => `${deeper}${JSON.stringify(name)}: ${jsonBlock(entry, deeper)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

/** A value in JSON in which a shell, if the block is piped into one by mistake, finds no command to carry out. */
function quoted(value: unknown): string {
  return JSON.stringify(value).replaceAll("`", "\\u0060").replaceAll("$(", "\\u0024(");
}
