/**
 * `deno task bench [TREE]`: fossick beside ripgrep on one tree, ratios of interleaved pairs.
 *
 * Without a path the tree is made on the spot (15,000 files). Ratio = ripgrep's whole-process time over
 * the time from sending the call to having the whole answer.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { rgPath } from "@vscode/ripgrep";
import { StdioClient } from "./stdio_client.ts";
import { plantTree } from "./tree.ts";

const ROUNDS = 7;
/** Milliseconds in which a server has taken the tree in and watches it. */
const SETTLING_MS = 4000;
const MAIN = fromFileUrl(new URL("../../main.ts", import.meta.url));

/** One question, as each program is asked; `round` makes it a new one where memory of the last answer must not help. */
interface Question {
  readonly name: string;
  readonly tool: string;
  args(round: number): Record<string, unknown>;
  ripgrep(round: number): readonly string[];
}

const QUESTIONS: readonly Question[] = [
  search("the same word again", () => "TODO", { total_only: true }),
  search("a word, new each time", (i) => `word${i}x|TODO`, { total_only: true }),
  search("no match", (i) => `zqzq${i}`, { total_only: true, max_filesize: "10M", case: "sensitive" }),
  search("case-insensitive", (i) => `HANDLE.{0,${i}}`, { total_only: true, case: "insensitive" }, "-i"),
  search("regex with a literal, counts", (i) => `\\w+Error\\b.{0,${i}}`, { count_only_matches: true, token_budget: 0 }),
  search("classes without a literal", (i) => `[A-Z]{5,}\\d{1,${i + 3}}`, { total_only: true }),
  search("a common word, 2,000 lines", (i) => `Error.{0,${i}}`, { group_by_file: true, token_budget: 0 }),
  search("every line", (i) => `\\w+.{0,${i}}`, { total_only: true }),
  {
    name: "list all files",
    tool: "list_files",
    args: () => ({ roots: ["."], types: ["f"], limit: 1 }),
    ripgrep: () => ["--files"],
  },
];

/** Permission set-ups: the engine on the main thread, and on threads. */
const SETUPS = [
  { name: "--allow-read=ROOT", flags: (root: string) => [`--allow-read=${root}`] },
  { name: "--allow-read (threads)", flags: () => ["--allow-read"] },
];

function search(
  name: string,
  query: (round: number) => string,
  args: Record<string, unknown>,
  ...flags: string[]
): Question {
  return {
    name,
    tool: "search_content",
    args: (round) => ({ roots: ["."], query: query(round), ...args }),
    ripgrep: (round) => [...flags, "-c", "-e", query(round)],
  };
}

async function main(given: string | undefined): Promise<void> {
  const root = given === undefined ? Deno.makeTempDirSync({ prefix: "fossick-bench-" }) : Deno.realPathSync(given);
  try {
    if (given === undefined) plantTree(root, { files: 15_000, bytes: 4500 });
    console.log(`tree: ${given ?? "made on the spot"}; medians of ${ROUNDS} interleaved pairs, milliseconds`);
    for (const setup of SETUPS) await compare(setup.name, setup.flags(root), root);
  } finally {
    if (given === undefined) Deno.removeSync(root, { recursive: true });
  }
}

async function compare(name: string, flags: string[], root: string): Promise<void> {
  const args = ["run", "--no-prompt", "--quiet", ...flags, MAIN, "--root", root];
  console.log(`\n${name}\n  ${"question".padEnd(30)}fossick  ripgrep  ratio (ripgrep / fossick)`);
  const first = await interleave(() => firstAnswer(args, QUESTIONS[0]), (i) => ripgrep(root, QUESTIONS[0], i));
  row("first search of a server", first);
  const client = new StdioClient(Deno.execPath(), args);
  await client.initialize();
  // Whoever works with a server asks the second question later than this.
  await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  for (const question of QUESTIONS) {
    row(
      question.name,
      await interleave(
        (i) => timed(() => client.call(question.tool, question.args(i))),
        (i) => ripgrep(root, question, i),
      ),
    );
  }
  await client.close();
}

async function firstAnswer(args: string[], question: Question): Promise<number> {
  const client = new StdioClient(Deno.execPath(), args);
  await client.initialize();
  const ms = await timed(() => client.call(question.tool, question.args(0)));
  await client.close();
  return ms;
}

function ripgrep(root: string, question: Question, round: number): Promise<number> {
  const args = question.ripgrep(round);
  const flags = ["--no-config", "--no-require-git", "--no-ignore-global", "--no-ignore-parent"];
  return timed(() => new Deno.Command(rgPath, { args: [...flags, ...args, "."], cwd: root, stdin: "null" }).output());
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Pairs in turn, after one of each that does not count. */
async function interleave(
  ours: (round: number) => Promise<number>,
  theirs: (round: number) => Promise<number>,
): Promise<[number, number][]> {
  await ours(0), await theirs(0);
  const pairs: [number, number][] = [];
  for (let i = 1; i <= ROUNDS; i++) pairs.push([await ours(i), await theirs(i)]);
  return pairs;
}

function row(name: string, pairs: readonly [number, number][]): void {
  const ours = median(pairs.map(([a]) => a)), theirs = median(pairs.map(([, b]) => b));
  const ratio = median(pairs.map(([a, b]) => b / a));
  console.log(
    `  ${name.padEnd(30)}${ours.toFixed(1).padStart(7)}  ${theirs.toFixed(1).padStart(7)}  ${
      ratio.toFixed(2).padStart(5)
    }`,
  );
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

if (import.meta.main) await main(Deno.args[0]);
