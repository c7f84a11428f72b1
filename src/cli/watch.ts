/**
 * `fossick call … --watch`: repeats the call whenever something below a root changes.
 * @module
 */
import type { TreeWatcher } from "../door/tree_watcher.ts";
import type { Answer } from "../toolsets/tool.ts";
import { abortOnInterrupt, answerCall, printAnswer, type RequestedCall } from "./call.ts";
import { notice } from "./notices.ts";
import { printErrorLine, printLine, type Screen, writeFully } from "./terminal/output.ts";

/**
 * Prints the answer now, and again whenever a change of the files changes it. Returns 0 after an interrupt or when the
 * reader has gone. Returns 2 if the call is wrong, whatever the files are.
 */
export function watchCall(call: RequestedCall, watcher: TreeWatcher, screen: Screen): Promise<0 | 2> {
  return abortOnInterrupt((signal) => repeatOnChange(call, watcher, screen, signal));
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
      if (read && screen.terminal.err) printErrorLine(notice(call.service.lang, "watching"));
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
