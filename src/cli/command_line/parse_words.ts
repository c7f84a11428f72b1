/**
 * Splits a command line into subcommand, options and words, from left to right: a tool's flags follow its name.
 *
 * The program that starts the npm package in Node is made of this file too, so nothing here needs Deno.
 * @module
 */
import { isMisspelt, nearestNames } from "../../model/nearest_names.ts";
import type { Profile } from "../../toolsets/profiles.ts";
import { UsageError } from "../usage_error.ts";
import { type GivenOptions, kebabCase, lineProfile, OPTIONS, type VerbName, VERBS } from "./settings.ts";
import { quoteForShell } from "./shell_quoting.ts";
import type { Flag } from "./tool_flags.ts";

/** A tool, as far as a command line is split by it. */
export interface ToolWords {
  readonly name: string;
  readonly flags: readonly Pick<Flag, "name" | "value">[];
}

/** A split command line. */
export interface ParsedWords {
  readonly verb: VerbName;
  /** The name of the tool after `call`. */
  readonly tool?: string;
  /** The server's options and the tool's flags; the text of one that takes no value is `true` or `false`. */
  readonly given: GivenOptions;
  /** The words after the subcommand and the tool. */
  readonly words: readonly string[];
}

/**
 * Splits a command line. The server's options may stand anywhere.
 * @param toolsOf the tools of a profile
 * @throws UsageError for what is not known, and for an option without its value
 */
export function parseWords(args: readonly string[], toolsOf: (profile: Profile) => readonly ToolWords[]): ParsedWords {
  const line = new Line(() => toolsOf(lineProfile(args))), end = args.indexOf("--");
  const before = end < 0 ? args : args.slice(0, end);
  for (let i = 0; i < before.length; i++) {
    if (line.take(before[i], before.slice(i + 1))) i++;
  }
  if (end >= 0) args.slice(end + 1).forEach((word, i, words) => line.takeWord(word, words.slice(i + 1)));
  return line;
}

/** Whether a switch is on. */
export function isOn({ given }: ParsedWords, name: "json" | "text" | "watch" | "help" | "version"): boolean {
  return given.get(name)?.at(-1) === "true";
}

/** What is split so far. */
class Line implements ParsedWords {
  verb: VerbName = "serve";
  tool?: string;
  readonly given = new Map<string, string[]>();
  readonly words: string[] = [];
  #hasVerb = false;
  readonly #flags = new Map<string, Pick<Flag, "name" | "value">>();

  constructor(private readonly tools: () => readonly ToolWords[]) {
    for (const option of OPTIONS) {
      for (const name of [option.name, option.short ?? option.name]) this.#flags.set(name, option);
    }
  }

  /** Takes an argument, and the first of those after it if that is its value: then it returns true. */
  take(arg: string, after: readonly string[]): boolean {
    const [next] = after;
    const [, dashed, inline] = /^(--?[^-=][^=]*)(?:=([^]*))?$/.exec(arg) ?? [];
    if (dashed === undefined) {
      this.takeWord(arg, after);
      return false;
    }
    const { name, value, isOff } = this.#flagOf(dashed), isNext = value !== undefined && inline === undefined;
    // A value that begins with two dashes has to follow an equals sign.
    if (isNext && (next === undefined || next.startsWith("--"))) {
      throw new UsageError("usage.value_missing", { option: dashed, form: `${dashed}=${value}` });
    }
    const text = isOff ? "false" : (isNext ? next : inline) ?? "true";
    this.given.set(name, [...this.given.get(name) ?? [], text]);
    return isNext;
  }

  /** The first word is the subcommand, the one after `call` the tool. */
  takeWord(word: string, after: readonly string[]): void {
    if (!this.#hasVerb) {
      this.verb = verbNamed(word, after, this.tools);
      this.#hasVerb = true;
    } else if (this.verb === "call" && this.tool === undefined) {
      const { name, flags } = toolNamed(word, this.tools());
      this.tool = name;
      for (const flag of flags) this.#flags.set(flag.name, flag);
    } else this.words.push(word);
  }

  /** The flag of this name, in kebab case or as the argument is named; one without a value also with `no-`. */
  #flagOf(dashed: string) {
    const typed = dashed.replace(/^-+/, ""), name = typed.length > 1 ? kebabCase(typed) : typed;
    const flag = this.#flags.get(name), on = this.#flags.get(name.replace(/^no-/, ""));
    if (flag !== undefined) return { ...flag, isOff: false };
    if (on !== undefined && on.value === undefined) return { ...on, isOff: true };
    const names = [...this.#flags.keys()].filter(({ length }) => length > 1).map((name) => `--${name}`);
    throw unknown(dashed, nearestNames(dashed, names));
  }
}

/** The tool of this name. @throws UsageError */
export function toolNamed<Tool extends { readonly name: string }>(word: string, tools: readonly Tool[]): Tool {
  const tool = tools.find(({ name }) => name === word);
  if (tool !== undefined) return tool;
  throw unknown(JSON.stringify(word), nearestNames(word, tools.map(({ name }) => name)));
}

/** The subcommand; a mistaken one may mean a call of a tool, or a directory. */
function verbNamed(word: string, after: readonly string[], tools: () => readonly ToolWords[]): VerbName {
  const verb = VERBS.find((known) => known === word), [nearest] = nearestNames(word, VERBS, 1);
  if (verb !== undefined) return verb;
  const tool = tools().find(({ name }) => name === word || name.startsWith(`${word}_`));
  const isPath = /[./\\~]/.test(word) || !isMisspelt(word, nearest);
  const call = tool && quoteForShell(["call", tool.name, ...after]);
  throw unknown(JSON.stringify(word), [call ?? (isPath ? `--root ${word}` : nearest)]);
}

function unknown(word: string, nearest: readonly string[]): UsageError {
  return new UsageError("usage.unknown", { word, nearest: nearest.join(", ") });
}
