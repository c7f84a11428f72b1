/**
 * Generates a source tree to measure on; the same size always gives the same tree.
 * @module
 */
import { join } from "@std/path";
import { type Random, randomOf } from "../tests/seed.ts";

/** Files of the generated tree, and their median size in bytes. */
export interface TreeSize {
  readonly files: number;
  readonly bytes: number;
}

/** The bench's trees: a quick one, one of about 70 MB, and one of the size of Linux's. */
export const TREES = {
  quick: { files: 2000, bytes: 4300 },
  small: { files: 15_000, bytes: 4300 },
  large: { files: 78_000, bytes: 15_500 },
} as const satisfies Readonly<Record<string, TreeSize>>;

const SEED = 20_261_121;
const FILES_PER_DIR = 9;

/** Lines for the questions to find; about every second file has one of each. */
const MARKS = [
  "// TODO: needle in the hay",
  "// FIXME: see SYSTEM32 of 2024-03-17, mask 0xFF3A",
  'export const VERSION2 = 2.71; // "naïve" Größe, 日本語',
  "",
  "  return (await open(path)).close();",
];

/** Writes the tree below `root`: nested directories of source-like text. */
export function plantTree(root: string, size: TreeSize): void {
  const random = randomOf(SEED);
  const lines = makeLines(random, 4000);
  Deno.writeTextFileSync(join(root, ".gitignore"), "target/\n*.log\n/dist\n");
  for (let file = 0, dir = 0; file < size.files; dir++) {
    const path = join(root, directoryName(dir));
    Deno.mkdirSync(path, { recursive: true });
    for (let i = 0; i < FILES_PER_DIR && file < size.files; i++, file++) {
      const name = `${random.pick(["mod", "test", "view", "index", "types"])}_${file}.${
        random.pick(["ts", "rs", "md", "json"])
      }`;
      Deno.writeTextFileSync(join(path, name), makeText(random, lines, size.bytes, file));
    }
  }
}

/** The path of directory `n`: four levels, eleven directories in each. */
function directoryName(n: number): string {
  const parts: string[] = [];
  for (let rest = n, level = 0; level < 4; level++, rest = Math.floor(rest / 11)) {
    parts.push(`${"abcd"[level]}${rest % 11}`);
  }
  return parts.join("/");
}

function makeLines(random: Random, count: number): string[] {
  const words = Array.from({ length: 1500 }, () => makeWord(random));
  return Array.from({ length: count }, () => {
    const indent = "  ".repeat(random.int(4));
    return indent +
      Array.from({ length: 1 + random.int(9) }, () => random.pick(words)).join(random.pick([" ", ".", ", ", "("]));
  });
}

function makeWord(random: Random): string {
  const length = 2 + random.int(9);
  let word = "";
  for (let i = 0; i < length; i++) word += "etaoinshrdlucmfwypvbgkjqxz"[Math.floor(26 * random.next() ** 2)];
  if (random.chance(0.15)) {
    word = word[0].toUpperCase() + word.slice(1) + random.pick(["Error", "Options", "Handle", ""]);
  }
  return word;
}

/** A file's text; it holds one name that no other file has. */
function makeText(random: Random, lines: readonly string[], bytes: number, file: number): string {
  const want = Math.floor(bytes * (0.1 + 4 * random.next() ** 3));
  const text = [`export function ${makeWord(random)}_${file.toString(36)}${makeWord(random)}() {`];
  for (let size = 0; size < want;) {
    const line = random.chance(0.01) ? random.pick(MARKS) : random.pick(lines);
    text.push(line);
    size += line.length + 1;
  }
  return text.join("\n") + "\n";
}
