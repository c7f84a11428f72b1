/**
 * Hosts from npm: how to set each up in an empty home, ask whether it is connected, and make it call a tool.
 * @module
 */

/** The parts of a host's set-up. */
export interface Setup {
  /** An empty directory that serves as the user's home. */
  readonly home: string;
  /** The command that starts fossick, and its arguments; absent: the settings have no server yet. */
  readonly server?: readonly [command: string, ...args: string[]];
  /** The address of the model on loopback. */
  readonly model: string;
  /** A project whose own settings the user has allowed. */
  readonly trusted?: string;
}

/** A run of the host's program. */
export interface HostRun {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A host. */
export interface Host {
  readonly name: string;
  /** Its name in `fossick config`; absent: that does not know it. */
  readonly id?: string;
  /** Package and version on npm. */
  readonly from: string;
  readonly program: string;
  /** Settings files, by path in the home. */
  files(setup: Setup): Readonly<Record<string, string>>;
  /** The command that lists servers, and its word for a working one; absent if there is none. */
  readonly list?: { readonly says: RegExp; readonly word: string; run(setup: Setup): HostRun };
  /** A run in which the model, or a user instead of it, calls `tool`. */
  call(setup: Setup, tool: string, args: string): HostRun;
  /** The host has no model and prints the answer on stdout. */
  readonly prints?: true;
}

/** The server's name in every host's settings. */
export const SERVER = "fossick";

const ASK = "Search.";

/** The server in the most common form of settings. */
function servers({ server }: Setup, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  if (server === undefined) return {};
  const [command, ...args] = server;
  return { [SERVER]: { command, args, ...more } };
}

/** The server and the trusted project in Codex's settings. */
function codexTables({ server, trusted }: Setup): string[] {
  const trust = trusted === undefined ? [] : [`[projects.${JSON.stringify(trusted)}]`, `trust_level = "trusted"`];
  if (server === undefined) return trust;
  const [command, ...args] = server;
  return [
    ...trust,
    `[mcp_servers.${SERVER}]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    "required = true",
  ];
}

const claude = ({ model }: Setup) => ({
  ANTHROPIC_BASE_URL: model,
  ANTHROPIC_API_KEY: "none",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
});

const gemini = ({ model }: Setup) => ({
  GOOGLE_GEMINI_BASE_URL: model,
  GEMINI_API_KEY: "none",
  GEMINI_CLI_TRUST_WORKSPACE: "true",
});

/** All hosts. */
export const HOSTS: readonly Host[] = [
  {
    name: "Claude Code",
    id: "claude-code",
    from: "@anthropic-ai/claude-code@2.1.332",
    program: "claude",
    files: (setup) => ({ ".claude.json": JSON.stringify({ mcpServers: servers(setup) }) }),
    list: {
      word: "connected",
      says: /fossick: .* Connected/,
      run: (setup) => ({ args: ["mcp", "list"], env: claude(setup) }),
    },
    call: (setup, tool) => ({
      args: ["-p", ASK, "--model", "m", "--allowedTools", `mcp__fossick__${tool}`],
      env: claude(setup),
    }),
  },
  {
    name: "Codex",
    id: "codex",
    from: "@openai/codex@0.169.0",
    program: "codex",
    files: (setup) => ({
      ".codex/config.toml": [
        `model = "m"`,
        `model_provider = "loopback"`,
        `[model_providers.loopback]`,
        `name = "loopback"`,
        `base_url = "${setup.model}/v1"`,
        `wire_api = "responses"`,
        ...codexTables(setup),
        "",
      ].join("\n"),
    }),
    list: { word: "enabled", says: /fossick .* enabled/, run: () => ({ args: ["mcp", "list"] }) },
    call: () => ({
      args: ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", ASK],
    }),
  },
  {
    name: "Gemini CLI",
    id: "gemini-cli",
    from: "@google/gemini-cli@0.61.0",
    program: "gemini",
    files: (setup) => ({
      ".gemini/settings.json": JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        mcpServers: servers(setup, { trust: true }),
      }),
    }),
    list: {
      word: "connected",
      says: /fossick: .* Connected/,
      run: (setup) => ({ args: ["mcp", "list"], env: gemini(setup) }),
    },
    call: (setup) => ({ args: ["-m", "gemini-2.5-pro", "-y", "-p", ASK], env: gemini(setup) }),
  },
  {
    name: "Qwen Code",
    id: "qwen-code",
    from: "@qwen-code/qwen-code@0.24.4",
    program: "qwen",
    files: (setup) => ({
      ".qwen/settings.json": JSON.stringify({ mcpServers: servers(setup, { trust: true, alwaysLoadTools: true }) }),
    }),
    list: {
      word: "connected or pending approval",
      says: /fossick: .* (?:Connected|Pending approval)/,
      run: () => ({ args: ["mcp", "list"] }),
    },
    call: ({ model }) => ({
      args: [
        "--auth-type",
        "openai",
        "--openai-api-key",
        "none",
        "--openai-base-url",
        `${model}/v1`,
        "-m",
        "m",
        "-y",
        ASK,
      ],
    }),
  },
  {
    name: "opencode",
    id: "opencode",
    from: "opencode-ai@1.18.33",
    program: "opencode",
    files: ({ server, model }) => ({
      ".config/opencode/opencode.json": JSON.stringify({
        model: "loopback/m",
        provider: {
          loopback: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${model}/v1`, apiKey: "none" },
            models: { m: { tool_call: true } },
          },
        },
        mcp: server === undefined ? {} : { [SERVER]: { type: "local", command: server, enabled: true } },
        share: "disabled",
        autoupdate: false,
      }),
    }),
    list: { word: "connected", says: /fossick .*connected/, run: () => ({ args: ["mcp", "list"] }) },
    call: () => ({ args: ["run", ASK] }),
  },
  {
    name: "mcporter",
    from: "mcporter@0.12.3",
    program: "mcporter",
    files: (setup) => ({ "mcp.json": JSON.stringify({ mcpServers: servers(setup) }) }),
    list: {
      word: "healthy",
      says: /1 healthy/,
      run: ({ home }) => ({ args: ["--config", `${home}/mcp.json`, "list"] }),
    },
    call: ({ home }, tool, args) => ({
      args: ["--config", `${home}/mcp.json`, "call", `fossick.${tool}`, "--args", args],
    }),
    prints: true,
  },
  {
    name: "MCP Inspector",
    from: "@modelcontextprotocol/inspector@2.12.0",
    program: "mcp-inspector",
    files: (setup) => ({ "mcp.json": JSON.stringify({ mcpServers: servers(setup) }) }),
    call: ({ home }, tool, args) => ({
      args: [
        ...["--cli", "--config", `${home}/mcp.json`, "--server", "fossick"],
        ...["--method", "tools/call", "--tool-name", tool, "--tool-args-json", args],
      ],
    }),
    prints: true,
  },
];
