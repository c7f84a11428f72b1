/**
 * The prompts: how to explore a tree with few tokens, by calls of the offered tools.
 * @module
 */
import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { textJson } from "../format/safe_text.ts";
import { fill } from "../model/messages/bilingual.ts";
import { escapeGlob } from "../model/escape_glob.ts";
import { dirPrefix } from "../model/place.ts";
import { type Profile, toolsOf } from "../toolsets/profiles.ts";
import { unknownNameError } from "./protocol_errors.ts";
import type { Service } from "./service.ts";

/**
 * A prompt. In its sentences `{at}` is the argument as JSON, `{glob}` the prefix of globs below it, and `{within}` grep's
 * argument that restricts a search to it.
 */
interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argument: string;
  readonly about: string;
  readonly opening: string;
  /** The steps for each profile. Each step names the tools that it needs. */
  readonly steps: Readonly<Record<Profile, readonly string[]>>;
  readonly closing: string;
}

const PROMPTS: readonly Prompt[] = [
  {
    name: "explore_library",
    title: "Explore a library",
    description: "Directories first, then files with narrow patterns.",
    argument: "directory",
    about: "where to start; default the root",
    opening: "Get to know the library under {at} from the top down.",
    steps: {
      default: [
        'See its structure: glob_files {"pattern": "**/*", "root": {at}} lists directories only.',
        'Then files of one interesting directory, with a narrow pattern: glob_files {"pattern": "{glob}…/*.md", "mode": "files"}. At most 200 are shown; a message says when to narrow further.',
        "See what a file defines: read_file with outline=true. Read only what the names promise: start_line and max_lines, or symbol.",
      ],
      microagent: [
        'Files are listed, and directories show in their paths: glob {"pattern": "{glob}*"}, then {"pattern": "{glob}*/*"}.',
        'Then files of one kind: glob {"pattern": "{glob}**/*.md"}.',
        "Read only what the names promise: read_file_lines with startLine and endLine.",
      ],
      fs: [
        'See one level at a time: list_files {"root": {at}, "recursive": false, "include_dirs": true}.',
        'Then files of one kind: list_files {"root": {at}, "include_globs": ["**/*.md"], "max_results": 50}.',
        "Read only what the names promise: read_file with start_line and max_lines.",
      ],
    },
    closing: "Do not list every file: a large library floods you. Say what the library holds and how it is arranged.",
  },
  {
    name: "organize_library",
    title: "Organize a library",
    description: "Survey a library before anything is moved.",
    argument: "directory",
    about: "what to organize; default the root",
    opening: "Propose an order for the library under {at}. These tools only read: survey first, then suggest moves.",
    steps: {
      default: [
        'Learn the present structure: glob_files {"pattern": "**/*", "root": {at}} lists directories.',
        'Count what is there, kind by kind: list_files {"roots": [{at}], "extensions": ["pdf"], "limit": 20}; total says how many.',
        'Look for what is out of place with targeted patterns: glob_files {"pattern": "{glob}*.*", "mode": "files"}.',
      ],
      microagent: [
        'Learn the present structure from the paths of files: glob {"pattern": "{glob}*"}, then {"pattern": "{glob}*/*"}.',
        'Look for what is out of place with targeted patterns: glob {"pattern": "{glob}**/*.pdf"}.',
      ],
      fs: [
        'Learn the present structure: list_files {"root": {at}, "recursive": false, "include_dirs": true}, then its directories.',
        'Look for what is out of place with targeted patterns: list_files {"root": {at}, "include_globs": ["**/*.pdf"], "include_metadata": true}.',
      ],
    },
    closing: "Then list the moves, each as from → to, fitted into directories that exist wherever one does.",
  },
  {
    name: "search_first",
    title: "Search first, read last",
    description: "Find the lines that matter, then read only those.",
    argument: "path",
    about: "directory or file to look in; default the root",
    opening: "Answer from the files under {at} without reading whole files: search first, read later.",
    steps: {
      default: [
        'Which lines? search_content {"roots": [{at}], "query": "…", "group_by_file": true}, and include_globs for the files that matter.',
        "Only how many? search_content with total_only, count_only_matches or value_counts.",
        "Where is it defined? search_content with definitions=true shows its text too.",
        "Read around a match: read_file with start_line a little before it, and max_lines 20 or so; or one symbol.",
      ],
      microagent: [
        'In which files? grep {"pattern": "…", {within}"filesOnly": true}.',
        "Which lines? The same grep without filesOnly, with a narrow filePattern.",
        "Read around a match: read_file_lines with startLine a little before it, endLine after.",
      ],
      fs: [
        'Which lines? search_text {"query": "…", "root": {at}, "max_results": 10, "context_lines": 0}.',
        "Too many: search_text with include_globs; more: skip.",
        "Read around a hit: read_file with start_line a little before it, and max_lines 20 or so.",
      ],
    },
    closing: "That takes 50-90 % fewer tokens than reading the files.",
  },
];

/** The longest path of any system, in UTF-16 units. */
const MAX_PATH_UNITS = 32_767;

/** The result of `prompts/list`. */
export const PROMPT_LIST: ListPromptsResult["prompts"] = PROMPTS.map((prompt) => ({
  name: prompt.name,
  title: prompt.title,
  description: prompt.description,
  arguments: [{ name: prompt.argument, description: prompt.about, required: false }],
}));

/** Renders the prompt `name` with `args`. Throws a protocol error for an unknown name or argument. */
export function getPrompt(name: string, args: Readonly<Record<string, string>>, service: Service): GetPromptResult {
  const prompt = promptNamed(name);
  for (const [given, value] of Object.entries(args)) {
    if (given !== prompt.argument) throw onlyArgument(prompt);
    if (value.length > MAX_PATH_UNITS) throw tooLong(given);
  }
  const text = promptText(prompt, args[prompt.argument] ?? ".", service);
  return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
}

/** The error for a long path. Several lines of the prompt repeat it, so its length must be bounded. */
function tooLong(argument: string): ProtocolError {
  const message = `${argument} is a path, and has more than ${MAX_PATH_UNITS} characters: no path is as long.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function promptNamed(name: string): Prompt {
  const prompt = PROMPTS.find((known) => known.name === name);
  if (prompt === undefined) throw unknownNameError("prompt", name, PROMPTS.map((known) => known.name));
  return prompt;
}

function onlyArgument({ name, argument, about }: Prompt): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${name} has one argument: ${argument} (${about}).`);
}

/** The prompt's text, with the steps that the offered tools allow, numbered. */
function promptText({ opening, steps, closing }: Prompt, path: string, service: Service): string {
  const { tools, profile, projectRoot } = service;
  const missing = toolsOf(profile).map(({ name }) => name).filter((name) => !tools.some((tool) => tool.name === name));
  const possible = steps[profile].filter((step) => !missing.some((name) => RegExp(`\\b${name}\\b`).test(step)));
  const lines = [opening, ...possible.map((step, i) => `${i + 1}. ${step}`), closing];
  return lines.map((line) => withPath(line, path, projectRoot)).join("\n");
}

/** Inserts the path as a JSON string, or inside one, so that its content can't be read as an instruction. */
function withPath(sentence: string, path: string, projectRoot: string): string {
  const below = belowRoot(path, projectRoot);
  const top = below === "";
  const pattern = textJson(escapeGlob(below)).slice(1, -1);
  return fill(sentence, {
    at: textJson(path === "" ? "." : path),
    glob: top ? "" : pattern + "/",
    within: top ? "" : `"filePattern": "{${pattern},${pattern}/**}", `,
  });
}

/** The path as globs name it: without `./` and without the project root; "" for the root itself. */
function belowRoot(path: string, projectRoot: string): string {
  const plain = path.replace(/(?<=^|\/)(?:\.(?:\/|$))+/g, "").replace(/(?<!\/)\/+$/, "");
  if (plain === projectRoot) return "";
  const stem = dirPrefix(projectRoot);
  return plain.startsWith(stem) ? plain.slice(stem.length) : plain;
}
