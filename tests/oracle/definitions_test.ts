/** Where names are defined, compared with Universal Ctags: on this project's own sources, and on a module of Python. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { openTools } from "../open_tools.ts";
import { isInstalled, tempTree } from "../program.ts";
import { seeded } from "../seed.ts";

const IGNORE = { ignore: !isInstalled("ctags") };

/** A name that Ctags found, and where. */
interface Tag {
  readonly name: string;
  readonly place: string;
}

/** The functions, classes, methods and interfaces that Ctags finds below `root`. */
function tagsIn(root: string, language: string, kinds: string): Tag[] {
  const args = [`--languages=${language}`, `--kinds-${language}=${kinds}`, "-R", "-x", "--_xformat=%N\t%F:%n", "."];
  const { stdout } = new Deno.Command("ctags", { args, cwd: root }).outputSync();
  return new TextDecoder().decode(stdout).trimEnd().split("\n").map((line) => {
    const [name, place] = line.split("\t");
    return { name, place: place.replace(/^\.\//, "") };
  });
}

/** Where a search for definitions finds `name`. */
type FindDefinitions = (name: string) => Promise<string[]>;

async function withDefinitions(root: string, work: (find: FindDefinitions) => Promise<void>): Promise<void> {
  using tools = await openTools("default", [root], { tokenBudget: 0, timeoutMs: 30_000 });
  await work(async (query) => {
    const ask = { query, fixed_strings: true, word: true, case: "sensitive", definitions: true };
    const { matches } = Object(await tools.ask("search_content", ask));
    return matches.map((match: { file: string; line_number: number }) => `${match.file}:${match.line_number}`);
  });
}

const NAMES = 50;

Deno.test("names of this project are defined where Ctags says, but for one in fifty", IGNORE, async () => {
  const root = join(import.meta.dirname ?? "", "../../src"), random = seeded("definitions oracle");
  const byName = Map.groupBy(tagsIn(root, "TypeScript", "fcmi"), ({ name }) => name);
  const names = [...byName.keys()].sort(() => random.next() - 0.5).slice(0, NAMES), missing: Tag[] = [];
  let compared = 0;
  await withDefinitions(root, async (find) => {
    for (const name of names) {
      const found = new Set(await find(name)), tags = byName.get(name) ?? [];
      compared += tags.length;
      missing.push(...tags.filter(({ place }) => !found.has(place)));
    }
  });
  assert(compared >= NAMES && missing.length <= compared / 50, `${compared}: ${JSON.stringify(missing)}`);
});

const PYTHON = `import functools


def walk(root):
    """Walk is not defined here."""
    def inner(entry):
        return walk(entry)
    return inner


class Walker:
    walk = True

    @functools.cache
    def walk_all(self, walk):
        return walk(self)

    @property
    def inner(self): return 1


async def walker(): pass
`;

Deno.test("names of a module are defined where Ctags says, and nowhere else", IGNORE, async () => {
  using files = tempTree({ "walk.py": PYTHON, "again/walk.py": PYTHON });
  const byName = Map.groupBy(tagsIn(files.path, "Python", "cfm"), ({ name }) => name);
  await withDefinitions(files.path, async (find) => {
    for (const [name, tags] of byName) {
      const found = (await find(name)).filter((place) => name !== "walk" || !place.endsWith(":12"));
      assertEquals(found.sort(), tags.map(({ place }) => place).sort(), name);
    }
  });
  assertEquals([...byName.keys()].sort(), ["Walker", "inner", "walk", "walk_all", "walker"]);
});
