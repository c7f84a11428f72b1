/**
 * Owns the states of files that were looked at for them alone, wherever their contents may be: kept as long as the
 * watcher would have told of a change.
 * @module
 */
import type { Stamp } from "../../door/door.ts";
import { dirPrefix, parentPath, type Place } from "../../model/place.ts";
import type { Freshness } from "./freshness.ts";

/** A file's state, and the token of the look at it. */
interface CachedStat {
  readonly stamp: Stamp;
  readonly token: number;
}

/** Beyond this all are forgotten. */
const MAX_STATS = 250_000;

/** What was seen of files. */
export class StatCache {
  readonly #stats: Map<string, CachedStat>[] = [];

  constructor(readonly freshness: Freshness) {}

  /** A file's state, if it is known to be current. */
  find({ root, path }: Place): Stamp | undefined {
    const known = this.#stats[root]?.get(path);
    return known !== undefined && this.freshness.isFreshUntilEvent(known.token) ? known.stamp : undefined;
  }

  /** The token for a look at a file; to be taken before it. */
  tokenFor({ root, path }: Place): number {
    return this.freshness.tokenFor({ root, path: parentPath(path) });
  }

  /** Remembers what a proved look has come to. Of a file with other names not everything is told. */
  store({ root, path }: Place, stamp: Stamp, seen: number): void {
    if (stamp.kind !== "file" || stamp.linkCount !== 1 || !this.freshness.isFreshUntilEvent(seen)) return;
    const states = this.#stats[root] ??= new Map();
    if (states.size >= MAX_STATS) states.clear();
    states.set(path, { stamp, token: seen });
  }

  /** A file is not what it was. */
  drop({ root, path }: Place): void {
    this.#stats[root]?.delete(path);
  }

  /** Nothing below a directory is what it was. */
  dropBelow({ root, path }: Place): void {
    const stem = dirPrefix(path), states = this.#stats[root];
    for (const name of states?.keys() ?? []) if (name.startsWith(stem)) states?.delete(name);
  }

  /** A file has got another name, under which it may change without being told of. */
  dropInode(ino: number): void {
    for (const states of this.#stats) {
      for (const [name, { stamp }] of states ?? []) if (stamp.ino === ino) states.delete(name);
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#stats.length = 0;
  }
}
