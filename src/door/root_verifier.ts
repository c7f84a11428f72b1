/**
 * Whether a root is still the directory that its path names, also when it was deleted and made again.
 * @module
 */
import { AccessError } from "./access_error.ts";
import type { Inode, Syscalls } from "./syscalls.ts";
import type { RootMap } from "./root_map.ts";

/** Remembers which inode each root was when its real path was last asked for. */
export class RootVerifier {
  readonly #known: (Inode | undefined)[] = [];

  constructor(readonly sys: Syscalls, readonly rootMap: RootMap) {}

  /**
   * Accepts `inode`, found at a root's path: the known one at once, another one only when the path still
   * leads there without a link.
   * @throws AccessError `outside` when a link now leads elsewhere
   */
  verify(root: number, inode: Inode): void {
    const known = this.#known[root];
    if (known !== undefined && known.ino === inode.ino && known.dev === inode.dev) return;
    const { ioPath: io, path } = this.rootMap.dirs[root];
    if (this.sys.realPath(io) !== path) throw new AccessError("outside");
    this.#known[root] = inode;
  }
}
