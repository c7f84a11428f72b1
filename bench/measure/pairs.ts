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

/** The programs to ask, and how often. */
export interface PairRun extends Servers {
  readonly root: string;
  readonly pairs: number;
  /** Servers of another fossick, which gets the same question after the peer. */
  readonly other?: Servers;
}

/** The other fossick's median milliseconds and the median of `theirs / ours`, or how its answer differs. */
export type OtherTime = { readonly ms: number; readonly ratio: number } | { readonly differs: string };

/** Our times and the peer's, with those of the other fossick where it was asked. */
export interface QuestionTimes extends Comparison {
  readonly other?: OtherTime;
}

/** The outcome of a question: times, or why there are none, or how the answers differ. */
export type QuestionOutcome = QuestionTimes | { readonly leftOut: string } | { readonly differs: string };

/** Asks `contest.pairs` times, after one time that does not count. */
export async function timePairs(question: Question, peer: Peer, contest: PairRun): Promise<QuestionOutcome> {
  const pairs: TimePair[] = [], others: TimePair[] = [];
  let differs: string | undefined;
  for (let round = 0; round <= contest.pairs; round++) {
    const asking = question.ask(round);
    const ours = await asked(question, asking, contest, () => question.before?.(contest.root, round));
    if (ours.cutBy !== undefined && ours.cutBy !== "limit") return { leftOut: `our answer was cut: ${ours.cutBy}` };
    const theirs = await askedPeer(question, asking, peer, contest.root, ours.cutBy === "limit");
    if (theirs.total !== ours.total) {
      return { differs: `fossick ${ours.total}, ${peer.name} ${theirs.total}: ${told(asking)}` };
    }
    if (round > 0) pairs.push({ ours: ours.ms, theirs: theirs.ms });
    // Not after a change: it would have had the time of both others to notice it.
    if (contest.other === undefined || question.before !== undefined) continue;
    const other = await asked(question, asking, contest.other);
    if (other.total !== ours.total) differs ??= `${other.total}, not ${ours.total}`;
    if (round > 0) others.push({ ours: ours.ms, theirs: other.ms });
  }
  const times = comparePairs(pairs);
  return others.length === 0 ? times : { ...times, other: differs === undefined ? otherTime(others) : { differs } };
}

function otherTime(pairs: readonly TimePair[]): OtherTime {
  const { theirs, ratio } = comparePairs(pairs);
  return { ms: theirs, ratio };
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
