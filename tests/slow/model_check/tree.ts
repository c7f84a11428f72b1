/**
 * The model of the tree. Every write to the disk is made to the model too. States are immutable, so that past ones can
 * be queried.
 * @module
 */

/**
 * A system call that changes something, or several that readers see as one change. Paths are relative to the root;
 * paths that begin with `../` lie outside. In texts each character is a byte.
 */
export type Step =
  | { readonly do: "create" | "symlink" | "link"; readonly path: string; readonly of: string; readonly inode: number }
  | { readonly do: "write"; readonly path: string; readonly at: number; readonly bytes: string }
  | { readonly do: "truncate"; readonly path: string; readonly size: number }
  | { readonly do: "rename"; readonly path: string; readonly to: string }
  | { readonly do: "mkdir" | "unlink" | "rmdir"; readonly path: string }
  | { readonly do: "chmod"; readonly path: string; readonly mode: number }
  /** Exchanges the directory above the root with another one that has a root too. */
  | { readonly do: "exchange"; readonly path: ".." }
  /** `mtime` in UNIX seconds; absent: the one before the last write. */
  | { readonly do: "utime"; readonly path: string; readonly mtime?: number };

/** An entry of the tree. Hard links share an inode. */
export type Entry =
  | { readonly kind: "dir" }
  | { readonly kind: "file"; readonly inode: number }
  | { readonly kind: "link"; readonly target: string };

const DIR: Entry = { kind: "dir" };

/** A state of the tree. */
export class Tree {
  constructor(
    readonly entries: ReadonlyMap<string, Entry> = new Map([["../out", DIR]]),
    /** Bytes by inode. */
    readonly contents: ReadonlyMap<number, string> = new Map(),
    /** The contents of the directory that is exchanged with the root's parent. */
    readonly other?: Tree,
  ) {}

  /** The entry at `path`; the root is a directory. */
  at(path: string): Entry | undefined {
    return path === "" ? DIR : this.entries.get(path);
  }

  /** The bytes of the file at `path`; with `follow`, also of a link's target inside the root. */
  bytes(path: string, follow = false): string | undefined {
    const entry = this.at(path);
    if (entry?.kind === "link" && follow) return this.bytes(entry.target);
    return entry?.kind === "file" ? this.contents.get(entry.inode) : undefined;
  }

  /** Paths inside the root. */
  inside(): string[] {
    return [...this.entries.keys()].filter((path) => !path.startsWith("../"));
  }

  /** The state after `step`. */
  after(step: Step): Tree {
    const entries = new Map(this.entries), contents = new Map(this.contents);
    switch (step.do) {
      case "mkdir":
        entries.set(step.path, DIR);
        break;
      case "create":
        entries.set(step.path, { kind: "file", inode: step.inode });
        contents.set(step.inode, "");
        break;
      case "symlink":
        entries.set(step.path, { kind: "link", target: step.of });
        break;
      case "link":
        entries.set(step.path, { kind: "file", inode: this.#inode(step.of) });
        break;
      case "write":
      case "truncate":
        contents.set(this.#inode(step.path), written(this.bytes(step.path) ?? "", step));
        break;
      case "rename":
        move(entries, step.path, step.to);
        break;
      case "unlink":
      case "rmdir":
        entries.delete(step.path);
        break;
      case "chmod":
      case "utime":
        return this;
      case "exchange": {
        const { entries, contents } = this.other ?? new Tree();
        return new Tree(entries, contents, new Tree(this.entries, this.contents));
      }
    }
    return new Tree(entries, contents, this.other);
  }

  #inode(path: string): number {
    const entry = this.at(path);
    if (entry?.kind !== "file") throw new Error(`no file at ${path}`);
    return entry.inode;
  }
}

function written(bytes: string, step: Extract<Step, { do: "write" | "truncate" }>): string {
  return step.do === "truncate"
    ? bytes.slice(0, step.size)
    : bytes.slice(0, step.at) + step.bytes + bytes.slice(step.at + step.bytes.length);
}

function move(entries: Map<string, Entry>, from: string, to: string): void {
  for (const [path, entry] of [...entries]) {
    if (path !== from && !path.startsWith(from + "/")) continue;
    entries.delete(path);
    entries.set(to + path.slice(from.length), entry);
  }
}

/** Whether `path` is a link out of the root, or lies below one. */
export function leadsOut(tree: Tree, path: string): boolean {
  for (let at = path; at !== ""; at = parentOf(at)) {
    const entry = tree.at(at);
    if (entry?.kind === "link" && entry.target.startsWith("../")) return true;
  }
  return false;
}

/** The parent directory of a path; "" is the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The path of `name` in `dir`. */
export function inDir(dir: string, name: string): string {
  return dir === "" ? name : `${dir}/${name}`;
}

/** The last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
