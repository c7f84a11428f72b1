/**
 * Asks programs the same question in turn and compares their answers.
 * @module
 */
import type { Peer } from "../programs/peers.ts";
import type { Question, QuestionForm } from "../questions/questions.ts";
import type { Servers } from "../programs/setups.ts";
import { comparePairs, type Comparison, type TimePair } from "./statistics.ts";
import type { StdioClient } from "../programs/stdio_client.ts";

/** An answer: its total, why it was cut, and its milliseconds. */
export interface TimedAnswer {
  readonly ms: number;
  readonly total: number;
  readonly cutBy?: string;
}

/** A further program that gets the same question after the peer. */
export interface Rival {
  readonly name: string;
  /** Its answer; undefined where it has no such question. `total` is the right one. */
  ask(question: Question, asking: QuestionForm, total: number): Promise<TimedAnswer | undefined>;
}

/** The programs to ask, and how often. */
export interface PairRun extends Servers {
  readonly root: string;
  readonly pairs: number;
  readonly rivals?: readonly Rival[];
}

/** A rival's median milliseconds and the median of `theirs / ours`, or how its answer differs. */
export type RivalTime = { readonly ms: number; readonly ratio: number } | { readonly differs: string };

/** Our times and the peer's, with those of each rival that was asked. */
export interface QuestionTimes extends Comparison {
  readonly beside: Readonly<Record<string, RivalTime>>;
}

/** The outcome of a question: times, or why there are none, or how the answers differ. */
export type QuestionOutcome = QuestionTimes | { readonly leftOut: string } | { readonly differs: string };

/** Makes a rival of another fossick. */
export function rivalOf(name: string, servers: Servers): Rival {
  return { name, ask: (question, asking) => asked(question, asking, servers) };
}

/** Asks `contest.pairs` times, after one time that does not count. */
export async function timePairs(question: Question, peer: Peer, contest: PairRun): Promise<QuestionOutcome> {
  const pairs: TimePair[] = [], results = (contest.rivals ?? []).map((rival) => new RivalResult(rival));
  for (let round = 0; round <= contest.pairs; round++) {
    const asking = question.ask(round);
    const ours = await asked(question, asking, contest, () => question.before?.(contest.root, round));
    if (ours.cutBy !== undefined && ours.cutBy !== "limit") return { leftOut: `our answer was cut: ${ours.cutBy}` };
    const theirs = await askedPeer(question, asking, peer, contest.root, ours.cutBy === "limit");
    if (theirs.total !== ours.total) {
      return { differs: `fossick ${ours.total}, ${peer.name} ${theirs.total}: ${told(asking)}` };
    }
    if (round > 0) pairs.push({ ours: ours.ms, theirs: theirs.ms });
    for (const result of results) await result.ask(question, asking, ours, round > 0);
  }
  return { ...comparePairs(pairs), beside: Object.fromEntries(results.flatMap((result) => result.entry())) };
}

/** A rival's answers over all rounds. */
class RivalResult {
  readonly #rival: Rival;
  readonly #pairs: TimePair[] = [];
  #differs: string | undefined;

  constructor(rival: Rival) {
    this.#rival = rival;
  }

  /** Not asked after a change: a rival would have had the time of both others to notice it. */
  async ask(question: Question, asking: QuestionForm, ours: TimedAnswer, counts: boolean): Promise<void> {
    if (question.before !== undefined || this.#differs !== undefined) return;
    const theirs = await this.#rival.ask(question, asking, ours.total);
    if (theirs === undefined) return;
    if (theirs.total !== ours.total) this.#differs = `${theirs.total}, not ${ours.total}`;
    else if (counts) this.#pairs.push({ ours: ours.ms, theirs: theirs.ms });
  }

  /** Its name and times; empty where it was not asked. */
  entry(): [string, RivalTime][] {
    const { name } = this.#rival;
    if (this.#differs !== undefined) return [[name, { differs: this.#differs }]];
    if (this.#pairs.length === 0) return [];
    const { theirs, ratio } = comparePairs(this.#pairs);
    return [[name, { ms: theirs, ratio }]];
  }
}

/** Asks a server; `before` runs when the server is ready. */
async function asked(
  question: Question,
  asking: QuestionForm,
  servers: Servers,
  before?: () => void,
): Promise<TimedAnswer> {
  const server = await servers.server();
  before?.();
  const answer = await answerOf(question, asking, server);
  await servers.done(server);
  return answer;
}

async function askedPeer(question: Question, asking: QuestionForm, peer: Peer, root: string, isLimited: boolean) {
  const isCut = isLimited && asking.peerIfCut !== undefined;
  const { ms, stdout } = await peer.run(root, isCut ? asking.peerIfCut ?? [] : asking.peer);
  return { ms, total: question.counts(stdout, isCut) };
}

async function answerOf(question: Question, { args }: QuestionForm, server: StdioClient): Promise<TimedAnswer> {
  let ms = 0, listed = 0;
  for (let page: Readonly<Record<string, unknown>> = args;;) {
    const { ms: took, fields } = await server.call(question.tool, page);
    ms += took;
    if (!question.allPages) return { ms, total: Number(fields.total), ...cut(fields) };
    listed += Array.isArray(fields.entries) ? fields.entries.length : 0;
    if (fields.next_skip === undefined) return { ms, total: listed };
    page = { ...args, skip: fields.next_skip };
  }
}

function cut(fields: Readonly<Record<string, unknown>>): { cutBy?: string } {
  return fields.truncated === true ? { cutBy: String(fields.truncated_by ?? "limit") } : {};
}

function told({ args, peer }: QuestionForm): string {
  return `${JSON.stringify(args)} | ${peer.join(" ")}`;
}
