/**
 * Random ignore rules and paths, compared with `git check-ignore`.
 * @module
 */
import { openTools } from "../../open_tools.ts";
import type { Random } from "../../seed.ts";
import { defineFuzzer, type FuzzCount } from "./fuzzer.ts";
import { type Files, git, tempFiles, utf8 } from "./ground.ts";

interface Case {
  /** `.gitignore` by directory ("" is the root). */
  readonly rules: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
}

/** Fuzzes ignore rules, in the part of the syntax that git and ripgrep read alike. */
export const ignoreFuzzer = defineFuzzer("ignore rules against git", make, check);

const DIRS = ["a", "b", "ab", "src", "build", "node_modules", ".hid", "foo.bar", "a b", "é"];
const FILES = [
  "a",
  "b",
  "abc",
  "x.ts",
  "a.ts",
  "a.d.ts",
  "foo",
  "foo.bar",
  ".env",
  "a b",
  "#x",
  "!x",
  "é.ts",
  "a-b",
  "a_b.log",
];
const WILD = [
  ..."* *.ts *b a* ? ?? [a-c] [a-c]* [!a]* [^b]? *.* f*o *o* .* ** *.d.ts \\a [b] *[.]ts a?b *é* [a-z]*.log x.[t]s *-*"
    .split(" "),
  "* *",
  "\\#x",
  "\\!x",
];

function make(random: Random): Case {
  const dirs = [""];
  for (const dir of dirs) {
    const depth = dir === "" ? 0 : dir.split("/").length;
    for (let i = depth < 4 ? random.int(4) : 0; i > 0; i--) dirs.push(join(dir, random.pick(DIRS)));
  }
  const distinct = [...new Set(dirs)];
  const ruled = distinct.filter((dir) => dir === "" || random.chance(0.3));
  return {
    rules: Object.fromEntries(ruled.map((dir) => [dir, randomRules(random)])),
    paths: distinct.flatMap((dir) => Array.from({ length: 1 + random.int(9) }, () => join(dir, random.pick(FILES)))),
  };
}

function join(dir: string, name: string): string {
  return dir === "" ? name : `${dir}/${name}`;
}

function randomRules(random: Random): string {
  return Array.from({ length: 1 + random.int(7) }, () => randomRule(random)).join("\n") + "\n";
}

function randomRule(random: Random): string {
  if (random.chance(0.06)) return random.pick(["", "# comment", "foo   ", "foo\\ ", "\\foo"]);
  const names = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, () => randomName(random));
  const lead = random.pick(["", "", "", "/", "**/"]), tail = random.pick(["", "", "", "/", "/**", "/*", "/**/*"]);
  return (random.chance(0.3) ? "!" : "") + lead + names.join("/") + tail;
}

function randomName(random: Random): string {
  const roll = random.next();
  if (roll < 0.3) return random.pick(DIRS);
  return roll < 0.6 ? random.pick(FILES).replace(/^[#!]/, "\\$&") : random.pick(WILD);
}

async function check({ rules, paths }: Case, count: FuzzCount): Promise<string | undefined> {
  using place = tempFiles(filesOf(rules, paths));
  await git(place.root, ["init", "--quiet", "--template="]);
  using tools = await openTools("default", [place.root], { tokenBudget: 0, timeoutMs: 30_000 });
  const all = await listed(tools, true);
  const kept = new Set(await listed(tools, false));
  const ignored = await ignoredByGit(place.root, all);
  count("pairs of rules and path", all.length);
  const wrong = all.filter((path) => kept.has(path) === ignored.has(path));
  return wrong.length === 0 ? undefined : `git ${ignored.has(wrong[0]) ? "ignores" : "keeps"} ${wrong.join(", ")}`;
}

/** Drops files whose path another one uses as a directory. */
function filesOf(rules: Case["rules"], paths: readonly string[]): Files {
  const files: Record<string, string> = {};
  for (const [dir, text] of Object.entries(rules)) files[join(dir, ".gitignore")] = utf8(text);
  const dirs = new Set([...paths, ...Object.keys(rules).map((dir) => join(dir, "x"))].flatMap(above));
  for (const path of paths) {
    if (!dirs.has(path) && !above(path).some((dir) => paths.includes(dir) && !dirs.has(dir))) files[path] = "";
  }
  return files;
}

function above(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, i) => names.slice(0, i + 1).join("/"));
}

async function listed(tools: Awaited<ReturnType<typeof openTools>>, no_ignore: boolean): Promise<string[]> {
  const { entries } = await tools.ask("list_files", { roots: ["."], hidden: true, no_ignore, limit: 10_000 });
  return Array.isArray(entries) ? entries.map(({ path }) => path) : [];
}

/** The ignored paths: the deciding line, for the path or a directory above it, excludes them. */
async function ignoredByGit(root: string, paths: readonly string[]): Promise<Set<string>> {
  const output = await git(root, ["check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"], paths.join("\0"));
  const fields = output.split("\0");
  const ignored = new Set<string>();
  for (let i = 0; i + 3 < fields.length; i += 4) {
    if (fields[i + 2] !== "" && !fields[i + 2].startsWith("!")) ignored.add(fields[i + 3]);
  }
  return ignored;
}
