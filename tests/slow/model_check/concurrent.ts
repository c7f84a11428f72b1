/**
 * Readers with a concurrent writer in another process. For every answer it is known which writes were finished before its
 * question was sent, and which had not begun when the answer came.
 * @module
 */
import { fromFileUrl } from "@std/path";
import type { StdioHost } from "../../stdio_host.ts";
import type { Random } from "../../seed.ts";
import { judge, RULE_FILE, type Tally, TreeWindow } from "./judge.ts";
import { argumentsOf, Asker, type Question } from "./questions.ts";
import { Marks } from "./texts.ts";
import { type Step, Tree } from "./tree.ts";
import { RandomWriter } from "./writes.ts";

/** The number of concurrent questions. */
const READERS = 3;
/** The most unfinished writes, and the number of writes for each question. */
const AHEAD = 3, PER_QUESTION = 3;
const PLANTED = 60;

/**
 * Asks `steps / 2` questions during at least as many writes below `root`.
 * @throws Error for a wrong answer
 */
export async function checkConcurrently(host: StdioHost, root: string, random: Random, steps: number): Promise<Tally> {
  const run = new Run(host, random, new WritingProcess(root));
  try {
    await run.plant();
    const writing = run.write();
    // A reader's failure is reported first.
    writing.catch(() => {});
    await Promise.all(Array.from({ length: READERS }, () => run.read(Math.ceil(steps / 2 / READERS)))).finally(() =>
      run.end()
    );
    await writing;
    return run;
  } finally {
    await run.process.end();
  }
}

class Run implements Tally {
  readonly #marks = new Marks();
  readonly #writer: RandomWriter;
  readonly #asker: Asker;
  /** The tree's states, past and future, for all writes that were sent; states that no question needs are dropped. */
  readonly #states: (Tree | undefined)[] = [new Tree()];
  /** The step that led to each state. */
  readonly #steps: (Step | undefined)[] = [undefined];
  /** The index of the state after all finished writes. */
  #done = 0;
  #asked = 0;
  #ended = false;
  /** Wakes the writer after a question was sent. */
  #wake = Promise.withResolvers<void>();
  /** The states from which each open question may be answered. */
  readonly #open = new Map<Question, number>();
  #forgotten = 0;
  writes = 0;
  answers = 0;
  unjudged = 0;

  constructor(readonly host: StdioHost, readonly random: Random, readonly process: WritingProcess) {
    this.#writer = new RandomWriter(random, this.#marks, this.#latest);
    this.#asker = new Asker(random, this.#marks);
  }

  get #latest(): Tree {
    return this.#states.at(-1) ?? new Tree();
  }

  async plant(): Promise<void> {
    for (let i = 0; i < PLANTED; i++) await this.#writeOne();
  }

  /** Keeps a few writes in progress until `end`. */
  async write(): Promise<void> {
    const lanes = Array.from({ length: AHEAD }, async () => {
      while (!this.#ended) {
        if (this.writes < PLANTED + this.#asked * PER_QUESTION) await this.#writeOne();
        else await this.#wake.promise;
      }
    });
    await Promise.all(lanes);
  }

  end(): void {
    this.#ended = true;
    this.#wake.resolve();
  }

  async #writeOne(): Promise<void> {
    const steps = this.#writer.next(this.#latest);
    for (const step of steps) {
      this.#states.push(this.#latest.after(step));
      this.#steps.push(step);
    }
    const after = this.#states.length - 1;
    this.writes++;
    await this.process.take(steps);
    this.#done = Math.max(this.#done, after);
    this.#forget();
  }

  async read(questions: number): Promise<void> {
    for (let i = 0; i < questions; i++) await this.#ask(this.#asker.next(this.#latest, "while others write"));
  }

  async #ask(question: Question): Promise<void> {
    const from = this.#done;
    this.#open.set(question, from);
    this.#asked++;
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
    const answer = await this.host.call(question.tool, argumentsOf(question));
    const states = this.#states.slice(from).filter((tree) => tree !== undefined);
    this.#open.delete(question);
    this.answers++;
    if (answer.truncated_by === "timeout") return void this.unjudged++;
    const window = new TreeWindow(states);
    if (window.isMuddled) this.unjudged++;
    const wrong = judge(question, answer, window);
    if (wrong !== undefined) throw this.#wrongAnswer(question, answer, wrong, from);
  }

  /** Drops the states before the present and before every open question. */
  #forget(): void {
    const needed = Math.min(this.#done, ...this.#open.values());
    while (this.#forgotten < needed) this.#states[this.#forgotten++] = undefined;
  }

  #wrongAnswer(question: Question, answer: unknown, wrong: string, from: number): Error {
    const before = this.#states[from] ?? new Tree();
    const rules = before.inside().filter((path) => RULE_FILE.test(path)).map((path) => [path, before.bytes(path)]);
    return new Error([
      `after ${this.writes} writes and ${this.answers} answers`,
      `question: ${JSON.stringify(question)}`,
      `wrong: ${wrong}`,
      `answer: ${JSON.stringify(answer).slice(0, 600)}`,
      `rules when it was sent: ${JSON.stringify(rules)}`,
      "writes meanwhile:",
      ...this.#steps.slice(from + 1).map((step) => JSON.stringify(step).slice(0, 300)),
    ].join("\n"));
  }
}

/** The writer's process. */
class WritingProcess {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  /** The reason for which no step will be performed. */
  #gone: Error | undefined;
  readonly #reading: Promise<void>;

  constructor(root: string) {
    const writer = fromFileUrl(new URL("disk.ts", import.meta.url));
    const args = ["run", "--no-prompt", "-A", writer, root];
    this.#child = new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "piped" }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reading = this.#read();
  }

  /** Performs steps one after another; resolves after the last. */
  async take(steps: readonly Step[]): Promise<void> {
    if (this.#gone !== undefined) throw this.#gone;
    const done = Promise.withResolvers<void>();
    this.#waiting.push(done);
    await this.#writer.write(new TextEncoder().encode(JSON.stringify(steps) + "\n"));
    await done.promise;
  }

  async end(): Promise<void> {
    await this.#writer.close().catch(() => {});
    await this.#child.status;
    await this.#reading;
  }

  async #read(): Promise<void> {
    for await (const chunk of this.#child.stdout) for (const _ of chunk) this.#waiting.shift()?.resolve();
    this.#gone = new Error("the writer ended");
    for (const { reject } of this.#waiting) reject(this.#gone);
  }
}
