/**
 * The definitions of a text.
 * @module
 */
import type { Definition } from "../../model/definition.ts";

/** The definitions of a text, in order. */
export interface Outline {
  readonly definitions: readonly Definition[];
  /** There was not enough time or memory for all of it. */
  readonly isPartial?: true;
  /** Some of it does not parse: definitions there are missing. */
  readonly hasErrors?: true;
}
