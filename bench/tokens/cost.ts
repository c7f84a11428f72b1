/**
 * The cost of an answer to a model: turns, and tokens of calls and of their results.
 * @module
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** The cost of one question. */
export interface Cost {
  /** Tokens of calls and answers. */
  readonly tokens: number;
  /** Calls that need an earlier call's answer, plus one. */
  readonly turns: number;
  /** The answers do not hold the facts. */
  readonly missed?: true;
  /** The answers' text. */
  readonly taken: string;
}

/** Tokens of `text`; look-alikes of special tokens count as plain text. */
export function tokensOf(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() });
}

/** Tokens of several texts. */
export function sumOfTokens(texts: readonly string[]): number {
  return texts.reduce((tokens, text) => tokens + tokensOf(text), 0);
}

/** A cost, or undefined where a contestant has no way to answer or misses facts. */
export function answered(cost: Cost | undefined): Cost | undefined {
  return cost?.missed === true ? undefined : cost;
}
