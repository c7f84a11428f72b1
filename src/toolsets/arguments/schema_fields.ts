/**
 * The kinds of arguments of tools, as zod schemas.
 * @module
 */
import * as z from "zod";
import type { Bounds } from "./call_notes.ts";

/** An optional text. */
export function text(description: string) {
  return z.string().optional().describe(description);
}

/** An optional list of texts. */
export function texts(description: string) {
  return z.array(z.string()).optional().describe(description);
}

/** A text, or a list of at least one. */
export function textOrTexts(description: string) {
  return z.union([z.string(), z.array(z.string()).min(1)]).describe(description);
}

/** An optional switch, off unless given. */
export function flag(description: string) {
  return z.boolean().optional().describe(description);
}

/** An optional whole number. */
export function integer(least: number, description: string) {
  return z.int().min(least).optional().describe(description);
}

/** An optional number, described by its default and cap. */
export function capped({ default: usual, cap }: Bounds, before = "") {
  return integer(1, `${before}default ${usual}, cap ${cap}`);
}

/** An object of an answer whose fields the tool's description names; some hosts want a type for every field. */
export const RECORD = z.looseObject({});

/** A list of such objects. */
export const RECORDS = z.array(RECORD).optional();

/** A list of paths. */
export const PATHS = z.array(z.string()).optional();

/** The hints of an answer that otherwise has exactly the fields of a document. */
export const HINTS_FIELD = { hints: z.array(z.string()).optional() };
