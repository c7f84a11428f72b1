/**
 * The models that an API lists, and how long their contexts are.
 * @module
 */
import * as z from "zod";
import { parseJson } from "./completion.ts";

/** One model. */
export interface ListedModel {
  readonly id: string;
  /** Tokens, where the API says. */
  readonly contextTokens?: number;
}

/** What different servers call the length of a context; the first that is there counts. */
const CONTEXT_FIELDS = [
  "loaded_context_length",
  "context_length",
  "context_window",
  "max_model_len",
  "max_context_length",
  "max_input_tokens",
  "input_token_limit",
  "inputTokenLimit",
  "n_ctx",
  "n_ctx_train",
];
/** Objects inside a model that may hold them. */
const NESTED_OBJECTS = ["top_provider", "meta", "limits", "capabilities", "model_info"];

/** More models than any API has, and longer names: looking through a million takes seconds. */
const MAX_MODELS = 10_000;
const MAX_ID_UNITS = 500;

const Fields = z.record(z.string(), z.unknown());
const Models = z.array(z.unknown()).transform((models) => models.slice(0, MAX_MODELS)).pipe(z.array(Fields));
const Listing = z.union([
  z.looseObject({ data: Models }).transform(({ data }) => data),
  z.looseObject({ models: Models }).transform(({ models }) => models),
  Models,
]);

/** The models in the answer to `GET /models`, in its order; none where it is something else. */
export function parseModelList(json: string): ListedModel[] {
  const parsed = Listing.safeParse(parseJson(json));
  return (parsed.success ? parsed.data : []).flatMap((fields) => {
    const id = fields.id ?? fields.name;
    if (typeof id !== "string" || id === "" || id.length > MAX_ID_UNITS) return [];
    const contextTokens = contextTokensIn(fields);
    return [{ id, ...(contextTokens !== undefined && { contextTokens }) }];
  });
}

function contextTokensIn(fields: Record<string, unknown>): number | undefined {
  for (const name of CONTEXT_FIELDS) {
    const value = fields[name];
    if (typeof value === "number" && value >= 256 && value <= 1e9) return Math.floor(value);
  }
  for (const name of NESTED_OBJECTS) {
    const inner = Fields.safeParse(fields[name]);
    const found = inner.success ? contextTokensIn(inner.data) : undefined;
    if (found !== undefined) return found;
  }
}
