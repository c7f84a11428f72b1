/**
 * Makes a tool of its definition: arguments are parsed before it answers, expected failures become
 * error answers after.
 * @module
 */
import type * as z from "zod";
import { type Called, errorAnswer, isGlob, NOTHING } from "../format/errors.ts";
import { type Args, JSON_SPELLING, OwnCall } from "../format/own_call.ts";
import { say } from "../format/phrases.ts";
import { textPath } from "../format/safe_text.ts";
import type { Body } from "../format/seal.ts";
import { wellFormedAnswer } from "../format/well_formed.ts";
import type { FaultKey } from "../model/faults.ts";
import type { Lang } from "../model/lang.ts";
import { likelyPath } from "../model/likely_path.ts";
import { LIMITS } from "../model/limits.ts";
import { type FaultData, ToolError } from "../model/tool_error.ts";
import { Caps } from "./caps.ts";
import { mendedArguments } from "./mended_arguments.ts";
import type { OtherNames } from "./other_names.ts";
import { inOwnWords, parseArguments } from "./parse_arguments.ts";
import { notingPaths } from "./path_notes.ts";
import type { Answer, CallContext, Tool } from "./tool.ts";

/** One call under way. */
export interface Call {
  readonly context: CallContext;
  readonly tool: Called;
  /** The call itself, for hints that advise it with something changed. */
  readonly own: OwnCall;
  readonly caps: Caps;
  /** What stands around any answer, whatever is in it. */
  readonly frame: {
    /** The server's token budget. */
    readonly budget: number;
    readonly notes: readonly string[];
    readonly lang: Lang;
    readonly own: OwnCall;
  };
}

/** A tool without its plumbing. */
export interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, "input" | "call" | "openWorld"> {
  readonly input: Input;
  /** What other tools call its arguments. */
  readonly otherNames?: OtherNames;
  readonly openWorld?: boolean;
  /** Answers checked arguments; throws ToolError for what the caller can mend. */
  answer(args: z.output<Input>, call: Call): Promise<Answer>;
}

/** Finishes a tool. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { answer, input, otherNames, openWorld = false, ...rest } = definition;
  const parsing = { name: rest.name, ...(otherNames && { otherNames }) };
  return {
    ...rest,
    input,
    openWorld,
    async call(args, context) {
      const tool = { ...rest, ...(context.offered && { offered: context.offered }) };
      let own: OwnCall | undefined;
      try {
        const caps = new Caps(context.lang);
        const parsed = parseArguments(input, args, parsing, context.lang, caps.notes);
        own = new OwnCall(rest.name, inOrderOf(args, parsed), context.spelling ?? JSON_SPELLING, context.lang);
        const frame = { budget: context.tokenBudget, notes: caps.notes, lang: context.lang, own };
        const call = { context: notingPaths(context, caps), tool: { ...tool, own }, own, caps, frame };
        return wellFormedAnswer(await answer(parsed, call), args);
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        const fault = own === undefined ? { ...error.data, changes: {} } : mendable(error, own, input);
        own ??= misspelt(args, { ...rest, ...parsing, input }, context);
        const failed = errorAnswer(fault, { ...tool, own }, context.lang, await besides(error, context, own));
        return wellFormedAnswer(failed, args);
      }
    },
  };
}

/** `parsed` in the order of what was given; what is called otherwise there comes last. */
function inOrderOf(given: unknown, parsed: Args): Args {
  const names = Object.keys(Object(given)), placeOf = (name: string) => (names.indexOf(name) + 1) || Infinity;
  return Object.fromEntries(Object.entries(parsed).sort(([a], [b]) => placeOf(a) < placeOf(b) ? -1 : 1));
}

/** The call whose arguments were refused, with those of them that it can have. */
function misspelt(
  args: unknown,
  { name, example, input, otherNames }: Pick<ToolDefinition<z.ZodObject>, "name" | "example" | "input" | "otherNames">,
  { spelling = JSON_SPELLING, lang }: CallContext,
): OwnCall {
  const words = inOwnWords(args, input, otherNames) ?? example;
  return new OwnCall(name, mendedArguments(words, input, example), spelling, lang);
}

/** A fault with what mends it; time, where the tool takes more and has not had all of it. */
function mendable(error: ToolError, { args }: OwnCall, { shape }: z.ZodObject): FaultData {
  if (error.key !== "timeout") return error;
  const { params } = error, { cap } = LIMITS.timeoutMs;
  if (!Object.hasOwn(shape, "timeout_ms")) return { key: "timeout", params };
  return Number(args.timeout_ms) >= cap
    ? { key: "timeout_at_cap", params }
    : { key: "timeout", params, changes: { timeout_ms: cap } };
}

/** Milliseconds for finding out what a path that does not exist may have meant. */
const NEAREST_MS = 300;
/** Directories of such a path, or paths in one string, that are looked at. */
const DEEPEST = 32;

/** What stands beside an error: for a path that does not exist or lies outside, the existing ones it is most like. */
async function besides(error: ToolError, { run, lang }: CallContext, own: OwnCall): Promise<Body> {
  const { path } = error.params;
  if (typeof path !== "string" || isGlob(error)) return NOTHING;
  try {
    const paths = await nearest(error.key, path, run);
    if (paths.length === 0) return NOTHING;
    const there = paths.map(textPath).join(", "), changes = replaced(own.args, path, paths[0]);
    const sentence = changes === undefined
      ? say(lang, "nearest_paths", { paths: there })
      : say(lang, "nearest_call", { paths: there, call: own.mended(changes) });
    return { fields: { nearest: paths }, lines: [sentence] };
  } catch (failure) {
    if (failure instanceof ToolError) return NOTHING;
    throw failure;
  }
}

/** The arguments that have `path`, alone or in a list, with `other` in its place. */
function replaced(args: Args, path: string, other: string): Args | undefined {
  const [field, value] = Object.entries(args).find(([, value]) => [value].flat().includes(path)) ?? [];
  if (field === undefined) return undefined;
  return { [field]: Array.isArray(value) ? value.map((one) => one === path ? other : one) : other };
}

async function nearest(key: FaultKey, path: string, run: CallContext["run"]): Promise<readonly string[]> {
  const there = async (paths: readonly string[]) => {
    const { places } = await run({ op: "locate", paths, timeoutMs: NEAREST_MS });
    return places.flatMap((place) => place === null || place.kind === "missing" ? [] : [place.shown]);
  };
  if (key === "outside") return (await there(endsOf(path))).slice(0, 1);
  if (key !== "not_found") return [];
  const listed = path.split(/[\s,]+/).filter((part) => part !== "").slice(0, DEEPEST);
  const parts = listed.length > 1 ? await there(listed) : [];
  if (parts.length === listed.length) return parts;
  return (await run({ op: "nearest", path, limit: 3, timeoutMs: NEAREST_MS })).paths;
}

/** What a path of another machine or checkout, or with the root's own slash in front, may be here; the likeliest first. */
function endsOf(path: string): string[] {
  const names = likelyPath(path).split("/").filter((name) => name !== "" && name !== ".").slice(-DEEPEST);
  return names.map((_, i) => names.slice(i).join("/"));
}
