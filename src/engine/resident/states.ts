/**
 * Owns the states of files that were looked at for them alone, wherever their contents may be: kept as long as the
 * watcher would have told of a change.
 * @module
 */
import type { Stamp } from "../../door/door.ts";
import { parentPath, type Place, stemOf } from "../../model/place.ts";
import type { Currency } from "./currency.ts";

/** A file's state, and the token of the look at it. */
interface KnownState {
  readonly stamp: Stamp;
  readonly seen: number;
}

/** Beyond this all are forgotten. */
const MOST = 250_000;

/** What was seen of files. */
export class States {
  readonly #states: Map<string, KnownState>[] = [];

  constructor(readonly currency: Currency) {}

  /** A file's state, if it is known to be current. */
  find({ root, path }: Place): Stamp | undefined {
    const known = this.#states[root]?.get(path);
    return known !== undefined && this.currency.isSeen(known.seen) ? known.stamp : undefined;
  }

  /** The token for a look at a file; to be taken before it. */
  token({ root, path }: Place): number {
    return this.currency.token({ root, path: parentPath(path) });
  }

  /** Remembers what a proved look has come to. Of a file with other names not everything is told. */
  keep({ root, path }: Place, stamp: Stamp, seen: number): void {
    if (stamp.kind !== "file" || stamp.links !== 1 || !this.currency.isSeen(seen)) return;
    const states = this.#states[root] ??= new Map();
    if (states.size >= MOST) states.clear();
    states.set(path, { stamp, seen });
  }

  /** A file is not what it was. */
  drop({ root, path }: Place): void {
    this.#states[root]?.delete(path);
  }

  /** Nothing below a directory is what it was. */
  dropBelow({ root, path }: Place): void {
    const stem = stemOf(path), states = this.#states[root];
    for (const name of states?.keys() ?? []) if (name.startsWith(stem)) states?.delete(name);
  }

  /** A file has got another name, under which it may change without being told of. */
  dropInode(ino: number): void {
    for (const states of this.#states) {
      for (const [name, { stamp }] of states ?? []) if (stamp.ino === ino) states.delete(name);
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#states.length = 0;
  }
}
