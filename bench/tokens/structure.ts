/**
 * The costs of forms and outlines on the foreign tree: structured content against text, outlines against files, times and
 * memory of a server before and after the first outline.
 * @module
 */
import { LIMITS } from "../../src/model/limits.ts";
import { median } from "../measure/statistics.ts";
import { fossick } from "../../tests/program.ts";
import type { Servers } from "./contestants.ts";
import { tokensOf } from "./cost.ts";
import { Server } from "./server.ts";
import type { TreeCopy } from "./tree_copy.ts";

/** Tokens of the same answers, shown as text and as structured content. */
export interface FormCost {
  readonly text: number;
  readonly structured: number;
}

/** The forms whose structured content has a goal. */
export const FORMS = ["grouped lines", "summaries", "counts", "reads"] as const;
type Form = typeof FORMS[number];

const QUERIES = [
  "TODO",
  "codiconArray\\(",
  "class \\w+Service\\b",
  "throw new \\w+Error",
  "process\\.env",
  "@deprecated",
];
const PATHS = ["packages/core/src/common/paths.ts", "packages/scm/README.md", "packages/monaco/package.json"];

/** The cost of an outline as a share of a read of the whole file, with numbered lines, and of its bare text. */
export interface OutlineShares {
  readonly read: number;
  readonly bare: number;
}

/** All figures of forms and outlines. */
export interface StructureFigures {
  readonly forms: Record<Form, FormCost>;
  readonly outlineShares: OutlineShares;
  readonly run: OutlineRun;
}

/** Measures forms, outlines and memory on a tree. */
export async function measureStructure(tree: TreeCopy, { text, structured }: Servers): Promise<StructureFigures> {
  if (text === undefined || structured === undefined) throw new Error("fossick does not run.");
  return {
    forms: await costOfForms(text, structured),
    outlineShares: await outlineShares(text, tree),
    run: await runOutlines(tree),
  };
}

/** The same calls to both servers, summed by form. */
async function costOfForms(text: Server, structured: Server): Promise<Record<Form, FormCost>> {
  const search = (more: object) =>
    QUERIES.map((query) => ["search_content", { query, roots: ["packages"], ...more }] as const);
  const reads = PATHS.flatMap((path) => [["read_file", { path }], ["read_file", { path, max_lines: 40 }]] as const);
  const sums = async (calls: readonly (readonly [string, Record<string, unknown>])[]): Promise<FormCost> => ({
    text: await sumOf(text, calls),
    structured: await sumOf(structured, calls),
  });
  return {
    "grouped lines": await sums(search({ group_by_file: true })),
    summaries: await sums(search({ summary_only: true })),
    counts: await sums(search({ count_only_matches: true })),
    reads: await sums(reads),
  };
}

async function sumOf(server: Server, calls: readonly (readonly [string, Record<string, unknown>])[]): Promise<number> {
  let sum = 0;
  for (const [name, args] of calls) sum += tokensOf(await server.ask(name, args));
  return sum;
}

/** The median share of the tokens of reading a TypeScript file, and of its bare text, that its outline costs. */
async function outlineShares(server: Server, tree: TreeCopy): Promise<OutlineShares> {
  const read: number[] = [], bare: number[] = [];
  for (const path of tree.paths("packages", /\.tsx?$/)) {
    const outline = tokensOf(await server.ask("read_file", { path, outline: true }));
    const whole = await server.ask("read_file", { path, max_lines: LIMITS.readLines.cap, token_budget: 0 });
    read.push(outline / tokensOf(whole));
    bare.push(outline / tokensOf(tree.text(path)));
  }
  return { read: median(read), bare: median(bare) };
}

/** Milliseconds of outlines, and MB of a server's memory. */
export interface OutlineRun {
  /** The first outline after the start. */
  readonly firstMs: number;
  /** The median of outlines of further files. */
  readonly warmMs: number;
  /** After searches, before the first outline. */
  readonly megabytes: number;
  /** The first outlines' share. */
  readonly addedMegabytes: number;
}

/** Outlines of files of about 1,000 lines, each for the first time, on a fresh server. */
async function runOutlines(tree: TreeCopy): Promise<OutlineRun> {
  const server = await Server.start(fossick(tree.root, "--answers", "text"), tree.root);
  for (const query of QUERIES) await server.ask("search_content", { query, total_only: true });
  const megabytes = memoryOf(server), times: number[] = [];
  for (const path of filesOfLines(tree, 900, 1100)) {
    const began = performance.now();
    await server.ask("read_file", { path, outline: true });
    times.push(performance.now() - began);
  }
  const [firstMs = NaN, ...others] = times, addedMegabytes = memoryOf(server) - megabytes;
  await server.close();
  return { firstMs, warmMs: median(others), megabytes, addedMegabytes };
}

function filesOfLines(tree: TreeCopy, least: number, most: number): string[] {
  return tree.paths("packages", /\.ts$/).filter((path) => {
    const { length } = tree.text(path).split("\n");
    return length >= least && length <= most;
  });
}

/** Resident memory in MB, as ps has it. */
function memoryOf({ pid }: Server): number {
  const { stdout } = new Deno.Command("ps", { args: ["-o", "rss=", "-p", String(pid)] }).outputSync();
  return Number(new TextDecoder().decode(stdout)) / 1024;
}
