/**
 * `fossick call`: one call of one tool, with grep's exit codes.
 * @module
 */
import { textJson } from "../format/safe_text.ts";
import { bugAnswer } from "../mcp/bug_answer.ts";
import { callContext, type Service } from "../mcp/service.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { ExecuteOptions } from "../pool/engine.ts";
import type { Answer, Tool } from "../toolsets/tool.ts";
import { colorAnswer } from "./terminal/color_answer.ts";
import { printErrorLine, printLine, type Screen, writeStderr } from "./terminal/output.ts";
import { ProgressLine } from "./terminal/progress_line.ts";

/** Something found, nothing found, error or nothing found in what was looked at. */
type ExitCode = 0 | 1 | 2;

/** A tool, what it is asked, and who answers. */
export interface RequestedCall {
  readonly service: Service;
  readonly tool: Tool;
  readonly args: unknown;
}

/** Calls the tool, prints its answer and returns the exit code. An interrupt cancels the call. */
export async function runCall(asked: RequestedCall, screen: Screen): Promise<ExitCode> {
  // The time runs from when the program was started.
  const answer = await abortOnInterrupt((signal) => answerCall(asked, screen, signal, 0));
  printAnswer(answer, screen);
  return exitCodeOf(answer, asked.tool);
}

/** As grep after an error: where not all was looked at, nothing found is not that there is nothing. */
function exitCodeOf({ isError, found, structured }: Answer, { openWorld }: Tool): ExitCode {
  const cut = !openWorld && (structured.truncated_by !== undefined || structured.truncated === true);
  return isError || !found && cut ? 2 : found ? 0 : 1;
}

/** Does `work`; an interrupt of the process aborts its signal. */
export async function abortOnInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController(), abort = () => stop.abort(new ToolError("cancelled"));
  Deno.addSignalListener("SIGINT", abort);
  try {
    return await work(stop.signal);
  } finally {
    Deno.removeSignalListener("SIGINT", abort);
  }
}

/**
 * The tool's answer, or the one that stands for its failure. A person who waits sees how far it is.
 * @param began when the call's time began to run, in milliseconds since the program was started; absent: now
 */
export async function answerCall(asked: RequestedCall, { terminal }: Screen, signal: AbortSignal, began?: number) {
  const progress = terminal.err ? new ProgressLine(writeStderr, asked.service.lang) : undefined;
  // What a model's answer goes through is not counted in files.
  const countable = progress !== undefined && !asked.tool.openWorld;
  try {
    return await callTool(asked, { signal, ...(countable && { onProgress: progress.onProgress }) }, began);
  } finally {
    progress?.[Symbol.dispose]();
  }
}

async function callTool(
  { service, tool, args }: RequestedCall,
  options: ExecuteOptions,
  began?: number,
): Promise<Answer> {
  try {
    return await tool.call(args, callContext(service, options, { began }));
  } catch (error) {
    return bugAnswer(options.signal?.aborted ? options.signal.reason : error, tool, service.lang);
  }
}

/**
 * An error goes to stderr for people, and into the JSON for programs. Where a result has an account
 * beside it, stdout gets the result alone.
 * @returns whether somebody still reads
 */
export function printAnswer(answer: Answer, { json, color, terminal }: Screen): boolean {
  if (answer.isError) printErrorLine(color.err ? colorAnswer(answer) : answer.text);
  if (answer.parts !== undefined && answer.parts.account !== "") printErrorLine(answer.parts.account);
  if (json) return printLine(textJson(answer.structured));
  if (answer.isError || answer.parts?.result === "") return true;
  const text = answer.parts?.result ?? (color.out ? colorAnswer(answer) : answer.text);
  return printLine(terminal.out ? escapeCarriageReturns(text) : text);
}

/** A carriage return inside a line would let what follows write over what stands before it. */
function escapeCarriageReturns(text: string): string {
  return text.replace(/\r(?!\n)/g, "\\x0d");
}
