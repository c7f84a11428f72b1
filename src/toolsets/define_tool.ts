/**
 * Makes a tool from its definition: it parses the arguments before the tool answers, and turns expected failures into
 * error answers.
 * @module
 */
import type { CalledTool } from "../format/error_answer.ts";
import { type Args, CurrentCall, JSON_SPELLING } from "../format/current_call.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { CallNotes } from "./arguments/kinds.ts";
import type { Fields, Values } from "./arguments/fields.ts";
import { parseArguments } from "./arguments/parse_arguments.ts";
import { failureAnswer, withPathNotes } from "./missing_paths.ts";
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
export interface ToolDefinition<Table extends Fields> extends Omit<Tool, "call" | "openWorld"> {
  readonly fields: Table;
  readonly openWorld?: boolean;
  /** Answers parsed arguments; throws ToolError for what the caller can mend. */
  handle(args: Values<Table>, call: ToolCall): Promise<Answer>;
}

/** Makes a tool. */
export function defineTool<const Table extends Fields>(definition: ToolDefinition<Table>): Tool {
  const { handle, openWorld = false, ...rest } = definition;
  return {
    ...rest,
    openWorld,
    async call(args, context) {
      const tool = { ...rest, ...(context.spelling && { spelling: context.spelling }) };
      try {
        const notes = new CallNotes();
        const { values, given } = parseArguments(rest.fields, args, rest.name, notes);
        return await handle(values, startCall(given, notes, tool, context));
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        return await failureAnswer(error, tool, context);
      }
    },
  };
}

function startCall(args: Args, notes: CallNotes, tool: CalledTool, context: CallContext): ToolCall {
  const { tokenBudget, spelling = JSON_SPELLING, sentAs } = context;
  const currentCall = new CurrentCall(tool.name, args, spelling, sentAs, context.timeoutMs);
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
