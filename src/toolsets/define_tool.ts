/**
 * Makes a tool from its definition: it parses the arguments before the tool answers, and turns expected failures into
 * error answers.
 * @module
 */
import type * as z from "zod";
import type { CalledTool } from "../format/error_answer.ts";
import { type Args, CurrentCall, JSON_SPELLING } from "../format/current_call.ts";
import { wellFormedAnswer } from "../format/well_formed.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { CallNotes, withPathNotes } from "./arguments/call_notes.ts";
import type { AliasTable } from "./arguments/aliases.ts";
import { parseArguments } from "./arguments/parse_arguments.ts";
import { failureAnswer } from "./failed_call.ts";
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
    readonly currentCall: CurrentCall;
  };
  /** A call of the same tool as a part of this one: its answers are about `args`. Its notes are its own, unless given. */
  within(args: Args, notes?: CallNotes): ToolCall;
  /** The answer if this call fails. */
  fail(error: ToolError): Promise<Answer>;
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
      const tool = { ...rest, ...(context.spelling && { spelling: context.spelling }) };
      try {
        const notes = new CallNotes();
        const parsed = parseArguments(input, args, parsing, notes.sentences);
        const call = startCall(inGivenOrder(args, parsed), notes, tool, context);
        return wellFormedAnswer(await handle(parsed, call), args);
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        return wellFormedAnswer(await failureAnswer(error, tool, context), args);
      }
    },
  };
}

function startCall(args: Args, notes: CallNotes, tool: CalledTool, context: CallContext): ToolCall {
  const { tokenBudget, spelling = JSON_SPELLING, sentAs } = context;
  const currentCall = new CurrentCall(tool.name, args, spelling, sentAs);
  return {
    context: withPathNotes(context, notes),
    tool,
    currentCall,
    notes,
    pageContext: { budget: tokenBudget, notes: notes.sentences, currentCall },
    within: (own, ownNotes = new CallNotes()) => startCall(own, ownNotes, tool, context),
    fail: (error) => failureAnswer(error, tool, context),
  };
}

/** `parsed` in the order of the given arguments; arguments under another name come last. */
function inGivenOrder(given: unknown, parsed: Args): Args {
  const names = Object.keys(Object(given)), placeOf = (name: string) => (names.indexOf(name) + 1) || Infinity;
  return Object.fromEntries(Object.entries(parsed).sort(([a], [b]) => placeOf(a) < placeOf(b) ? -1 : 1));
}
