/**
 * All measurements on one tree.
 * @module
 */
import { join } from "@std/path";
import { HAS_PROC, memoryMb as megabytes, pause } from "../../tests/process_stats.ts";
import type { CommandLine } from "../../tests/program.ts";
import { type Random, randomOf } from "../../tests/seed.ts";
import { allFiles } from "../questions/listings.ts";
import { type BenchPlan, chosenSetups, type Progress } from "./bench_plan.ts";
import { measureStarts } from "./starts.ts";
import { type OtherTime, type PairRun, type QuestionOutcome, timePairs } from "./pairs.ts";
import { fd, type Peer, type PeerName, ripgrep } from "../programs/peers.ts";
import { type Question, questionsFor, quickQuestions, safeQuestions } from "../questions/questions.ts";
import type { Row, SetUpResult, TreeResult } from "../report/results.ts";
import { searchQuestion } from "../questions/search_question.ts";
import {
  BENCH_SETUPS,
  type BenchSetup,
  freshServers,
  lineOf,
  reuseServer,
  startServer,
  untilTreeLoaded,
} from "../programs/setups.ts";
import { median } from "./statistics.ts";
import type { StdioClient } from "../programs/stdio_client.ts";
import { type Frequency, type Vocabulary, vocabularyOf } from "../questions/vocabulary.ts";

/** Milliseconds after the last question until a server counts as resting. */
const REST_MS = 3000;

/** A tree's figures, and the answers that differed. */
export interface TreeMeasurement {
  readonly result: TreeResult;
  readonly wrong: readonly string[];
}

/** Runs the plan. */
export async function benchTree(plan: BenchPlan, tell: Progress): Promise<TreeMeasurement> {
  const bench = await TreeBench.on(plan, tell);
  const setUps: SetUpResult[] = [];
  for (const setUp of chosenSetups(plan)) setUps.push(await bench.ask(setUp));
  const starts = await measureStarts(plan, tell);
  return { result: { ...bench.facts, setUps, starts, leftOut: bench.leftOut }, wrong: bench.wrong };
}

class TreeBench {
  readonly wrong: string[] = [];
  readonly leftOut: string[] = [];
  readonly facts: Omit<TreeResult, "setUps" | "starts" | "leftOut">;
  readonly #plan: BenchPlan;
  readonly #tell: Progress;
  readonly #words: Vocabulary;
  readonly #random: Random;
  readonly #peers: ReadonlyMap<PeerName, Peer>;

  private constructor(plan: BenchPlan, tell: Progress, paths: readonly string[], emptyRun: number) {
    this.#plan = plan;
    this.#tell = tell;
    this.#random = randomOf(plan.seed);
    this.#words = vocabularyOf(plan.root, paths, this.#random);
    const known = [ripgrep(), this.#fd()].filter((peer) => peer !== undefined);
    this.#peers = new Map(known.map((peer) => [peer.name, peer]));
    const { name, isQuick, pairs, seed, cacheMb } = plan;
    this.facts = {
      tree: { name, files: paths.length, bytes: bytesOf(plan.root, paths) },
      ...{ isQuick, pairs, seed, cacheMb, emptyRun },
      machine: `${navigator.hardwareConcurrency} processors, ${Deno.build.os}`,
      versions: [`Deno ${Deno.version.deno}`, ...known.map(({ version }) => version)],
    };
  }

  static async on(plan: BenchPlan, tell: Progress): Promise<TreeBench> {
    const rg = ripgrep();
    const { stdout } = await rg.run(plan.root, ["--files"]);
    const all = new TextDecoder().decode(stdout).split("\n").filter((path) => path !== "").toSorted();
    // Deno can't open a name that is not valid Unicode.
    const paths = all.filter((path) => !path.includes("\ufffd"));
    if (paths.length === 0) throw new Error(`There are no files in ${plan.root}.`);
    const empty: number[] = [];
    for (let i = 0; i < 5; i++) empty.push((await rg.run(plan.root, ["--version"])).ms);
    const bench = new TreeBench(plan, tell, paths, median(empty));
    const { files, bytes } = bench.facts.tree;
    tell(`${plan.name}: ${files} files, ${Math.round(bytes / 1e6)} MB; medians of ${plan.pairs} interleaved pairs`);
    tell(
      `${bench.facts.machine}; ${bench.facts.versions.join(", ")}; an empty run of ripgrep ${
        median(empty).toFixed(1)
      } ms`,
    );
    for (const reason of bench.leftOut) tell(`left out: ${reason}`);
    return bench;
  }

  /** Asks one set-up all questions. */
  async ask(setUp: BenchSetup): Promise<SetUpResult> {
    const { name } = setUp, { root, cacheMb } = this.#plan;
    this.#tell(`\n${name}\n${"question".padEnd(54)} fossick   theirs   ratio`);
    const line = await lineOf(setUp, root, cacheMb);
    const lineBefore = await this.#lineBefore(setUp);
    const other = lineBefore === undefined ? {} : { other: freshServers(lineBefore) };
    const rows = await this.#rows(this.#coldOnes(), { ...freshServers(line), ...other });
    if (setUp.bundled) return { name, rows };
    await using server = await startServer(line);
    await untilTreeLoaded(server);
    const warm = rss(server.pid);
    rows.push(...await this.#warmRows(server, lineBefore));
    if (warm === 0) return { name, rows };
    await pause(REST_MS);
    const memory = { warm, most: rss(server.pid, "peak"), rest: rss(server.pid) };
    const [taken, most, resting] = [memory.warm, memory.most, memory.rest].map((mb) => `${Math.round(mb)} MB`);
    this.#tell(`memory: ${taken} with the tree loaded, ${most} at most, ${resting} at rest`);
    return { name, rows, memory };
  }

  /** The other checkout's command line; undefined without one, or where only starts are timed. */
  async #lineBefore(setUp: BenchSetup): Promise<CommandLine | undefined> {
    const { root, cacheMb, before, beforeSetUp } = this.#plan;
    if (before === undefined || setUp.bundled) return undefined;
    return await lineOf(BENCH_SETUPS.find(({ name }) => name === beforeSetUp) ?? setUp, root, cacheMb, before);
  }

  /** Rows, beside the other checkout's after both have loaded the tree. */
  async #warmRows(server: StdioClient, lineBefore: CommandLine | undefined): Promise<Row[]> {
    if (lineBefore === undefined) return await this.#rows(this.#warmOnes(), reuseServer(server));
    await using other = await startServer(lineBefore);
    await untilTreeLoaded(other);
    return await this.#rows(this.#warmOnes(), { ...reuseServer(server), other: reuseServer(other) });
  }

  async #rows(questions: readonly Question[], contest: Omit<PairRun, "root" | "pairs">): Promise<Row[]> {
    const rows: Row[] = [];
    for (const question of questions) {
      const peer = this.#peers.get(question.peer);
      if (peer === undefined) continue;
      const outcome = await this.#outcome(question, peer, contest);
      if (!("ratio" in outcome)) continue;
      const { name, group, peer: against } = question, { ours, theirs, ratio } = outcome;
      const before = this.#agreeing(name, outcome.other);
      rows.push({ question: name, group, peer: against, ours, theirs, ratio, ...(before && { before }) });
      this.#tell([
        `${name.padEnd(54)}${ours.toFixed(1).padStart(8)} ${timeAndRatio(theirs, ratio)}`,
        ...(before === undefined ? [] : [`  before ${timeAndRatio(before.ms, before.ratio)}`]),
      ].join(" "));
    }
    return rows;
  }

  /** The other fossick's times if its answers agree; if they don't, that is reported. */
  #agreeing(name: string, other: OtherTime | undefined): Row["before"] {
    if (other === undefined || !("differs" in other)) return other;
    this.#leaveOut(`${name}, beside the other checkout: it answers ${other.differs}`);
  }

  async #outcome(question: Question, peer: Peer, contest: Omit<PairRun, "root" | "pairs">): Promise<QuestionOutcome> {
    const { root, pairs } = this.#plan;
    const outcome = await timePairs(question, peer, { root, pairs, ...contest });
    if ("differs" in outcome) {
      this.wrong.push(`${question.name}: ${outcome.differs}`);
      this.#tell(`${question.name.padEnd(54)} DIFFERS ${outcome.differs}`);
    } else if ("leftOut" in outcome) this.#leaveOut(`${question.name}: ${outcome.leftOut}`);
    return outcome;
  }

  #leaveOut(what: string): void {
    this.leftOut.push(what);
    this.#tell(`left out: ${what}`);
  }

  /** Questions to a server that has just listed its tools; in the quick form only those that need no fd. */
  #coldOnes(): Question[] {
    const word = (frequency: Frequency) => () => ({ query: this.#words.word(frequency) });
    const least = [
      allFiles("list cold", "ripgrep"),
      searchQuestion("first search", "the first search: a rare word", "total", word("rare")),
    ];
    return this.#chosen(
      this.#plan.isQuick ? least : [
        ...least,
        allFiles("list cold", "fd"),
        searchQuestion("first search", "the first search: counts of a word", "counts", word("middling")),
      ],
    );
  }

  #warmOnes(): Question[] {
    const all = questionsFor(this.#words, this.#random);
    const askable = this.#plan.isMade ? all : safeQuestions(all);
    return this.#chosen(this.#plan.isQuick ? quickQuestions(askable) : askable);
  }

  #chosen(questions: readonly Question[]): Question[] {
    const { only } = this.#plan;
    return questions.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)));
  }

  #fd(): Peer | undefined {
    const found = fd();
    if (!("missing" in found)) return found;
    this.leftOut.push(`everything beside fd: ${found.missing}`);
  }
}

function bytesOf(root: string, paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + Deno.statSync(join(root, path)).size, 0);
}

/** Megabytes in memory; 0 where the system has no /proc. */
function rss(pid: number, which: "now" | "peak" = "now"): number {
  return HAS_PROC ? megabytes(pid, which) : 0;
}

function timeAndRatio(ms: number, ratio: number): string {
  return `${ms.toFixed(1).padStart(8)} ${ratio.toFixed(2).padStart(7)}`;
}
