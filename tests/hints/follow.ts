/**
 * Follows the advice of answers, and reports advice that does not hold.
 * @module
 */
import { assertEquals } from "@std/assert";
import { parseCommandLine } from "../../src/cli/command_line/parse_command_line.ts";
import { shellSpelling } from "../../src/cli/command_line/shell_spelling.ts";
import { callContext, type Service } from "../../src/mcp/service.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import type { Answer } from "../../src/toolsets/tool.ts";
import { type AdvisedCall, advisedCallsIn, countFound, type ToolCall } from "./advised.ts";

/** Makes a call, with hints spelt for MCP or for the shell. */
export type ToolCaller = (call: ToolCall, spelling: "json" | "shell") => Promise<Answer>;

/** Errors that other arguments of the same call can't fix. */
const ENDS =
  /^(?:PATH_OUTSIDE_ROOT|NOT_FOUND|NOT_A_FILE|NOT_A_DIRECTORY|BINARY_FILE|PERMISSION_DENIED|CONSULT_UNAVAILABLE|TIMEOUT|TOO_LARGE|INVALID_GLOB|INVALID_REGEX)$/;
/** The most mistakes of a call, which may be reported one by one. */
const STEPS = 6;
/** The most arguments that one advice may change. */
const CHANGED = 4;

/** A caller of `service`'s tools, over MCP and from a shell. */
export function callerOf(service: Service): ToolCaller {
  const line = { given: new Map([["profile", [service.profile]], ["root", [service.projectRoot]]]), output: undefined };
  const spelling = shellSpelling(service.tools, line);
  return ({ tool, args }, spelt) => {
    const known = service.tools.find(({ name }) => name === tool);
    if (known === undefined) throw new Error(`There is no tool ${tool}.`);
    const context = callContext({ ...service, ...(spelt === "shell" && { spelling }) }, {});
    return known.call(args, context);
  };
}

/** The number of followed calls. */
export interface Followed {
  count: number;
}

/**
 * Follows all advice in the answer to `made`, and recursively in the answers to advised calls.
 * @throws Error for a call that fails, finds less than announced, forms a circle, or has lost an argument
 */
export async function followAdvice(
  made: ToolCall,
  answer: Answer,
  call: ToolCaller,
  followed: Followed,
): Promise<void> {
  for (const advice of advisedCallsIn(answer, made)) {
    followed.count++;
    keepsArguments(advice, made, answer);
    await arrives(advice, answer, call, followed);
  }
}

async function arrives(advice: AdvisedCall, before: Answer, call: ToolCaller, followed: Followed): Promise<void> {
  const been = new Set<string>();
  for (let step: AdvisedCall = advice, first = true;; first = false) {
    const key = JSON.stringify([step.tool, step.args]), answer = await call(step, "json");
    const where = `${step.sentence}\n${key}\n${answer.text.slice(0, 500)}`;
    if (been.has(key)) throw new Error(`leads in a circle: ${where}`);
    been.add(key);
    // Each of several reads that fail has its own advice.
    if (!answer.isError || Array.isArray(answer.structured.reads)) {
      if (first && advice.found !== undefined && countFound(answer) < advice.found) {
        throw new Error(`finds less: ${where}`);
      }
      return;
    }
    // Advice of an answer without error must not lead to an error.
    if (!before.isError || been.size > STEPS) throw new Error(`errs: ${where}`);
    const [next] = advisedCallsIn(answer, step).filter(({ tool }) => tool === step.tool);
    followed.count++;
    if (next === undefined) {
      if (ENDS.test(codeOf(answer))) return;
      throw new Error(`errs: ${where}`);
    }
    step = next;
  }
}

function codeOf({ structured }: Answer): string {
  return String(Object(structured.error).code);
}

/** Checks that a corrected call keeps all but a few of the caller's arguments; a call of another tool is not compared. */
function keepsArguments(advice: AdvisedCall, made: ToolCall, answer: Answer): void {
  if (advice.tool !== made.tool || /^(?:Look for|List|What the glob|例)/.test(advice.sentence)) return;
  if (/^(?:UNKNOWN_|INVALID_ARGUMENT)/.test(codeOf(answer))) return;
  const lost = Object.entries(made.args).filter(([field, value]) =>
    value !== null && value !== undefined && JSON.stringify(advice.args[field]) !== JSON.stringify(value)
  );
  if (lost.length > CHANGED) throw new Error(`lost ${lost.map(([field]) => field)}: ${JSON.stringify(advice)}`);
}

/**
 * Checks that each advised shell command is equivalent to the call over MCP: a real shell splits it, the command line's
 * parser reads it, and the call has the same answer.
 */
export async function followTypedAdvice(
  made: ToolCall,
  call: ToolCaller,
  followed: Followed,
  service: Service,
): Promise<void> {
  const said = advisedCallsIn(await call(made, "json"), made), typed = commandsIn(await call(made, "shell"));
  const plain = said.filter(({ sentence }) => !/^(?:example$|more: )/.test(sentence));
  assertEquals(typed.length >= new Set(plain.map(({ sentence }) => sentence)).size, true, typed.join("\n"));
  for (const command of typed) {
    followed.count++;
    const words = await wordsOf(command), asked = parseCommandLine(words, toolsOf);
    if (asked.verb !== "call") throw new Error(`no call: ${command}`);
    assertEquals([asked.settings.roots, asked.settings.profile], [[service.projectRoot], service.profile]);
    const { tokenBudget, timeoutMs } = asked.settings;
    const answer = await asked.tool.call(
      asked.args,
      callContext({ ...service, tokenBudget: tokenBudget || service.tokenBudget, timeoutMs }, {}),
    );
    const twins = await Promise.all(
      plain.filter(({ tool }) => tool === asked.tool.name).map((one) => call(one, "json")),
    );
    const told = twins.map(resultOf), typedResult = resultOf(answer);
    if (!told.includes(typedResult)) {
      throw new Error(`${command}\nis answered ${typedResult}\nnot ${told.join("\nor ")}`);
    }
  }
}

function resultOf(answer: Answer): string {
  return answer.isError ? codeOf(answer) : `found ${countFound(answer)}`;
}

/** The commands at the ends of an answer's sentences. */
function commandsIn({ structured, text }: Answer): string[] {
  const { error, hints, notes } = structured, { hint } = Object(error);
  const nearest = text.split("\n").filter((line) => /^Nearest existing: /.test(line));
  const sentences = [hint, ...[hints, notes].flatMap((list) => Array.isArray(list) ? list : []), ...nearest];
  return sentences.flatMap((one) => typeof one === "string" ? /\bfossick --.*? call .*/s.exec(one)?.[0] ?? [] : []);
}

/** The words of a command after the program's name, as a shell splits them. */
async function wordsOf(command: string): Promise<string[]> {
  const plain = command.replace(/ with [\w, ]+ as given$/, "");
  const script = `fossick() { for word; do printf '%s\\0' "$word"; done; }\n${plain}`;
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script], stderr: "inherit" }).output();
  return new TextDecoder().decode(stdout).split("\0").slice(0, -1);
}
