/**
 * Whether a root is still the directory that its path names, also when it was deleted and made again.
 * @module
 */
import { Obstacle } from "./obstacle.ts";
import type { Inode, Syscalls } from "./syscalls.ts";
import type { Territory } from "./territory.ts";

/** Remembers which inode each root was when its real path was last asked for. */
export class RootWatch {
  readonly #known: (Inode | undefined)[] = [];

  constructor(readonly sys: Syscalls, readonly territory: Territory) {}

  /**
   * Accepts `inode`, found at a root's path: the known one at once, another one only when the path still
   * leads there without a link.
   * @throws Obstacle `outside` when a link now leads elsewhere
   */
  check(root: number, inode: Inode): void {
    const known = this.#known[root];
    if (known !== undefined && known.ino === inode.ino && known.dev === inode.dev) return;
    const { io, path } = this.territory.dirs[root];
    if (this.sys.realPath(io) !== path) throw new Obstacle("outside");
    this.#known[root] = inode;
  }
}
