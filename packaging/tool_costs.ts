/**
 * The tables of tools and of a search's forms, with their cost in tokens, for the README and docs/tools.md.
 * @module
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { listedTools } from "../src/mcp/tool_listing.ts";
import { OUTPUT_FORMS, type OutputForm } from "../src/model/output_form.ts";
import { toolsOf } from "../src/toolsets/profiles.ts";
import { markdownTable } from "../tools/markdown.ts";

/** Tokens for each item of an answer, as text and as structured content. A test measures them. */
export interface Cost {
  readonly text: number;
  readonly structured: number;
  readonly each: string;
}

/** A note on a tool. */
interface ToolNote {
  /** What the tool answers; Markdown. */
  readonly answers: string;
  /** Absent if it depends on a search's form. */
  readonly cost?: Cost;
}

/** The notes by tool. */
export const TOOL_NOTES: Readonly<Record<string, ToolNote>> = {
  glob_files: {
    answers: "the directories, or at most 200 files, that match a pattern such as `src/**/*.ts`",
    cost: { text: 8, structured: 8, each: "path" },
  },
  list_files: {
    answers: "files and directories by name, type, size or age; with `tree`, how many files each directory holds",
    cost: { text: 8, structured: 15, each: "entry, ~30 with `metadata`" },
  },
  search_content: { answers: "the lines that match a query; their number, in all or in each file; or a definition" },
  find_and_grep: { answers: "the same, in files of a certain name, type, size or age" },
  read_file: {
    answers: "lines of one or several files of any size; one definition; or a file's outline",
    cost: { text: 12, structured: 14, each: "line" },
  },
  consult_files: {
    answers: "what another model says about files, if you named one at the start; `dry_run` lists what would be sent",
    cost: { text: 15, structured: 22, each: "file that `dry_run` lists" },
  },
};

/** Costs by form, the cheapest first. */
export const FORM_COSTS: Readonly<Record<OutputForm, Cost & { readonly shows: string }>> = {
  total_only: { shows: "how many lines match", text: 1, structured: 10, each: "answer" },
  count_only_matches: { shows: "how many in each file", text: 10, structured: 10, each: "file" },
  value_counts: { shows: "the texts that match, counted", text: 5, structured: 13, each: "value" },
  summary_only: { shows: "ten files, three samples of each", text: 75, structured: 85, each: "file" },
  group_by_file: { shows: "every line, by file", text: 20, structured: 22, each: "line" },
  full: { shows: "every line with all details; the form when none is named", text: 25, structured: 55, each: "line" },
};

/** The cost of a search as text: counts, and lines with or without details. */
const SEARCH_COST = [
  textCost(FORM_COSTS.count_only_matches),
  `~${FORM_COSTS.group_by_file.text}–${FORM_COSTS.full.text} a ${FORM_COSTS.full.each}`,
].join(", ");

/** The tools: what each answers and costs, sent as text. */
export function toolsTable(): string {
  const listed = listedTools(toolsOf("default"), { sentAs: "text" });
  const rows = toolsOf("default").map((tool, i) => {
    const { answers, cost } = TOOL_NOTES[tool.name] ?? { answers: tool.title };
    const answerCost = cost === undefined ? SEARCH_COST : textCost(cost);
    return [`\`${tool.name}\``, answers, `${listCost(listed[i])}`, answerCost];
  });
  return markdownTable(["tool", "answers", "tokens in the tool list", "tokens of an answer"], rows);
}

/** The forms of a search, the cheapest first. */
export function formsTable(): string {
  const rows = OUTPUT_FORMS.toReversed().map((form) => [
    `\`${form}\``,
    FORM_COSTS[form].shows,
    costText(FORM_COSTS[form]),
  ]);
  return markdownTable(["form", "shows", "tokens"], rows);
}

function costText({ text, structured, each }: Cost): string {
  return `~${text === structured ? text : `${text}–${structured}`} ${oneOf(each)}`;
}

/** The cost of text alone. */
function textCost({ text, each }: Cost): string {
  return `~${text} ${oneOf(each)}`;
}

function oneOf(thing: string): string {
  return `${/^[aeiou]/.test(thing) ? "an" : "a"} ${thing}`;
}

/** The tokens of a tool in the list, to the nearest 50, without the hints for hosts, which models are not shown. */
function listCost({ _meta, ...shown }: ReturnType<typeof listedTools>[number]): number {
  return Math.round(countTokens(JSON.stringify(shown)) / 50) * 50;
}
