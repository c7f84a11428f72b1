/**
 * The kinds of arguments that tools have.
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

/** An optional switch, off unless given. */
export function flag(description: string) {
  return z.boolean().optional().describe(description);
}

/** An optional whole number. */
export function integer(least: number, description: string) {
  return z.int().min(least).optional().describe(description);
}

/** An optional number of something, as its default and its cap tell it. */
export function capped({ default: usual, cap }: Bounds, before = "") {
  return integer(1, `${before}default ${usual}, cap ${cap}`);
}

/** An object whose fields the description tells, in an answer: one of this kind has a type, as some hosts want of all. */
export const RECORD = z.looseObject({});

/** A list of such objects. */
export const RECORDS = z.array(RECORD).optional();

/** A list of paths. */
export const PATHS = z.array(z.string()).optional();

/** What an answer of an exact shape says beside its own fields, where there is something to say. */
export const HINTS_FIELD = { hints: z.array(z.string()).optional() };
