/**
 * The entries of a tree that a call selects.
 * @module
 */
import type { Scope } from "./questions.ts";
import { inDir, nameOf, parentOf, type Tree } from "./tree.ts";

/** The entry that a call sees. */
export type Seen = "file" | "dir" | "link";

/** The root of a scope as a path of the tree. */
export function rootOf({ roots: [root] }: Scope): string {
  return root === "." ? "" : root;
}

/** The entry at `path` as a call sees it: a followed link is its target. */
export function seenAt(tree: Tree, path: string, { follow_symlinks }: Scope): Seen | undefined {
  const entry = tree.at(path);
  if (entry?.kind !== "link" || !follow_symlinks) return entry?.kind;
  return tree.at(entry.target)?.kind === "file" ? "file" : "link";
}

/** The longest chain of links; a longer one is dangling. */
const MOST_LINKS = 40;

/** The target of `path`, through links; undefined if they form a circle. */
export function endOf(tree: Tree, path: string, links = 0): string | undefined {
  const entry = tree.at(path);
  if (entry?.kind !== "link") return path;
  return links < MOST_LINKS ? endOf(tree, entry.target, links + 1) : undefined;
}

/** Whether `path` is a file or a link to one. */
export function leadsToFile(tree: Tree, path: string): boolean {
  const end = endOf(tree, path);
  return end !== undefined && tree.at(end)?.kind === "file";
}

/**
 * Whether no dot, rule or glob excludes `path`. The directories above it are assumed to exist.
 */
export function isIncluded(tree: Tree, scope: Scope, path: string, isDir: boolean): boolean {
  const root = rootOf(scope);
  if (path === root) return true;
  const names = below(root, path).split("/");
  if (scope.depth !== undefined && names.length > scope.depth) return false;
  return names.every((name, i) => {
    const at = inDir(root, names.slice(0, i + 1).join("/"));
    return isOpen(tree, scope, at, name, i < names.length - 1 || isDir);
  });
}

function isOpen(tree: Tree, scope: Scope, path: string, name: string, isDir: boolean): boolean {
  if (isDir && name === ".git") return false;
  const { include_globs = [], exclude_globs = [], exclude = [] } = scope;
  const dotted = name.startsWith(".");
  const hits = (globs: readonly string[]) => globs.some((glob) => globRegExp(glob, false).test(name));
  if (hits([...exclude_globs, ...exclude])) return false;
  if (hits(include_globs)) return !dotted || scope.hidden === true;
  if (include_globs.length > 0 && !isDir) return false;
  const said = scope.no_ignore ? undefined : judged(tree, path, isDir);
  return said === undefined ? scope.hidden === true || !dotted : said === "kept";
}

/** Whether the entry passes the filters of kind, extension and size. */
export function passes(tree: Tree, scope: Scope, path: string): boolean {
  const seen = seenAt(tree, path, scope);
  const { extensions, types, size } = scope;
  if (extensions !== undefined && !extensions.some((ext) => nameOf(path).toLowerCase().endsWith("." + ext))) {
    return false;
  }
  if (types !== undefined && !types.some((type) => isOfType(tree, path, type, scope))) return false;
  if (size === undefined) return true;
  const bytes = tree.bytes(path, scope.follow_symlinks);
  const [, sign, limit] = /^([+-])(\d+)b$/.exec(size[0]) ?? [];
  if (seen !== "file" || bytes === undefined) return false;
  return sign === "+" ? bytes.length >= Number(limit) : bytes.length <= Number(limit);
}

function isOfType(tree: Tree, path: string, type: "f" | "d" | "e", scope: Scope): boolean {
  const seen = seenAt(tree, path, scope);
  if (type === "f") return seen === "file";
  if (type === "d") return seen === "dir";
  return seen === "file"
    ? tree.bytes(path, scope.follow_symlinks) === ""
    : seen === "dir" && ![...tree.entries.keys()].some((other) => other.startsWith(path + "/"));
}

/** Compares in the order of answers: by bytes, segment by segment. */
export function byPath(a: string, b: string): number {
  const one = a.split("/"), other = b.split("/");
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const order = byBytes(one[i], other[i]);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

function byBytes(a: string, b: string): number {
  const encoder = new TextEncoder(), one = encoder.encode(a), other = encoder.encode(b);
  for (let i = 0; i < Math.min(one.length, other.length); i++) if (one[i] !== other[i]) return one[i] - other[i];
  return one.length - other.length;
}

/** A line of an ignore file. */
interface Rule {
  readonly back: boolean;
  readonly dirsOnly: boolean;
  /** Matches the path below the file's directory. */
  readonly matches: RegExp;
}

const SOURCES = [".rgignore", ".ignore", ".gitignore", ".git/info/exclude"];
const parsed = new Map<string, readonly Rule[]>();

/** Whether rules ignore `path`, include it again, or do not match it. */
export function judged(tree: Tree, path: string, isDir: boolean): "ignored" | "kept" | undefined {
  for (const source of SOURCES) {
    for (let dir = parentOf(path);; dir = parentOf(dir)) {
      const said = verdict(rulesOf(tree.bytes(inDir(dir, source), true) ?? ""), below(dir, path), isDir);
      if (said !== undefined) return said;
      if (dir === "") break;
    }
  }
  return undefined;
}

function verdict(rules: readonly Rule[], path: string, isDir: boolean): "ignored" | "kept" | undefined {
  const rule = rules.findLast((rule) => (isDir || !rule.dirsOnly) && rule.matches.test(path));
  return rule && (rule.back ? "kept" : "ignored");
}

function rulesOf(bytes: string): readonly Rule[] {
  const known = parsed.get(bytes);
  if (known !== undefined) return known;
  const rules = bytes.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "" && !line.startsWith("#"))
    .map(ruleOf);
  parsed.set(bytes, rules);
  return rules;
}

function ruleOf(line: string): Rule {
  const back = line.startsWith("!");
  const text = back ? line.slice(1) : line;
  const dirsOnly = text.endsWith("/");
  const glob = dirsOnly ? text.slice(0, -1) : text;
  const anchored = glob.includes("/");
  return { back, dirsOnly, matches: globRegExp(anchored ? glob.replace(/^\//, "") : glob, anchored) };
}

/** A glob of names and `*`; an unanchored one matches at any depth. */
export function globRegExp(glob: string, anchored: boolean): RegExp {
  const key = (anchored ? "/" : "") + glob;
  const made = compiled.get(key) ?? compile(glob, anchored);
  compiled.set(key, made);
  return made;
}

const compiled = new Map<string, RegExp>();

function compile(glob: string, anchored: boolean): RegExp {
  const source = glob.split("*").map((text) => RegExp.escape(text)).join("[^/]*");
  return new RegExp(`${anchored ? "^" : "^(?:.*/)?"}${source}$`, "u");
}

/** `path` relative to `dir`. */
export function below(dir: string, path: string): string {
  return dir === "" ? path : path.slice(dir.length + 1);
}
