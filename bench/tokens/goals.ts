/**
 * The goals for tokens and turns, and what was measured.
 * @module
 */
import { type Contestant, NAMES } from "./contestants.ts";
import { answered } from "./cost.ts";
import type { Row } from "./measure.ts";
import { questions } from "./table.ts";
import { FORMS, type StructureFigures } from "./structure.ts";

/** A goal with the figure that was measured. */
export interface GoalResult {
  readonly words: string;
  readonly goal: string;
  readonly measured: string;
  /** Undefined where the figure depends on the machine. */
  readonly met?: boolean;
}

const MOST = { sum: 1.0, worst: 1.5, form: 1.15, outline: 0.08, warmMs: 15, firstMs: 80 };

/** The goals of all forty questions, compared with the shell's bare command lines. */
export function goalsOfQuestions(rows: readonly Row[]): GoalResult[] {
  return [
    ...(["text", "structured"] as const).map((form) => sumGoal(rows, form)),
    worstGoal(rows),
    turnGoal(rows),
    missGoal(rows),
  ];
}

/** The goals of forms and outlines. */
export function goalsOfStructure({ forms, outlineShares, run }: StructureFigures): GoalResult[] {
  return [
    ...FORMS.map((form) =>
      atMost(`structured content / text: ${form}`, MOST.form, forms[form].structured / forms[form].text)
    ),
    {
      words: "outline of a file / reading the file, median of all TypeScript files",
      goal: "≤ 8 %",
      measured: `${percent(outlineShares.read)}; ${percent(outlineShares.bare)} of the text without line numbers`,
      met: outlineShares.read <= MOST.outline,
    },
    {
      words: "time for an outline of 1,000 lines: later ones; the first of a language",
      goal: `≤ ${MOST.warmMs}; ≤ ${MOST.firstMs} ms`,
      measured: `${run.warmMs.toFixed(0)}; ${run.firstMs.toFixed(0)} ms`,
    },
    {
      words: "memory after searches; what the first outlines add",
      goal: "no parser before the first outline",
      measured: `${run.megabytes.toFixed(0)}; ${run.addedMegabytes.toFixed(0)} MB`,
    },
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** The goals as a Markdown table. */
export function goalTable(goals: readonly GoalResult[]): string {
  const rows = goals.map(({ words, goal, measured, met }) =>
    `| ${words} | ${goal} | ${measured}${met === false ? " (missed)" : ""} |`
  );
  return ["| what | goal | measured |", "| --- | --- | --- |", ...rows].join("\n") + "\n";
}

function sumGoal(rows: readonly Row[], form: "text" | "structured"): GoalResult {
  const both = rows.flatMap((row) => {
    const { ours, shells } = pairOf(row, form);
    return ours === undefined || shells === undefined ? [] : [{ ours, bare: shells, called: shells + row.wrapping }];
  });
  const sum = (of: "ours" | "bare" | "called") => both.reduce((total, one) => total + one[of], 0);
  const words = `${questions(both.length)}, ${NAMES[form]} / shell`;
  const called = (sum("ours") / sum("called")).toFixed(2);
  const { measured, ...rest } = atMost(words, MOST.sum, sum("ours") / sum("bare"));
  return { ...rest, measured: `${measured}; × ${called} with the JSON of the shell's calls` };
}

function worstGoal(rows: readonly Row[]): GoalResult {
  const ratios = rows.flatMap((row) => {
    const { ours, shells } = pairOf(row, "text");
    return ours === undefined || shells === undefined ? [] : [{ words: row.words, ratio: ours / shells }];
  });
  const worst = ratios.toSorted((a, b) => b.ratio - a.ratio)[0];
  const over = ratios.filter(({ ratio }) => ratio > MOST.worst).length;
  const goal = atMost("the worst question, fossick / shell", MOST.worst, worst?.ratio ?? NaN);
  return { ...goal, measured: `${goal.measured} (${worst?.words}); ${questions(over)} above × ${MOST.worst}` };
}

function turnGoal(rows: readonly Row[]): GoalResult {
  const more = rows.filter(({ costs: { text, shell } }) => (text?.turns ?? 0) > (shell?.turns ?? 0));
  const measured = more.length === 0 ? "for all questions" : `more for ${more.map(({ words }) => words).join("; ")}`;
  return { words: "turns for each question", goal: "≤ the shell's", measured, met: more.length === 0 };
}

function missGoal(rows: readonly Row[]): GoalResult {
  const missed = rows.filter(({ costs: { text, structured } }) => text?.missed === true || structured?.missed === true);
  const measured = missed.length === 0 ? "none" : missed.map(({ words }) => words).join("; ");
  return { words: "questions with a fact missing in the answer", goal: "none", measured, met: missed.length === 0 };
}

function pairOf({ costs }: Row, form: Contestant) {
  return { ours: answered(costs[form])?.tokens, shells: answered(costs.shell)?.tokens };
}

function atMost(words: string, most: number, ratio: number): GoalResult {
  return { words, goal: `≤ ${most.toFixed(2)} ×`, measured: `× ${ratio.toFixed(2)}`, met: ratio <= most };
}
