/**
 * Random writes, each of a few steps.
 * @module
 */
import type { Random } from "../../seed.ts";
import { type Marks, randomBytes, WORDS } from "./texts.ts";
import { inDir, nameOf, parentOf, type Step, type Tree } from "./tree.ts";

const DIRS = ["a", "b", "src", "build", "node_modules", ".hid", "d e"];
const NAMES = ["one", "two", "three", "x", "é", ".env"];
const ENDINGS = ["", ".txt", ".md", ".log", ".rs"];
/** The most entries, and the most levels of directories. */
const ENTRIES = 70, LEVELS = 4;
/** The unit, in bytes, in which a reader sees a write. */
const PAGE = 4096;

/** Names of ignore files, and their possible lines. */
const RULE_FILES = [".gitignore", ".gitignore", ".gitignore", ".ignore", ".rgignore"];
const RULES = [
  ..."*.txt *.md *.log *.rs one two x* build/ node_modules/ src/ a /a /b/ /one.txt b/*.md src/two* !*.txt !*.log !one*"
    .split(" "),
  ..."!.env !build/ .hid * # /src/a/ three.rs".split(" "),
  "",
];

/** The place of a directory that was replaced by a link to it. */
const AWAY = "../out/away";

/** The kinds of writes, with their weights. */
const WRITES: readonly (readonly [number, (writer: RandomWriter) => Step[]])[] = [
  [14, (w) => w.create()],
  [8, (w) => w.saveBeside()],
  [14, (w) => w.patch()],
  [7, (w) => [...w.patch(), ...w.restoreTime()]],
  [8, (w) => w.rewrite()],
  [10, (w) => w.append()],
  [4, (w) => w.shorten()],
  [8, (w) => w.renameFile()],
  [5, (w) => w.renameDir()],
  [3, (w) => w.swap()],
  [8, (w) => w.remove()],
  [5, (w) => w.mkdir()],
  [3, (w) => w.attributes()],
  [12, (w) => w.rules()],
  [2, (w) => w.hardLink()],
  [2, (w) => w.symlink()],
  [2, (w) => w.throughOtherName()],
  [3, (w) => w.acrossTheRoot()],
];

/** Moves of whole directories, with their weights, for checks without concurrent readers. */
const MOVES: typeof WRITES = [
  [3, (w) => w.swapTwins()],
  [3, (w) => w.linkOut()],
  [4, (w) => w.linkBack()],
  [1, () => [{ do: "exchange", path: ".." }]],
];

/** Chooses writes that are possible in the current tree. */
export class RandomWriter {
  tree: Tree;
  #inode = 0;
  #last = "";

  constructor(readonly random: Random, readonly marks: Marks, tree: Tree) {
    this.tree = tree;
  }

  /** The steps of the next write, at least one. */
  next(tree: Tree): Step[] {
    return this.#next(tree, WRITES);
  }

  /** The steps of the next move of a whole directory, at least one. */
  nextMove(tree: Tree): Step[] {
    return this.#next(tree, MOVES);
  }

  #next(tree: Tree, choices: typeof WRITES): Step[] {
    this.tree = tree;
    for (;;) {
      const steps = this.#pick(choices)(this);
      if (steps.length > 0) return steps;
    }
  }

  #pick(choices: typeof WRITES): (writer: RandomWriter) => Step[] {
    let at = this.random.int(choices.reduce((sum, [often]) => sum + often, 0));
    return choices.find(([often]) => (at -= often) < 0)?.[1] ?? choices[0][1];
  }

  create(): Step[] {
    if (this.tree.entries.size > ENTRIES) return this.remove();
    const path = this.#freePath();
    return path === undefined ? [] : this.#fresh(path, randomBytes(this.random, this.marks));
  }

  /** Saves as editors do: writes a new file and renames it over the old one. */
  saveBeside(): Step[] {
    const path = this.#file();
    if (path === undefined) return [];
    const beside = inDir(parentOf(path), ".save~");
    if (this.tree.at(beside) !== undefined) return [{ do: "unlink", path: beside }];
    return [...this.#fresh(beside, randomBytes(this.random, this.marks)), { do: "rename", path: beside, to: path }];
  }

  /** Changes bytes in place; keeps the size. */
  patch(path = this.#file()): Step[] {
    const bytes = path === undefined ? "" : this.tree.bytes(path) ?? "";
    if (path === undefined || bytes === "") return [];
    this.#last = path;
    const mark = /w\d{6}/.exec(bytes);
    if (mark !== null && this.random.chance(0.7)) return pages(path, mark.index, this.marks.next());
    const word = /foo|bar|FOO|end/.exec(bytes);
    return word === null ? [] : pages(path, word.index, this.random.pick(["foo", "bar", "baz", "FOO"]));
  }

  /** Restores the mtime of the last written file. */
  restoreTime(): Step[] {
    return this.tree.at(this.#last)?.kind === "file" ? [{ do: "utime", path: this.#last }] : [];
  }

  rewrite(): Step[] {
    const path = this.#file();
    if (path === undefined) return [];
    return [{ do: "truncate", path, size: 0 }, ...pages(path, 0, randomBytes(this.random, this.marks))];
  }

  append(): Step[] {
    const path = this.#file();
    const at = path === undefined ? 0 : this.tree.bytes(path)?.length ?? 0;
    if (path === undefined || at > 2e6) return [];
    return pages(path, at, `${this.random.pick(WORDS.slice(0, 8))} ${this.marks.next()}\n`);
  }

  shorten(): Step[] {
    const path = this.#file();
    const bytes = path === undefined ? "" : this.tree.bytes(path) ?? "";
    const size = this.random.int(bytes.length);
    // Not within a character, and not so that only the `!` of a rule is left.
    const isCleft = !/^[\0-\x7f]?$/.test(bytes[size] ?? "") || /[!/]$/.test(bytes.slice(0, size));
    return path === undefined || isCleft ? [] : [{ do: "truncate", path, size }];
  }

  renameFile(): Step[] {
    const path = this.#file();
    const to = this.random.chance(0.3) ? this.#file() : this.#freePath();
    if (path === undefined || to === undefined || path === to) return [];
    return this.#sameInode(path, to) ? [] : [{ do: "rename", path, to }];
  }

  renameDir(): Step[] {
    const path = this.#dir(), into = this.random.pick(["", ...this.#dirs()]);
    const to = inDir(into, this.random.pick(DIRS));
    if (path === undefined || this.tree.at(to) !== undefined || (to + "/").startsWith(path + "/")) return [];
    return this.#levels(to) + this.#height(path) > LEVELS ? [] : [{ do: "rename", path, to }];
  }

  swap(): Step[] {
    const [one, other] = this.random.chance(0.5) ? [this.#file(), this.#file()] : [this.#dir(), this.#dir()];
    return this.#swapped(one, other);
  }

  /** Two directories that have a file of the same name and size. */
  swapTwins(tree = this.tree): Step[] {
    this.tree = tree;
    const one = this.#dir(), size = (path: string) => this.tree.bytes(path)?.length;
    const isTwin = (other: string) =>
      this.tree.inside().some((path) =>
        parentOf(path) === one && size(path) !== undefined && size(path) === size(inDir(other, nameOf(path)))
      );
    return this.#swapped(one, this.#paths((kind) => kind === "dir").find((other) => other !== one && isTwin(other)));
  }

  /** Copies a directory's files; only their marks differ. */
  twin(tree: Tree): Step[] {
    this.tree = tree;
    const of = this.#dir(), to = this.random.pick(DIRS);
    if (of === undefined || this.tree.at(to) !== undefined) return [];
    const files = this.tree.inside().filter((path) => parentOf(path) === of && this.tree.bytes(path) !== undefined);
    const copied = files.flatMap((path) => {
      const bytes = (this.tree.bytes(path) ?? "").replace(/w\d{6}/g, () => this.marks.next());
      return this.#fresh(inDir(to, nameOf(path)), bytes);
    });
    return [{ do: "mkdir", path: to }, ...copied];
  }

  #swapped(one: string | undefined, other: string | undefined): Step[] {
    if (one === undefined || other === undefined || one === other || this.#sameInode(one, other)) return [];
    if ((one + "/").startsWith(other + "/") || (other + "/").startsWith(one + "/")) return [];
    const aside = "../out/aside";
    return [
      { do: "rename", path: one, to: aside },
      { do: "rename", path: other, to: one },
      { do: "rename", path: aside, to: other },
    ];
  }

  remove(): Step[] {
    if (this.random.chance(0.15)) {
      const dir = this.#dir();
      return dir === undefined ? [] : this.#removeTree(dir);
    }
    const path = this.#pickPath((kind) => kind !== "dir");
    return path === undefined ? [] : [{ do: "unlink", path }];
  }

  mkdir(): Step[] {
    const path = inDir(this.random.pick(["", ...this.#dirs()]), this.random.pick(DIRS));
    return this.tree.at(path) !== undefined || this.#levels(path) > LEVELS ? [] : [{ do: "mkdir", path }];
  }

  attributes(): Step[] {
    const path = this.#file();
    if (path === undefined) return [];
    const mtime = 1_000_000_000 + this.random.int(500_000_000);
    return [this.random.pick<Step>([{ do: "chmod", path, mode: 0o755 }, { do: "utime", path, mtime }])];
  }

  /** Creates, changes (also in place) or removes an ignore file. */
  rules(): Step[] {
    const path = this.#rulePath();
    const lines = Array.from({ length: 1 + this.random.int(3) }, () => this.random.pick(RULES));
    const bytes = lines.join("\n") + "\n";
    if (this.tree.at(path) === undefined) return this.tree.at(parentOf(path)) ? this.#fresh(path, bytes) : [];
    if (this.tree.bytes(path) === undefined) return [];
    if (this.random.chance(0.3)) return [{ do: "unlink", path }];
    return this.random.chance(0.5)
      ? this.#patchRule(path)
      : [{ do: "truncate", path, size: 0 }, ...pages(path, 0, bytes)];
  }

  /** A rule of the same length: `*.txt` for `*.log`. */
  #patchRule(path: string): Step[] {
    const rule = /\.(?:txt|log)|one|two/.exec(this.tree.bytes(path) ?? "");
    if (rule === null) return [];
    this.#last = path;
    const other = { ".txt": ".log", ".log": ".txt", one: "two", two: "one" }[rule[0]] ?? "#";
    return [...pages(path, rule.index, other), ...(this.random.chance(0.5) ? this.restoreTime() : [])];
  }

  #rulePath(): string {
    if (this.random.chance(0.1)) return ".git/info/exclude";
    const dir = this.random.chance(0.5) ? "" : this.random.pick(["", ...this.#dirs()]);
    return inDir(dir, this.random.pick(RULE_FILES));
  }

  hardLink(): Step[] {
    const of = this.#file();
    const path = this.random.chance(0.5) ? this.#freePath() : `../out/${this.random.pick(NAMES)}`;
    if (of === undefined || path === undefined || this.tree.at(path) !== undefined) return [];
    return [{ do: "link", path, of, inode: 0 }];
  }

  symlink(): Step[] {
    const of = this.#file(), path = this.#freePath();
    return of === undefined || path === undefined ? [] : [{ do: "symlink", path, of, inode: 0 }];
  }

  /** Moves a directory out and leaves a link to it. */
  linkOut(): Step[] {
    const path = this.#dir();
    if (path === undefined || this.tree.at(AWAY) !== undefined) return this.linkBack();
    return [{ do: "rename", path, to: AWAY }, { do: "symlink", path, of: AWAY, inode: 0 }];
  }

  /** Moves it back to the link's place. */
  linkBack(): Step[] {
    const [path] = [...this.tree.entries].find(([, entry]) => entry.kind === "link" && entry.target === AWAY) ?? [];
    if (path === undefined || path.startsWith("../") || this.tree.at(AWAY)?.kind !== "dir") return [];
    return [{ do: "unlink", path }, { do: "rename", path: AWAY, to: path }];
  }

  /** Changes a file inside through a name outside, or through another name inside. */
  throughOtherName(): Step[] {
    const shared = Map.groupBy(this.tree.entries, ([, entry]) => entry.kind === "file" ? entry.inode : undefined);
    shared.delete(undefined);
    const paths = [...shared.values()].filter((names) => names.length > 1).flat().map(([path]) => path);
    return paths.length === 0 ? this.hardLink() : this.patch(this.random.pick(paths));
  }

  acrossTheRoot(): Step[] {
    const outside = [...this.tree.entries.keys()].filter((path) => /^\.\.\/out\/[^/]+$/.test(path));
    if (this.random.chance(0.5) || outside.length === 0) {
      const path = this.random.chance(0.3) ? this.#dir() : this.#file();
      const to = `../out/${this.random.pick(NAMES)}`;
      return path === undefined || this.tree.at(to) !== undefined ? [] : [{ do: "rename", path, to }];
    }
    const path = this.random.pick(outside), to = this.#freePath();
    if (to === undefined) return [];
    const kind = this.tree.at(path)?.kind;
    return kind === "dir" && this.#levels(to) + this.#height(path) > LEVELS + 1 ? [] : [{ do: "rename", path, to }];
  }

  #fresh(path: string, bytes: string): Step[] {
    return [{ do: "create", path, of: "", inode: ++this.#inode }, ...pages(path, 0, bytes)];
  }

  #removeTree(dir: string): Step[] {
    const below = this.tree.inside().filter((path) => path.startsWith(dir + "/")).sort().reverse();
    return [...below, dir].map((path) => ({ do: this.tree.at(path)?.kind === "dir" ? "rmdir" : "unlink", path }));
  }

  #sameInode(a: string, b: string): boolean {
    const one = this.tree.at(a), other = this.tree.at(b);
    return one?.kind === "file" && other?.kind === "file" && one.inode === other.inode;
  }

  #freePath(): string | undefined {
    const path = inDir(this.random.pick(["", ...this.#dirs()]), this.random.pick(NAMES) + this.random.pick(ENDINGS));
    return this.tree.at(path) === undefined ? path : undefined;
  }

  #file(): string | undefined {
    return this.#pickPath((kind) => kind === "file");
  }

  #dir(): string | undefined {
    return this.#pickPath((kind) => kind === "dir");
  }

  #dirs(): string[] {
    return this.#paths((kind) => kind === "dir").filter((path) => this.#levels(path) < LEVELS);
  }

  #pickPath(is: (kind: string) => boolean): string | undefined {
    const paths = this.#paths(is);
    return paths.length === 0 ? undefined : this.random.pick(paths);
  }

  #paths(is: (kind: string) => boolean): string[] {
    return this.tree.inside().filter((path) => is(this.tree.at(path)?.kind ?? "") && !/^\.git(?:\/|$)/.test(path));
  }

  #levels(path: string): number {
    return path.split("/").length;
  }

  #height(dir: string): number {
    const depths = [...this.tree.entries.keys()].filter((path) => path.startsWith(dir + "/")).map(this.#levels);
    return Math.max(this.#levels(dir), ...depths) - this.#levels(dir);
  }
}

/** Splits a write into pages. */
function pages(path: string, at: number, bytes: string): Step[] {
  const steps: Step[] = [];
  for (let done = 0; done < bytes.length;) {
    const count = PAGE - (at + done) % PAGE;
    steps.push({ do: "write", path, at: at + done, bytes: bytes.slice(done, done + count) });
    done += count;
  }
  return steps;
}
