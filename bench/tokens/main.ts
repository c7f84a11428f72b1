/**
 * `deno task bench:tokens [--write] [CHECKOUT]`: measures what twenty questions cost a model with fossick, by reading
 * whole files, and with two servers from npm, on a copy of this checkout's source.
 *
 * `--write` puts the table into the README and draws docs/tokens.svg. Exit code 1 where a goal is missed: 80 % fewer
 * tokens than whole files on every question, 40 % fewer in total than the better peer on the questions it answers.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { Contestant, costOfReading, PEERS } from "./contestants.ts";
import { tokenPlot } from "./plot.ts";
import { OWN_QUESTIONS as QUESTIONS } from "./own/questions.ts";
import { compareCosts, type Figures, type Row, savedPercent, tableOf, withTable } from "./table.ts";
import { plantCheckout } from "./own/tree.ts";
import type { TreeCopy } from "./tree_copy.ts";

const CHECKOUT = fromFileUrl(new URL("../..", import.meta.url));
const README = `${CHECKOUT}/README.md`;

async function measure(tree: TreeCopy, root: string): Promise<Figures> {
  const fossick = await Contestant.fossick(root);
  const filesystem = await Contestant.npm(PEERS.filesystem, root, root);
  const ripgrep = await Contestant.npm(PEERS.ripgrep, root);
  const rows: Row[] = [];
  for (const question of QUESTIONS) {
    const holds = question.holds(tree);
    const ours = await fossick.cost(question.fossick, holds, tree);
    rows.push({
      words: question.words,
      fossick: ours?.dearer,
      fossickText: ours?.text,
      whole: costOfReading(question, holds, tree),
      filesystem: (await filesystem.cost(question.filesystem, holds, tree))?.dearer,
      ripgrep: (await ripgrep.cost(question.ripgrep, holds, tree))?.dearer,
    });
  }
  const lists = {
    fossick: await fossick.toolList(),
    filesystem: await filesystem.toolList(),
    ripgrep: await ripgrep.toolList(),
  };
  await Promise.all([fossick, filesystem, ripgrep].map((contestant) => contestant.close()));
  return { rows, lists };
}

/** A sentence for each missed goal. */
function missed({ rows }: Figures): string[] {
  const unanswered = rows.filter(({ fossick }) => fossick === undefined).map(({ words }) => `No answer: ${words}`);
  const dear = rows.filter(({ fossick, whole }) =>
    fossick !== undefined && whole !== undefined && savedPercent(fossick, whole) < 80
  ).map(({ words }) => `Less than 80 % saved: ${words}`);
  const better = Math.min(compareCosts(rows, "filesystem").saved, compareCosts(rows, "ripgrep").saved);
  return [...unanswered, ...dear, ...(better < 40 ? [`Only ${better.toFixed(0)} % fewer than the better peer.`] : [])];
}

const write = Deno.args.includes("--write");
const [checkout = CHECKOUT] = Deno.args.filter((arg) => arg !== "--write");
const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "fossick-" }));
try {
  const figures = await measure(plantCheckout(checkout, root), root);
  const table = tableOf(figures);
  console.log(table);
  if (write) {
    Deno.writeTextFileSync(README, withTable(Deno.readTextFileSync(README), table));
    await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", "README.md"], cwd: CHECKOUT }).output();
    Deno.writeTextFileSync(`${CHECKOUT}/docs/tokens.svg`, tokenPlot(figures));
  }
  const failures = missed(figures);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) Deno.exitCode = 1;
} finally {
  Deno.removeSync(root, { recursive: true });
}
