/**
 * Writes, then asks immediately: every write that finished before the question must be in its answer.
 * @module
 */
import { join } from "@std/path";
import type { StdioHost } from "../../stdio_host.ts";
import type { Random } from "../../seed.ts";
import { canonical, differences, inside, list, type Tally } from "./judge.ts";
import { Disk } from "./disk.ts";
import { seenAt } from "./selection.ts";
import { expected } from "./expected.ts";
import { argumentsOf, Asker, followsSimply, type Question } from "./questions.ts";
import { Marks } from "./texts.ts";
import { type Step, Tree } from "./tree.ts";
import { RandomWriter } from "./writes.ts";

/** Writes before the first question, so that the tree has content. */
const PLANTED = 60;
/** The most pages of a question. */
const MANY = 8;
/** The probability, at each step, of leaving the tree alone until its stamps have settled, and for how long. */
const OFTEN_SETTLED = 0.003, SETTLED_MS = 2200;
/** Steps after which the server is stopped, and for how long at least. */
const STOP_EVERY = 150, STOPPED_MS = 1000;
/** Events during a stop: more than the system's queue can hold. */
const FLOOD = 20_000;
/** A scope with all files. */
const SCOPE = { roots: ["."], hidden: true, no_ignore: true } as const, PAGE = { limit: 10_000 };
const EVERYTHING: Question = {
  tool: "search_content",
  scope: SCOPE,
  sought: { query: "w\\d+" },
  form: "full",
  page: PAGE,
};
const ALL_FILES: Question = { tool: "list_files", scope: { ...SCOPE, types: ["f"] }, page: PAGE };
/** The number of writes that an error lists. */
const TOLD = 8;

/**
 * Performs `steps` steps below `root`, each a write or a question.
 * @throws Error for a wrong answer
 */
export async function checkSequentially(host: StdioHost, root: string, random: Random, steps: number): Promise<Tally> {
  const run = new Run(host, new Disk(root), random);
  run.plant();
  for (let step = 0; step < steps; step += 2) {
    // Mostly one write, one question; sometimes several of either.
    for (let n = random.chance(0.8) ? 1 : random.int(4); n > 0; n--) run.write();
    for (let n = random.chance(0.9) ? 1 : 1 + random.int(3); n > 0; n--) await run.ask();
    if (random.chance(0.03)) await run.page();
    if (random.chance(0.03)) await run.move();
    if (random.chance(OFTEN_SETTLED)) await run.settle();
    if (step % STOP_EVERY === 0) await run.stop();
  }
  return run;
}

class Run implements Tally {
  readonly #marks = new Marks();
  readonly #writer: RandomWriter;
  readonly #asker: Asker;
  #tree = new Tree();
  readonly #last: Step[][] = [];
  #previous: Question | undefined;
  writes = 0;
  answers = 0;
  unjudged = 0;

  constructor(readonly host: StdioHost, readonly disk: Disk, readonly random: Random) {
    this.#writer = new RandomWriter(random, this.#marks, this.#tree);
    this.#asker = new Asker(random, this.#marks);
  }

  /** Plants the tree, also in the directory that is later exchanged with the root's parent. */
  plant(): void {
    for (const _ of ["the other one", "this one"]) {
      this.#take([{ do: "exchange", path: ".." }]);
      for (let i = 0; i < PLANTED; i++) this.write();
    }
  }

  write(): void {
    this.#take(this.#writer.next(this.#tree));
  }

  /** Moves a directory directly after a question, and sometimes back soon after. */
  async move(): Promise<void> {
    for (let n = 1 + this.random.int(3); n > 0; n--) {
      await this.#judged(EVERYTHING);
      await this.#judged(ALL_FILES);
      this.#take(this.#writer.nextMove(this.#tree));
      if (this.random.chance(0.5)) await this.#judged(ALL_FILES);
      if (this.random.chance(0.7)) await this.ask();
      this.write();
      await this.#judged(EVERYTHING);
    }
  }

  /** Reads everything after it has settled, then moves directories immediately. */
  async settle(): Promise<void> {
    this.#take(this.#writer.twin(this.#tree));
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    await this.#judged(EVERYTHING);
    this.#take(this.#writer.swapTwins(this.#tree));
    await this.#judged(EVERYTHING);
  }

  /** Stops the server during writes, with or without a flood of events before them. */
  async stop(): Promise<void> {
    await this.#judged(EVERYTHING);
    await this.#judged(ALL_FILES);
    this.#signal("SIGSTOP");
    if (this.random.chance(0.8)) this.disk.flood(FLOOD, this.random.pick(["changed", "opened"]));
    for (let n = 1 + this.random.int(4); n > 0; n--) this.write();
    await new Promise((resolve) => setTimeout(resolve, STOPPED_MS));
    this.#signal("SIGCONT");
    // An immediate question may wait for the flood without success, and then stat every file.
    if (this.random.chance(0.5)) await new Promise((resolve) => setTimeout(resolve, STOPPED_MS));
    await this.#judged(EVERYTHING);
    await this.#judged(ALL_FILES);
  }

  #signal(signal: Deno.Signal): void {
    Deno.kill(this.host.pid, signal);
  }

  #take(steps: Step[]): void {
    for (const step of steps) {
      this.disk.take(step);
      this.#tree = this.#tree.after(step);
    }
    this.writes++;
    this.#last.push(steps);
    if (this.#last.length > TOLD) this.#last.shift();
  }

  async ask(): Promise<void> {
    // A repeated question is one that a cache could answer wrongly.
    const question = this.#previous !== undefined && this.random.chance(0.4) && canBeAsked(this.#previous, this.#tree)
      ? this.#previous
      : this.#asker.next(this.#tree);
    this.#previous = question;
    await this.#judged(question);
  }

  /** Requests pages with writes between some: each page is from its moment, and reports when the tree has changed. */
  async page(): Promise<void> {
    const question = this.#asker.next(this.#tree);
    if (!("page" in question)) return;
    const limit = 1 + this.random.int(5), first = findings(question, this.#tree);
    for (let skip: unknown = 0; typeof skip === "number" && skip < MANY * limit;) {
      const changed = skip > 0 && findings(question, this.#tree) !== first;
      const answer = await this.#judged({ ...question, page: { skip, limit } }, { tree_changed: changed || undefined });
      skip = answer.next_skip;
      if (this.random.chance(0.3)) this.write();
    }
  }

  /** Asks and checks the answer. */
  async #judged(question: Question, more: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const answer = await this.host.call(question.tool, argumentsOf(question));
    this.answers++;
    if (answer.truncated_by === "timeout") {
      this.unjudged++;
      return answer;
    }
    const right = expected(question, this.#tree);
    const wanted = right.error === undefined ? { ...right, ...more } : right;
    const wrong = { ...differences(answer, wanted), ...this.#wrongTimes(answer, question) };
    if (Object.keys(wrong).length > 0) throw this.#wrongAnswer(question, wrong, answer);
    return answer;
  }

  /** mtimes as the system reports them. */
  #wrongTimes(answer: Record<string, unknown>, question: Question): Record<string, unknown> {
    const wrong = list(answer.entries).filter((entry) => {
      const time = inside(entry, "mtime");
      return time !== undefined && time !== this.#timeOf(String(inside(entry, "path")), question);
    });
    return wrong.length === 0 ? {} : { mtime: wrong };
  }

  #timeOf(path: string, question: Question): number {
    const isFollowed = "scope" in question && seenAt(this.#tree, path, question.scope) !== "link";
    const { mtime } = (isFollowed ? Deno.statSync : Deno.lstatSync)(join(this.disk.root, path));
    return Math.floor((mtime?.getTime() ?? 0) / 1000);
  }

  #wrongAnswer(question: Question, wrong: Record<string, unknown>, answer: Record<string, unknown>): Error {
    const last = this.#last.map((steps) => JSON.stringify(steps).slice(0, 400));
    return new Error([
      `after ${this.writes} writes and ${this.answers} answers`,
      `question: ${JSON.stringify(question)}`,
      ...Object.entries(wrong).map(([field, found]) => `wrong ${field}: ${apart(found)}`),
      `answer: ${JSON.stringify(answer).slice(0, 600)}`,
      "the last writes:",
      ...last,
    ].join("\n"));
  }
}

/** Whether the question can be predicted: following links to directories is not modelled. */
function canBeAsked(question: Question, tree: Tree): boolean {
  return !("scope" in question) || !question.scope.follow_symlinks || followsSimply(tree);
}

/** The findings that pages can be joined by: entries, or files with their numbers of lines. */
function findings(question: Question, tree: Tree): string {
  if (!("page" in question)) return "";
  const page = { limit: 100_000 };
  const { counts, entries, error } = question.tool === "list_files"
    ? expected({ ...question, page }, tree)
    : expected({ ...question, page, form: "count_only_matches" }, tree);
  return canonical([counts, list(entries).map((entry) => inside(entry, "path")), error]);
}

/** The first difference of two values. */
function apart(found: unknown): string {
  const answered = canonical(inside(found, "answered")), wanted = canonical(inside(found, "wanted"));
  let at = 0;
  while (at < answered.length && answered[at] === wanted[at]) at++;
  const around = (text: string) => text.slice(Math.max(0, at - 150), at + 150);
  return `\n  answered …${around(answered)}…\n  wanted   …${around(wanted)}…`;
}
