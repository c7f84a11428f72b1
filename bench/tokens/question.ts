/**
 * A question about a tree: its words, the check of an answer, and each contestant's calls.
 * @module
 */
import type { TreeCopy } from "./tree_copy.ts";

/** Calls a tool; returns the text of its answer. Calls made together, with `Promise.all`, are one turn. */
export type Ask = (tool: string, args: Record<string, unknown>) => Promise<string>;

/** The calls that answer a question. */
export type Dialogue = (ask: Ask, tree: TreeCopy) => Promise<unknown>;

/** True when the text holds the facts of the right answer. */
export type Check = (taken: string) => boolean;

/** A contestant that is a server. */
export type ServerName = "fossick" | "ripgrep" | "filesystem" | "codegraph" | "astGrep";

/** A question, with the right answer's facts and the pipeline of a shell. */
export interface Question {
  readonly words: string;
  /** Commands for a shell; a second one needs the first one's output. */
  readonly shell: readonly string[];
  readonly holds: (tree: TreeCopy) => Check;
}

/** A question with each server's calls; a server without calls can't answer it. */
export interface AskedQuestion extends Question {
  readonly calls: Partial<Record<ServerName, Dialogue>>;
  /** What a reader without search needs: a listing to choose from, and files. */
  readonly whole?: (tree: TreeCopy) => { readonly listing: readonly string[]; readonly files: readonly string[] };
}
