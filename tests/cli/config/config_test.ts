import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { HOST_IDS } from "../../../src/cli/config/hosts.ts";
import { UsageError } from "../../../src/cli/usage_error.ts";
import { assertLinesOf } from "../../golden.ts";
import { configFor, configForProgram, MACHINES } from "./machines.ts";

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

Deno.test("a program reads the host's first command or block, and a person the rest as comments", () => {
  for (const id of HOST_IDS) {
    const { stdout, stderr } = configForProgram(MACHINES.npx, [id]), text = configFor(MACHINES.npx, [id]);
    const [step] = JSON.parse(configFor(MACHINES.npx, [id, "--json"])).steps;
    assertEquals([id, stdout], [id, step.shell ?? step.block]);
    const plain = (text: string) => text.replace(/^# /gm, "").split("\n").toSorted();
    assertEquals([id, plain(`${stdout}\n${stderr}`)], [id, plain(text)]);
    assertEquals([id, stderr.split("\n").filter((line) => !/^#|^$/.test(line))], [id, []]);
  }
});
