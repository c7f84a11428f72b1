/**
 * The README's and docs/install.md's generated parts: each host's command or block, one-click links, and steps for CI.
 * Hosts and their forms are those of `fossick config`.
 * @module
 */
import { configSteps, copied, type Step } from "../src/cli/config/config.ts";
import {
  filledIn,
  type Host,
  HOSTS,
  OTHER_HOST,
  type Platform,
  type Words,
  WORKSPACE,
} from "../src/cli/config/hosts.ts";
import { settingsOf } from "../src/cli/command_line/settings.ts";
import { NPX_START } from "../src/cli/command_line/start_command.ts";
import { PACKAGE } from "../src/cli/package.ts";
import { cursorLink, vscodeLink } from "./install_links.ts";
import { VERSION } from "./project.ts";

/** Placeholders in blocks: the checkout, and the directory to open. */
export const PLACEHOLDERS = { checkout: "/path/to/fossick", root: "/my/project" } as const;

const BUNDLE = `${PLACEHOLDERS.checkout}/dist/fossick.js`;

/** The line that starts fossick on any machine that has Node. */
const START = NPX_START.join(" ");

/** A block to copy. */
interface CopyBlock {
  readonly where: string;
  readonly language: string;
  readonly text: string;
  /** May be empty. */
  readonly note: string;
}

/** A folded part of a page. */
interface Fold {
  readonly name: string;
  readonly blocks: readonly CopyBlock[];
}

/** The words that start fossick on directories, or where they are run. */
function startOn(roots: readonly string[]): Words {
  return [...NPX_START, ...roots.flatMap((root) => ["--root", root])];
}

/** The block that most hosts take. */
function commonJson(words: Words): string {
  const [way] = OTHER_HOST.ways, how = filledIn(way, { words, variables: [] }, "linux");
  return "block" in how ? how.block : "";
}

/** A host's steps. A host that starts its servers in the project needs no path, which differs from reader to reader. */
function documentedSteps(host: Host, platform: Platform): Step[] {
  const startsHere = host.ways.some(([, opens]) => opens === "here");
  const ways = host.ways.map(([scope, opens, ...rest]) => [scope, startsHere ? "here" : opens, ...rest] as const);
  const program = { mainModule: `/lib/node_modules/${PACKAGE}/`, execPath: "", isBinary: false, deno: "" };
  return configSteps({ ...host, ways }, settingsOf(new Map()), { program, cwd: PLACEHOLDERS.root, platform });
}

const PLATFORMS: readonly (readonly [platform: Platform, name: string])[] = [
  ["darwin", "macOS"],
  ["windows", "Windows"],
  ["linux", "Linux"],
];

/** The file of a host's step, or its files where the systems differ; Markdown. */
function fileOf(host: Host, index: number): string {
  const files = PLATFORMS.flatMap(([platform, name]) => {
    const { how } = documentedSteps(host, platform)[index];
    return "block" in how && how.file !== undefined ? [[how.file.replace(`${PLACEHOLDERS.root}/`, ""), name]] : [];
  });
  const different = new Set(files.map(([file]) => file));
  return different.size === 1 ? `\`${files[0][0]}\`` : files.map(([file, name]) => `\`${file}\` (${name})`).join(", ");
}

function whereOf(host: Host, { scope, how }: Step, index: number): string {
  if ("block" in how) return `In ${fileOf(host, index)}${scope === "project" ? " of the project" : ""}:`;
  return scope === "project" ? "For one project, in its directory:" : "For all projects:";
}

const FOR_EVERYONE =
  "With `--scope project`, Claude Code writes it to `.mcp.json`, for everyone who works on the project.";

function notesOf({ id, name }: Host, { scope, opens, needsTrust }: Step): string[] {
  return [
    ...(opens === "workspace" ? [`${name} replaces \`${WORKSPACE}\` by the project's path.`] : []),
    ...(scope === "all" && opens === "fixed" ? [`It always opens \`${PLACEHOLDERS.root}\`.`] : []),
    ...(scope === "app"
      ? ["Settings → Developer → Edit Config shows the file. Restart the app after the change."]
      : []),
    ...(id === "claude-code" && scope === "project" ? [FOR_EVERYONE] : []),
    ...(needsTrust ? [`${name} reads it where it trusts the project.`] : []),
  ];
}

function hostFold(host: Host): Fold {
  const blocks = documentedSteps(host, "linux").map((step, index): CopyBlock => ({
    where: whereOf(host, step, index),
    language: "command" in step.how ? "sh" : step.how.language,
    text: copied(step),
    note: notesOf(host, step).join(" "),
  }));
  return { name: host.name, blocks };
}

/** All hosts with their blocks, in the order of the page. */
export const HOST_FOLDS: readonly Fold[] = HOSTS.map(hostFold);

/** Steps for CI. */
export const CI_FOLDS: readonly Fold[] = [
  {
    name: "GitHub Actions",
    blocks: [{
      where: "In a workflow, as a step after `actions/checkout`:",
      language: "yaml",
      text: [
        `- uses: OWNER/fossick@v${VERSION}`,
        "  with:",
        "    tool: search_content",
        `    arguments: '{"roots": ["src"], "query": "FIXME", "count_only_matches": true}'`,
        "    fail-when: found",
      ].join("\n"),
      note: "`OWNER` is the account that publishes fossick. The outputs are `answer` and `found`. " +
        "[action.yml](../action.yml) has all inputs.",
    }],
  },
  {
    name: "Any other CI",
    blocks: [{
      where: "In a shell step, on a machine that has Node:",
      language: "sh",
      text: `${START} call search_content --roots src --query FIXME --count-only-matches --text`,
      note: "It exits with 0 if something was found, 1 if nothing was found, 2 after an error or if time ran out.",
    }],
  },
];

/** Deno with the bundle, for hosts that take a block. */
export const DENO_FOLDS: readonly Fold[] = [{
  name: "Deno and the bundle",
  blocks: [{
    where: "Build it in a checkout, with `deno task bundle`. Then put this into your host's file:",
    language: "json",
    text: commonJson(
      ["deno", "run", "--no-prompt", `--allow-read=${PLACEHOLDERS.root}`, BUNDLE, "--root", PLACEHOLDERS.root],
    ),
    note: "`deno run … dist/fossick.js config HOST` prints it with your paths.",
  }],
}];

function code({ language, text }: Pick<CopyBlock, "language" | "text">): string {
  return "```" + `${language}\n${text}\n` + "```";
}

/** Markdown with a folded part for each. */
function folded(folds: readonly Fold[]): string {
  return folds.map(({ name, blocks }) => {
    const parts = blocks.flatMap((block) => [block.where, code(block), block.note]).filter((part) => part !== "");
    return [`<details><summary><b>${name}</b></summary>`, ...parts, "</details>"].join("\n\n");
  }).join("\n\n");
}

/** Links that add it with one click. */
function linksLine(): string {
  const start = (root: string) => startOn([root]);
  return `With one click, started by \`npx\`: [VS Code](${vscodeLink(start)}) or [Cursor](${cursorLink(start)}).`;
}

/** The README's section: Claude Code's command, the block of most hosts, and links. */
export function installSection(): string {
  return [
    "You need Node 20 or later.",
    code({ language: "sh", text: `npm install -g ${PACKAGE}   # once; ${START} tries it without` }),
    "For Claude Code, in the project's directory:",
    ...HOST_FOLDS.filter(({ name }) => name === "Claude Code").map(({ blocks: [command] }) => code(command)),
    "Most other hosts take this block, with your project's path:",
    code({ language: "json", text: commonJson(["fossick", "--root", PLACEHOLDERS.root]) }),
    `\`fossick config\` lists the ${HOSTS.length} hosts that it knows. \`fossick config HOST\` prints a host's own command, or ` +
    "its block and the file for it, with your paths.",
    linksLine(),
  ].join("\n\n");
}

/** The generated sections of docs/install.md, by their names. */
export function installPageSections(): Readonly<Record<string, string>> {
  return {
    links: linksLine(),
    hosts: folded(HOST_FOLDS),
    ci: folded(CI_FOLDS),
    deno: folded(DENO_FOLDS),
  };
}
