/**
 * Hosts from npm: how to set each up in an empty home, ask whether it is connected, and make it call a tool.
 * @module
 */

/** The parts of a host's set-up. */
export interface Setup {
  /** An empty directory that serves as the user's home. */
  readonly home: string;
  /** The command that starts fossick, and its arguments. */
  readonly server: readonly [command: string, ...args: string[]];
  /** The address of the model on loopback. */
  readonly model: string;
}

/** A run of the host's program. */
export interface HostRun {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A host. */
export interface Host {
  readonly name: string;
  /** Package and version on npm. */
  readonly from: string;
  readonly program: string;
  /** Settings files, by path in the home. */
  files(setup: Setup): Readonly<Record<string, string>>;
  /** The command that reports the server's connection, and the text for a connected one; absent if there is none. */
  readonly list?: { readonly says: RegExp; run(setup: Setup): HostRun };
  /** A run in which the model, or a user instead of it, calls `tool`. */
  call(setup: Setup, tool: string, args: string): HostRun;
  /** The host has no model and prints the answer on stdout. */
  readonly prints?: true;
}

/** The server's name in every host's settings. */
export const SERVER = "fossick";

const ASK = "Search.";

const servers = ({ server: [command, ...args] }: Setup) => ({ fossick: { command, args } });

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
    from: "@anthropic-ai/claude-code@2.1.332",
    program: "claude",
    files: (setup) => ({ ".claude.json": JSON.stringify({ mcpServers: servers(setup) }) }),
    list: { says: /fossick: .* Connected/, run: (setup) => ({ args: ["mcp", "list"], env: claude(setup) }) },
    call: (setup, tool) => ({
      args: ["-p", ASK, "--model", "m", "--allowedTools", `mcp__fossick__${tool}`],
      env: claude(setup),
    }),
  },
  {
    name: "Codex",
    from: "@openai/codex@0.169.0",
    program: "codex",
    files: ({ server: [command, ...args], model }) => ({
      ".codex/config.toml": [
        `model = "m"`,
        `model_provider = "loopback"`,
        `[model_providers.loopback]`,
        `name = "loopback"`,
        `base_url = "${model}/v1"`,
        `wire_api = "responses"`,
        `[mcp_servers.fossick]`,
        `command = ${JSON.stringify(command)}`,
        `args = ${JSON.stringify(args)}`,
        // The first request waits for the server.
        `required = true`,
      ].join("\n"),
    }),
    list: { says: /fossick .* enabled/, run: () => ({ args: ["mcp", "list"] }) },
    call: () => ({ args: ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", ASK] }),
  },
  {
    name: "Gemini CLI",
    from: "@google/gemini-cli@0.61.0",
    program: "gemini",
    files: (setup) => ({
      ".gemini/settings.json": JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        mcpServers: { fossick: { ...servers(setup).fossick, trust: true } },
      }),
    }),
    list: { says: /fossick: .* Connected/, run: (setup) => ({ args: ["mcp", "list"], env: gemini(setup) }) },
    call: (setup) => ({ args: ["-m", "gemini-2.5-pro", "-y", "-p", ASK], env: gemini(setup) }),
  },
  {
    name: "opencode",
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
        mcp: { fossick: { type: "local", command: server, enabled: true } },
        share: "disabled",
        autoupdate: false,
      }),
    }),
    list: { says: /fossick .*connected/, run: () => ({ args: ["mcp", "list"] }) },
    call: () => ({ args: ["run", ASK] }),
  },
  {
    name: "mcporter",
    from: "mcporter@0.12.3",
    program: "mcporter",
    files: (setup) => ({ "mcp.json": JSON.stringify({ mcpServers: servers(setup) }) }),
    list: { says: /1 healthy/, run: ({ home }) => ({ args: ["--config", `${home}/mcp.json`, "list"] }) },
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
