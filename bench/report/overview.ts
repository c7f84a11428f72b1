/**
 * The bench's figures in short, for docs/bench.md: a row for each kind of question.
 * @module
 */
import { median } from "../measure/statistics.ts";
import { GROUP_NAMES } from "./goals.ts";
import type { Group, Results, Row, TreeResult } from "./results.ts";
import { aligned, filesOf, ms, NONE } from "./table.ts";

/** The set-up that users have, and the one that watches nothing, beside which other programs are not slowed. */
const OURS = "threads", UNSLOWED = "threads, stat";

/** The median times of a group, in milliseconds. */
interface GroupTimes {
  readonly ours: number;
  /** Of ripgrep or fd, on a machine where fossick watches nothing. */
  readonly theirs: number;
}

/** The median times of each kind of question, beside ripgrep's or fd's: a table with two columns for each tree. */
export function overview({ small, large }: Results): string {
  const trees = [small, large].filter((result) => result !== undefined);
  const head = trees.flatMap((tree) => [`fossick, ${filesOf(tree)}`, "ripgrep or fd"]);
  const rows = GROUPS.flatMap((group) => {
    const found = trees.map((tree) => groupTimes(tree, group));
    const cells = found.flatMap((times) => times === undefined ? [NONE, NONE] : [ms(times.ours), ms(times.theirs)]);
    return found.some((times) => times !== undefined) ? [[GROUP_NAMES[group], ...cells]] : [];
  });
  return aligned([["kind of question", ...head], ...rows]);
}

/** All groups, in the order of their headings. */
const GROUPS = Object.keys(GROUP_NAMES).filter(isGroup);

function isGroup(name: string): name is Group {
  return name in GROUP_NAMES;
}

/** A group's median times in a tree; undefined if it was not asked. */
export function groupTimes({ setUps }: TreeResult, group: Group): GroupTimes | undefined {
  const rows = rowsOf(setUps, OURS).filter((row) => row.group === group);
  if (rows.length === 0) return undefined;
  const unslowed = new Map(rowsOf(setUps, UNSLOWED).map((row) => [keyOf(row), row.theirs]));
  return {
    ours: median(rows.map(({ ours }) => ours)),
    theirs: median(rows.map((row) => unslowed.get(keyOf(row)) ?? row.theirs)),
  };
}

function rowsOf(setUps: TreeResult["setUps"], name: string): readonly Row[] {
  return setUps.find((setUp) => setUp.name === name)?.rows ?? [];
}

function keyOf({ group, question }: Row): string {
  return `${group}: ${question}`;
}
