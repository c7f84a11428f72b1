/**
 * Twenty questions of a working day about the foreign tree, each with the facts of the right answer and the cheapest
 * pipeline that a good engineer would write.
 *
 * They were written down before any contestant was run on them: no question is chosen for a tool.
 * @module
 */
import { all, names, showsText } from "../checks.ts";
import type { Question } from "../question.ts";
import type { TreeCopy } from "../tree_copy.ts";
import {
  block,
  either,
  enclosingFunctions,
  linesOf,
  mostFirst,
  packageOf,
  perPackage,
  showsTails,
  showsWords,
  type Tally,
  tallyOf,
  tells,
} from "./facts.ts";
import { freshest } from "./tree.ts";

const TS = /\.ts$/, TSX = /\.tsx?$/, SPEC = /\.spec\.ts$/;
/** Three places that an earlier search or a stack trace named. */
export const PLACES = [
  ["packages/core/src/common/paths.ts", 214, 250],
  ["packages/ai-core/src/common/skill.ts", 167, 188],
  ["packages/filesystem/src/common/io.ts", 46, 67],
] as const;
const SERVER = "packages/workspace/src/node/default-workspace-server.ts";

const visible = (tree: TreeCopy) => tree.paths().filter((path) => !/\/\./.test(path));
const sizes = (tree: TreeCopy, sizeOf: (text: string) => number): Tally =>
  tree.paths("packages", TS).map((path) => [path.split("/").at(-1) ?? "", sizeOf(tree.text(path))] as const)
    .toSorted((a, b) => b[1] - a[1]).slice(0, 10);

/** The questions by name. */
export const FOREIGN_QUESTIONS = {
  copyright: {
    words: "Who holds the copyright of how many TypeScript files? (the first ten)",
    shell: [
      String.raw`rg -oIN 'Copyright \(C\) [\d, -]*(.*)' -r '$1' -g '*.ts' | sort | uniq -c | sort -rn | head`,
    ],
    holds: (tree) => tells(tallyOf(tree, tree.paths("packages", TS), /Copyright \(C\) [\d, -]*(.*)/).slice(0, 10)),
  },
  todos: {
    words: "How many lines of each package say TODO?",
    shell: ["rg TODO packages | cut -d/ -f2 | sort | uniq -c"],
    holds: (tree) => tells(perPackage(tree, tree.paths("packages"), /TODO/)),
  },
  errors: {
    words: "Which error classes are thrown, how often each?",
    shell: [String.raw`rg -oIN 'throw new (\w+)' -r '$1' -g '*.ts' | sort | uniq -c`],
    holds: (tree) => tells(tallyOf(tree, tree.paths("packages", TS), /throw new (\w+)/)),
  },
  environment: {
    words: "Which environment variables does the code read, how often each?",
    shell: [String.raw`rg -oIN 'process\.env\.(\w+)' -r '$1' -g '*.ts' | sort | uniq -c`],
    holds: (tree) => tells(tallyOf(tree, tree.paths("packages", TS), /process\.env\.(\w+)/)),
  },
  callers: {
    words: "Who calls `codiconArray`? (files, and the functions' names)",
    shell: [
      String
        .raw`awk '/^(    )?[a-z].*{$/{f=$0} /codiconArray\(/{print FILENAME":"f}' $(rg -l 'codiconArray\(' -g '*.ts') | uniq`,
    ],
    holds: (tree) => {
      const files = tree.paths("packages", TS).filter((path) => /codiconArray\(/.test(tree.text(path)));
      return all(
        names(files),
        showsWords(files.flatMap((path) => enclosingFunctions(tree, path, /codiconArray\(/))),
      );
    },
  },
  body: {
    words: "What does the function `consumeReadableWithLimit` do? (its body)",
    shell: ["rg -UIN '(?s)^export function consumeReadableWithLimit.*?^}'"],
    holds: (tree) =>
      showsText(block(tree, "packages/core/src/common/stream.ts", /function consumeReadableWithLimit/, "}")),
  },
  method: {
    words: "What does the method `setKeybinding` of `KeymapsService` do? (its body)",
    shell: ["rg -UIN '(?s)^    [a-z ]*setKeybinding\\(.*?^    }' $(rg -l 'class KeymapsService')"],
    holds: (tree) =>
      showsText(block(tree, "packages/keymaps/src/browser/keymaps-service.ts", /^ {4}async setKeybinding\(/, "    }")),
  },
  tests: {
    words: "How many tests has each package?",
    shell: [String.raw`rg '^\s*it\(' -g '*.spec.ts' | cut -d/ -f2 | sort | uniq -c`],
    holds: (tree) => tells(perPackage(tree, tree.paths("packages", SPEC), /^\s*it\(/)),
  },
  places: {
    words: "What is at these three places? (37, 22 and 22 lines of three files)",
    shell: [PLACES.map(([path, from, to]) => `sed -n ${from},${to}p ${path}`).join("; ")],
    holds: (tree) => all(...PLACES.map(([path, from, to]) => showsText(linesOf(tree, path, from, to)))),
  },
  shape: {
    words: "What is in this unknown tree? (its packages, with their number of files)",
    shell: ["rg --files | cut -d/ -f1,2 | sort | uniq -c"],
    holds: (tree) =>
      either(tells(mostFirst(visible(tree).map(packageOf))), tells(mostFirst(tree.paths().map(packageOf)))),
  },
  longest: {
    words: "Which ten TypeScript files are the longest, and how long?",
    shell: ["wc -l $(rg --files -g '*.ts') | sort -rn | head -11"],
    holds: (tree) =>
      either(
        tells(sizes(tree, (text) => text.split("\n").length - 1)),
        tells(sizes(tree, (text) => new TextEncoder().encode(text).length)),
      ),
  },
  newest: {
    words: "Which five files were changed last?",
    shell: ["rg --files --sortr modified | head -5"],
    holds: () => showsTails(freshest(5), 2),
  },
  duplicates: {
    words: "Which names do several helper functions share?",
    shell: [String.raw`rg -oIN '^(export )?(async )?function (\w+)' -r '$3' -g '*.ts' | sort | uniq -cd`],
    holds: (tree) => {
      const declared = /^(?:export )?(?:async )?function (\w+)/;
      return tells(tallyOf(tree, tree.paths("packages", TS), declared).filter(([, count]) => count > 1));
    },
  },
  signature: {
    words: "Which parameters has the function `createAPIFactory`? (a signature over several lines)",
    shell: [String.raw`rg -UIN 'function createAPIFactory\([^)]*\).*'`],
    holds: (tree) =>
      showsText(
        block(
          tree,
          "packages/plugin-ext/src/plugin/plugin-context.ts",
          /function createAPIFactory/,
          "): PluginAPIFactory {",
        ),
      ),
  },
  definition: {
    words: "Where is `ShellLayoutRestorer` defined?",
    shell: [String.raw`rg -n '(class|interface|type|const|function|enum|namespace) ShellLayoutRestorer\b'`],
    holds: (tree) => {
      const path = "packages/core/src/browser/shell/shell-layout-restorer.ts";
      const line = tree.text(path).split("\n").findIndex((line) => /class ShellLayoutRestorer\b/.test(line)) + 1;
      // The class begins at its decorator, a line above.
      return all(names([path]), (taken) => new RegExp(`\\b${line}\\b|\\b${line - 1}-\\d`).test(taken));
    },
  },
  imports: {
    words: "Which files import from `@theia/process`?",
    shell: ['rg -l "from \'@theia/process"'],
    holds: (tree) => names(tree.paths("packages", TSX).filter((path) => /from '@theia\/process/.test(tree.text(path)))),
  },
  lacking: {
    words: "Which TypeScript files lack a copyright notice?",
    shell: ["rg --files-without-match Copyright -g '*.ts'"],
    holds: (tree) => showsTails(tree.paths("packages", TS).filter((path) => !tree.text(path).includes("Copyright")), 2),
  },
  versions: {
    words: "Which packages depend on `jsonc-parser`, and on which version?",
    shell: ["rg '\"jsonc-parser\"' -g package.json"],
    holds: (tree) => {
      const asked = tree.lines(tree.paths("packages", /\/package\.json$/), /"jsonc-parser"/);
      const versions = asked.map(({ line }) => /: "(.*)"/.exec(line)?.[1] ?? "");
      return all(
        showsTails(asked.map(({ path }) => path), 2),
        (taken) => versions.every((version) => taken.includes(version)),
      );
    },
  },
  extensions: {
    words: "Which kinds of files are there, how many of each? (the seven most frequent extensions)",
    shell: ["rg --files | sed 's/.*\\.//' | sort | uniq -c | sort -rn | head -7"],
    holds: (tree) => tells(mostFirst(visible(tree).map((path) => path.split(".").at(-1) ?? "")).slice(0, 7)),
  },
  members: {
    words: "Which methods has the class `DefaultWorkspaceServer`?",
    shell: [
      String
        .raw`awk '/class DefaultWorkspaceServer/,/^}/' $(rg -l 'class DefaultWorkspaceServer') | rg '^    \w[\w ]*\(.*\{$'`,
    ],
    holds: (tree) => {
      const methods = block(tree, SERVER, /class DefaultWorkspaceServer/, "}").match(/^ {4}\w[\w ]*(?=\(.*\{$)/gm) ??
        [];
      return showsWords(methods.map((method) => method.trim().split(" ").at(-1) ?? ""));
    },
  },
} satisfies Record<string, Question>;

/** The name of a question. */
export type ForeignName = keyof typeof FOREIGN_QUESTIONS;
