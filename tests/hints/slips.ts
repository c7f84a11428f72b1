/**
 * Random calls with slips, as models make them.
 * @module
 */
import type { Profile } from "../../src/toolsets/profiles.ts";
import type { Random } from "../seed.ts";
import type { ToolCall } from "./advised.ts";

/** Paths of a tree's files, and words in them. */
export interface TreeSample {
  readonly paths: readonly string[];
  readonly words: readonly string[];
}

type Args = Record<string, unknown>;
type Slip = (random: Random, ground: TreeSample) => Args;

/** A path with two letters swapped. */
function misspelt(path: string): string {
  return path.replace(/([a-z])([a-z])(?=[^/]*$)/, "$2$1") || path + "x";
}

function inCapitals(word: string): string {
  return word.toUpperCase() === word ? word.toLowerCase() : word.toUpperCase();
}

/** Queries with a slip. */
function slippedQuery(random: Random, { words }: TreeSample): string {
  const word = random.pick(words), other = random.pick(words);
  return random.pick([
    word + "(",
    `${word}|${other}(`,
    `(${word}|${other}`,
    `\\\\b${word}\\\\b`,
    `*${word}`,
    `${word}[`,
    `$${word}(`,
    `${word}++`,
    `/${word}/i`,
    `${word}\\|${other}`,
    inCapitals(word),
    `"${word}"`,
    `'${word}' and ${other}`,
    `${word}\n${other}`,
    `${word}\\n${other}`,
    `${word}.*\\Q`,
    `(?P=${word})`,
    `[[:${word}:]]`,
    `${word}{2,1}`,
    `\\y${word}`,
    word,
  ]);
}

function slippedGlob(random: Random, { paths }: TreeSample): string {
  const path = random.pick(paths), name = path.replace(/^.*\//, ""), ext = name.replace(/^.*\./, "");
  return random.pick([
    `*.${ext},*.md`,
    `.${ext}`,
    ext,
    path.replace(/\/[^/]*$/, ""),
    `!*.${ext}`,
    inCapitals(name),
    `./${path}`,
    path.replaceAll("/", "\\"),
    `*.{${ext}, md}`,
    `{${name}`,
    `[${name}`,
    `*.${ext}`,
    name,
  ]);
}

function slippedPath(random: Random, { paths }: TreeSample): string {
  const path = random.pick(paths);
  return random.pick([
    misspelt(path),
    `/${path}`,
    `src/${path}`,
    path.replace(/\/[^/]*$/, ""),
    path + "/x",
    "../" + path,
    path,
  ]);
}

/** Slips in arguments that several tools of the default profile share. */
const SEARCH: readonly Slip[] = [
  (random, ground) => ({ query: slippedQuery(random, ground) }),
  (random, ground) => ({ query: slippedQuery(random, ground), fixed_strings: true }),
  (random, ground) => ({ include_globs: [slippedGlob(random, ground)] }),
  (random, ground) => ({ exclude_globs: [slippedGlob(random, ground)] }),
  (random, ground) => ({ roots: [slippedPath(random, ground)] }),
  () => ({ word: true }),
  () => ({ case: "sensitive" }),
  () => ({ case: "loud" }),
  () => ({ encoding: "utf-16le" }),
  () => ({ max_filesize: "1 byte" }),
  () => ({ max_filesize: "10" }),
  () => ({ limit: 1 }),
  () => ({ limit: -1 }),
  () => ({ skip: 100_000 }),
  () => ({ token_budget: 30 }),
  () => ({ token_budget: 300 }),
  () => ({ summary_only: true, total_only: true }),
  () => ({ summary_only: true, token_budget: 60 }),
  () => ({ count_only_matches: true, token_budget: 60 }),
  () => ({ group_by_file: true, token_budget: 200 }),
  () => ({ colour: true, max_results: 3 }),
  () => ({ regex: true, fixed_strings: true }),
  () => ({ multiline: "yes" }),
  () => ({ context_before: "many" }),
];
const FIND: readonly Slip[] = [
  (random, ground) => ({ pattern: slippedGlob(random, ground) }),
  (random, ground) => ({ pattern: slippedGlob(random, ground), glob: true }),
  (random, ground) => ({ pattern: slippedPath(random, ground), glob: true }),
  (random, ground) => ({ exclude: [slippedGlob(random, ground)] }),
  (random, ground) => ({ roots: [slippedPath(random, ground)] }),
  () => ({ extensions: ["py"] }),
  () => ({ types: ["d"], size: ["+1M"] }),
  () => ({ size: ["big", "+1k"] }),
  () => ({ changed_within: "soon" }),
  () => ({ changed_before: "2001-01-01" }),
  () => ({ depth: 1 }),
  () => ({ limit: 1 }),
  () => ({ skip: 100_000 }),
  () => ({ token_budget: 40 }),
  () => ({ glob: "*.ts" }),
  () => ({ types: ["file"] }),
];
const READ: readonly Slip[] = [
  (random, ground) => ({ path: slippedPath(random, ground) }),
  () => ({ start_line: 0 }),
  () => ({ start_line: 1, offset_bytes: 3 }),
  () => ({ range_type: "bytes", max_lines: 3 }),
  () => ({ max_lines: 0 }),
  () => ({ max_bytes: 20 }),
  () => ({ start_line: 5, token_budget: 30 }),
  () => ({ start_line: 100_000 }),
  () => ({ encoding: "latin" }),
  () => ({ encoding: "nope" }),
  () => ({ start: 3, count: 5 }),
];
/** Slips in the arguments that only read_file of the default profile has. */
const READ_MORE: readonly Slip[] = [
  () => ({ outline: true }),
  () => ({ outline: true, token_budget: 60 }),
  () => ({ outline: true, max_lines: 20 }),
  (random, { words }) => ({ symbol: random.pick(words) }),
  (random, { words }) => ({ symbol: `${random.pick(words)}.${random.pick(words)}`, start_line: 4 }),
  (random, ground) => ({ reads: [slippedPath(random, ground), { path: slippedPath(random, ground), max_lines: 0 }] }),
  (random, { paths }) => ({ reads: Array.from({ length: 24 }, (_, i) => `${random.pick(paths)}:${i + 1}`) }),
];
const GLOB: readonly Slip[] = [
  (random, ground) => ({ pattern: slippedGlob(random, ground) }),
  (random, ground) => ({ pattern: slippedPath(random, ground) }),
];

interface Slippery {
  readonly tool: string;
  readonly right: Slip;
  readonly slips: readonly Slip[];
}

const anyQuery: Slip = (random, { words }) => ({ query: random.pick(words) });
const anyPattern: Slip = (random, { words }) => ({ pattern: random.pick(words) });

const TOOLS: Readonly<Record<Profile, readonly Slippery[]>> = {
  default: [
    { tool: "search_content", right: (...at) => ({ roots: ["."], ...anyQuery(...at) }), slips: SEARCH },
    { tool: "find_and_grep", right: (...at) => ({ roots: ["."], ...anyQuery(...at) }), slips: [...SEARCH, ...FIND] },
    {
      tool: "list_files",
      right: (random) => ({ roots: ["."], ...random.chance(0.3) && { tree: true } }),
      slips: [
        ...FIND,
        (random) => ({ sort_by: random.pick(["size", "date", "sizes", "-size"]) }),
        () => ({ tree: "yes" }),
      ],
    },
    {
      tool: "glob_files",
      right: (random) => ({ pattern: "**/*.ts", mode: random.pick(["files", "directories"]) }),
      slips: [...GLOB, (random, ground) => ({ root: slippedPath(random, ground) }), () => ({ mode: "file" })],
    },
    {
      tool: "read_file",
      right: (random, { paths }) => ({ path: random.pick(paths) }),
      slips: [...READ, ...READ_MORE],
    },
  ],
  microagent: [
    { tool: "glob", right: () => ({ pattern: "**/*.ts" }), slips: GLOB },
    {
      tool: "grep",
      right: anyPattern,
      slips: [
        (random, ground) => ({ pattern: slippedQuery(random, ground) }),
        (random, ground) => ({ filePattern: slippedGlob(random, ground) }),
        () => ({ maxResults: 0 }),
        () => ({ contextBefore: 3, contextAfter: "x" }),
        () => ({ filesOnly: true, path: "src" }),
      ],
    },
    {
      tool: "read_file_lines",
      right: (random, { paths }) => ({ filePath: random.pick(paths), startLine: 1 }),
      slips: [(random, ground) => ({ filePath: slippedPath(random, ground) }), () => ({ startLine: "first" })],
    },
  ],
  fs: [
    {
      tool: "search_text",
      right: anyQuery,
      slips: [
        (random, ground) => ({ query: slippedQuery(random, ground), mode: random.pick(["literal", "regex"]) }),
        (random, ground) => ({ include_globs: [slippedGlob(random, ground)] }),
        (random, ground) => ({ root: slippedPath(random, ground) }),
        () => ({ case_sensitive: true, max_results: 1 }),
        () => ({ skip: 100_000 }),
        () => ({ mode: "fuzzy" }),
      ],
    },
    {
      tool: "list_files",
      right: () => ({}),
      slips: [
        (random, ground) => ({ root: slippedPath(random, ground) }),
        (random, ground) => ({ include_globs: [slippedGlob(random, ground)] }),
        () => ({ recursive: false, max_results: 1 }),
        () => ({ pattern: "*.ts" }),
      ],
    },
    {
      tool: "read_file",
      right: (random, { paths }) => ({ path: random.pick(paths) }),
      slips: READ,
    },
  ],
};

/** A valid call of one of `profile`'s tools with one or two slips. */
export function slippedCall(random: Random, profile: Profile, ground: TreeSample): ToolCall {
  const { tool, right, slips } = random.pick(TOOLS[profile]);
  const second = random.chance(0.5) ? random.pick(slips)(random, ground) : {};
  return { tool, args: { ...right(random, ground), ...random.pick(slips)(random, ground), ...second } };
}
