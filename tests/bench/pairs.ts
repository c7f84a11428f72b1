/**
 * Both programs asked the same, in turn, and their answers held against each other.
 * @module
 */
import type { Peer } from "./peers.ts";
import type { Asking, Question } from "./questions.ts";
import { type Compared, compared, type Pair } from "./statistics.ts";
import type { StdioClient } from "./stdio_client.ts";

/** What came of a question: times, or the reason why there are none; and where the answers differ. */
export type Outcome = Compared | { readonly leftOut: string } | { readonly differs: string };

/** Whom to ask and how often. `server` gives the one for a round: the same, or a new one each time. */
export interface Contest {
  readonly root: string;
  readonly pairs: number;
  server(): Promise<StdioClient>;
  done(server: StdioClient): Promise<void>;
}

/** Asks `contest.pairs` times, after one time that does not count. */
export async function contend(question: Question, peer: Peer, contest: Contest): Promise<Outcome> {
  const pairs: Pair[] = [];
  for (let round = 0; round <= contest.pairs; round++) {
    const asking = question.ask(round);
    const server = await contest.server();
    question.before?.(contest.root, round);
    const ours = await answer(question, asking, server);
    await contest.done(server);
    if (ours.cutBy !== undefined && ours.cutBy !== "limit") return { leftOut: `our answer was cut: ${ours.cutBy}` };
    const isCut = ours.cutBy === "limit" && asking.peerIfCut !== undefined;
    const theirs = await peer.run(contest.root, isCut ? asking.peerIfCut ?? [] : asking.peer);
    const total = question.counts(theirs.stdout, isCut);
    if (total !== ours.total) return { differs: `fossick ${ours.total}, ${peer.name} ${total}: ${told(asking)}` };
    if (round > 0) pairs.push({ ours: ours.ms, theirs: theirs.ms });
  }
  return compared(pairs);
}

/** Our answer, whole: what it says, by what it was cut, and its time. */
interface Answer {
  readonly ms: number;
  readonly total: number;
  readonly cutBy?: string;
}

async function answer(question: Question, { args }: Asking, server: StdioClient): Promise<Answer> {
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

function told({ args, peer }: Asking): string {
  return `${JSON.stringify(args)} | ${peer.join(" ")}`;
}
