/**
 * `deno task bench:tokens [--write] [--losses FILE] [--only own|foreign] [--no-peers]`: measures what forty questions
 * cost a model with fossick, with a shell, and with other servers from npm: twenty about this checkout's source,
 * twenty about a foreign tree that is fetched from npm.
 *
 * `--write` puts the tables into docs/evidence.md and draws docs/tokens.svg. `--losses` writes both answers of every
 * question at which the shell is cheaper. Exit code 1 where a goal is missed.
 * @module
 */
import { parseArgs } from "node:util";
import { fromFileUrl } from "@std/path";
import { type Contestant, startServers } from "./contestants.ts";
import { foreignQuestions } from "./foreign/asked.ts";
import { plantForeign } from "./foreign/tree.ts";
import { type GoalResult, goalsOfQuestions, goalsOfStructure, goalTable } from "./goals.ts";
import { lossesOf } from "./losses.ts";
import { type Figures, measure } from "./measure.ts";
import { OWN_QUESTIONS } from "./own/questions.ts";
import { plantCheckout } from "./own/tree.ts";
import { tokenPlot } from "./plot.ts";
import { measureStructure } from "./structure.ts";
import { tableOf, withTable } from "./table.ts";

const CHECKOUT = fromFileUrl(new URL("../..", import.meta.url));
const OWN_COLUMNS: readonly Contestant[] = ["shell", "text", "structured", "ripgrep", "filesystem", "whole"];
const FOREIGN_COLUMNS: readonly Contestant[] = ["shell", "text", "structured", "ripgrep", "codegraph", "astGrep"];

/** What one tree yields: its figures, and goals beyond those of the questions. */
interface TreeRun {
  readonly figures: Figures;
  readonly goals: readonly GoalResult[];
}

async function runOwn(root: string, peers: boolean): Promise<TreeRun> {
  const tree = plantCheckout(CHECKOUT, root);
  const servers = await startServers(root, peers ? ["ripgrep", "filesystem"] : []);
  const figures = await measure(OWN_QUESTIONS, tree, servers);
  await Promise.all(Object.values(servers).map((server) => server.close()));
  return { figures, goals: [] };
}

async function runForeign(root: string, peers: boolean): Promise<TreeRun> {
  const tree = plantForeign(root);
  const servers = await startServers(root, peers ? ["ripgrep", "codegraph", "astGrep"] : []);
  const figures = await measure(foreignQuestions(), tree, servers);
  const goals = goalsOfStructure(await measureStructure(tree, servers));
  await Promise.all(Object.values(servers).map((server) => server.close()));
  return { figures, goals };
}

/** Puts the tables into docs/evidence.md, and draws docs/tokens.svg. */
async function write(tables: Readonly<Record<string, string>>, figures: readonly Figures[]): Promise<void> {
  const page = `${CHECKOUT}/docs/evidence.md`;
  const filled = Object.entries(tables).reduce(
    (text, [name, table]) => withTable(text, name, table),
    Deno.readTextFileSync(page),
  );
  Deno.writeTextFileSync(page, filled);
  Deno.writeTextFileSync(`${CHECKOUT}/docs/tokens.svg`, tokenPlot(figures.flatMap(({ rows }) => rows)));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", page], cwd: CHECKOUT }).output();
}

const { values: options } = parseArgs({
  args: Deno.args,
  options: {
    write: { type: "boolean" },
    losses: { type: "string" },
    only: { type: "string" },
    "no-peers": { type: "boolean" },
  },
});
const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "fossick-" })), peers = options["no-peers"] !== true;
try {
  for (const name of ["own", "foreign"]) Deno.mkdirSync(`${root}/${name}`);
  const own = options.only === "foreign" ? undefined : await runOwn(`${root}/own`, peers);
  const foreign = options.only === "own" ? undefined : await runForeign(`${root}/foreign`, peers);
  const runs = [own, foreign].filter((run) => run !== undefined), rows = runs.flatMap(({ figures }) => figures.rows);
  const goals = [...goalsOfQuestions(rows), ...runs.flatMap(({ goals }) => goals)];
  const tables = {
    goals: goalTable(goals),
    ...(own && { own: tableOf(own.figures, OWN_COLUMNS) }),
    ...(foreign && { foreign: tableOf(foreign.figures, FOREIGN_COLUMNS) }),
  };
  console.log(Object.values(tables).join("\n"));
  if (options.write === true) await write(tables, runs.map(({ figures }) => figures));
  if (options.losses !== undefined) Deno.writeTextFileSync(options.losses, lossesOf(rows));
  if (goals.some(({ met }) => met === false)) Deno.exitCode = 1;
} finally {
  Deno.removeSync(root, { recursive: true });
}
