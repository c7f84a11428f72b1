/**
 * `fossick call`: one call of one tool, with grep's exit codes; with `--watch` again whenever its answer changes.
 * @module
 */
import type { TreeWatcher } from "../door/tree_watcher.ts";
import { textJson } from "../format/safe_text.ts";
import { bugAnswer } from "../mcp/log_error.ts";
import { callContext, type Service } from "../mcp/service.ts";
import { wellFormedAnswer } from "../mcp/well_formed.ts";
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
  const answer = await abortOnInterrupt((signal) => answerCall(call, screen, signal));
  printAnswer(answer, screen);
  return exitCodeOf(answer, call.tool);
}

/**
 * Prints the answer now, and again whenever a change of the files changes it. Returns 0 after an interrupt or when the
 * reader has gone. Returns 2 if the call is wrong, whatever the files are.
 */
export function watchCall(call: RequestedCall, watcher: TreeWatcher, screen: Screen): Promise<0 | 2> {
  return abortOnInterrupt(async (signal) => {
    signal.addEventListener("abort", () => watcher.close());
    let shown = "";
    do {
      const answer = await answerCall(call, screen, signal), { text, structured, parts } = answer;
      if (signal.aborted) return 0;
      const content = JSON.stringify(screen.json ? structured : [text, parts]);
      if (content === shown) continue;
      const isRead = (shown === "" || printSeparator(screen)) && printAnswer(answer, screen);
      if (isPermanentError(answer)) return 2;
      if (!isRead) return 0;
      if (screen.terminal.err) printErrorLine(say(call.service.lang, "notices.watching"));
      shown = content;
    } while (await watcher.nextChange());
    return 0;
  });
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

/** The tool's answer, or an error answer if it failed. The budget counts what is printed. */
async function answerCall(
  { service, tool, args }: RequestedCall,
  { json }: Screen,
  signal: AbortSignal,
): Promise<Answer> {
  const sentAs = service.answers === "both" ? "both" : json ? "structured" : "text";
  try {
    return wellFormedAnswer(await tool.call(args, callContext(service, { signal }, { sentAs })), args);
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
  const { isError, text, parts, structured } = answer;
  if (isError) printErrorLine(text);
  if (parts !== undefined && parts.account !== "") printErrorLine(parts.account);
  if (json) return printLine(textJson(structured));
  if (isError || parts?.result === "") return true;
  const shown = parts?.result ?? (color ? colorAnswer(answer) : text);
  // A carriage return inside a line would overwrite the beginning of the line.
  return printLine(terminal.out ? shown.replace(/\r(?!\n)/g, "\\x0d") : shown);
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
