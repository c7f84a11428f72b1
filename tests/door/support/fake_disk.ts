/**
 * A disk in memory that implements the door's system calls, with the kernel's rules for links and time stamps. Its
 * entries can be exchanged before any chosen call, so tests can try every interleaving without waiting.
 * @module
 */
import type { DescriptorInfo, Inode, Syscalls } from "../../../src/door/syscalls.ts";

type NodeBody =
  | { readonly kind: "dir"; readonly entries: Map<string, Node> }
  | { readonly kind: "file"; readonly text: string }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "fifo" }
  | { readonly kind: "endless" };

interface Node {
  readonly ino: number;
  readonly body: NodeBody;
  ctime: number;
  mtime: number;
}

/** A tree as data: a string is a file, `["link", target]` a link, `null` a FIFO, a number an endless device. */
export type FakeTree = { readonly [name: string]: FakeTree | FakeLeaf };
type FakeLeaf = string | null | number | readonly ["link", string];

/** A disk that counts its calls from 0. */
export class FakeDisk implements Syscalls {
  calls = 0;
  /** The end of the furthest read of an endless device. */
  furthestRead = 0;
  /** Called with its number before every system call that reads the disk. */
  beforeCall: (call: number) => void = () => {};
  /** Milliseconds. */
  time: number;
  /** Milliseconds by which the clock has been set back. */
  clockSetBackMs = 0;
  readonly #top: Node;
  readonly #open: (Node | undefined)[] = [];
  #inodes = 1;

  /**
   * @param ageMs milliseconds since the tree was made
   * @param opensThroughLinks whether opening follows links, as Deno does under a scoped grant
   * @param stampAheadMs milliseconds by which the clock that sets ctimes is ahead of `now`
   */
  constructor(tree: FakeTree, ageMs: number, readonly opensThroughLinks: boolean, public stampAheadMs = 0) {
    this.time = 1_700_000_000_400;
    this.#top = this.#make(tree);
    this.time += ageMs;
  }

  get openCount(): number {
    return this.#open.filter((node) => node !== undefined).length;
  }

  /** Exchanges two entries, as renameat2 does; `forged` keeps the directories' mtimes. */
  exchange(a: string, b: string, forged: boolean): void {
    const [dirA, nameA] = this.#parent(a), [dirB, nameB] = this.#parent(b);
    const nodeA = this.#entry(dirA, nameA), nodeB = this.#entry(dirB, nameB);
    entriesOf(dirA).set(nameA, nodeB);
    entriesOf(dirB).set(nameB, nodeA);
    const stamp = this.time + this.stampAheadMs;
    for (const node of [dirA, dirB, nodeA, nodeB]) node.ctime = stamp;
    if (!forged) { for (const dir of [dirA, dirB]) dir.mtime = stamp; }
  }

  lstat(path: string): Inode {
    this.#tick();
    return inodeOf(this.#find(path, false));
  }

  stat(path: string): Inode {
    this.#tick();
    return inodeOf(this.#find(path, true));
  }

  readDir(path: string): Deno.DirEntry[] {
    this.#tick();
    return [...entriesOf(this.#find(path, true))].map(([name, { body: { kind } }]) => ({
      name,
      isFile: kind === "file",
      isDirectory: kind === "dir",
      isSymlink: kind === "link",
    }));
  }

  readLink(path: string): string {
    this.#tick();
    const { body } = this.#find(path, false);
    return body.kind === "link" ? body.target : fail("EINVAL");
  }

  realPath(path: string): string {
    this.#tick();
    return this.#real(path).path;
  }

  open(path: string): number {
    this.#tick();
    const node = this.#find(path, this.opensThroughLinks);
    if (node.body.kind === "link") fail("ELOOP");
    return this.#open.push(node) - 1;
  }

  fstat(fd: number): DescriptorInfo {
    this.#tick();
    const node = this.#opened(fd);
    return { isFile: node.body.kind === "file", dev: 1, ino: node.ino };
  }

  read(fd: number, into: Uint8Array, at: number): number {
    this.#tick();
    const { body } = this.#opened(fd);
    if (body.kind === "endless") this.furthestRead = at + into.length;
    if (body.kind === "endless") return into.length;
    if (body.kind === "fifo") return fail("EAGAIN");
    if (body.kind !== "file") return fail("EISDIR");
    const bytes = new TextEncoder().encode(body.text).subarray(at, at + into.length);
    into.set(bytes);
    return bytes.length;
  }

  close(fd: number): void {
    this.#opened(fd);
    this.#open[fd] = undefined;
  }

  now(): number {
    return Math.floor(this.time);
  }

  monotonicNow(): number {
    return this.time + this.clockSetBackMs;
  }

  #tick(): void {
    this.time += 0.1;
    this.beforeCall(this.calls++);
  }

  #make(tree: FakeTree | FakeLeaf): Node {
    const stamp = this.time + this.stampAheadMs;
    return { ino: ++this.#inodes, body: this.#body(tree), ctime: stamp, mtime: stamp };
  }

  #body(tree: FakeTree | FakeLeaf): NodeBody {
    if (typeof tree === "string") return { kind: "file", text: tree };
    if (typeof tree === "number") return { kind: "endless" };
    if (tree === null) return { kind: "fifo" };
    if (isLink(tree)) return { kind: "link", target: tree[1] };
    const entries = Object.entries(tree).map(([name, inner]): [string, Node] => [name, this.#make(inner)]);
    return { kind: "dir", entries: new Map(entries) };
  }

  #find(path: string, last: boolean): Node {
    return last ? this.#real(path).node : this.#entry(...this.#parent(path));
  }

  #parent(path: string): [Node, string] {
    const cut = path.lastIndexOf("/");
    return [this.#real(path.slice(0, cut)).node, path.slice(cut + 1)];
  }

  #entry(dir: Node, name: string): Node {
    return name === "" ? dir : entriesOf(dir).get(name) ?? fail("ENOENT");
  }

  /** Walks as the kernel does, following every link. */
  #real(path: string, links = 0): { node: Node; path: string } {
    if (links > 40) fail("ELOOP");
    let at = { node: this.#top, path: "" };
    const names = path.split("/").filter((name) => name !== "");
    for (const [i, name] of names.entries()) {
      if (name === "..") return this.#real([dirOf(at.path), ...names.slice(i + 1)].join("/"), links);
      const node = this.#entry(at.node, name);
      if (node.body.kind !== "link") at = { node, path: `${at.path}/${name}` };
      else {
        const start = node.body.target.startsWith("/") ? "" : at.path;
        return this.#real([start, node.body.target, ...names.slice(i + 1)].join("/"), links + 1);
      }
    }
    return at;
  }

  #opened(fd: number): Node {
    return this.#open[fd] ?? fail("EBADF");
  }
}

function isLink(tree: FakeTree | readonly ["link", string]): tree is readonly ["link", string] {
  return Array.isArray(tree);
}

function dirOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function entriesOf(node: Node): Map<string, Node> {
  return node.body.kind === "dir" ? node.body.entries : fail("ENOTDIR");
}

/** Time stamps as Deno reports them: ctime cut to seconds, mtime to milliseconds. */
function inodeOf({ ino, body, ctime, mtime }: Node): Inode {
  return {
    isFile: body.kind === "file",
    isDirectory: body.kind === "dir",
    isSymlink: body.kind === "link",
    isFifo: body.kind === "fifo",
    isSocket: false,
    size: body.kind === "file" ? body.text.length : 0,
    mtime: new Date(Math.floor(mtime)),
    ctime: new Date(Math.floor(ctime / 1000) * 1000),
    mode: 0o644,
    dev: 1,
    ino,
    nlink: 1,
  };
}

function fail(code: string): never {
  throw Object.assign(new Error(code), { code });
}
