/**
 * Makes a tool of its definition: arguments are parsed before it answers, expected failures become
 * error answers after.
 * @module
 */
import type { z } from "zod";
import { type Called, errorAnswer } from "../format/errors.ts";
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
      try {
        const caps = new Caps(context.lang);
        return await answer(parseArguments(input, args, rest, context.lang), { context, tool: rest, caps });
      } catch (error) {
        if (error instanceof ToolError) return errorAnswer(error, rest, context.lang);
        throw error;
      }
    },
  };
}
