/**
 * `fossick call`: one call of one tool, with grep's exit codes; with `--watch` again whenever its answer changes.
 * @module
 */
import type { TreeWatcher } from "../door/tree_watcher.ts";
import { textJson } from "../format/safe_text.ts";
import { bugAnswer } from "../mcp/log_error.ts";
import { callContext, type Service } from "../mcp/service.ts";
import { wellFormedValue } from "../mcp/well_formed.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { Answer, Tool } from "../toolsets/tool.ts";
import { say } from "../model/messages/messages.ts";
import { colorAnswer, printErrorLine, printLine, type Screen, writeFully } from "./terminal/output.ts";

/** Something was found; nothing was; the call failed, time cut its answer, or another cut leaves a zero open. */
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

/**
 * Prints the answer now, and again whenever a change of the files changes it. Returns 0 after an interrupt or when the
 * reader has gone. Returns 2 if the call is wrong, whatever the files are.
 */
export function watchCall(call: RequestedCall, watcher: TreeWatcher, screen: Screen): Promise<0 | 2> {
  return abortOnInterrupt((signal) => repeatOnChange(call, watcher, screen, signal));
}

/**
 * As in grep: after an error, or in a cut answer, finding nothing does not mean that there is nothing. What time has cut
 * is no whole answer, whatever it found.
 */
function exitCodeOf({ isError, found, structured }: Answer, { openWorld }: Tool): ExitCode {
  const { truncated_by: cutBy, truncated } = structured, isCut = cutBy !== undefined || truncated === true;
  return isError || cutBy === "timeout" || !found && isCut && !openWorld ? 2 : found ? 0 : 1;
}

/** Runs `work`; an interrupt (SIGINT) aborts its signal. */
async function abortOnInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController(), abort = () => stop.abort(new ToolError("cancelled"));
  Deno.addSignalListener("SIGINT", abort);
  try {
    return await work(stop.signal);
  } finally {
    Deno.removeSignalListener("SIGINT", abort);
  }
}

/**
 * The tool's answer, or an error answer if it failed.
 * @param began when the call's timeout began to count, in milliseconds since the start of the program; absent: now
 */
async function answerCall(
  { service, tool, args }: RequestedCall,
  { json }: Screen,
  signal: AbortSignal,
  began?: number,
): Promise<Answer> {
  // The budget counts what is printed.
  const sentAs = service.answers === "both" ? "both" : json ? "structured" : "text";
  try {
    return await tool.call(wellFormedValue(args), callContext(service, { signal }, { began, sentAs }));
  } catch (error) {
    return bugAnswer(signal.aborted ? signal.reason : error, tool, service.lang);
  }
}

/**
 * Prints an answer. Errors go to stderr as text, or into the JSON. If an answer has a separate result, stdout gets only
 * that, and remarks go to stderr.
 * @returns whether the reader still reads
 */
function printAnswer(answer: Answer, { json, color, terminal }: Screen): boolean {
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

async function repeatOnChange(
  call: RequestedCall,
  watcher: TreeWatcher,
  screen: Screen,
  signal: AbortSignal,
): Promise<0 | 2> {
  signal.addEventListener("abort", () => watcher.close());
  for (let shown: string | undefined;;) {
    const answer = await answerCall(call, screen, signal), content = shownContent(answer, screen);
    if (signal.aborted) return 0;
    if (content !== shown) {
      const read = (shown === undefined || printSeparator(screen)) && printAnswer(answer, screen);
      if (isPermanentError(answer)) return 2;
      if (read && screen.terminal.err) printErrorLine(say(call.service.lang, "notices.watching"));
      if (!read) return 0;
      shown = content;
    }
    if (!await watcher.nextChange()) return 0;
  }
}

/** The shown part of an answer. An answer with the same part is not shown again. */
function shownContent({ text, structured, parts }: Answer, { json }: Screen): string {
  return json ? JSON.stringify(structured) : JSON.stringify([text, parts]);
}

/** Separates two text answers: clears the terminal, or prints a line. JSON answers have a line each anyway. */
function printSeparator({ json, terminal }: Screen): boolean {
  if (json) return true;
  return terminal.out ? writeFully(Deno.stdout, "\x1b[H\x1b[2J") : printLine("---");
}

/** Whether the call itself is wrong, whatever the files are. */
function isPermanentError({ isError, structured: { error } }: Answer): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return isError && /^(?:INVALID_|UNKNOWN_|CONFLICTING_|UNSUPPORTED_|PATH_OUTSIDE_)/.test(code);
}
