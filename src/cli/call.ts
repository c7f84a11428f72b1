/**
 * `fossick call`: one call of one tool, with grep's exit codes.
 * @module
 */
import { textJson } from "../format/safe_text.ts";
import { bugAnswer } from "../mcp/bug_answer.ts";
import { callContext, type CallOrigin, type Service } from "../mcp/service.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { ExecuteOptions } from "../pool/engine.ts";
import type { Answer, Tool } from "../toolsets/tool.ts";
import { colorAnswer } from "./terminal/color_answer.ts";
import { printErrorLine, printLine, type Screen, writeStderr } from "./terminal/output.ts";
import { ProgressLine } from "./terminal/progress_line.ts";

/** Found something; found nothing; failed, or found nothing although the answer was cut. */
type ExitCode = 0 | 1 | 2;

/** A call, and the service that answers it. */
export interface RequestedCall {
  readonly service: Service;
  readonly tool: Tool;
  readonly args: unknown;
}

/** Calls the tool, prints its answer and returns the exit code. An interrupt cancels the call. */
export async function runCall(call: RequestedCall, screen: Screen): Promise<ExitCode> {
  // The timeout counts from the start of the program.
  const answer = await abortOnInterrupt((signal) => answerCall(call, screen, signal, 0));
  printAnswer(answer, screen);
  return exitCodeOf(answer, call.tool);
}

/** As in grep: after an error, or in a cut answer, finding nothing does not mean that there is nothing. */
function exitCodeOf({ isError, found, structured }: Answer, { openWorld }: Tool): ExitCode {
  const cut = !openWorld && (structured.truncated_by !== undefined || structured.truncated === true);
  return isError || !found && cut ? 2 : found ? 0 : 1;
}

/** Runs `work`; an interrupt (SIGINT) aborts its signal. */
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
 * The tool's answer, or an error answer if it failed. On a terminal a progress line is shown.
 * @param began when the call's timeout began to count, in milliseconds since the start of the program; absent: now
 */
export async function answerCall(call: RequestedCall, { terminal, json }: Screen, signal: AbortSignal, began?: number) {
  // The budget counts what is printed.
  const sentAs = call.service.answers === "both" ? "both" : json ? "structured" : "text";
  const progress = terminal.err ? new ProgressLine(writeStderr, call.service.lang) : undefined;
  // A large model's work is not measured in files.
  const countable = progress !== undefined && !call.tool.openWorld;
  try {
    return await callTool(call, { signal, ...(countable && { onProgress: progress.onProgress }) }, { began, sentAs });
  } finally {
    progress?.[Symbol.dispose]();
  }
}

async function callTool(
  { service, tool, args }: RequestedCall,
  options: ExecuteOptions,
  origin: CallOrigin,
): Promise<Answer> {
  try {
    return await tool.call(args, callContext(service, options, origin));
  } catch (error) {
    return bugAnswer(options.signal?.aborted ? options.signal.reason : error, tool, service.lang);
  }
}

/**
 * Prints an answer. Errors go to stderr as text, or into the JSON. If an answer has a separate result, stdout gets only
 * that, and remarks go to stderr.
 * @returns whether the reader still reads
 */
export function printAnswer(answer: Answer, { json, color, terminal }: Screen): boolean {
  if (answer.isError) printErrorLine(color.err ? colorAnswer(answer) : answer.text);
  if (answer.parts !== undefined && answer.parts.account !== "") printErrorLine(answer.parts.account);
  if (json) return printLine(textJson(answer.structured));
  if (answer.isError || answer.parts?.result === "") return true;
  const text = answer.parts?.result ?? (color.out ? colorAnswer(answer) : answer.text);
  return printLine(terminal.out ? escapeCarriageReturns(text) : text);
}

/** Makes carriage returns inside lines visible: the terminal would overwrite the beginning of the line. */
function escapeCarriageReturns(text: string): string {
  return text.replace(/\r(?!\n)/g, "\\x0d");
}
