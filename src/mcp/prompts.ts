/**
 * The prompts: how to explore a tree with few tokens, by calls of the offered tools.
 * @module
 */
import type { GetPromptResult } from "@modelcontextprotocol/server";
import PROMPTS from "./prompts.json" with { type: "json" };
import { textJson } from "../format/safe_text.ts";
import { fill } from "../model/messages/messages.ts";
import { escapeGlob } from "../model/escape.ts";
import { dirPrefix } from "../model/place.ts";
import { toolsOf } from "../toolsets/profiles.ts";
import { invalidParams, unknownNameError } from "./protocol_errors.ts";
import type { Service } from "./service.ts";

/**
 * The prompts with the steps for each profile; a step names the tools that it needs. In their sentences `{at}` is the
 * argument as JSON, `{glob}` the prefix of globs below it, and `{within}` grep's argument that restricts a search to it.
 */
type Prompt = typeof PROMPTS[number];

/** The longest path of any system, in UTF-16 units. */
const MAX_PATH_UNITS = 32_767;

/** Renders the prompt `name` with `args`. Throws a protocol error for an unknown name or argument. */
export function getPrompt(name: string, args: Readonly<Record<string, string>>, service: Service): GetPromptResult {
  const prompt = PROMPTS.find((known) => known.name === name);
  if (prompt === undefined) throw unknownNameError("prompt", name, PROMPTS.map((known) => known.name));
  const { argument, about, description } = prompt, path = args[argument] ?? ".";
  const isOther = Object.keys(args).some((given) => given !== argument);
  if (isOther) throw invalidParams(`${name} has one argument: ${argument} (${about}).`);
  if (path.length > MAX_PATH_UNITS) {
    // Several lines of the prompt repeat it.
    throw invalidParams(`${argument} is a path, and has more than ${MAX_PATH_UNITS} characters: no path is as long.`);
  }
  const text = promptText(prompt, path, service);
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
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
  const below = belowRoot(path, projectRoot), top = below === "", pattern = textJson(escapeGlob(below)).slice(1, -1);
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
