/**
 * Failures the caller can mend, in words.
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

/** What an error says of the tool that was called. */
export interface CalledTool {
  readonly name: string;
  /** Arguments of a call that works. */
  readonly example: Args;
  /** The call; absent: its arguments are not known. */
  readonly currentCall?: CurrentCall;
  /** Hints that take the place of the common ones, where those name calls or arguments that it has not. */
  readonly hints?: ProfileHints;
  /** All tools that the server offers; absent: those that hints may name. */
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
 * Puts a fault into words; values are made safe to show and shortened to 300 characters.
 * @param of what is said of the tool: a hint that would call one that is not offered says which are
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

/** A glob where a path belongs, a link that leads to nothing, or a path that does not exist. */
function notFoundKey(fault: FaultData): FaultKey {
  if (looksLikeGlob(fault)) return "glob_not_found";
  return fault.params.kind === undefined ? fault.key : "link_not_found";
}

/** Stands in a hint for the tool that was called. */
const CALLED_TOOL = "{tool}";

/** The call; where its arguments are not known, one that works. */
export function currentCallOf(
  { currentCall, name = "", example = {} }: Partial<CalledTool>,
  lang: Lang,
): CurrentCall {
  return currentCall ?? new CurrentCall(name, example, JSON_SPELLING, lang);
}

/** Whether what a fault is about is likely a glob that stands where there should be a path. */
export function looksLikeGlob({ params: { path } }: FaultData): boolean {
  return typeof path === "string" && /[*?]/.test(path);
}

/** Nothing beside the error. */
export const EMPTY_BODY: AnswerBody = { fields: {}, lines: [] };

/** The answer to a call that failed; `extra` stands beside the error in structured content. */
export function errorAnswer(
  fault: FaultData,
  tool: CalledTool,
  lang: Lang,
  extra: AnswerBody = EMPTY_BODY,
): Answer {
  const code = FAULTS[fault.key].code, { message, hint } = faultWords(fault, lang, tool);
  // The call as it was is no example.
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

/** UTF-16 units of a value in a call: as long as a path may be. Of what is longer the beginning is as good. */
const MAX_VALUE_UNITS = 4096;

/**
 * As they stand in the JSON of a call; `…_glob` is the glob that means a name, as far as it is likely one, and `…_any`
 * the same in small letters, for tools to which these mean letters of any case.
 */
function callValues(params: TemplateValues): TemplateValues {
  const all: Record<string, string | number> = { ...params };
  for (const [name, value] of Object.entries(params)) {
    if (typeof value !== "string") continue;
    const said = truncateUnits(value, MAX_VALUE_UNITS);
    all[name] = jsonInner(said);
    const likely = escapeGlob(name === "name" ? baseName(likelyPath(said).replace(/\/+$/, "")) || said : said);
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

/** A call in a template: `{tool}` stands for the tool that was called. */
const CALL = /(\{tool\}|\b[a-z]+(?:_[a-z]+)*) (\{"[^"]*"(?:"[^"]*"|[^"{}]|\{\w+\})*\})/;

/** The names before the calls in a template. */
export function toolsNamedIn(template: string): readonly string[] {
  return template.split(CALL).filter((_, i) => i % 3 === 1);
}

/**
 * `template` with its values, as `fill` puts them in. In a call a value stands as JSON has it.
 * @param spell writes a call
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
