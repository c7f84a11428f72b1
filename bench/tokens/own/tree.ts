/**
 * The tree that the questions are about: a copy of this checkout's source, on disk and in memory.
 * @module
 */
import { dirname, join } from "@std/path/posix";
import { TreeCopy } from "../tree_copy.ts";

/** The parts of a checkout that are copied. bench/ is not: searches would find the questions themselves. */
const PARTS = ["src", "tests", "lint", "main.ts", "deno.json", "README.md", "CHANGELOG.md"];
const LEFT_OUT = /^tests\/bench\/|^tests\/contract\/schemas\.json$/;
/** Files that get the current time; all others become a year old. */
const FRESH = ["src/model/limits.ts", "src/format/search/search_answer.ts", "CHANGELOG.md"];
const YEAR_MS = 365 * 24 * 3600 * 1000;

/** Copies the fixed part of `checkout` to `root`. */
export function plantCheckout(checkout: string, root: string): TreeCopy {
  const texts = new Map<string, string>();
  for (const path of PARTS.flatMap((part) => [...filesOf(checkout, part)]).toSorted()) {
    if (LEFT_OUT.test(path)) continue;
    const text = Deno.readTextFileSync(join(checkout, path));
    texts.set(path, text);
    Deno.mkdirSync(dirname(join(root, path)), { recursive: true });
    Deno.writeTextFileSync(join(root, path), text);
    const time = new Date(Date.now() - (FRESH.includes(path) ? 0 : YEAR_MS));
    Deno.utimeSync(join(root, path), time, time);
  }
  return new TreeCopy(root, texts);
}

/** The files that a search for recent changes must find. */
export function freshFiles(tree: TreeCopy): string[] {
  return FRESH.filter((path) => tree.texts.has(path));
}

function* filesOf(checkout: string, path: string): Generator<string> {
  if (!Deno.statSync(join(checkout, path)).isDirectory) return yield path;
  for (const entry of Deno.readDirSync(join(checkout, path))) yield* filesOf(checkout, join(path, entry.name));
}
