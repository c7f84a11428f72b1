/**
 * Has calls that have found much write their answers down in turn.
 * @module
 */
import type { Report, ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import type { Engine } from "../pool/engine.ts";
import { breathe, isLong } from "./breath.ts";
import { LONG_ANSWERS, LONG_REPORTS } from "./turnstile.ts";

/** UTF-16 units that nobody has to wait with. */
const LIGHT = 2 ** 20;

/** Bytes of a file that are read without waiting for room. */
const SMALL_READ = 256 * 2 ** 10;

/** Records of a page with which nobody has to wait. */
const FEW = 1000;
/** Milliseconds behind which what a request may find is not taken for about to be found; and the least of them. */
const SOON_MS = 1000, SOON_PART = 1 / 16;

/** How long requests keep others out by what they may find soon: the less, the more of them did not. */
export class Soon {
  #ms: number;

  constructor(readonly most = SOON_MS) {
    this.#ms = most;
  }

  get ms(): number {
    return this.#ms;
  }

  /** Something was found in time, or was not. */
  tell(inTime: boolean): void {
    this.#ms = Math.min(this.most, Math.max(this.most * SOON_PART, this.#ms * (inTime ? 1.25 : 0.5)));
  }
}

/** Of all calls in this process. */
const SOON = new Soon();

/** A call's turn to find much, and to write down what it has found. */
export class Turn {
  #weight = 0;
  /** Records for which it has room. */
  #room = 0;
  #entered = false;
  #ended = false;
  #over: (() => void) | undefined;

  constructor(
    readonly signal: AbortSignal,
    readonly engine: Pick<Engine, "giveWay">,
    readonly soon = SOON,
  ) {}

  /**
   * Runs `request` once there is room for what it may find: what is found sooner than it can be written down waits for
   * that in memory, and those who wait with it use up their time. What takes long to find keeps nobody out.
   * @throws the signal's reason once aborted
   */
  async run<R extends Request>(
    request: R,
    find: (request: R) => Promise<ReportOf[R["op"]]>,
  ): Promise<ReportOf[R["op"]]> {
    await this.#roomToRead(request);
    const records = recordsOf(request);
    // A call that has room for one and waited for more would keep others waiting.
    if (records < FEW || this.#entered) return await find(request);
    this.#entered = true;
    await LONG_REPORTS.enter(records, this.signal);
    this.#room = records;
    const slow = setTimeout(() => this.#giveUpRoom(), this.soon.ms);
    try {
      return await find(request);
    } finally {
      clearTimeout(slow);
      if (this.#room > 0) this.soon.tell(true);
      else if (!this.#ended) LONG_REPORTS.add(this.#room = records);
    }
  }

  /** A long read waits before it begins: an answer holds what was read twice, as text and as structured content. */
  async #roomToRead(request: Request): Promise<void> {
    const bytes = bytesOf(request);
    if (bytes < SMALL_READ || this.#weight > 0) return;
    await LONG_ANSWERS.enter(2 * bytes, this.signal);
    this.#weight += 2 * bytes;
  }

  #giveUpRoom(): void {
    this.soon.tell(false);
    this.#makeRoom();
  }

  #makeRoom(): void {
    if (this.#room > 0) LONG_REPORTS.leave(this.#room);
    this.#room = 0;
  }

  /**
   * Resolves once there is room for the answer to `report`.
   * @throws the signal's reason once aborted
   */
  async begin(report: Report): Promise<void> {
    if (!isLong(report)) return;
    if (this.#over === undefined) this.engine.giveWay(new Promise<void>((resolve) => this.#over = resolve));
    const weight = report.op === "search" ? report.units : 0;
    // Who waited for others while they wait for him would wait for ever.
    if (weight < LIGHT || this.#weight > 0) LONG_ANSWERS.add(weight);
    else await LONG_ANSWERS.enter(weight, this.signal);
    this.#weight += weight;
    await breathe(this.signal);
  }

  /** The call is over, and with it its turn, if it has had one. */
  end(): void {
    this.#over?.();
    if (this.#weight > 0) LONG_ANSWERS.leave(this.#weight);
    this.#ended = true;
    this.#makeRoom();
  }
}

/** Bytes of a file that the report on a request may hold. */
function bytesOf(request: Request): number {
  if (request.op !== "read") return 0;
  return request.range.type === "bytes" ? request.range.max : request.range.maxBytes;
}

/** Records that the report on a request may hold. */
function recordsOf(request: Request): number {
  const isPage = request.op === "list" || request.op === "search" && request.need !== "total";
  return isPage ? request.limit : 0;
}
