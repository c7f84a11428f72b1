/**
 * Has calls that have found much write their answers down in turn.
 * @module
 */
import type { Report } from "../model/report.ts";
import type { Engine } from "../pool/engine.ts";
import { breathe, isLong } from "./breath.ts";
import { LONG_ANSWERS } from "./turnstile.ts";

/** UTF-16 units that nobody has to wait with. */
const LIGHT = 2 ** 20;

/** A call's turn to write down what it has found. */
export class Turn {
  #weight = 0;
  #over: (() => void) | undefined;

  constructor(readonly signal: AbortSignal, readonly engine: Pick<Engine, "giveWay">) {}

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
  }
}
