/**
 * The README's dialogue: three calls that a model makes to find out how a project does something, the real server's
 * answers on this checkout, and their tokens.
 * @module
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { join } from "@std/path";
import { fossick } from "../tests/program.ts";
import { ServerProcess } from "../tests/sandbox/server_process.ts";
import { CHECKOUT } from "./project.ts";

/** A question, and the call by which a model asks it. */
interface Turn {
  readonly question: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The turns: where is it used, where is it defined, and one of its uses. */
export const TURNS: readonly Turn[] = [
  {
    question: "Where is `nearestNames` used, how often?",
    tool: "search_content",
    args: { query: "nearestNames", roots: ["src"], count_only_matches: true },
  },
  {
    question: "Where is it defined?",
    tool: "search_content",
    args: { query: "nearestNames", roots: ["src"], definitions: true },
  },
  {
    question: "Show me the function that uses it for encodings.",
    tool: "read_file",
    args: { path: "src/engine/text/encoding.ts", symbol: "newDecoder" },
  },
];

/** A turn with the text of its answer. */
export interface AnsweredTurn extends Turn {
  readonly answer: string;
}

/** Asks the server, from source and over stdio, about this checkout. */
export async function askTurns(): Promise<AnsweredTurn[]> {
  const server = await ServerProcess.open(fossick(CHECKOUT.replace(/\/$/, "")));
  const answered: AnsweredTurn[] = [];
  for (const turn of TURNS) answered.push({ ...turn, answer: await answerTo(server, turn) });
  await server.end();
  return answered;
}

async function answerTo(server: ServerProcess, { tool, args }: Turn): Promise<string> {
  const { message, raw } = await server.call(tool, args);
  const { content, isError } = Object(message.result);
  if (content === undefined || isError) throw new Error(`${tool} failed: ${raw}`);
  return String(content[0].text).trimEnd();
}

/** The dialogue in Markdown: each turn with its tokens, and what reading the files would have cost. */
export async function dialogueSection(): Promise<string> {
  const turns = await askTurns();
  const spent = turns.reduce((sum, turn) => sum + tokensOf(turn), 0);
  const files = filesIn(turns[0]?.answer ?? "");
  const whole = files.reduce((sum, file) => sum + countTokens(Deno.readTextFileSync(join(CHECKOUT, file))), 0);
  // Rounded so far that most changes of these files leave the README as it is.
  const read = `To read the ${files.length} files whole takes more than ${number(Math.floor(whole / 5000) * 5000)}.`;
  return [...turns.map(turnText), `The three calls and answers take ${number(spent)} tokens. ${read}`].join("\n\n");
}

function turnText(turn: AnsweredTurn): string {
  const { question, tool, args, answer } = turn;
  return [
    `**${question}** (${number(tokensOf(turn))} tokens)`,
    "```text\n" + `${tool} ${JSON.stringify(args)}\n\n${answer}\n` + "```",
  ].join("\n\n");
}

/** Tokens of a call and of its answer. */
function tokensOf({ tool, args, answer }: AnsweredTurn): number {
  return countTokens(`${tool} ${JSON.stringify(args)}`) + countTokens(answer);
}

/** The files that counts name. */
function filesIn(counts: string): string[] {
  return counts.split("\n").flatMap((line) => /^(\S+):\d+$/.exec(line)?.[1] ?? []);
}

function number(count: number): string {
  return count.toLocaleString("en");
}
