/**
 * Mends arguments that were refused: values that can be corrected are, others are dropped.
 * @module
 */
import * as z from "zod";
import type { Args } from "../../format/current_call.ts";
import { nearestNames } from "../../model/nearest_names.ts";
import { coerceTypes } from "./parse_arguments.ts";
import { meantArguments } from "./synonyms.ts";

type Issue = z.core.$ZodIssue;

/** Corrections of one call: a list may have several invalid entries. */
const MAX_ROUNDS = 16;

/**
 * Arguments that `input` accepts, made from `args`: as many as possible, under the names of `input`. Required arguments
 * that are missing come from `example`.
 *
 * @example
 * ```ts
 * import * as z from "zod";
 * import { mendArguments } from "./correct_refused_call.ts";
 * const input = z.strictObject({ query: z.string(), limit: z.int().min(1).optional() });
 * mendArguments({ pattern: "x", limit: 0 }, input, { query: "TODO" }); // { query: "x", limit: 1 }
 * ```
 */
export function mendArguments(args: Args, input: z.ZodObject, example: Args): Args {
  const renamed = renameUnknown(args, input);
  let mended: Args = coerceTypes(renamed, input.safeParse(renamed).error?.issues ?? [], input);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [issue] = input.safeParse(mended).error?.issues ?? [];
    if (issue === undefined) return mended;
    mended = withoutIssue(mended, issue, input, example);
  }
  return example;
}

/** Renames unknown arguments to the one that they mean, if that is absent and accepts the value. */
function renameUnknown(given: Args, input: z.ZodObject): Record<string, unknown> {
  const known = Object.keys(input.shape);
  const renamed = Object.fromEntries(Object.entries(given).filter(([field]) => known.includes(field)));
  for (const [field, value] of Object.entries(given)) {
    if (known.includes(field)) continue;
    const target = meantArguments(field, known).find((name) =>
      !Object.hasOwn(renamed, name) && accepts(input, name, value)
    );
    if (target !== undefined) renamed[target] = value;
  }
  return renamed;
}

function accepts(input: z.ZodObject, field: string, value: unknown): boolean {
  const alone = { [field]: value };
  const issuesOf = (args: Args) => input.safeParse(args).error?.issues.filter(({ path }) => path[0] === field) ?? [];
  return issuesOf(coerceTypes(alone, issuesOf(alone), input)).length === 0;
}

/** Corrects the argument of an issue: a number to its bound, a word to the nearest one. Any other value is dropped. */
function withoutIssue(args: Args, issue: Issue, { shape }: z.ZodObject, example: Args): Record<string, unknown> {
  const [field, index] = issue.path.map((part) => typeof part === "number" ? part : String(part));
  const { [String(field)]: value, ...rest } = args;
  if (field === undefined) return { ...example };
  if (Array.isArray(value) && typeof index === "number") {
    const other = nearestAllowed(value[index], issue);
    return { ...rest, [field]: value.toSpliced(index, 1, ...(other === undefined ? [] : [other])) };
  }
  const other = nearestAllowed(value, issue) ?? (shape[field] instanceof z.ZodOptional ? undefined : example[field]);
  return other === undefined ? rest : { ...rest, [field]: other };
}

function nearestAllowed(value: unknown, issue: Issue): unknown {
  if (issue.code === "too_small" && typeof value === "number") return Number(issue.minimum);
  if (issue.code === "too_big" && typeof value === "number") return Number(issue.maximum);
  if (issue.code !== "invalid_value" || typeof value !== "string") return undefined;
  return nearestNames(value, issue.values.map(String), 1)[0];
}
