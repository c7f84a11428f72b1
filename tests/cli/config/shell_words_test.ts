import { assertEquals } from "@std/assert";
import { parse as parseToml } from "smol-toml";
import * as z from "zod";
import { HOST_IDS } from "../../../src/cli/config/hosts.ts";
import { seeded } from "../../seed.ts";
import { configFor, MACHINES } from "./machines.ts";

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

Deno.test("every command that is no block ends with the words that start the server", () => {
  const commands = randomConfigs().filter((step) => "command" in step);
  for (const { command, server } of commands) {
    const [program] = command, [first, ...rest] = server;
    const json = command.at(-1) ?? "";
    if (/^(?:claude|code)$/.test(program)) assertEquals(startsIn(JSON.parse(json)), [[...server]]);
    else if (program !== "gemini") assertEquals(command.slice(command.indexOf("--") + 1), server);
    else assertEquals(command.slice(command.indexOf(first)), rest.length > 0 ? [first, "--", ...rest] : server);
  }
});
