/**
 * `fossick call`: one call of one tool, with grep's exit codes.
 * @module
 */
import { bugAnswer } from "../mcp/bug_answer.ts";
import { contextOf, RecentPrefixes, type Service } from "../mcp/service.ts";
import { ToolError } from "../model/tool_error.ts";
import type { Answer, Tool } from "../toolsets/tool.ts";
import { print } from "./print.ts";

/** Something found, nothing found, error. */
type ExitCode = 0 | 1 | 2;

/** Calls `tool`, prints its answer and returns the exit code. An interrupt cancels the call. */
export async function call(service: Service, tool: Tool, args: unknown, json: boolean): Promise<ExitCode> {
  const stop = new AbortController();
  const interrupt = () => stop.abort(new ToolError("cancelled"));
  Deno.addSignalListener("SIGINT", interrupt);
  try {
    return show(await answerOf(service, tool, args, stop.signal), json);
  } finally {
    Deno.removeSignalListener("SIGINT", interrupt);
  }
}

/** The tool's answer, or the one that stands for its failure. */
export async function answerOf(service: Service, tool: Tool, args: unknown, signal: AbortSignal): Promise<Answer> {
  try {
    return await tool.call(args, contextOf(service, new RecentPrefixes(), { signal }));
  } catch (error) {
    return bugAnswer(signal.aborted ? signal.reason : error, tool, service.lang);
  }
}

/**
 * An error goes to stderr for people, and into the JSON for programs. Where a result has an account
 * beside it, stdout gets the result alone.
 */
function show(answer: Answer, json: boolean): ExitCode {
  if (answer.isError) console.error(answer.text);
  if (answer.apart !== undefined) console.error(answer.apart.account);
  if (json) print(JSON.stringify(answer.structured));
  else if (!answer.isError) print(answer.apart?.result ?? answer.text);
  return answer.isError ? 2 : answer.found ? 0 : 1;
}
