/**
 * Fields of answers that several tools share, as zod schemas.
 * @module
 */
import * as z from "zod";

/** An object of an answer whose fields the tool's description names; some hosts want a type for every field. */
export const RECORD = z.looseObject({});

/** A list of such objects. */
export const RECORDS = z.array(RECORD).optional();

/** A list of paths. */
export const PATHS = z.array(z.string()).optional();

/** The hints of an answer that otherwise has exactly the fields of a document. */
export const HINTS_FIELD = { hints: z.array(z.string()).optional() };

/** How complete an answer is: the fields by which a program pages. */
export const COMPLETENESS = {
  total: z.int().optional(),
  truncated: z.boolean().optional(),
  next_skip: z.int().optional(),
};
