/**
 * What a server tells clients of itself before any call: its name, its instructions and its lists. Nothing here needs the
 * SDK, so that a start can answer with it at once.
 * @module
 */
import type { Implementation, ServerCapabilities } from "@modelcontextprotocol/server";
import ABOUT from "./instructions.json" with { type: "json" };
import PROMPTS from "./prompts.json" with { type: "json" };
import { textPath } from "../format/safe_text.ts";
import type { AnswersRule } from "../model/output_form.ts";
import type { Tool } from "../toolsets/tool.ts";
import { sentAsFor } from "./client_answers.ts";
import { listedTools } from "./tool_listing.ts";

/** The settings of a server that clients are told of. */
export interface Offer {
  readonly name: string;
  readonly version: string;
  /** Absolute paths, if there are several; the first is the project root. */
  readonly roots?: readonly string[];
  readonly tools: readonly Tool[];
  /** Those of `tools` that clients are told of; absent: all. */
  readonly listed?: readonly Tool[];
  /** 0 = no budget. */
  readonly tokenBudget: number;
  /** The forms of answers that clients are sent; absent: auto. */
  readonly answers?: AnswersRule;
}

/** The server's name for clients. */
export function serverInfo({ name, version }: Offer): Implementation {
  return { name, title: "Fossick", version };
}

/** The lists of a running server never change. */
export const CAPABILITIES = {
  tools: { listChanged: false },
  prompts: { listChanged: false },
  resources: { listChanged: false },
} as const satisfies ServerCapabilities;

/** The prompts, of which each has one argument. */
const PROMPT_LIST = PROMPTS.map(({ name, title, description, argument, about }) => {
  return { name, title, description, arguments: [{ name: argument, description: about, required: false }] };
});

/** The results of the requests that list something, for a client called `client` (undefined: not known). */
export const LISTS = {
  "tools/list": ({ tools, listed = tools, tokenBudget, answers }: Offer, client?: string) => ({
    tools: listedTools(listed, { sentAs: sentAsFor(answers, client), tokenBudget }),
  }),
  "prompts/list": () => ({ prompts: PROMPT_LIST }),
  "resources/list": () => ({ resources: ABOUT.resources }),
  "resources/templates/list": () => ({ resourceTemplates: ABOUT.resourceTemplates }),
} as const;

/** A request that lists something. */
export type ListMethod = keyof typeof LISTS;

/** The hint that a list may be cached. If the list of tools depends on the client, no other client may get it. */
export function cacheHint(list: ListMethod, { answers = "auto" }: Offer) {
  const isShared = list !== "tools/list" || answers !== "auto";
  return { ttlMs: 3_600_000, cacheScope: isShared ? "public" : "private" } as const;
}

/** Which roots there are, if several, and advice on some of the listed tools, if all of these are there. */
export function instructions({ roots, tools, listed = tools }: Offer): string {
  const names = listed.map(({ name }) => name);
  const advice = ABOUT.advice.find(({ tools: needed }) => needed.every((name) => names.includes(name)))?.text;
  const several = roots === undefined ? [] : `The roots: ${roots.map(textPath).join(", ")}.`;
  return [ABOUT.instructions, several, advice ?? []].flat().join(" ");
}
