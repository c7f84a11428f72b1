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
const MAIN = fromFileUrl(new URL("../../main.ts", import.meta.url));

/** One question, as each program is asked. */
interface Question {
  readonly name: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly ripgrep: readonly string[];
}

const QUESTIONS: readonly Question[] = [
  search("literal", "TODO", { total_only: true }),
  search("no match, and why", "zqzqzqzq", { total_only: true }),
  search("case-insensitive", "HANDLE", { total_only: true, case: "insensitive" }, "-i"),
  search("regex", "\\w+Error\\b", { count_only_matches: true, token_budget: 0 }),
  search("class and digits", "[A-Z][a-z]{5,}Options", { total_only: true }),
  { name: "list all files", tool: "list_files", args: { roots: ["."], types: ["f"], limit: 1 }, ripgrep: ["--files"] },
];

/** Permission set-ups: the engine on the main thread, and on threads. */
const SETUPS = [
  { name: "--allow-read=ROOT", flags: (root: string) => [`--allow-read=${root}`] },
  { name: "--allow-read (threads)", flags: () => ["--allow-read"] },
];

function search(name: string, query: string, args: Record<string, unknown>, ...flags: string[]): Question {
  return {
    name,
    tool: "search_content",
    args: { roots: ["."], query, ...args },
    ripgrep: [...flags, "-c", "-e", query],
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
  console.log(`\n${name}\n  ${"question".padEnd(28)}fossick  ripgrep  ratio (ripgrep / fossick)`);
  const first = await interleave(ROUNDS, () => firstAnswer(args, QUESTIONS[0]), () => ripgrep(root, QUESTIONS[0]));
  row("first search of a server", first);
  const client = new StdioClient(Deno.execPath(), args);
  await client.initialize();
  for (const question of QUESTIONS) {
    row(
      question.name,
      await interleave(
        ROUNDS,
        () => timed(() => client.call(question.tool, question.args)),
        () => ripgrep(root, question),
      ),
    );
  }
  await client.close();
}

async function firstAnswer(args: string[], question: Question): Promise<number> {
  const client = new StdioClient(Deno.execPath(), args);
  await client.initialize();
  const ms = await timed(() => client.call(question.tool, question.args));
  await client.close();
  return ms;
}

function ripgrep(root: string, { ripgrep: args }: Question): Promise<number> {
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
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<[number, number][]> {
  await ours(), await theirs();
  const pairs: [number, number][] = [];
  for (let i = 0; i < rounds; i++) pairs.push([await ours(), await theirs()]);
  return pairs;
}

function row(name: string, pairs: readonly [number, number][]): void {
  const ours = median(pairs.map(([a]) => a)), theirs = median(pairs.map(([, b]) => b));
  const ratio = median(pairs.map(([a, b]) => b / a));
  console.log(
    `  ${name.padEnd(28)}${ours.toFixed(1).padStart(7)}  ${theirs.toFixed(1).padStart(7)}  ${
      ratio.toFixed(2).padStart(5)
    }`,
  );
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

if (import.meta.main) await main(Deno.args[0]);
