/**
 * Random trees of text files to search.
 * @module
 */
import { join } from "@std/path";
import type { Random } from "../seed.ts";

/** The words of the texts. */
export const WORDS = [
  "foo",
  "Foo",
  "bar",
  "TODO",
  "naïve",
  "Größe",
  "日本語",
  "error",
  "x",
  "0x1F",
  "_id",
  "𝒳",
  "İ",
  "ß",
  "  ",
  "\t",
];
/** Copies a tree with LF for CR LF: ripgrep treats the CR as a character of the line. */
export function copyWithLf(from: string, to: string): void {
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    const source = join(from, name), copy = join(to, name);
    if (isDirectory) {
      Deno.mkdirSync(copy);
      copyWithLf(source, copy);
    } else Deno.writeTextFileSync(copy, Deno.readTextFileSync(source).replaceAll("\r\n", "\n"));
  }
}

/** Makes a tree below `root`. */
export function plantTree(random: Random, root: string, words = WORDS): void {
  const dirs = ["", "src", "src/deep", "doc", ".hidden", "build"];
  for (const dir of dirs) Deno.mkdirSync(join(root, dir), { recursive: true });
  for (let i = 0; i < 30; i++) {
    const name = `${random.pick(["a", "b", ".c", "Δ"])}${i}.${random.pick(["txt", "md", "rs"])}`;
    Deno.writeTextFileSync(join(root, random.pick(dirs), name), randomText(random, words));
  }
  if (random.chance(0.7)) {
    Deno.writeTextFileSync(join(root, ".gitignore"), random.pick(["build/\n", "*.md\n", "/src/deep\n!*.rs\n"]));
  }
}

/** Lines of words, some with CR LF. */
export function randomText(random: Random, words = WORDS): string {
  const lines: string[] = [];
  for (let i = random.int(40); i > 0; i--) {
    const line: string[] = [];
    for (let j = random.int(7); j > 0; j--) line.push(random.pick(words));
    lines.push(line.join(random.pick([" ", "", ".", "-"])) + (random.chance(0.1) ? "\r" : ""));
  }
  return lines.join("\n") + (random.chance(0.8) ? "\n" : "");
}
