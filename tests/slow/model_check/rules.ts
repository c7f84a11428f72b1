/**
 * Evaluates the few kinds of ignore rules that the writers write: an implementation small enough to trust.
 * @module
 */
import { inDir, parentOf, type Tree } from "./tree.ts";

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
