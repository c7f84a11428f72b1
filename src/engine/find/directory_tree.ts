/**
 * Counts found entries by directory.
 * @module
 */
import type { ResolvedPath } from "../../door/door.ts";
import { dirPrefix, isAbsolute, parentPath } from "../../model/place.ts";
import type { CountedDirectory, DirectoryTree } from "../../model/report.ts";
import type { TreeRequest } from "../../model/request.ts";
import type { Job } from "../run/job.ts";
import { forEachYielding } from "../task/batches.ts";
import type { Operation } from "../task/operation.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";

/** A directory, and what was counted below it. */
interface DirectoryNode {
  readonly path: string;
  /** The beginning of the paths below it; "" for the project root. */
  readonly prefix: string;
  /** Levels below the nearest root. */
  readonly depth: number;
  readonly parent?: DirectoryNode;
  readonly children: DirectoryNode[];
  /** Entries below it that are not directories, and those directly in it. */
  files: number;
  ownFiles: number;
  directories: number;
}

/**
 * Counts `entries`, in path order, by the directories from `roots` down.
 * @param roots those that the entries were found below
 */
export function* directoryTree(
  entries: readonly WalkEntry[],
  roots: readonly ResolvedPath[],
  request: TreeRequest,
  job: Job,
): Operation<DirectoryTree> {
  const counter = new DirectoryCounter(roots.map(rootDirectory));
  yield* forEachYielding(entries, job, (entry) => counter.add(entry));
  return byLevel(counter.finish(), request);
}

/** The directory of a root: itself, or the one that holds a file. */
function rootDirectory({ shown, kind }: ResolvedPath): string {
  return kind === "dir" ? shown : parentPath(shown) || ".";
}

/** Counts entries in one pass: in path order, all entries below a directory come one after the other. */
class DirectoryCounter {
  readonly #roots: ReadonlySet<string>;
  readonly #tops: DirectoryNode[] = [];
  /** The directory of the entry before; its parents are open as well. */
  #open: DirectoryNode | undefined;

  constructor(roots: readonly string[]) {
    this.#roots = new Set(roots);
  }

  add({ shown, kind }: WalkEntry): void {
    const parent = this.#directoryOf(shown);
    if (kind === "dir") {
      parent.directories++;
      this.#open = this.#child(parent, shown);
    } else {
      parent.files++;
      parent.ownFiles++;
    }
  }

  /** The directories at the top, with all counts summed. */
  finish(): readonly DirectoryNode[] {
    while (this.#open !== undefined) this.#close(this.#open);
    return this.#tops;
  }

  /** Opens the directory that holds `path`. */
  #directoryOf(path: string): DirectoryNode {
    while (this.#open !== undefined && !isBelow(path, this.#open.prefix)) this.#close(this.#open);
    let node = this.#open ??= this.#top(this.#rootOf(path));
    for (let slash = path.indexOf("/", node.prefix.length); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      node = this.#child(node, path.slice(0, slash));
    }
    return this.#open = node;
  }

  #close({ parent, files, directories }: DirectoryNode): void {
    if (parent !== undefined) {
      parent.files += files;
      parent.directories += directories;
    }
    this.#open = parent;
  }

  #top(path: string): DirectoryNode {
    const node = newNode(path, 0);
    this.#tops.push(node);
    return node;
  }

  #child(parent: DirectoryNode, path: string): DirectoryNode {
    const node = newNode(path, this.#roots.has(path) ? 0 : parent.depth + 1, parent);
    parent.children.push(node);
    return node;
  }

  /** The outermost root that `path` lies below. */
  #rootOf(path: string): string {
    const outer = [...this.#roots].filter((root) => isBelow(path, prefixOf(root))).sort((a, b) => a.length - b.length);
    return outer.find((root) => root === ".") ?? outer[0] ?? (parentPath(path) || ".");
  }
}

function newNode(path: string, depth: number, parent?: DirectoryNode): DirectoryNode {
  const counts = { files: 0, ownFiles: 0, directories: 0 };
  return { path, prefix: prefixOf(path), depth, ...(parent && { parent }), children: [], ...counts };
}

function prefixOf(dir: string): string {
  return dir === "." ? "" : dirPrefix(dir);
}

function isBelow(path: string, prefix: string): boolean {
  return prefix === "" ? !isAbsolute(path) : path.startsWith(prefix);
}

/**
 * The directories level by level, in each level those with most entries first. So the first few show the tree evenly,
 * and its small directories are the first to be left out.
 */
function byLevel(tops: readonly DirectoryNode[], { depth = Infinity, limit }: TreeRequest): DirectoryTree {
  const directories: CountedDirectory[] = [];
  let total = 0;
  let level = tops.map((node) => ({ node: endOfChain(node, depth), parent: -1 }));
  while (level.length > 0) {
    level.sort((a, b) => weight(b.node) - weight(a.node));
    const first = total;
    total += level.length;
    for (const { node, parent } of level.slice(0, limit - directories.length)) {
      directories.push(countedDirectory(node, parent, depth));
    }
    level = level.flatMap(({ node }, i) =>
      childrenWithin(node, depth).map((child) => ({ node: endOfChain(child, depth), parent: first + i }))
    );
  }
  return { directories, total };
}

function weight({ files, directories }: DirectoryNode): number {
  return files + directories;
}

function countedDirectory(node: DirectoryNode, parent: number, depth: number): CountedDirectory {
  const { path, files, directories } = node, children = childrenWithin(node, depth).length;
  return { path, files, directories, ...(parent >= 0 && { parent }), children };
}

function childrenWithin({ depth, children }: DirectoryNode, most: number): readonly DirectoryNode[] {
  // A root below another root has depth 0, so the children are asked, not the parent.
  return depth < most ? children : children.filter((child) => child.depth <= most);
}

/** The directory that a chain of directories without files and with a single child leads to. */
function endOfChain(node: DirectoryNode, depth: number): DirectoryNode {
  while (node.ownFiles === 0 && node.children.length === 1 && childrenWithin(node, depth).length === 1) {
    [node] = node.children;
  }
  return node;
}
