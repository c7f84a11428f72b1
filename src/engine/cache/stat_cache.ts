/**
 * Caches the stamps of files that were looked at for their stamp alone, as long as the watcher would report a change.
 * @module
 */
import type { Stamp } from "../../door/door.ts";
import { dirPrefix, parentPlace, type Place } from "../../model/place.ts";
import type { Freshness } from "./freshness.ts";

/** A file's stamp, and the token of the check. */
interface CachedStat {
  readonly stamp: Stamp;
  readonly token: number;
}

/** Beyond this number all are forgotten. */
const MAX_STATS = 250_000;

/** Stamps of files by root and path. */
export class StatCache {
  readonly #stats: Map<string, CachedStat>[] = [];

  constructor(readonly freshness: Freshness) {}

  /** A file's stamp, if it is known to be current. */
  find({ root, path }: Place): Stamp | undefined {
    const known = this.#stats[root]?.get(path);
    return known !== undefined && this.freshness.isFreshUntilEvent(known.token) ? known.stamp : undefined;
  }

  /** The token for a stamp of a file. Take it before the stamp. */
  tokenFor(file: Place): number {
    return this.freshness.tokenFor(parentPlace(file));
  }

  /** Caches a stamp. For a file with other names the watcher does not report every change, so its stamp is not kept. */
  store({ root, path }: Place, stamp: Stamp, token: number): void {
    if (stamp.kind !== "file" || stamp.linkCount !== 1 || !this.freshness.isFreshUntilEvent(token)) return;
    const stats = this.#stats[root] ??= new Map();
    if (stats.size >= MAX_STATS) stats.clear();
    stats.set(path, { stamp, token });
  }

  /** A file has changed. */
  drop({ root, path }: Place): void {
    this.#stats[root]?.delete(path);
  }

  /** Everything below a directory may have changed. */
  dropBelow({ root, path }: Place): void {
    const prefix = dirPrefix(path), stats = this.#stats[root];
    for (const name of stats?.keys() ?? []) if (name.startsWith(prefix)) stats?.delete(name);
  }

  /** A file has got another name, under which it may change without an event for this one. */
  dropInode(ino: number): void {
    for (const stats of this.#stats) {
      for (const [name, { stamp }] of stats ?? []) if (stamp.ino === ino) stats.delete(name);
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#stats.length = 0;
  }
}
