/**
 * Parses an API's list of models, with the lengths of their contexts.
 * @module
 */
import * as z from "zod";
import { parseJson } from "./completion.ts";

/** A model. */
export interface ListedModel {
  readonly id: string;
  /** The length of its context in tokens, if the API states it. */
  readonly contextTokens?: number;
}

/** The names of the context's length on different servers. The first one present counts. */
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
/** Nested objects that may hold these fields. */
const NESTED_OBJECTS = ["top_provider", "meta", "limits", "capabilities", "model_info"];

/** More models than any API has. To check a million takes seconds. */
const MAX_MODELS = 10_000;
const MAX_ID_UNITS = 500;

const Fields = z.record(z.string(), z.unknown());
const Models = z.array(z.unknown()).transform((models) => models.slice(0, MAX_MODELS)).pipe(z.array(Fields));
const Listing = z.union([
  z.looseObject({ data: Models }).transform(({ data }) => data),
  z.looseObject({ models: Models }).transform(({ models }) => models),
  Models,
]);

/** The models in the response to `GET /models`, in its order; none if it is something else. */
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
