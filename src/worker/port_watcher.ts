/**
 * An engine thread's side of the watching thread.
 * @module
 */
import { below, relativeTo, slashed } from "../door/slashes.ts";
import type { RootDir } from "../door/roots.ts";
import type { Watcher } from "../engine/resident/currency.ts";
import type { Change, Residence } from "../engine/resident/residence.ts";
import type { Place } from "../model/place.ts";
import type { FromWatch, ToWatch } from "./watch.ts";

/** Speaks with the watching thread through a port, and tells a residence what it hears. */
export class PortWatcher implements Watcher {
  readonly #waiting = new Map<number, () => void>();
  #next = 0;

  constructor(readonly port: MessagePort, readonly roots: readonly RootDir[], readonly residence: Residence) {
    port.onmessage = ({ data }: MessageEvent<FromWatch>) => this.#take(data);
  }

  watch(dirs: readonly Place[]): void {
    this.#send({ type: "watch", dirs: dirs.map(({ root, path }) => below(this.roots[root].io, path)) });
  }

  drained(): Promise<void> {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ type: "ask", id });
    });
  }

  #take(message: FromWatch): void {
    switch (message.type) {
      case "watching":
        return this.residence.currency.watching(message.dirs.flatMap((dir) => this.#placesOf(dir)));
      case "changed":
        this.#tell("content", message.content);
        return this.#tell("entry", message.entries);
      case "lost":
        return this.residence.currency.lost();
      case "told":
        this.#waiting.get(message.id)?.();
        this.#waiting.delete(message.id);
    }
  }

  #tell(kind: Change["kind"], paths: readonly string[]): void {
    for (const path of paths) {
      for (const place of this.#placesOf(path)) this.residence.changed({ kind, place });
    }
  }

  /** One place in each root that holds the path. */
  #placesOf(path: string): Place[] {
    return this.roots.flatMap(({ io }, root) => {
      const inside = relativeTo(io, slashed(path));
      return inside === undefined ? [] : [{ root, path: inside }];
    });
  }

  #send(message: ToWatch): void {
    this.port.postMessage(message);
  }
}
