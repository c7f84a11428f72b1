/**
 * Everything that is measured on one tree.
 * @module
 */
import { join } from "@std/path";
import { CAN_WATCH, memory as megabytes, pause } from "../hostile/process.ts";
import { type Random, randomOf } from "../seed.ts";
import { allFiles } from "./listings.ts";
import { contend, type Contest, type Outcome } from "./pairs.ts";
import { fd, type Peer, type PeerName, ripgrep } from "./peers.ts";
import { harmless, type Question, questionsFor, quickly } from "./questions.ts";
import type { Row, SetUpResult, Start, TreeResult } from "./results.ts";
import { search } from "./search.ts";
import { lineOf, SET_UPS, settled, type SetUp, started } from "./setups.ts";
import { median } from "./statistics.ts";
import type { StdioClient } from "./stdio_client.ts";
import { type Frequency, type Vocabulary, vocabularyOf } from "./vocabulary.ts";

/** Milliseconds after which the runtime has given back the garbage of a server that is asked nothing more: 8 to 15 s. */
const REST_MS = 20_000;

/** What is asked, and of whom. */
export interface Plan {
  readonly name: string;
  readonly root: string;
  /** It was made for this, so that something may be changed in it. */
  readonly isMade: boolean;
  readonly pairs: number;
  readonly seed: number;
  readonly cacheMb: number;
  readonly isQuick: boolean;
  /** Names of set-ups; all when empty. */
  readonly setUps: readonly string[];
  /** Only questions whose name has one of these; all when empty. */
  readonly only: readonly string[];
  /** A compiled fossick, to be started too. */
  readonly binary?: string;
}

/** What is told while it goes on. */
export type Tell = (line: string) => void;

/** A tree's figures, and what was wrong. */
export interface Measured {
  readonly result: TreeResult;
  readonly wrong: readonly string[];
}

/** Runs the plan. */
export async function benchTree(plan: Plan, tell: Tell): Promise<Measured> {
  const bench = await TreeBench.on(plan, tell);
  const setUps: SetUpResult[] = [];
  for (const setUp of chosenBy(plan)) setUps.push(await bench.ask(setUp));
  const starts = await bench.starts();
  return { result: { ...bench.facts, setUps, starts, leftOut: bench.leftOut }, wrong: bench.wrong };
}

function chosenBy({ setUps }: Plan): SetUp[] {
  return SET_UPS.filter(({ name }) => setUps.length === 0 || setUps.includes(name));
}

class TreeBench {
  readonly wrong: string[] = [];
  readonly leftOut: string[] = [];
  readonly facts: Omit<TreeResult, "setUps" | "starts" | "leftOut">;
  readonly #plan: Plan;
  readonly #tell: Tell;
  readonly #words: Vocabulary;
  readonly #random: Random;
  readonly #peers: ReadonlyMap<PeerName, Peer>;

  private constructor(plan: Plan, tell: Tell, paths: readonly string[], emptyRun: number) {
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

  static async on(plan: Plan, tell: Tell): Promise<TreeBench> {
    const rg = ripgrep();
    const { stdout } = await rg.run(plan.root, ["--files"]);
    const all = new TextDecoder().decode(stdout).split("\n").filter((path) => path !== "").toSorted();
    // A name that is not Unicode can't be opened here.
    const paths = all.filter((path) => !path.includes("\ufffd"));
    if (paths.length === 0) throw new Error(`There are no files in ${plan.root}.`);
    const empty: number[] = [];
    for (let i = 0; i < 5; i++) empty.push((await rg.run(plan.root, ["--version"])).ms);
    const bench = new TreeBench(plan, tell, paths, median(empty));
    const { files, bytes } = bench.facts.tree;
    tell(`${plan.name}: ${files} files, ${Math.round(bytes / 1e6)} MB; medians of ${plan.pairs} interleaved pairs`);
    tell(`${bench.facts.machine}; ${bench.facts.versions.join(", ")}; an empty run of ripgrep ${ms(median(empty))}`);
    for (const reason of bench.leftOut) tell(`left out: ${reason}`);
    return bench;
  }

  /** All questions to one set-up. */
  async ask(setUp: SetUp): Promise<SetUpResult> {
    this.#tell(`\n${setUp.name}\n${"question".padEnd(54)} fossick   theirs   ratio`);
    const line = await lineOf(setUp, this.#plan.root, this.#plan.cacheMb);
    const fresh = { server: () => started(line), done: (server: StdioClient) => server[Symbol.asyncDispose]() };
    const rows = await this.#rows(this.#coldOnes(), fresh);
    if (setUp.bundled) return { name: setUp.name, rows };
    await using server = await started(line);
    await settled(server);
    const warm = rss(server.pid);
    const kept = { server: () => Promise.resolve(server), done: () => Promise.resolve() };
    rows.push(...await this.#rows(this.#warmOnes(), kept));
    const end = rss(server.pid);
    if (warm === 0) return { name: setUp.name, rows };
    await pause(REST_MS);
    const memory = { warm, end, rest: rss(server.pid) };
    const [before, after, resting] = [memory.warm, memory.end, memory.rest].map((mb) => `${Math.round(mb)} MB`);
    this.#tell(`memory: ${before} when warm, ${after} in the end, ${resting} at rest`);
    return { name: setUp.name, rows, memory };
  }

  /** Milliseconds from the start of each program to its first answers. */
  async starts(): Promise<Start[]> {
    const { root, cacheMb, binary, pairs } = this.#plan;
    const programs = [{ program: "source", line: await lineOf(SET_UPS[1], root, cacheMb) }];
    for (const setUp of chosenBy(this.#plan).filter(({ bundled }) => bundled)) {
      programs.push({ program: "bundle", line: await lineOf(setUp, root, cacheMb) });
    }
    if (binary !== undefined) programs.push({ program: "binary", line: [binary, "--root", root] });
    const starts: Start[] = [];
    for (const { program, line } of programs) {
      const times = { initialize: [] as number[], call: [] as number[] };
      for (let i = 0; i <= pairs; i++) {
        const began = performance.now();
        await using server = await started(line);
        times.initialize.push(performance.now() - began);
        await server.call("list_files", { roots: ["."], depth: 1 });
        times.call.push(performance.now() - began);
      }
      starts.push({ program, initialize: median(times.initialize.slice(1)), call: median(times.call.slice(1)) });
    }
    for (const start of starts) {
      this.#tell(
        `start (${start.program}): initialize answered after ${ms(start.initialize)}, a call after ${ms(start.call)}`,
      );
    }
    return starts;
  }

  async #rows(questions: readonly Question[], contest: Pick<Contest, "server" | "done">): Promise<Row[]> {
    const rows: Row[] = [];
    for (const question of questions) {
      const peer = this.#peers.get(question.peer);
      if (peer === undefined) continue;
      const outcome = await this.#outcome(question, peer, contest);
      if (!("ratio" in outcome)) continue;
      const { name, group, peer: against } = question, { ours, theirs, ratio } = outcome;
      rows.push({ question: name, group, peer: against, ours, theirs, ratio });
      this.#tell(
        `${name.padEnd(54)}${ours.toFixed(1).padStart(8)} ${theirs.toFixed(1).padStart(8)} ${
          ratio.toFixed(2).padStart(7)
        }`,
      );
    }
    return rows;
  }

  async #outcome(question: Question, peer: Peer, contest: Pick<Contest, "server" | "done">): Promise<Outcome> {
    const { root, pairs } = this.#plan;
    const outcome = await contend(question, peer, { root, pairs, ...contest });
    if ("differs" in outcome) {
      this.wrong.push(`${question.name}: ${outcome.differs}`);
      this.#tell(`${question.name.padEnd(54)} DIFFERS ${outcome.differs}`);
    } else if ("leftOut" in outcome) {
      this.leftOut.push(`${question.name}: ${outcome.leftOut}`);
      this.#tell(`${question.name.padEnd(54)} left out: ${outcome.leftOut}`);
    }
    return outcome;
  }

  /** Questions to a server that has only just answered `initialize`; of the quick form, those that need no fd. */
  #coldOnes(): Question[] {
    const word = (frequency: Frequency) => () => ({ query: this.#words.word(frequency) });
    const least = [
      allFiles("list cold", "ripgrep"),
      search("first search", "the first search: a rare word", "total", word("rare")),
    ];
    return this.#chosen(
      this.#plan.isQuick ? least : [
        ...least,
        allFiles("list cold", "fd"),
        search("first search", "the first search: counts of a word", "counts", word("middling")),
      ],
    );
  }

  #warmOnes(): Question[] {
    const all = questionsFor(this.#words, this.#random);
    const askable = this.#plan.isMade ? all : harmless(all);
    return this.#chosen(this.#plan.isQuick ? quickly(askable) : askable);
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

/** 0 where it can't be had. */
function rss(pid: number): number {
  return CAN_WATCH ? megabytes(pid) : 0;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
