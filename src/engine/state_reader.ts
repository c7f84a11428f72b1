/**
 * Reads the states of found files: from memory where the watcher would have told of a change, else from the disk.
 * @module
 */
import type { DirMark, Stamp } from "../door/door.ts";
import type { Place } from "../model/place.ts";
import type { Job } from "./job.ts";

/** States of one question. */
export class StateReader {
  #looks: { readonly place: Place; readonly stamp: Stamp; readonly seen: number }[] = [];

  constructor(readonly job: Pick<Job, "door" | "residence">) {}

  /** Does `work`, which reads states, with proof. What was looked at is remembered only when it is proved. */
  prove<T>(work: () => T): T {
    const result = this.job.door.prove(() => {
      // Work that could not be proved is done again.
      this.#looks = [];
      return work();
    });
    for (const { place, stamp, seen } of this.#looks) this.job.residence.states.keep(place, stamp, seen);
    this.#looks = [];
    return result;
  }

  /** What is known of a file without a look. */
  known(place: Place): Stamp | undefined {
    return this.job.residence.stamp(place);
  }

  /**
   * Looks at an entry.
   * @param dir see `Door.stat`
   * @throws ToolError as `Door.stat`
   */
  look(place: Place, dir?: DirMark): Stamp {
    const seen = this.job.residence.states.token(place), stamp = this.job.door.stat(place, dir);
    this.#looks.push({ place, stamp, seen });
    return stamp;
  }
}
