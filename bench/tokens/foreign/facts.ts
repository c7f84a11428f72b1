/**
 * The facts of right answers about a foreign tree, looked up in its texts without any of the contestants' programs.
 * @module
 */
import type { Check } from "../question.ts";
import type { TreeCopy } from "../tree_copy.ts";

/** The first line of a function or method, with its name. */
const HEADER = /^\s*(?:(?:export|async|function|protected|public|private|static|override|get) )*(\w+)(?:<.*>)?\(.*\{$/;

/** A value with the number of times that it occurs. */
export type Tally = readonly (readonly [value: string, count: number])[];

/** Each value stands beside its count, in either order; the number of files may stand between a count and its value. */
export function tells(tally: Tally): Check {
  if (tally.length === 0) throw new Error("Nothing to count: the question needs a new answer.");
  const pairs = tally.map(([value, count]) => {
    const word = `(?<![\\w-])${escaped(value)}(?![\\w-])`, gap = "[^\\d\\n}\\]]{1,40}";
    return new RegExp(`${word}${gap}\\b${count}\\b|(?:^|\\D{2})${count}(?: \\d+)?${gap}${word}`, "m");
  });
  return (taken) => pairs.every((pair) => pair.test(taken));
}

/** Either check holds. */
export function either(...checks: Check[]): Check {
  return (taken) => checks.some((check) => check(taken));
}

/** Group 1 of every match of `wanted` in `paths`, with its count, most first. */
export function tallyOf(tree: TreeCopy, paths: readonly string[], wanted: RegExp): Tally {
  const found = paths.flatMap((path) => [...tree.text(path).matchAll(new RegExp(wanted, "gm"))].map(([, one]) => one));
  return mostFirst(found.filter((value) => value !== undefined));
}

/** Lines that match, counted by package. */
export function perPackage(tree: TreeCopy, paths: readonly string[], wanted: RegExp): Tally {
  return mostFirst(tree.lines(paths, wanted).map(({ path }) => packageOf(path)));
}

/** Values with their counts, most first. */
export function mostFirst(values: readonly string[]): Tally {
  const groups = Map.groupBy(values, (value) => value);
  return [...groups].map(([value, { length }]) => [value, length] as const).toSorted((a, b) => b[1] - a[1]);
}

/** `packages/NAME/…` belongs to NAME. */
export function packageOf(path: string): string {
  return path.split("/")[1] ?? "";
}

/** The last `parts` of each path are shown. */
export function showsTails(paths: readonly string[], parts: number): Check {
  if (paths.length === 0) throw new Error("No file is wanted: the question needs a new answer.");
  const tails = paths.map((path) => path.split("/").slice(-parts).join("/"));
  return (taken) => tails.every((tail) => taken.includes(tail));
}

/** Each word is shown. */
export function showsWords(words: readonly string[]): Check {
  if (words.length === 0) throw new Error("No name is wanted: the question needs a new answer.");
  const each = words.map((word) => new RegExp(`(?<![\\w$])${escaped(word)}(?![\\w$])`));
  return (taken) => each.every((word) => word.test(taken));
}

/** Lines `from` to `to` of a file, counted from 1. */
export function linesOf(tree: TreeCopy, path: string, from: number, to: number): string {
  return tree.text(path).split("\n").slice(from - 1, to).join("\n");
}

/** From the line that matches `start` to the next that equals `end`. */
export function block(tree: TreeCopy, path: string, start: RegExp, end: string): string {
  const lines = tree.text(path).split("\n"), first = lines.findIndex((line) => start.test(line));
  const last = lines.indexOf(end, first);
  if (first < 0 || last < 0) throw new Error(`${path} has no ${start}: the question needs a new answer.`);
  return lines.slice(first, last + 1).join("\n");
}

/** The functions and methods that a line matching `call` stands in, by indentation. */
export function enclosingFunctions(tree: TreeCopy, path: string, call: RegExp): string[] {
  const lines = tree.text(path).split("\n");
  return lines.flatMap((line, at) => call.test(line) ? headerAbove(lines, at) ?? [] : []);
}

function headerAbove(lines: readonly string[], from: number): string | undefined {
  let indent = indentOf(lines[from] ?? "");
  for (let at = from - 1; at >= 0; at--) {
    const line = lines[at] ?? "";
    if (line.trim() === "" || indentOf(line) >= indent) continue;
    indent = indentOf(line);
    const name = HEADER.exec(line)?.[1];
    if (name !== undefined && !/^(?:if|for|while|switch|constructor)$/.test(name)) return name;
  }
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
