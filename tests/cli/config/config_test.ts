import { assertEquals, assertThrows } from "@std/assert";
import { PACKAGE } from "../../../src/cli/package.ts";
import { HOST_IDS } from "../../../src/cli/config/hosts.ts";
import { UsageError } from "../../../src/cli/usage_error.ts";
import { configFor, configForProgram, MACHINES } from "./machines.ts";

/** How fossick is started: on the project by its path, where the host starts it, and on the host's variable. */
interface Starts {
  readonly fixed: readonly string[];
  readonly here: readonly string[];
  readonly workspace: readonly string[];
}

const DENO = ["deno", "run", "--no-prompt"], WORKSPACE = "${workspaceFolder}";
const scripted = (script: string): Starts => ({
  fixed: [...DENO, "--allow-read=/my project", script, "--root", "/my project"],
  here: [...DENO, "--allow-read=.", script],
  workspace: [...DENO, `--allow-read=${WORKSPACE}`, script, "--root", WORKSPACE],
});
const granting = (...words: string[]): Starts => ({
  fixed: [...words, "--root", "/my project"],
  here: words,
  workspace: [...words, "--root", WORKSPACE],
});

const STARTS: Readonly<Record<keyof typeof MACHINES, Starts>> = {
  npx: granting("npx", "-y", PACKAGE),
  script: scripted("/opt/my tools/fossick.js"),
  jsr: scripted(`jsr:${PACKAGE}`),
  binary: granting("/opt/fossick"),
};

const sh = (words: readonly string[]) => words.map((word) => /[ $]/.test(word) ? `'${word}'` : word).join(" ");
const list = (words: readonly string[]) => `[${words.map((word) => `"${word}"`).join(", ")}]`;
const toml = ([command, ...args]: readonly string[]) =>
  `[mcp_servers.fossick]\ncommand = "${command}"\nargs = ${list(args)}\nrequired = true`;
const entry = ([command, ...args]: readonly string[]) => `"command": "${command}",\n      "args": ${list(args)}`;
const json = (key: string, lines: string) => `{\n  "${key}": {\n    "fossick": {\n      ${lines}\n    }\n  }\n}`;
const gemini = ([command, ...args]: readonly string[]) => sh([command, ...args.length > 0 ? ["--", ...args] : []]);
const claude = ([command, ...args]: readonly string[]) =>
  JSON.stringify({ type: "stdio", alwaysLoad: true, command, args });
const MERGE = "# If there is one already, add the entry fossick to it. Then restart the host.";

/** The whole output for a person, by host. */
const OUTPUTS: Readonly<Record<string, (starts: Starts, isScript: boolean) => readonly string[]>> = {
  "claude-code": ({ fixed, here }) => [
    "# Claude Code, in this project. fossick opens /my project.",
    "# Run this in a shell, in /my project:",
    `claude mcp add-json fossick '${claude(fixed)}'`,
    "",
    "# Claude Code, in all projects. fossick opens the project in which Claude Code runs.",
    "# Run this in a shell:",
    `claude mcp add-json --scope user fossick '${claude(here)}'`,
  ],
  "claude-desktop": ({ fixed }, isScript) => [
    "# For Claude Desktop. fossick opens /my project.",
    "# Put this into ~/.config/Claude/claude_desktop_config.json:",
    json("mcpServers", entry(fixed)),
    MERGE,
    ...isScript || fixed[0] === "npx" ? [`# If Claude Desktop does not find ${fixed[0]}, write its full path.`] : [],
  ],
  codex: ({ fixed, here }) => [
    "# Codex, in all projects. fossick opens the project in which Codex runs.",
    "# Put this into ~/.codex/config.toml:",
    toml(here),
    MERGE,
    "",
    "# Codex, in this project. fossick opens /my project.",
    "# Put this into /my project/.codex/config.toml:",
    toml(fixed),
    `${MERGE} Codex reads it where the project is trusted.`,
  ],
  "gemini-cli": ({ fixed, here }) => [
    "# Gemini CLI, in this project. fossick opens /my project.",
    "# Run this in a shell, in /my project:",
    `gemini mcp add fossick ${gemini(fixed)}`,
    "",
    "# Gemini CLI, in all projects. fossick opens the project in which Gemini CLI runs.",
    "# Run this in a shell:",
    `gemini mcp add --scope user fossick ${gemini(here)}`,
  ],
  "qwen-code": ({ fixed, here }) => [
    "# Qwen Code, in all projects. fossick opens the project in which Qwen Code runs.",
    "# Put this into ~/.qwen/settings.json:",
    json("mcpServers", `${entry(here)},\n      "alwaysLoadTools": true`),
    MERGE,
    "",
    "# Qwen Code, in this project. fossick opens /my project.",
    "# Put this into /my project/.qwen/settings.json:",
    json("mcpServers", `${entry(fixed)},\n      "alwaysLoadTools": true`),
    MERGE,
  ],
  opencode: ({ fixed, here }) => [
    "# opencode, in all projects. fossick opens the project in which opencode runs.",
    "# Run this in a shell:",
    `opencode mcp add fossick -- ${sh(here)}`,
    "",
    "# opencode, in this project. fossick opens /my project.",
    "# Put this into /my project/opencode.json:",
    `{\n  "$schema": "https://opencode.ai/config.json",\n  ${
      json("mcp", `"type": "local",\n      "command": ${list(fixed)},\n      "enabled": true`).slice("{\n  ".length)
    }`,
    MERGE,
  ],
  vscode: ({ fixed: [command, ...args], workspace }) => [
    "# VS Code, in all projects. fossick opens /my project.",
    "# Run this in a shell:",
    `code --add-mcp '${JSON.stringify({ name: "fossick", command, args })}'`,
    "",
    `# VS Code, in this project. fossick opens the project: VS Code replaces ${WORKSPACE} by its path.`,
    "# Put this into /my project/.vscode/mcp.json:",
    json("servers", `${entry(workspace)},\n      "type": "stdio"`),
    MERGE,
  ],
  cursor: ({ workspace }) => [
    `# Cursor, in this project. fossick opens the project: Cursor replaces ${WORKSPACE} by its path.`,
    "# Put this into /my project/.cursor/mcp.json:",
    json("mcpServers", entry(workspace)),
    MERGE,
  ],
  other: ({ fixed }) => [
    "# For any host. fossick opens /my project.",
    "# Put this into the settings of any host that has mcpServers:",
    json("mcpServers", entry(fixed)),
    MERGE,
  ],
  zed: ({ fixed, here }) => [
    "# Zed, in all projects. fossick opens the project in which Zed runs.",
    "# Put this into ~/.config/zed/settings.json:",
    json("context_servers", `${entry(here)},\n      "env": {}`),
    MERGE,
    "",
    "# Zed, in this project. fossick opens /my project.",
    "# Put this into /my project/.zed/settings.json:",
    json("context_servers", `${entry(fixed)},\n      "env": {}`),
    MERGE,
  ],
};

const FORMS = ["npx", "script", "jsr", "binary"] as const;
for (const form of FORMS) {
  Deno.test(`each host's whole output for fossick that was started as ${form}`, () => {
    const isScript = form === "script" || form === "jsr";
    const install = (id: string) =>
      `# A host may not wait for npx. Install it first: npm install -g ${PACKAGE}; then fossick config ${id}.`;
    const output = (id: string) => [...form === "npx" ? [install(id)] : [], ...OUTPUTS[id](STARTS[form], isScript)];
    assertEquals(HOST_IDS.map((id) => configFor(MACHINES[form], [id])), HOST_IDS.map((id) => output(id).join("\n")));
  });
}

Deno.test("the JSON has the same commands and blocks as the text, in the same order", () => {
  for (const machine of Object.values(MACHINES)) {
    for (const id of HOST_IDS) {
      const { steps } = JSON.parse(configFor(machine, [id, "--json"]));
      const copied = steps.map(({ shell, block }: { shell?: string; block?: string }) => shell ?? block);
      const text = configFor(machine, [id]).split("\n").filter((line) => !/^#|^$/.test(line)).join("\n");
      assertEquals([id, text], [id, copied.join("\n")]);
    }
  }
});

Deno.test("a program reads the host's first command or block, and a person the rest as comments", () => {
  const stdout = (id: string) => configForProgram(MACHINES.npx, [id]).stdout;
  assertEquals(stdout("opencode"), `opencode mcp add fossick -- npx -y ${PACKAGE}`);
  for (const id of HOST_IDS) {
    const { stdout, stderr } = configForProgram(MACHINES.npx, [id]), text = configFor(MACHINES.npx, [id]);
    const [step] = JSON.parse(configFor(MACHINES.npx, [id, "--json"])).steps;
    assertEquals([id, stdout], [id, step.shell ?? step.block]);
    const plain = (text: string) => text.replace(/^# /gm, "").split("\n").toSorted();
    assertEquals([id, plain(`${stdout}\n${stderr}`)], [id, plain(text)]);
    assertEquals([id, stderr.split("\n").filter((line) => !/^#|^$/.test(line))], [id, []]);
  }
});

Deno.test("roots that are given replace the project, and in every project the same directories are opened", () => {
  const words = ["claude", "--root", "docs", "--root=/srv/x", "--json", "Code"];
  const { steps } = JSON.parse(configFor(MACHINES.script, words));
  const start = [
    ...DENO,
    "--allow-read=/my project/docs,/srv/x",
    "/opt/my tools/fossick.js",
    ...["--root", "/my project/docs", "--root", "/srv/x"],
  ];
  const told = steps.map(({ scope, opens, roots, server }: Record<string, unknown>) => [scope, opens, roots, server]);
  const roots = ["/my project/docs", "/srv/x"];
  assertEquals(told, [["project", "fixed", roots, start], ["all", "fixed", roots, start]]);
  const vscode = configFor(MACHINES.npx, ["vscode", "--root", "/srv/x"]);
  assertEquals(vscode.includes(WORKSPACE), false);
});

Deno.test("options are carried into the command with the grants that they need", () => {
  const options = ["--profile", "fs", "--tools=read_file", "--provider-url", "https://api.example.com/v1"];
  const more = ["--token-budget", "0", "--consult-allow", "-x*", "--lang", "ja", "--color", "never"];
  const { steps } = JSON.parse(configFor(MACHINES.script, ["opencode", ...options, ...more, "--json"]));
  assertEquals(steps[0].server, [
    ...DENO,
    ...["--allow-read=.", "--allow-net=api.example.com", "--allow-env=FOSSICK_API_KEY", "/opt/my tools/fossick.js"],
    ...["--profile", "fs", "--tools", "read_file", "--provider-url", "https://api.example.com/v1"],
    ...["--token-budget", "0", "--consult-allow=-x*", "--lang", "ja"],
  ]);
});

Deno.test("hosts that pass on only named variables are given the name of the provider's key", () => {
  const keyed = (id: string) =>
    configFor(MACHINES.npx, [id, "--provider-url", "https://m/v1"]).split("\n").filter((line) => /KEY|key/.test(line));
  const key = (host: string) =>
    `# If the provider needs a key, fossick reads it from the environment variable FOSSICK_API_KEY of ${host}; dots ` +
    "stand for the key itself.";
  assertEquals(keyed("cursor"), ['        "FOSSICK_API_KEY": "${env:FOSSICK_API_KEY}"', key("Cursor")]);
  assertEquals(keyed("codex"), Array(2).fill(['env_vars = ["FOSSICK_API_KEY"]', key("Codex")]).flat());
  assertEquals(
    keyed("gemini-cli")[0].split(" -- ")[0],
    "gemini mcp add fossick npx --env 'FOSSICK_API_KEY=$FOSSICK_API_KEY'",
  );
  assertEquals(keyed("claude-desktop"), [
    '        "FOSSICK_API_KEY": "…"',
    key("Claude Desktop"),
  ]);
});

Deno.test("on Windows npx is started by the shell, in a block of the file where Windows has it", () => {
  const windows = { ...MACHINES.npx, platform: "windows" } as const;
  const words = ["cmd", "/c", "npx", "-y", PACKAGE, "--root", "/srv/%PATH%/$(calc)`x`"];
  const ids = HOST_IDS.filter((id) => id !== "other");
  const files = ids.map((id) => {
    const { steps } = JSON.parse(configFor(windows, [id, "--json", "--root", words[6]]));
    assertEquals(steps.map(({ server }: { server: string[] }) => server), Array(steps.length).fill(words));
    return [id, steps[0].file];
  });
  assertEquals(Object.fromEntries(files), {
    "claude-code": "/srv/%PATH%/$(calc)`x`/.mcp.json",
    "claude-desktop": "%APPDATA%\\Claude\\claude_desktop_config.json",
    codex: "~/.codex/config.toml",
    "gemini-cli": "/srv/%PATH%/$(calc)`x`/.gemini/settings.json",
    "qwen-code": "~/.qwen/settings.json",
    opencode: "~/.config/opencode/opencode.json",
    vscode: "%APPDATA%\\Code\\User\\mcp.json",
    cursor: "/srv/%PATH%/$(calc)`x`/.cursor/mcp.json",
    zed: "%APPDATA%\\Zed\\settings.json",
  });
});

Deno.test("without a host the hosts are listed, also as JSON", () => {
  const [title, ...rows] = configFor(MACHINES.npx, []).split("\n");
  assertEquals(title, `The hosts. For one of them: npx -y ${PACKAGE} config HOST`);
  assertEquals(rows.map((row) => row.trim().split(" ")[0]), HOST_IDS);
  const data = JSON.parse(configFor(MACHINES.npx, ["--json"]));
  assertEquals(data.map(({ host }: { host: string }) => host), HOST_IDS.filter((id) => id !== "other"));
  assertEquals(data[1], { host: "claude-desktop", name: "Claude Desktop" });
});

Deno.test("a host is found by its id or name in any case; anything else is refused with the list", () => {
  for (const word of ["claude-desktop", "Claude Desktop", "CLAUDE-DESKTOP"]) {
    assertEquals(JSON.parse(configFor(MACHINES.npx, [word, "--json"])).host, "claude-desktop");
  }
  const all = `config takes ${HOST_IDS.join("|")}`;
  const mistakes: readonly (readonly [words: string[], sentence: string])[] = [
    [["zde"], `${all}, not "zde".`],
    [["claude"], `${all}, not "claude".`],
    [["cursor", "../docs"], `${all}, not "cursor ../docs".`],
    [["zed", "--http", "8080"], "--http can't be used with config."],
    [
      ["zed", "--root", "/srv/a,b"],
      "Deno takes the comma in /srv/a,b for the end of a path: start fossick in that directory without --root, or open " +
      "the one above.",
    ],
    [
      ["zed", "--root", "~/x"],
      "--root ~/x still contains ~: neither the shell nor the host has expanded it. Write the whole path.",
    ],
  ];
  for (const [words, sentence] of mistakes) {
    const { message } = assertThrows(() => configFor(MACHINES.script, words), UsageError);
    assertEquals([words, message], [words, sentence]);
  }
});
