/**
 * Makes a tool of its definition: arguments are parsed before it answers, expected failures become
 * error answers after.
 * @module
 */
import type * as z from "zod";
import { type Called, errorAnswer, isGlob, NOTHING } from "../format/errors.ts";
import { say } from "../format/phrases.ts";
import { textPath } from "../format/safe_text.ts";
import type { Body } from "../format/sheet.ts";
import type { FaultKey } from "../model/faults.ts";
import { likelyPath } from "../model/likely_path.ts";
import { ToolError } from "../model/tool_error.ts";
import { Caps } from "./caps.ts";
import { parseArguments } from "./parse_arguments.ts";
import type { Answer, CallContext, Tool } from "./tool.ts";

/** One call under way. */
export interface Call {
  readonly context: CallContext;
  readonly tool: Called;
  readonly caps: Caps;
}

/** A tool without its plumbing. */
export interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, "input" | "call" | "openWorld"> {
  readonly input: Input;
  readonly openWorld?: boolean;
  /** Answers checked arguments; throws ToolError for what the caller can mend. */
  answer(args: z.output<Input>, call: Call): Promise<Answer>;
}

/** Finishes a tool. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { answer, input, openWorld = false, ...rest } = definition;
  return {
    ...rest,
    input,
    openWorld,
    async call(args, context) {
      const tool = { ...rest, ...(context.offered && { offered: context.offered }) };
      try {
        const caps = new Caps(context.lang);
        return await answer(parseArguments(input, args, rest, context.lang), { context, tool, caps });
      } catch (error) {
        if (error instanceof ToolError) return errorAnswer(error, tool, context.lang, await besides(error, context));
        throw error;
      }
    },
  };
}

/** Milliseconds for finding out what a path that does not exist may have meant. */
const NEAREST_MS = 300;
/** Directories of such a path, or paths in one string, that are looked at. */
const DEEPEST = 32;

/** What stands beside an error: for a path that does not exist or lies outside, the existing ones it is most like. */
async function besides(error: ToolError, { run, lang }: CallContext): Promise<Body> {
  const { path } = error.params;
  if (typeof path !== "string" || isGlob(error)) return NOTHING;
  try {
    const paths = await nearest(error.key, path, run);
    if (paths.length === 0) return NOTHING;
    const sentence = say(lang, "nearest_paths", { paths: paths.map(textPath).join(", ") });
    return { fields: { nearest: paths }, lines: [sentence] };
  } catch (failure) {
    if (failure instanceof ToolError) return NOTHING;
    throw failure;
  }
}

async function nearest(key: FaultKey, path: string, run: CallContext["run"]): Promise<readonly string[]> {
  const there = async (paths: readonly string[]) => {
    const { places } = await run({ op: "locate", paths, timeoutMs: NEAREST_MS });
    return places.flatMap((place) => place === undefined || place.kind === "missing" ? [] : [place.shown]);
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
