/**
 * The directories of a tree, with the counts of what is below them, as rows of an answer.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import { comparePaths, dirPrefix } from "../model/place.ts";
import type { CountedDirectory, DirectoryTree } from "../model/report.ts";
import type { CurrentCall } from "./current_call.ts";
import { absolutePath } from "./path_display.ts";
import { type Page, pageOf, RAISED_BUDGET_FACTOR } from "./page.ts";
import { textJson, textPath } from "./safe_text.ts";

/** How to show a tree. */
export interface TreePageOptions {
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  /** Whether the caller asks for a tree. */
  readonly asTree: boolean;
  /** Absolute path of the project root; present if the caller wants absolute paths. */
  readonly absoluteFrom?: string;
  readonly currentCall: CurrentCall;
}

/** A directory that is shown. */
interface ShownDirectory extends CountedDirectory {
  /** As the answer shows it. */
  readonly path: string;
  /** The path from the directory above it. */
  readonly name: string;
  readonly below: ShownDirectory[];
}

/** A page whose rows are directories. Any number of the first ones are a tree, shown in path order. */
export function treePage({ directories, total }: DirectoryTree, options: TreePageOptions): Page {
  const largest = (shown: number) => `${shown} of ${total} directories shown, the largest of each level`;
  const isCut = (shown: number) => shown === directories.length && shown < total;
  return pageOf(directories, {
    fields: (rows) => ({ directories: [...preorder(nested(rows, options))].map(directoryFields) }),
    lines: (rows) =>
      rows.length === 0 ? [] : ["[path, files and directories below it]", ...treeLines(nested(rows, options))],
    hints: ({ length }) => isCut(length) ? [`${largest(length)}: narrow roots or depth for the others.`] : [],
  }, {
    unit: "directories",
    skip: 0,
    total,
    isPaged: false,
    restHint: (shown) => `${largest(shown)}. More: ${deeperCall(options)}`,
  });
}

/** A call that shows more directories: it asks for a tree, or for a larger one. */
function deeperCall({ asTree, budget, currentCall }: TreePageOptions): string {
  const isBudgetUsed = asTree || budget <= LIMITS.unaskedTreeTokens;
  return currentCall.render({ tree: true, ...(isBudgetUsed && { token_budget: RAISED_BUDGET_FACTOR * budget }) });
}

/** The directories at the top, with those below them; siblings are in path order. */
function nested(directories: readonly CountedDirectory[], { absoluteFrom }: TreePageOptions): ShownDirectory[] {
  const shown: ShownDirectory[] = [], tops: ShownDirectory[] = [];
  for (const directory of directories) {
    const above = directory.parent === undefined ? undefined : shown[directory.parent];
    const path = absoluteFrom === undefined ? directory.path : absolutePath(absoluteFrom, directory.path);
    const name = above === undefined ? path : relativePath(path, above.path);
    const one: ShownDirectory = { ...directory, path, name, below: [] };
    shown.push(one);
    (above?.below ?? tops).push(one);
  }
  for (const { below } of [{ below: tops }, ...shown]) below.sort((a, b) => comparePaths(a.path, b.path));
  return tops;
}

function relativePath(path: string, above: string): string {
  return above === "." ? path : path.slice(dirPrefix(above).length);
}

function* preorder(siblings: readonly ShownDirectory[]): Generator<ShownDirectory> {
  for (const one of siblings) {
    yield one;
    yield* preorder(one.below);
  }
}

function directoryFields(directory: ShownDirectory): Record<string, unknown> {
  const { path, files, directories } = directory, left = leftOut(directory);
  return { path, files, directories, ...(left > 0 && { not_shown: left }) };
}

/** The directories directly below that are not shown beside others; 0 if none is shown, since the counts tell that. */
function leftOut({ children, below }: ShownDirectory): number {
  return below.length === 0 ? 0 : children - below.length;
}

function* treeLines(siblings: readonly ShownDirectory[], level = 0): Generator<string> {
  const indent = " ".repeat(level);
  for (const one of siblings) {
    yield indent + directoryLine(one);
    yield* treeLines(one.below, level + 1);
    const left = leftOut(one);
    if (left > 0) yield `${indent} ${`… ${left} more`}`;
  }
}

/** The name and the counts. A name that begins with a blank is quoted: blanks show the level. */
function directoryLine({ name, files, directories }: ShownDirectory): string {
  const path = name.endsWith("/") ? name : name + "/", counts = directories > 0 ? `${files} ${directories}` : files;
  return `${path.startsWith(" ") ? textJson(path) : textPath(path)} ${counts}`;
}
