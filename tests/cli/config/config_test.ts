/** What `config` prints for each host, for a person, a program and a shell. @module */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { parse as parseToml } from "smol-toml";
import * as z from "zod";
import { type ConfigCommand, parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { configOutput, type Machine } from "../../../src/cli/config/config.ts";
import { HOST_IDS } from "../../../src/cli/config/hosts.ts";
import { PACKAGE } from "../../../src/cli/package.ts";
import { UsageError } from "../../../src/cli/usage_error.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";
import { assertLinesOf } from "../../golden.ts";
import { DENO_WORDS, fossickWith, MAIN, runToEnd, tempTree } from "../../program.ts";
import { seeded } from "../../seed.ts";
import { NO_TERMINAL, runOnTerminal } from "../pseudo_terminal.ts";

/** A machine for each way in which fossick is started. */
const MACHINES = {
  npx: machine(`file:///home/me/.npm/_npx/8b1a/node_modules/${PACKAGE}/fossick.js`),
  script: machine("file:///opt/my%20tools/fossick.js"),
  jsr: machine(`jsr:${PACKAGE}`),
  binary: {
    ...machine("file:///x"),
    program: { ...machine("file:///x").program, execPath: "/opt/fossick", isBinary: true },
  },
} as const satisfies Readonly<Record<string, Machine>>;

function machine(mainModule: string): Machine {
  return {
    program: { mainModule, execPath: "/usr/bin/deno", isBinary: false, deno: "2.9.6" },
    cwd: "/my project",
    platform: "linux",
  };
}

/** The output of `fossick config WORDS` for a person. */
function configFor(machine: Machine, words: readonly string[]): string {
  return configOutput(parsed(words), false, machine).map(({ text }) => text).join("\n");
}

function parsed(words: readonly string[]): ConfigCommand {
  const command = parseCommandLine(["config", ...words], toolsOf);
  if (command.verb !== "config") throw new Error(command.verb);
  // The default would be the machine's own language.
  return command.settings.given.has("lang") ? command : { ...command, settings: { ...command.settings, lang: "en" } };
}

const WINDOWS = { ...MACHINES.npx, platform: "windows" } as const;
const URL_OF_MODEL = ["--provider-url", "https://api.example.com/v1"];

/** Machines, and the words after `config`, beside every host on three machines. */
const LINES: readonly (readonly [machine: keyof typeof ALL, ...words: string[]])[] = [
  ["npx"],
  ["npx", "--json"],
  ...(["jsr", "binary"] as const).flatMap((machine) =>
    ["opencode", "claude-desktop"].map((id) => [machine, id] as const)
  ),
  // Roots replace the project; options are carried into the command with the grants that they need.
  ["script", "claude-code", "--root", "docs", "--root=/srv/x"],
  ["script", "Claude Code", "--root", "docs", "--root=/srv/x", "--json"],
  ["npx", "vscode", "--root", "/srv/x"],
  ["script", "opencode", "--profile", "fs", "--tools=read_file", ...URL_OF_MODEL, "--json"],
  ["script", "opencode", "--token-budget", "0", "--consult-allow", "-x*", "--lang", "ja", "--color", "never"],
  // Hosts that pass on only named variables are given the name of the provider's key.
  ...["cursor", "codex", "gemini-cli", "claude-desktop"].map((id) => ["npx", id, ...URL_OF_MODEL] as const),
  ...["claude-code", "opencode", "vscode"].map((id) =>
    ["windows", id, "--json", "--root", "/srv/%PATH%/$(calc)`x`"] as const
  ),
  // Mistakes.
  ["npx", "zde"],
  ["npx", "claude"],
  ["npx", "cursor", "../docs"],
  ["npx", "zed", "--http", "8080"],
  ["script", "zed", "--root", "/srv/a,b"],
  ["script", "zed", "--root", "~/x"],
];

const ALL = { ...MACHINES, windows: WINDOWS };
const EVERY_HOST = (["npx", "script", "windows"] as const).flatMap((machine) =>
  HOST_IDS.map((id) => [machine, id] as const)
);

/** What `config` prints, or the sentence with which it refuses. */
function printed(machine: keyof typeof ALL, words: readonly string[]): string {
  try {
    return configFor(ALL[machine], words);
  } catch (error) {
    if (error instanceof UsageError) return `refused: ${error.message}`;
    throw error;
  }
}

Deno.test("each host's whole output, however fossick was started", () => {
  const lines = [...EVERY_HOST, ...LINES].flatMap(([machine, ...words]) => [
    `== ${[machine, ...words].join(" ")}`,
    ...printed(machine, words).split("\n"),
  ]);
  assertLinesOf(fromFileUrl(new URL("outputs.txt", import.meta.url)), lines);
});

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

const Words = z.array(z.string());
const Step = z.union([
  z.object({ server: Words, command: Words, shell: z.string() }),
  z.object({ server: Words, file: z.string().optional(), language: z.enum(["json", "toml"]), block: z.string() }),
]);
const Config = z.object({ host: z.string(), steps: z.array(Step) });

const CHARACTERS = [...`\x1b\x7f\u202e 'a"\\$\`;&|<>*?[]{}()#!~=%@^-é日😀`];

/** What a terminal obeys. */
const UNSHOWN = /(?!\n)[\p{Cc}\u202e]/u;

/** The steps of every host for fossick in every form, with random directories and tools. */
function randomConfigs(): z.output<typeof Step>[] {
  const random = seeded("config for shells");
  return Object.values(MACHINES).flatMap((machine) =>
    HOST_IDS.flatMap((id) => {
      const name = Array.from({ length: 1 + random.int(8) }, () => random.pick(CHARACTERS)).join("");
      const words = [id, "--json", `--root=/srv/${name.replaceAll("$", "_")}`, `--consult-allow=${name}`];
      return Config.parse(JSON.parse(configFor(machine, random.chance(0.8) ? words : words.slice(0, 2)))).steps;
    })
  );
}

/** The words that a real shell makes of each line. */
async function shellWords(lines: readonly string[]): Promise<string[][]> {
  const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\n\\0'`).join("\n");
  const { stdout, success } = await new Deno.Command("sh", { args: ["-c", script] }).output();
  assertEquals(success, true);
  const all = new TextDecoder().decode(stdout).split("\0\n\0");
  return all.slice(0, -1).map((words) => words.split("\0"));
}

Deno.test("a real shell splits every printed command into the words of the JSON", async () => {
  const commands = randomConfigs().filter((step) => "shell" in step);
  const split = await shellWords(commands.map(({ shell }) => shell));
  assertEquals(split, commands.map(({ command }) => command));
  assertEquals(commands.filter(({ shell }) => UNSHOWN.test(shell)), []);
});

/** All lists of texts in a value, and each command with its arguments. */
function startsIn(value: unknown): string[][] {
  const entry = z.object({ command: z.string(), args: Words }).safeParse(value);
  if (entry.success) return [[entry.data.command, ...entry.data.args]];
  const list = Words.min(1).safeParse(value);
  if (list.success) return [list.data];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(startsIn) : [];
}

Deno.test("every block parses, and starts what the JSON says", () => {
  const blocks = randomConfigs().filter((step) => "block" in step);
  assertEquals(blocks.filter(({ block }) => UNSHOWN.test(block)), []);
  const parsed = blocks.map(({ language, block }) => language === "toml" ? parseToml(block) : JSON.parse(block));
  assertEquals(parsed.map((value) => startsIn(value)[0]), blocks.map(({ server }) => server));
});

/** Claude Code's word for a server that is started on a directory. */
function claudeJson(root: string, ...options: string[]): string {
  const [command, ...args] = [...DENO_WORDS, "run", "--no-prompt", `--allow-read=${root}`, MAIN, "--root", root];
  return JSON.stringify({ type: "stdio", alwaysLoad: true, command, args: [...args, ...options] });
}

const POSIX = { ignore: Deno.build.os === "windows" };

Deno.test("a block that is piped into a shell by mistake carries out nothing", POSIX, async () => {
  using files = tempTree({ "$(touch a)`touch b`;touch c/x.txt": "", "here/x.txt": "" });
  const cwd = `${files.path}/$(touch a)\`touch b\`;touch c`;
  for (const id of ["claude-desktop", "zed"]) {
    const { stdout } = await runToEnd(fossickWith([], "config", id, "--root", cwd), { cwd });
    assertStringIncludes(JSON.stringify(JSON.parse(stdout)), JSON.stringify(cwd).slice(1, -1));
    await runToEnd(["sh", "-c", stdout], { cwd: `${files.path}/here` });
  }
  assertEquals([...Deno.readDirSync(`${files.path}/here`)].map(({ name }) => name), ["x.txt"]);
});

Deno.test("where stdout is no terminal, a shell can read the output", async () => {
  using files = tempTree({ "claude": '#!/bin/sh\nprintf "<%s>" "$@"\n' });
  Deno.chmodSync(`${files.path}/claude`, 0o755);
  const { stdout } = await runToEnd(fossickWith([], "config", "claude-code"), { cwd: files.path });
  const ran = await runToEnd(["sh", "-c", stdout], { env: { PATH: `${files.path}:${Deno.env.get("PATH")}` } });
  assertEquals(ran.stdout, `<mcp><add-json><fossick><${claudeJson(files.path)}>`);
});

Deno.test({
  name: "on a terminal every command can be copied as it is",
  ignore: NO_TERMINAL !== undefined,
  fn: async () => {
    const [code, written] = await runOnTerminal(fossickWith([], "config", "claude-code", "--lang", "en"));
    const commands = written.split("\n").filter((line) => line.startsWith("claude mcp add-json "));
    assertEquals([code, commands.length], [0, 2]);
  },
});
