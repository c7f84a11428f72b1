/** The functions, classes and methods of random sources, compared with Universal Ctags. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { judge, ownOnly } from "../../tools/outline_check/compare.ts";
import { CTAGS_LANGUAGES, GROUPS, tagsOf } from "../../tools/outline_check/ctags.ts";
import { Outliner } from "../../tools/outline_check/outlines.ts";
import { isInstalled, tempTree } from "../program.ts";
import { seeded } from "../seed.ts";
import { randomSource, STYLES } from "./random_source.ts";

const SOURCES = 5;
/** Kinds that Ctags has under the same names in every language. */
const COMPARED = ["function", "method", "class", "struct", "interface", "trait", "enum"];

const outliner = new Outliner();

for (const [language, style] of Object.entries(STYLES)) {
  Deno.test(`${language}: the functions, classes and methods that Ctags finds, and no others`, {
    ignore: !isInstalled("ctags"),
  }, async () => {
    const random = seeded(`outline oracle ${language}`), ctags = CTAGS_LANGUAGES[language];
    for (let i = 0; i < SOURCES; i++) {
      const source = randomSource(random, style);
      using tree = tempTree({ [style.file]: source });
      const path = join(tree.path, style.file), all = await tagsOf(ctags, [path]);
      const { definitions = [] } = await outliner.outline(path) ?? {};
      const tags = all.filter(({ kind }) => GROUPS.some((group) => ctags.kinds[group].includes(kind)));
      const missed = tags.filter((_, at) => ["missed", "otherName"].includes(judge(tags, definitions, language)[at]));
      const others = ownOnly(all, definitions).filter(({ kind }) => COMPARED.includes(kind));
      assertEquals({ missed, others }, { missed: [], others: [] }, source);
      assertEquals(tags.length > 0, true);
    }
  });
}
