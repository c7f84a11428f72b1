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

/** What adds the server: the host's command, the content of a file in JSON, or lines of one in TOML. */
type Addition = { readonly command: Words } | { readonly json: object } | { readonly toml: string };

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

/** The hosts that are known: a row has all that `config` and the documentation need of one. */
export const HOSTS: readonly Host[] = [
  host("claude-code", "Claude Code", [
    ["project", "fixed", endsWithStart("claude", "mcp", "add", SERVER_NAME, "--")],
    ["all", "here", endsWithStart("claude", "mcp", "add", "--scope", "user", SERVER_NAME, "--")],
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
    ["all", "here", codexForAll, "~/.codex/config.toml"],
    ["project", "fixed", codexEntry, ".codex/config.toml", "needs trust"],
  ]),
  host("gemini-cli", "Gemini CLI", [
    ["project", "fixed", (server) => geminiAdd(server)],
    ["all", "here", (server) => geminiAdd(server, "--scope", "user")],
  ]),
  host("opencode", "opencode", [
    ["all", "here", endsWithStart("opencode", "mcp", "add", SERVER_NAME, "--")],
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
  const written = "toml" in added
    ? { language: "toml", block: added.toml } as const
    : { language: "json", block: jsonBlock(added.json) } as const;
  return file === undefined ? written : { file: typeof file === "string" ? file : file[on], ...written };
}

/** The most common form of an entry. @param valueOf what stands there for a variable that the server reads */
export function commonEntry(server: Server, valueOf: (variable: string) => string): Addition {
  const { variables } = server, env = Object.fromEntries(variables.map((variable) => [variable, valueOf(variable)]));
  return { json: { [COMMON_KEY]: { [SERVER_NAME]: { ...startOf(server), ...(variables.length > 0 && { env }) } } } };
}

type Way = readonly [
  scope: Part["scope"],
  opens: Part["opens"],
  add: Part["add"],
  file?: Part["file"],
  trust?: "needs trust",
];

function host(id: string, name: string, ways: readonly Way[]): Host {
  const parts = ways.map(([scope, opens, add, file, trust]): Part => {
    return { scope, opens, add, file, needsTrust: trust !== undefined };
  });
  return { id, name, parts };
}

function startOf({ words: [command, ...args] }: Server) {
  return { command, args };
}

/** A host's command that takes the words of the server at its end. */
function endsWithStart(...[program, ...args]: Words): Part["add"] {
  return ({ words }) => ({ command: [program, ...args, ...words] });
}

/** `gemini mcp add` takes the first word apart from the rest. It passes on only the variables that are named. */
function geminiAdd({ words: [command, ...args], variables }: Server, ...options: string[]): Addition {
  const named = variables.flatMap((variable) => ["--env", `${variable}=$${variable}`]);
  const rest = args.length === 0 ? [] : ["--", ...args];
  return { command: ["gemini", "mcp", "add", ...options, SERVER_NAME, command, ...named, ...rest] };
}

/** Codex's command can't name variables. */
function codexForAll(server: Server, platform: Platform): Addition {
  return server.variables.length > 0
    ? codexEntry(server)
    : endsWithStart("codex", "mcp", "add", SERVER_NAME, "--")(server, platform);
}

/** Codex passes on only the variables that are named. TOML reads JSON's strings, except that it wants DEL escaped. */
function codexEntry(server: Server): Addition {
  const { variables } = server, entry = { ...startOf(server), ...(variables.length > 0 && { env_vars: variables }) };
  const lines = Object.entries(entry).map(([name, value]) => `${name} = ${jsonBlock(value)}`);
  return { toml: [`[mcp_servers.${SERVER_NAME}]`, ...lines].join("\n").replaceAll("\x7f", "\\u007F") };
}

function opencodeEntry({ words: command }: Server): Addition {
  const mcp = { [SERVER_NAME]: { type: "local", command, enabled: true } };
  return { json: { $schema: "https://opencode.ai/config.json", mcp } };
}

/** VS Code's command takes JSON in one word, which no quotes bring through all shells of Windows. */
function vscodeForAll(server: Server, platform: Platform): Addition {
  return platform === "windows"
    ? vscodeEntry(server)
    : { command: ["code", "--add-mcp", JSON.stringify({ name: SERVER_NAME, ...startOf(server) })] };
}

function vscodeEntry(server: Server): Addition {
  return { json: { servers: { [SERVER_NAME]: { type: "stdio", ...startOf(server) } } } };
}

function zedEntry(server: Server): Addition {
  return { json: { context_servers: { [SERVER_NAME]: { ...startOf(server), env: {} } } } };
}

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
