/**
 * Owns putting a glob of whole paths to what has been found: what that comes to is what a walk would that has it for
 * its target.
 * @module
 */
import type { DirEntry, Named } from "../door/door.ts";
import { baseName, stemOf } from "../model/place.ts";
import type { Skipped } from "../model/report.ts";
import { addSkipped } from "../model/skipped.ts";
import type { Automaton, State } from "./automaton.ts";
import type { Finding } from "./finding.ts";
import type { FoundEntry } from "./found_entry.ts";
import { eachInTime } from "./in_pieces.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { isSought, isTaken } from "./stride.ts";

/**
 * What of a finding of all entries below `from` the target takes, as far as there is time.
 * @param hidden whether wildcards take a dot that begins a name
 * @returns undefined where the target writes out dots of names that were left out, or rules have had such names back:
 * then it takes a walk
 */
export function* putToFinding(
  finding: Finding,
  from: Named,
  target: Automaton,
  hidden: boolean,
  job: Job,
): Operation<Finding | undefined> {
  const matching = new Matching(from, target, hidden), left = yield* matching.leftOutOf(finding, job);
  if (left === undefined) return undefined;
  const entries: FoundEntry[] = [];
  let looked = 0, dotted = 0;
  const isWhole = yield* eachInTime(finding.entries, job, (entry) => {
    const name = baseName(entry.shown);
    looked++;
    if (matching.isDotted(name)) dotted++;
    else if (isTaken(matching.stateOf(entry.shown, name), entry.kind === "dir")) entries.push(entry);
  });
  if (dotted > 0) return undefined;
  const { ignored: _, hidden: __, ...others } = finding.skipped, skipped = addSkipped(others, left);
  return { ...finding, entries, looked, skipped, ...!isWhole && { cutBy: "timeout" } };
}

/** How far paths below a directory are matched. */
class Matching {
  readonly #stem: number;
  /** By a directory's path as far as it lies below, with its last slash. */
  readonly #states = new Map<string, State>();

  constructor({ shown }: Named, readonly target: Automaton, readonly hidden: boolean) {
    this.#stem = shown === "." ? 0 : stemOf(shown).length;
  }

  isDotted(name: string): boolean {
    return !this.hidden && name.startsWith(".");
  }

  /** @param path as shown; its last name is `name` */
  stateOf(path: string, name: string): State {
    return this.target.feed(this.#stateIn(path.slice(this.#stem, path.length - name.length)), name);
  }

  #stateIn(dir: string): State {
    const known = this.#states.get(dir);
    if (known !== undefined) return known;
    const state = this.target.feed(this.target.start, dir);
    this.#states.set(dir, state);
    return state;
  }

  /**
   * How many of the entries that were left out are sought, by what left them out for this target; undefined where it
   * takes one of them.
   */
  *leftOutOf({ leftOut }: Finding, job: Job): Operation<Skipped | undefined> {
    const counts = { ignored: 0, hidden: 0 };
    let taken = 0;
    for (const by of ["ignored", "hidden"] as const) {
      for (const { shown, entries } of leftOut.by(by)) {
        const dir = this.#stateIn(stemOf(shown).slice(this.#stem));
        const isWhole = yield* eachInTime(entries, job, (entry) => {
          const dotted = this.isDotted(entry.name);
          if (dotted && this.#isSought(this.target.feedHidden(dir, entry.name), entry)) taken++;
          if (this.#isSought(this.target.feed(dir, entry.name), entry)) counts[dotted ? "hidden" : by]++;
        });
        if (taken > 0) return undefined;
        if (!isWhole) return counts;
      }
    }
    return counts;
  }

  #isSought(state: State, { kind }: DirEntry): boolean {
    return isSought(state, kind === "dir");
  }
}
