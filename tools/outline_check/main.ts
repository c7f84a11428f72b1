/**
 * `deno task outline-check TREE… [--list N]`: compares the definitions of the sources in TREE with those of Universal
 * Ctags, for each language: which of its functions, classes and methods we find with the right line. `--list` prints what
 * one has and the other has not.
 * @module
 */
import { parseArgs } from "node:util";
import { walkSync } from "@std/fs";
import type { Definition } from "../../src/model/definition.ts";
import { judge, ownOnly, type Verdict } from "./compare.ts";
import { CTAGS_LANGUAGES, type Group, GROUPS, type Tag, tagsOf } from "./ctags.ts";
import { type FileOutline, Outliner } from "./outlines.ts";
import { markdownTable } from "../markdown.ts";

/** The results of one language. */
interface Comparison {
  readonly language: string;
  readonly files: readonly FileOutline[];
  readonly judged: readonly { readonly tag: Tag; readonly group: Group; readonly verdict: Verdict }[];
  /** Our definitions that Ctags does not have. */
  readonly own: readonly { readonly path: string; readonly definition: Definition }[];
}

/** Languages whose definitions are compared with those of another. */
const SAME_AS: Readonly<Record<string, string>> = { tsx: "typescript" };

async function outlines(trees: readonly string[]): Promise<Map<string, FileOutline[]>> {
  const outliner = new Outliner(), byLanguage = new Map<string, FileOutline[]>();
  const options = { includeDirs: false, includeSymlinks: false, skip: [/node_modules|\.git\//] };
  for (const { path } of trees.flatMap((tree) => [...walkSync(tree, options)])) {
    const outline = await outliner.outline(path);
    if (outline === undefined) continue;
    const language = SAME_AS[outline.language] ?? outline.language;
    byLanguage.set(language, [...byLanguage.get(language) ?? [], outline]);
  }
  return byLanguage;
}

async function compare(language: string, files: readonly FileOutline[]): Promise<Comparison> {
  const ctags = CTAGS_LANGUAGES[language], tags = await tagsOf(ctags, files.map(({ path }) => path));
  const byPath = Map.groupBy(tags, ({ path }) => path);
  const judged = files.flatMap(({ path, definitions }) => {
    const all = byPath.get(path) ?? [];
    return GROUPS.flatMap((group) => {
      const some = all.filter(({ kind }) => ctags.kinds[group].includes(kind));
      return judge(some, definitions, language).map((verdict, i) => ({ tag: some[i], group, verdict }));
    });
  });
  const own = files.flatMap(({ path, definitions }) =>
    ownOnly(byPath.get(path) ?? [], definitions).map((definition) => ({ path, definition }))
  );
  return { language, files, judged, own };
}

const HEAD = [
  "Language",
  "Files",
  "MB",
  "MB/s",
  "Functions",
  "Classes",
  "Methods",
  "Found",
  "Other name",
  "No definition",
  "fossick only",
];

function row({ language, files, judged, own }: Comparison): string[] {
  const bytes = sum(files.map((file) => file.bytes)), ms = sum(files.map(({ milliseconds }) => milliseconds));
  const count = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length;
  const real = judged.filter(({ verdict }) => verdict !== "notOne");
  return [
    language,
    String(files.length),
    (bytes / 1e6).toFixed(1),
    (bytes / ms / 1e3).toFixed(1),
    ...GROUPS.map((group) => String(real.filter((one) => one.group === group).length)),
    `${(100 * count("found") / real.length).toFixed(2)} %`,
    String(count("otherName")),
    String(count("notOne")),
    [...Map.groupBy(own, ({ definition }) => definition.kind)].map(([kind, some]) => `${some.length} ${kind}`).join(
      ", ",
    ),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}

function printDifferences({ judged, own }: Comparison, limit: number) {
  const missed = judged.filter(({ verdict }) => verdict === "missed" || verdict === "otherName");
  for (const { tag, verdict } of missed.slice(0, limit)) {
    console.log(`${verdict}: ${tag.kind} ${tag.name} ${tag.path}:${tag.line}: ${tag.lineText.trim()}`);
  }
  for (const { path, definition: { kind, name, nameLine } } of own.slice(0, limit)) {
    console.log(`ours only: ${kind} ${name} ${path}:${nameLine}`);
  }
}

const { values, positionals } = parseArgs({
  args: Deno.args,
  options: { list: { type: "string", default: "0" } },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error("usage: deno task outline-check TREE… [--list N]");
  Deno.exit(2);
}
const comparisons: Comparison[] = [];
for (const [language, files] of await outlines(positionals)) {
  if (Object.hasOwn(CTAGS_LANGUAGES, language)) comparisons.push(await compare(language, files));
}
console.log(markdownTable(HEAD, comparisons.filter(({ judged }) => judged.length > 0).map(row)));
for (const comparison of comparisons) printDifferences(comparison, Number(values.list));
