/**
 * Errors as sentences and as answers: messages, and hints that name what to change.
 * @module
 */
import { FAULT_CODES, type FaultData, type FaultKey, type FaultParams } from "../model/messages/tool_error.ts";
import { isSentenceKey, type Lang, reasonWords, say } from "../model/messages/messages.ts";
import { LIMITS } from "../model/limits.ts";
import type { Answer } from "./answer.ts";
import { type Args, JSON_SPELLING, type Spelling } from "./current_call.ts";
import { quoteIfUnsafe, textPath, textValue } from "./safe_text.ts";
import type { Body } from "./page.ts";

/** The facts about the called tool that an error states. */
export interface CalledTool {
  readonly name: string;
  /** Arguments of a call that works. */
  readonly example: Args;
  /** How the caller writes calls; absent: as JSON. */
  readonly spelling?: Spelling;
  /** What to change after an error, where the tool's arguments differ from the default profile's. */
  readonly changes?: FaultChanges;
}

/** The arguments to change after a fault, or words for it; undefined: the tool has no such argument. */
export type FaultChanges = Readonly<Partial<Record<FaultKey, ((params: FaultParams) => Args | string) | undefined>>>;

/** Those of the default profile. */
const FAULT_CHANGES: FaultChanges = {
  newline_in_query: () => ({ multiline: true }),
  regex_text: () => ({ fixed_strings: true }),
  name_regex: () => ({ glob: true }),
  no_mark: ({ encoding }) => ({ encoding }),
  encoding_near: ({ meant }) => ({ encoding: meant }),
  timeout: () => ({ timeout_ms: LIMITS.timeoutMs.cap }),
  consult_unavailable: () => ({ dry_run: true }),
  consult_not_permitted: () => ({ dry_run: true }),
};

/** The words for more time where a tool has no argument for it. */
export const LONGER_TIMEOUT: FaultChanges = { timeout: () => "--timeout-ms" };

/** A fault's sentences in `lang`. */
export interface FaultWords {
  readonly message: string;
  /** Empty where the message says enough. */
  readonly hint: string;
}

/** Puts a fault into words. Values are made safe to show and shortened to 300 characters. */
export function faultWords(fault: FaultData, lang: Lang, of: Partial<CalledTool> = {}): FaultWords {
  const key = fault.key === "not_found" ? notFoundKey(fault) : fault.key, hintKey = `hint.${key}`;
  const { name = "", spelling = JSON_SPELLING } = of, params = Object.entries({ tool: name, ...fault.params });
  const values = Object.fromEntries(params.map(([param, value]) => [param, shownValue(param, value, lang)]));
  const message = say(lang, `fault.${key}`, values);
  if (!isSentenceKey(hintKey)) return { message, hint: "" };
  const change = { ...FAULT_CHANGES, ...of.changes }[key]?.(fault.params);
  const spelt = typeof change === "object" ? spelling.switches(name, change) : change;
  const hint = say(lang, hintKey, { ...values, ...(spelt !== undefined && { change: spelt }) });
  return { message, hint: hint.includes("{change}") ? "" : hint };
}

function shownValue(param: string, value: FaultParams[string], lang: Lang): string | number {
  if (typeof value === "number") return value;
  const text = typeof value === "object" ? reasonWords(value, lang) : value;
  return textValue(param === "path" ? textPath(text) : param === "pattern" ? quoteIfUnsafe(text) : text);
}

/** Distinguishes a glob given as a path, a link whose target is missing, and a path that does not exist. */
function notFoundKey(fault: FaultData): FaultKey {
  if (looksLikeGlob(fault)) return "glob_not_found";
  return fault.params.kind === undefined ? fault.key : "link_not_found";
}

/** Whether the path that a fault is about is probably a glob. */
export function looksLikeGlob({ params: { path } }: FaultData): boolean {
  return typeof path === "string" && /[*?]/.test(path);
}

/** No content beside the error. */
export const EMPTY_BODY: Body = { fields: {}, lines: [] };

/** Answers a call that failed. `extra` is added to the error's text and structured content. */
export function errorAnswer(
  fault: FaultData,
  tool: CalledTool,
  lang: Lang,
  extra: Body = EMPTY_BODY,
): Answer {
  const code = FAULT_CODES[fault.key], { message, hint } = faultWords(fault, lang, tool);
  const { name, example, spelling = JSON_SPELLING } = tool;
  const [field] = String(fault.params.field ?? "").split("[");
  // An example without the argument in question would advise to drop it.
  const isApt = ["", name].includes(field) || field in example;
  const hasExample = code === "UNKNOWN_ARGUMENT" || code === "INVALID_ARGUMENT" && isApt;
  const lines = [
    `${code}: ${message}`,
    hint,
    ...extra.lines,
    hasExample ? `Example: ${spelling.call(name, example)}` : "",
  ];
  return {
    text: lines.filter((line) => line !== "").join("\n"),
    structured: {
      error: { code, message, ...(hint !== "" && { hint }), ...(hasExample && { example }) },
      ...extra.fields,
    },
    isError: true,
    found: false,
  };
}
