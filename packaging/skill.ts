/**
 * skills/fossick/SKILL.md: how an agent that has a shell and no MCP uses `fossick call`, in the format of Agent Skills
 * (https://agentskills.io/specification).
 * @module
 */
import { positionalArguments } from "../src/cli/command_line/tool_flags.ts";
import { quoteForShell } from "../src/cli/command_line/shell_quoting.ts";
import { shellSpelling } from "../src/cli/command_line/shell_spelling.ts";
import { toolsOf } from "../src/toolsets/profiles.ts";
import { DENO } from "./project.ts";
import { SKILL_STEPS, type SkillStep } from "./skill_steps.ts";

/** The skill's name, which is that of its directory. */
export const SKILL_NAME = "fossick";

/** When a host offers the skill to the model: it sees this text in every session. */
export const SKILL_DESCRIPTION =
  "Explores a code base or a directory of texts from the shell in few tokens, with trees and counts, " +
  "tallies, definitions, callers, outlines, one function's text, matching lines by file. Use it instead of grep, rg, " +
  "find, ls, cat, sed, sort and uniq to search, list or read files, or to count things in them.";

/** The file that `fossick` stands for where the program is not installed. */
export const SKILL_PROGRAM = "/path/to/fossick/dist/fossick.js";

/** The whole file. */
export function skill(): string {
  return [
    "---",
    `name: ${SKILL_NAME}`,
    `description: ${SKILL_DESCRIPTION}`,
    "license: MIT",
    "compatibility: Needs the program fossick, or its file fossick.js and Deno 2.9 or npx.",
    "---",
    "",
    "# fossick",
    "",
    "It reads only, below the current directory (`--root DIR`: below another). Ignore rules apply. Where there is no " +
    "`fossick`, write one of these for it:",
    "",
    block(startCommands()),
    "",
    ...SKILL_STEPS.flatMap(({ heading, steps }) => [
      `## ${heading}`,
      "",
      block(steps.flatMap((step) => [`# ${step.asks}`, stepCommand(step)])),
      "",
    ]),
    "## Read an answer",
    "",
    ...ADVICE.map((sentence) => `- ${sentence}`),
  ].join("\n");
}

/** The commands that start the program without installing it. */
export function startCommands(): string[] {
  const run = `run --no-prompt --allow-read=. ${SKILL_PROGRAM}`;
  return [`deno ${run}`, `npx -y deno@${DENO} ${run}`];
}

const ADVICE: readonly string[] = [
  "Exit codes are grep's: 0 found, 1 nothing found, 2 error. An error shows the command corrected.",
  "Lines in brackets are remarks: the total, what is missing and why, and the command that shows the rest.",
  "Where nothing is found, they say what would be: `--no-ignore`, `--hidden`, another spelling. Run that command.",
  "`--token-budget` keeps an answer within its tokens: it is shortened, a list comes as a tree, a search without a form " +
  "in the richest form that fits. Without it everything is printed.",
  "Without `--text` answers are JSON, for programs.",
  "Queries are JavaScript expressions, matched line by line; `--fixed-strings` for plain text, `--word` for whole " +
  "words, `--multiline` across lines (`.` only after `(?s)`). Case counts once the query has a capital.",
  "`--include-globs '*.ts' --exclude-globs 'test/**'` narrow a search. `fossick call TOOL --help` lists all flags.",
];

function block(lines: readonly string[]): string {
  return ["```sh", ...lines, "```"].join("\n");
}

/**
 * A step as a shell command: first words, then flags.
 * @throws Error if there is no such tool, or if it refuses the arguments
 */
export function stepCommand({ tool: name, args, budget }: SkillStep): string {
  const tool = toolsOf("default").find((known) => known.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  tool.input.parse(args);
  const { first, places } = positionalArguments(tool), { [first?.field ?? ""]: query, ...others } = args;
  const { [places?.field ?? ""]: paths, ...flags } = others;
  const isPlain = first === undefined || typeof query === "string";
  const words = isPlain ? [query, paths].flat().filter((word) => typeof word === "string") : [];
  const options = ["--text", ...(budget === undefined ? [] : ["--token-budget", String(budget)])];
  const spelling = shellSpelling([tool], undefined, false);
  return [
    quoteForShell(["fossick", ...options, "call", name, ...words], false),
    spelling.switches(name, isPlain ? flags : args),
  ].filter((part) => part !== "").join(" ");
}
