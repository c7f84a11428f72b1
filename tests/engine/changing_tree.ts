/**
 * A tree that a test changes.
 * @module
 */
import { dirname, join } from "@std/path";
import type { Change } from "../../src/engine/cache/file_cache.ts";

/** Changes a tree. Each change shows in the times of the entry and of the directories above it. */
export class ChangingTree {
  #times = 1;

  /** @param report receives each change that a watcher would report */
  constructor(readonly root: string, readonly report: (change: Change) => void = () => {}) {}

  /** Writes a file, which may be new; so may its directory. */
  write(path: string, text = ""): void {
    Deno.mkdirSync(join(this.root, dirname(path)), { recursive: true });
    const isNew = !exists(join(this.root, path));
    Deno.writeTextFileSync(join(this.root, path), text);
    Deno.utimeSync(join(this.root, path), 0, this.#times++);
    this.#changed(path, isNew ? "entry" : "content");
  }

  makeDir(path: string): void {
    Deno.mkdirSync(join(this.root, path), { recursive: true });
    this.#changed(path);
  }

  remove(path: string): void {
    Deno.removeSync(join(this.root, path), { recursive: true });
    this.#changed(path);
  }

  /** Gives a file another name. */
  link(from: string, to: string): void {
    Deno.linkSync(join(this.root, from), join(this.root, to));
    this.#changed(to);
  }

  move(from: string, to: string): void {
    Deno.renameSync(join(this.root, from), join(this.root, to));
    for (const path of [from, to]) this.#changed(path);
  }

  /** The system's clock may stand still for some milliseconds. */
  #changed(path: string, kind: Change["kind"] = "entry"): void {
    this.report({ kind, place: { root: 0, path } });
    for (let dir = dirname(path);; dir = dirname(dir)) {
      Deno.utimeSync(join(this.root, dir), 0, this.#times++);
      if (dir === ".") return;
      // Those above it may be new too.
      if (kind === "entry") this.report({ kind, place: { root: 0, path: dir } });
    }
  }
}

function exists(path: string): boolean {
  try {
    return Deno.lstatSync(path) !== undefined;
  } catch {
    return false;
  }
}
