/**
 * Random trees and random globs with few names, so that globs often match.
 * @module
 */
import { dirname, join } from "@std/path";
import type { Random } from "../seed.ts";

const NAMES = [
  ..."a b c ab abc A B x.ts a.ts b.ts a.test.ts a.d.ts b.log .log .env .a .hidden.ts node_modules build src lib".split(
    " ",
  ),
  ..."target foo foo.bar foo_bar README.md Makefile é.txt éé 日本.txt 🙂.ts #hash !bang a,b {x} [b] -dash x~ *star a\\b"
    .split(" "),
  "a b",
  " lead",
  "trail ",
];
const DIRS = ["a", "b", "c", "src", "lib", "build", "node_modules", ".hidden", "foo", "foo.bar", "é", "a b"];
const PIECES = "* ? a b . ts foo [a-c] [!a] [^b-z] é \\* \\[ {a,b} {foo,*.ts,} x".split(" ");

/** Options of a tree. */
export interface TreeShape {
  readonly depth: number;
  /** The most entries of a directory. */
  readonly width: number;
  /** The ignore files of directory `dir` ("" is the root), by name; called for every directory. */
  readonly ignoreFiles: (dir: string) => Readonly<Record<string, string | Uint8Array>>;
}

/** Makes a random tree below `root`; returns the paths of its directories, the root's "" first. */
export function plantTree(random: Random, root: string, shape: TreeShape): string[] {
  const dirs = [""];
  for (const dir of dirs) {
    for (const [name, text] of Object.entries(shape.ignoreFiles(dir))) write(join(root, dir, name), text);
    const depth = dir === "" ? 0 : dir.split("/").length;
    for (let i = random.int(shape.width) + 1; i > 0; i--) {
      const deeper = depth < shape.depth && random.chance(0.35);
      const name = random.pick(deeper ? DIRS : NAMES);
      if (exists(join(root, dir, name))) continue;
      if (deeper) Deno.mkdirSync(join(root, dir, name));
      else write(join(root, dir, name), "x");
      if (deeper) dirs.push(dir === "" ? name : dir + "/" + name);
    }
  }
  return dirs;
}

function write(path: string, text: string | Uint8Array): void {
  Deno.mkdirSync(dirname(path), { recursive: true });
  Deno.writeFileSync(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
}

/** Whether there is an entry, or a link to nowhere. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** A random glob, as in a line of an ignore file, without `!`. */
export function randomGlob(random: Random): string {
  const segments = Array.from({ length: random.pick([1, 1, 1, 1, 2, 2, 3]) }, () => randomSegment(random));
  const lead = random.pick(["", "", "", "", "/", "**/"]);
  const tail = random.pick(["", "", "", "", "/", "/**", "/*", "/**/"]);
  return lead + segments.join("/") + tail;
}

function randomSegment(random: Random): string {
  const kind = random.int(10);
  if (kind < 4) return random.pick(random.chance(0.5) ? NAMES : DIRS).replace(/[\\*?[\]{}]/g, "\\$&");
  if (kind < 6) return "*" + random.pick(["", ".ts", ".log", ".*", "b", "o*", "a*b"]);
  if (kind < 7) return random.pick(["**", "a*", "foo*", ".*", "*.d.ts", "?", "??", "??.txt", "*é*", "a**"]);
  const pieces = Array.from({ length: 1 + random.int(3) }, () => random.pick(PIECES));
  // Within a name, a negated class matches a `/` in ripgrep, but not in git and fossick.
  return pieces.filter((piece, i) => i === 0 || !/^\[[!^]/.test(piece)).join("");
}

const IGNORE_FILES = [".gitignore", ".gitignore", ".ignore", ".rgignore", ".git/info/exclude"];

/** Marks of a repository: its store or, in a submodule or worktree, a file that names the store. */
const REPOSITORIES: readonly Readonly<Record<string, string>>[] = [
  { ".git/HEAD": "" },
  { ".git": "gitdir: elsewhere\n" },
];

/**
 * Random ignore files of directory `dir`, none in most; the first kind more often than the others. Some directories
 * below the top become repositories.
 */
export function randomIgnoreFiles(random: Random, dir: string): Record<string, string> {
  const kinds = IGNORE_FILES.filter(() => random.chance(0.12));
  const files = Object.fromEntries(kinds.map((name) => [name, randomIgnoreText(random, name)]));
  if (dir === "" || ".git/info/exclude" in files || !random.chance(0.08)) return files;
  return { ...files, ...random.pick(REPOSITORIES) };
}

/** What ripgrep and git read differently: braces, three stars, `!` alone, a tab at the end. */
const RIPGREP_ONLY = /(?<!\\)[{}]|\*{3}|^!$|\t$/;

/** Random lines of an ignore file, including odd ones; in git's files only what ripgrep reads as git does. */
function randomIgnoreText(random: Random, name: string): string {
  const lines = Array.from({ length: 1 + random.int(5) }, () => randomLine(random))
    .filter((line) => !name.includes(".git") || !RIPGREP_ONLY.test(line));
  return (random.chance(0.05) ? "\ufeff" : "") + lines.join(random.chance(0.1) ? "\r\n" : "\n") +
    (random.chance(0.8) ? "\n" : "");
}

function randomLine(random: Random): string {
  const odd = random.int(30);
  if (odd === 0) {
    return random.pick([
      "",
      "   ",
      "# comment",
      "\\#hash",
      "\\!bang",
      "!",
      "/",
      "//",
      "!/",
      "**",
      "**/",
      "/**",
      "***",
      "a[",
      "[z-a]",
      "a{b",
      "}",
      "\\",
    ]);
  }
  const line = (random.chance(0.25) ? "!" : "") + randomGlob(random);
  return line + (odd === 1 ? random.pick([" ", "  ", "\\ ", "\t", " \\ "]) : "");
}
