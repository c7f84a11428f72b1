/**
 * Random lines instead of JSON-RPC: every request gets one answer, nothing else is sent, and the next request is
 * answered as usual.
 * @module
 */
import { Wire } from "../../mcp/stdio/wire.ts";
import { openTools } from "../../open_tools.ts";
import type { Random } from "../../seed.ts";
import { defineFuzzer } from "./fuzzer.ts";
import { bytesOf, latin, tempFiles, utf8 } from "./ground.ts";

interface Case {
  /** The lines' bytes, one character each. */
  readonly lines: readonly string[];
}

/** Fuzzes protocol lines. */
export const lineFuzzer = defineFuzzer("protocol lines", make, check);

const METHODS = [
  ..."ping tools/list tools/call resources/list resources/read resources/templates/list prompts/list prompts/get".split(
    " ",
  ),
  ..."completion/complete logging/setLevel initialize notifications/cancelled notifications/progress".split(" "),
  ..."notifications/roots/list_changed server/discover nope rpc.x".split(" "),
  "",
];
const CALLS = [
  { name: "glob_files", arguments: { pattern: "**" } },
  { name: "search_content", arguments: { roots: ["."], query: "x" } },
  { name: "read_file", arguments: { path: "a.txt" } },
  { name: "consult_files", arguments: { files: ["a.txt"], query: "?", dry_run: true } },
  { name: "nope", arguments: {} },
  { name: "read_file" },
  { uri: "fossick://stats" },
  { uri: "fossick://file/a.txt" },
  { name: "search_first", arguments: {} },
  { ref: { type: "ref/prompt", name: "explore_library" }, argument: { name: "path", value: "a" } },
];
const JUNK = [null, true, 0, -1, 1e308, "", "x", "\ud800", [], {}, [[]], { a: { b: [] } }, "__proto__", 2 ** 53];

function make(random: Random): Case {
  return { lines: Array.from({ length: 12 }, (_, i) => randomLine(random, i)) };
}

function randomLine(random: Random, id: number): string {
  const roll = random.next();
  if (roll < 0.08) return latin(Array.from({ length: random.int(40) }, () => random.int(256))).replaceAll("\n", "");
  if (roll < 0.11) return "[".repeat(random.int(20_000));
  if (roll < 0.14) return `{"jsonrpc":"2.0","id":"${idOf(id)}","method":"ping","params":${nested(random.int(3000))}}`;
  const text = JSON.stringify(roll < 0.2 ? [message(random, id), message(random, id + 100)] : message(random, id));
  return random.chance(0.3) ? damaged(random, utf8(text)) : utf8(text);
}

function nested(depth: number): string {
  return '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
}

function message(random: Random, id: number): Record<string, unknown> {
  const params = random.chance(0.75) ? random.pick(CALLS) : random.pick(JUNK);
  return {
    ...(random.chance(0.95) && { jsonrpc: random.chance(0.97) ? "2.0" : random.pick(JUNK) }),
    ...(random.chance(0.85) && { id: random.chance(0.9) ? idOf(id) : random.pick(JUNK) }),
    ...(random.chance(0.97) && { method: random.chance(0.95) ? random.pick(METHODS) : random.pick(JUNK) }),
    ...(random.chance(0.9) &&
      { params: random.chance(0.1) ? { ...Object(params), _meta: random.pick(JUNK) } : params }),
  };
}

/** Ids that small damage can't turn into one another. */
function idOf(n: number): string {
  return "id-" + String.fromCharCode(97 + n % 26).repeat(n < 100 ? 6 : 12);
}

function damaged(random: Random, text: string): string {
  const at = random.int(text.length),
    odd = random.pick(["", "\0", '"', "{", "}", "]", ",", "\\", "\xff", "1e999", "\\ud800", " "]);
  return text.slice(0, at) + odd + text.slice(at + random.int(3));
}

async function check({ lines }: Case): Promise<string | undefined> {
  using place = tempFiles({ "a.txt": "x\n", "d/b.txt": "y\n" });
  using tools = await openTools("default", [place.root]);
  const wire = new Wire(tools.service);
  await wire.initialize();
  const answers = answersTo(new Set(["last", ...requestIds(lines)]), wire);
  for (const line of lines) await wire.bytes(bytesOf(line + "\n"));
  await wire.send({ jsonrpc: "2.0", id: "last", method: "ping" });
  const all = await answers;
  await wire.end();
  await wire.ended;
  return wrongAnswers(lines, all);
}

/** The messages until each of `ids` has an answer. */
async function answersTo(ids: Set<unknown>, wire: Wire): Promise<Record<string, unknown>[]> {
  const answers: Record<string, unknown>[] = [];
  while (ids.size > 0) {
    const answer = await wire.next();
    if (answer === undefined) throw new Error(`the server ended before it answered ${[...ids].join()}`);
    answers.push(answer);
    ids.delete(answer.id);
  }
  return answers;
}

function wrongAnswers(lines: readonly string[], answers: readonly Record<string, unknown>[]): string | undefined {
  const odd = answers.find((it) => it.jsonrpc !== "2.0" || !("result" in it || "error" in it || "method" in it));
  if (odd !== undefined) return `no message: ${JSON.stringify(odd)}`;
  const bug = answers.map((it) => JSON.stringify(it)).find((it) => /INTERNAL|-32603/.test(it));
  if (bug !== undefined) return `a bug: ${bug}`;
  const answered = (id: unknown) => answers.filter((it) => it.id === id && !("method" in it)).length;
  if (answered("last") !== 1) return `${answered("last")} answers to a ping behind it all`;
  for (const id of requestIds(lines)) if (answered(id) !== 1) return `${answered(id)} answers to ${JSON.stringify(id)}`;
  return undefined;
}

/** The ids of complete requests that occur once. Ids with a lone surrogate, and those in batches, are refused. */
function requestIds(lines: readonly string[]): string[] {
  const ids = lines.flatMap((line) => {
    const value = parsed(line);
    const isRequest = value?.jsonrpc === "2.0" && typeof value.method === "string" && /^id-/.test(String(value.id));
    const id = isRequest && value.id?.isWellFormed() && !cancels(lines, value.id) ? value.id : undefined;
    return id === undefined ? [] : [id];
  });
  return ids.filter((id, i) => ids.indexOf(id) === i && ids.lastIndexOf(id) === i);
}

/** Whether another line may cancel the request. */
function cancels(lines: readonly string[], id: unknown): boolean {
  return lines.some((line) => line.includes("cancelled") && line.includes(String(id)));
}

function parsed(line: string): { jsonrpc?: unknown; method?: unknown; id?: string } | undefined {
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(line)));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
