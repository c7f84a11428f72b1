/** Our matcher of queries gives what tree-sitter's own gives. */
import { LANGUAGES } from "../../../src/engine/structure/languages/language_of.ts";
import { compileQuery, matchesAt } from "../../../src/engine/structure/query/compile_query.ts";
import { readParserFile } from "../../../src/pool/parser_files.ts";
import { randomSource, SOURCES } from "../../engine/structure/random_sources.ts";
import { seeded } from "../../seed.ts";
import { assert, assertEquals } from "@std/assert";
import * as WebTreeSitter from "web-tree-sitter";
import type { Tree } from "web-tree-sitter";

const { Language, Parser, Query } = WebTreeSitter;

interface Captured {
  readonly name: string;
  readonly node: { readonly startIndex: number; readonly endIndex: number };
}

/** A match as text: several of the same captures count as one. */
function shown(pattern: number, captures: readonly Captured[]): string {
  const parts = captures.map(({ name, node }) => `${name} ${node.startIndex}-${node.endIndex}`);
  return `${pattern}: ${parts.sort().join(", ")}`;
}

/** Whether two matches have at most one capture that differs. */
function differsInOne(a: string, b: string): boolean {
  const parts = a.split(/: |, /), others = b.split(/: |, /);
  return parts.length === others.length && parts.filter((part) => !others.includes(part)).length <= 1;
}

const inOrder = (matches: Iterable<string>) => [...new Set(matches)].sort();

Deno.test("in random sources of every language, each query matches what tree-sitter's own matcher finds", async () => {
  const wasmBinary = await readParserFile("runtime"), random = seeded("definition queries");
  await Parser.init({ wasmBinary });
  for (const language of LANGUAGES) {
    if (!("grammar" in language)) continue;
    const tables = Language.loadSync(new WebAssembly.Module(await readParserFile(language.grammar)));
    const theirs = new Query(tables, language.query), ours = compileQuery(language.query, tables);
    const parser = new Parser().setLanguage(tables);
    const find = (tree: Tree) => ({
      theirs: theirs.matches(tree.rootNode).map(({ patternIndex, captures }) => shown(patternIndex, captures)),
      ours: tree.rootNode.descendantsOfType([...ours.types]).flatMap((node) =>
        [...matchesAt(ours, node)].map(({ pattern, captures }) => shown(pattern, captures))
      ),
    });
    let total = 0;
    for (
      const source of [
        SOURCES[language.name] ?? "",
        ...Array.from({ length: 30 }, () => randomSource(random, language.name)),
      ]
    ) {
      const tree = parser.parse(source);
      if (tree === null) throw new Error("not parsed");
      const found = find(tree);
      const missing = inOrder(found.theirs).filter((match) => !found.ours.includes(match));
      // Of several children in one field, theirs finds only the first.
      const wrong = inOrder(found.ours).filter((match) => !found.theirs.some((one) => differsInOne(one, match)));
      assertEquals({ missing, wrong }, { missing: [], wrong: [] }, `${language.name}: ${source}`);
      total += found.theirs.length;
      tree.delete();
    }
    assert(total > 30, `${language.name}: ${total} matches`);
  }
});
