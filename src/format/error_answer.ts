/**
 * Errors as sentences and as answers: messages, and hints with calls that work.
 * @module
 */
import { type FaultKey, FAULTS } from "../model/messages/faults.ts";
import { type Bilingual, fill, type TemplateValues } from "../model/messages/bilingual.ts";
import type { Lang } from "../model/messages/lang.ts";
import { likelyPath } from "../model/likely_path.ts";
import { escapeGlob } from "../model/escape_glob.ts";
import { baseName } from "../model/place.ts";
import { type Reason, REASONS } from "../model/messages/reasons.ts";
import type { FaultData, FaultParams } from "../model/messages/tool_error.ts";
import type { Answer } from "./answer.ts";
import { type Args, CurrentCall, JSON_SPELLING } from "./current_call.ts";
import { say, unitWord } from "./phrases.ts";
import { quoteIfUnsafe, textJson, textPath, textValue, truncateUnits } from "./safe_text.ts";
import type { AnswerBody } from "./render_page.ts";

/** The facts about the called tool that an error states. */
export interface CalledTool {
  readonly name: string;
  /** Arguments of a call that works. */
  readonly example: Args;
  /** The call; absent if its arguments are not known. */
  readonly currentCall?: CurrentCall;
  /** Hints that replace common ones that name calls or arguments the tool does not have. */
  readonly hints?: ProfileHints;
  /** All tools that the server offers. If absent, hints may name any tool. */
  readonly offered?: readonly string[];
}

/** Hints of a profile's or a tool's own, by fault. */
export type ProfileHints = Readonly<Partial<Record<FaultKey, Bilingual>>>;

/** A fault's sentences in `lang`. */
export interface FaultWords {
  readonly message: string;
  readonly hint: string;
}

/**
 * Puts a fault into words. Values are made safe to show and shortened to 300 characters.
 * @param of the called tool. If a hint would name a tool that is not offered, it lists those that are
 */
export function faultWords(fault: FaultData, lang: Lang, of: Partial<CalledTool> = {}): FaultWords {
  const key = fault.key === "not_found" ? notFoundKey(fault) : fault.key;
  const [message, common] = FAULTS[key][lang], hint = of.hints?.[key]?.[lang] ?? common;
  const currentCall = currentCallOf(of, lang),
    params = paramsInWords({ tool: currentCall.tool, ...fault.params }, lang);
  const values = { ...displayedParams(params), bytes: unitWord(lang, "bytes", Number(params.size)) };
  const isOffered = of.offered === undefined ||
    toolsNamedIn(hint).every((name) => name === CALLED_TOOL || of.offered?.includes(name));
  const withCall = { ...values, call: hint.includes("{call}") ? currentCall.render(fault.correctedArgs) : "" };
  const spell = (name: string, args: Args) =>
    name === CALLED_TOOL ? currentCall.render(args) : currentCall.renderOther(name, args);
  return {
    message: fill(message, values),
    hint: isOffered
      ? fillCalls(hint, withCall, callValues(params), spell)
      : say(lang, "only_tools", { tools: of.offered?.join(", ") ?? "" }),
  };
}

/** Distinguishes a glob given as a path, a link whose target is missing, and a path that does not exist. */
function notFoundKey(fault: FaultData): FaultKey {
  if (looksLikeGlob(fault)) return "glob_not_found";
  return fault.params.kind === undefined ? fault.key : "link_not_found";
}

/** The placeholder for the called tool in hints. */
const CALLED_TOOL = "{tool}";

/** The current call, or an example if its arguments are not known. */
export function currentCallOf(
  { currentCall, name = "", example = {} }: Partial<CalledTool>,
  lang: Lang,
): CurrentCall {
  return currentCall ?? new CurrentCall(name, example, JSON_SPELLING, lang);
}

/** Whether the path that a fault is about is probably a glob. */
export function looksLikeGlob({ params: { path } }: FaultData): boolean {
  return typeof path === "string" && /[*?]/.test(path);
}

/** No content beside the error. */
export const EMPTY_BODY: AnswerBody = { fields: {}, lines: [] };

/** Answers a call that failed. `extra` is added to the error's text and structured content. */
export function errorAnswer(
  fault: FaultData,
  tool: CalledTool,
  lang: Lang,
  extra: AnswerBody = EMPTY_BODY,
): Answer {
  const code = FAULTS[fault.key].code, { message, hint } = faultWords(fault, lang, tool);
  // The call that failed is not an example.
  const isMended = /^(?:INVALID|UNKNOWN)_ARGUMENT$/.test(code) &&
    (fault.correctedArgs !== undefined || tool.currentCall === undefined);
  const example = isMended ? { example: currentCallOf(tool, lang).argsWith(fault.correctedArgs ?? {}) } : {};
  return {
    text: [`${code}: ${message}`, hint, ...extra.lines].join("\n"),
    structured: { error: { code, message, hint, ...example }, ...extra.fields },
    isError: true,
    found: false,
  };
}

/** The words of a reason. */
export function reasonWords({ key, params }: Reason, lang: Lang): string {
  return fill(REASONS[key][lang], params);
}

function paramsInWords(params: FaultParams, lang: Lang): TemplateValues {
  const words = Object.entries(params).map(([name, value]) =>
    [name, typeof value === "object" ? reasonWords(value, lang) : value] as const
  );
  return Object.fromEntries(words);
}

function displayedParams(params: TemplateValues): TemplateValues {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, displayedValue(name, value)]));
}

/** The longest value in a suggested call, in UTF-16 units: the longest path. Longer values are truncated. */
const MAX_VALUE_UNITS = 4096;

/**
 * The values of a call, escaped for JSON. `…_glob` is a glob that matches the value literally, and `…_any` the same in
 * lower case, for tools that match lower case letters in any case.
 */
function callValues(params: TemplateValues): TemplateValues {
  const all: Record<string, string | number> = { ...params };
  for (const [name, value] of Object.entries(params)) {
    if (typeof value !== "string") continue;
    const short = truncateUnits(value, MAX_VALUE_UNITS);
    all[name] = jsonInner(short);
    const likely = escapeGlob(
      name === "name" ? baseName(likelyPath(short).replace(/(?<!\/)\/+$/, "")) || short : short,
    );
    all[`${name}_glob`] = jsonInner(likely);
    all[`${name}_any`] = jsonInner(likely.toLowerCase());
  }
  return all;
}

function jsonInner(value: string): string {
  return textJson(value).slice(1, -1);
}

function displayedValue(name: string, value: string | number): string | number {
  if (typeof value === "number") return value;
  if (name === "pattern") return textValue(quoteIfUnsafe(value));
  return name === "path" ? textValue(textPath(value)) : textValue(value);
}

/** A call in a template, of `{tool}` or of a named tool. */
const CALL = /(\{tool\}|\b[a-z]+(?:_[a-z]+)*) (\{"[^"]*"(?:"[^"]*"|[^"{}]|\{\w+\})*\})/;

/** The names of the tools that the calls in a template name. */
function toolsNamedIn(template: string): readonly string[] {
  return template.split(CALL).filter((_, i) => i % 3 === 1);
}

/**
 * Fills in a template's values as `fill` does. In calls, values are escaped for JSON.
 * @param spell renders a call
 *
 * @example
 * ```ts
 * const spell = (tool: string, args: unknown) => `${tool} ${JSON.stringify(args)}`;
 * fillCalls('{path}: read_file {"path": "{path}"}', { path: 'a"b' }, { path: 'a\\"b' }, spell); // 'a"b: read_file {"path":"a\\"b"}'
 * ```
 */
export function fillCalls(
  template: string,
  values: TemplateValues,
  quoted: TemplateValues,
  spell: (tool: string, args: Record<string, unknown>) => string,
): string {
  const parts = template.split(CALL);
  return parts.map((part, i) => {
    if (i % 3 === 0) return fill(part, values);
    return i % 3 === 1 ? "" : spell(parts[i - 1], JSON.parse(fill(part, quoted)));
  }).join("");
}
