/**
 * Makes a tool from its definition: it parses the arguments before the tool answers, and turns expected failures into
 * error answers.
 * @module
 */
import type * as z from "zod";
import { type CalledTool, EMPTY_BODY, errorAnswer, looksLikeGlob } from "../format/error_answer.ts";
import { type Args, CurrentCall, JSON_SPELLING } from "../format/current_call.ts";
import { say } from "../format/phrases.ts";
import { textPath } from "../format/safe_text.ts";
import type { AnswerBody } from "../format/render_page.ts";
import { wellFormedAnswer } from "../format/well_formed.ts";
import type { FaultKey } from "../model/messages/faults.ts";
import type { Lang } from "../model/messages/lang.ts";
import { likelyPath } from "../model/likely_path.ts";
import { LIMITS } from "../model/limits.ts";
import { type FaultData, ToolError } from "../model/messages/tool_error.ts";
import { CallNotes } from "./arguments/call_notes.ts";
import { mendArguments } from "./arguments/correct_refused_call.ts";
import type { AliasTable } from "./arguments/aliases.ts";
import { normalizeArguments, parseArguments } from "./arguments/parse_arguments.ts";
import { withPathNotes } from "./arguments/path_notes.ts";
import type { Answer, CallContext, Tool } from "./tool.ts";

/** A call of a tool. */
export interface ToolCall {
  readonly context: CallContext;
  readonly tool: CalledTool;
  /** The call in the caller's spelling, for hints that change it. */
  readonly currentCall: CurrentCall;
  readonly notes: CallNotes;
  /** The context of every answer. */
  readonly pageContext: {
    /** The server's token budget. */
    readonly budget: number;
    readonly notes: readonly string[];
    readonly lang: Lang;
    readonly currentCall: CurrentCall;
  };
}

/** A tool without parsing and error handling. */
export interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, "input" | "call" | "openWorld"> {
  readonly input: Input;
  /** Names of its arguments in other tools. */
  readonly aliases?: AliasTable;
  readonly openWorld?: boolean;
  /** Answers parsed arguments; throws ToolError for what the caller can mend. */
  handle(args: z.output<Input>, call: ToolCall): Promise<Answer>;
}

/** Makes a tool. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { handle, input, aliases, openWorld = false, ...rest } = definition;
  const parsing = { name: rest.name, ...(aliases && { aliases }) };
  return {
    ...rest,
    input,
    openWorld,
    async call(args, context) {
      const { lang, spelling = JSON_SPELLING, tokenBudget, offeredTools, sentAs } = context;
      const tool = { ...rest, ...(offeredTools && { offered: offeredTools }) };
      let currentCall: CurrentCall | undefined;
      try {
        const notes = new CallNotes(lang);
        const parsed = parseArguments(input, args, parsing, lang, notes.sentences);
        currentCall = new CurrentCall(rest.name, inGivenOrder(args, parsed), spelling, lang, sentAs);
        const pageContext = { budget: tokenBudget, notes: notes.sentences, lang, currentCall };
        const called = { ...tool, currentCall };
        const call = { context: withPathNotes(context, notes), tool: called, currentCall, notes, pageContext };
        return wellFormedAnswer(await handle(parsed, call), args);
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        const fault = currentCall
          ? withMendingChanges(error, currentCall, input)
          : { ...error.data, correctedArgs: {} };
        currentCall ??= callOfRefusedArguments(args, { ...rest, ...parsing, input }, context);
        const body = await nearestPathsBody(error, context, currentCall);
        return wellFormedAnswer(errorAnswer(fault, { ...tool, currentCall }, lang, body), args);
      }
    },
  };
}

/** `parsed` in the order of the given arguments; arguments under another name come last. */
function inGivenOrder(given: unknown, parsed: Args): Args {
  const names = Object.keys(Object(given)), placeOf = (name: string) => (names.indexOf(name) + 1) || Infinity;
  return Object.fromEntries(Object.entries(parsed).sort(([a], [b]) => placeOf(a) < placeOf(b) ? -1 : 1));
}

/** The call with as many of the refused arguments as the tool accepts. */
function callOfRefusedArguments(
  args: unknown,
  { name, example, input, aliases }: Pick<ToolDefinition<z.ZodObject>, "name" | "example" | "input" | "aliases">,
  { spelling = JSON_SPELLING, lang, sentAs }: CallContext,
): CurrentCall {
  const words = normalizeArguments(args, input, aliases) ?? example;
  return new CurrentCall(name, mendArguments(words, input, example), spelling, lang, sentAs);
}

/** A fault with the arguments that mend it: a longer timeout, if the tool takes one and the call was below the cap. */
function withMendingChanges(error: ToolError, { args }: CurrentCall, { shape }: z.ZodObject): FaultData {
  if (error.key !== "timeout") return error;
  const { params } = error, { cap } = LIMITS.timeoutMs;
  if (!Object.hasOwn(shape, "timeout_ms")) return { key: "timeout", params };
  return Number(args.timeout_ms) >= cap
    ? { key: "timeout_at_cap", params }
    : { key: "timeout", params, correctedArgs: { timeout_ms: cap } };
}

/** Milliseconds for looking up the nearest existing paths. */
const NEAREST_MS = 300;
/** Suffixes of a path, or paths in one string, that are looked up. */
const MAX_PATHS = 32;

/** Names existing paths similar to a path that does not exist or lies outside the roots. */
async function nearestPathsBody(error: ToolError, { run, lang }: CallContext, call: CurrentCall): Promise<AnswerBody> {
  const { path } = error.params;
  if (typeof path !== "string" || looksLikeGlob(error)) return EMPTY_BODY;
  try {
    const paths = await nearestPaths(error.key, path, run);
    if (paths.length === 0) return EMPTY_BODY;
    const existing = paths.map(textPath).join(", "), changes = replacePath(call.args, path, paths[0]);
    const sentence = changes === undefined
      ? say(lang, "nearest_paths", { paths: existing })
      : say(lang, "nearest_call", { paths: existing, call: call.render(changes) });
    return { fields: { nearest: paths }, lines: [sentence] };
  } catch (failure) {
    if (failure instanceof ToolError) return EMPTY_BODY;
    throw failure;
  }
}

/** The argument that has `path`, alone or in a list, with `other` in its place. */
function replacePath(args: Args, path: string, other: string): Args | undefined {
  const [field, value] = Object.entries(args).find(([, value]) => [value].flat().includes(path)) ?? [];
  if (field === undefined) return undefined;
  return { [field]: Array.isArray(value) ? value.map((one) => one === path ? other : one) : other };
}

async function nearestPaths(key: FaultKey, path: string, run: CallContext["run"]): Promise<readonly string[]> {
  const existing = async (paths: readonly string[]) => {
    const { places } = await run({ op: "locate", paths, timeoutMs: NEAREST_MS });
    return places.flatMap((place) => place === null || place.kind === "missing" ? [] : [place.shown]);
  };
  if (key === "outside") return (await existing(pathSuffixes(path))).slice(0, 1);
  if (key !== "not_found") return [];
  const candidates = path.split(/[\s,]+/).filter((part) => part !== "").slice(0, MAX_PATHS);
  const existingParts = candidates.length > 1 ? await existing(candidates) : [];
  if (existingParts.length === candidates.length) return existingParts;
  return (await run({ op: "nearest", path, limit: 3, timeoutMs: NEAREST_MS })).paths;
}

/**
 * Paths that a path of another machine or checkout, or one with a slash before the root's name, may mean here; the
 * likeliest first.
 */
function pathSuffixes(path: string): string[] {
  const segments = likelyPath(path).split("/").filter((name) => name !== "" && name !== ".").slice(-MAX_PATHS);
  return segments.map((_, i) => segments.slice(i).join("/"));
}
