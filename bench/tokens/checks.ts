/**
 * Checks whether a contestant's output holds the requested fact, so that an empty answer does not win.
 * @module
 */
import type { Check } from "./question.ts";
import type { TreeCopy } from "./tree_copy.ts";

/** Every matching line of `paths` is in the output. */
export function showsLines(tree: TreeCopy, paths: readonly string[], wanted: RegExp, atLeast = Infinity): Check {
  const lines = tree.lines(paths, wanted).map(({ line }) => line.trim());
  if (lines.length === 0) throw new Error(`No line matches ${wanted}: the question needs a new answer.`);
  return (taken) => lines.filter((line) => taken.includes(line)).length >= Math.min(atLeast, lines.length);
}

/** Each line of `text` is in the output, with any prefix. */
export function showsText(text: string): Check {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return (taken) => lines.every((line) => taken.includes(line));
}

/** Every file is named, with or without its directory. */
export function names(paths: readonly string[]): Check {
  if (paths.length === 0) throw new Error("No file is wanted: the question needs a new answer.");
  return (taken) => paths.every((path) => named(path).test(taken));
}

/** The output has the number, counts that add up to it, or all the lines to count. */
export function counts(tree: TreeCopy, paths: readonly string[], wanted: RegExp): Check {
  const n = tree.lines(paths, wanted).length;
  return (taken) =>
    new RegExp(`^${n}$|"total":${n}\\b`, "m").test(taken) || sumOfCounts(taken) === n || linesOf(taken, wanted) >= n;
}

/** The output has each file with its number, or with all its lines. */
export function countsPerFile(tree: TreeCopy, paths: readonly string[], wanted: RegExp): Check {
  const found = tree.lines(paths, wanted);
  const perFile = Map.groupBy(found, ({ path }) => path);
  const each = [...perFile].map(([path, { length }]) => new RegExp(named(path).source + `"?: ?${length}\\b`));
  const all = names([...perFile.keys()]);
  return (taken) => each.every((one) => one.test(taken)) || all(taken) && linesOf(taken, wanted) >= found.length;
}

/** The output says that there is none, or has all the files. */
export function findsNone(tree: TreeCopy, paths: readonly string[], wanted: RegExp): Check {
  if (tree.lines(paths, wanted).length > 0) throw new Error(`${wanted} is found: the question needs a new answer.`);
  const everything = showsText(paths.map((path) => tree.text(path)).join("\n"));
  return (taken) => /^0$|"total":0\b|No matches found/m.test(taken) || everything(taken);
}

/** The output has the largest files with their sizes, in bytes or KB. */
export function largest(tree: TreeCopy, paths: readonly string[], howMany: number): Check {
  const sizeOf = (path: string) => new TextEncoder().encode(tree.text(path)).length;
  const top = paths.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, howMany);
  const sizes = top.map((path) => {
    const size = sizeOf(path);
    const sizes = `(?:\\b${size}\\b|\\b${(size / 1024).toFixed(2)} KB)`, name = named(path).source;
    return new RegExp(`${name}[^\\n]*?${sizes}|${sizes}[^\\n]*?${name}`);
  });
  const contents = showsText(top.map((path) => tree.text(path)).join("\n"));
  return (taken) => sizes.every((size) => size.test(taken)) || contents(taken);
}

/** All `checks` hold. */
export function all(...checks: Check[]): Check {
  return (taken) => checks.every((check) => check(taken));
}

function named(path: string): RegExp {
  const name = path.slice(path.lastIndexOf("/") + 1).replaceAll(".", "\\.");
  return new RegExp(`(?<![\\w.-])${name}(?![\\w-])`);
}

function sumOfCounts(taken: string): number {
  return [...taken.matchAll(/:(\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
}

function linesOf(taken: string, wanted: RegExp): number {
  return taken.split("\n").filter((line) => wanted.test(line.replace(/^(?:[^\s:]+:)?\d+:/, ""))).length;
}
