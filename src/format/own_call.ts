/**
 * Calls as sentences give them: the caller's own with something changed, or one of another tool.
 * @module
 */
import type { Lang } from "../model/lang.ts";
import { say } from "./phrases.ts";
import { spacedJson } from "./safe_text.ts";

/** Arguments of a call; one that is undefined or null is left out. */
export type Args = Readonly<Record<string, unknown>>;

/** How the caller writes calls. */
export interface Spelling {
  /** A whole call. */
  call(tool: string, args: Args): string;
  /** Switches alone, as a sentence names them. */
  named(tool: string, args: Args): string;
}

/** As MCP has it. */
export const JSON_SPELLING: Spelling = {
  call: (tool, args) => `${tool} ${spacedJson(args)}`,
  named: (_, args) => Object.entries(args).map(([field, value]) => `${field}=${value}`).join(", "),
};

/** UTF-16 units of the unchanged arguments of a call that are written out; the longest of more are named. */
const KEPT = 1000;

/** Where nothing was found, what another call finds begins with its first page. */
const FIRST_PAGE = { skip: undefined };

/** What the caller has called. */
export class OwnCall {
  /** @param args as they were understood */
  constructor(
    readonly tool: string,
    readonly args: Args,
    readonly spelling: Spelling,
    readonly lang: Lang,
  ) {}

  /** The arguments with `changes`. */
  with(changes: Args): Args {
    return present({ ...this.args, ...changes });
  }

  /**
   * The call with `changes`, every other argument as it was.
   *
   * @example
   * ```ts
   * import { JSON_SPELLING, OwnCall } from "./own_call.ts";
   * const own = new OwnCall("search_content", { query: "x", hidden: true }, JSON_SPELLING, "en");
   * own.mended({ hidden: undefined, no_ignore: true }); // 'search_content {"query": "x", "no_ignore": true}'
   * ```
   */
  mended(changes: Args = {}): string {
    const all = this.with(changes), tooLong = longestOf(all, changes);
    const short = Object.fromEntries(Object.entries(all).filter(([field]) => !tooLong.includes(field)));
    const call = this.spelling.call(this.tool, short);
    return tooLong.length === 0 ? call : say(this.lang, "call_with_rest", { call, fields: tooLong.join(", ") });
  }

  /** The same from its first page, switches first: `hidden=true → search_content {"query": "x", "hidden": true}`. */
  turned(changes: Args): string {
    const switches = Object.entries(changes).filter(([, value]) => typeof value === "boolean");
    const named = switches.length === 0 ? "" : `${this.spelling.named(this.tool, Object.fromEntries(switches))} → `;
    return named + this.mended({ ...FIRST_PAGE, ...changes });
  }

  /** A call of another tool, or of this one with nothing kept. */
  other(tool: string, args: Args): string {
    return this.spelling.call(tool, present(args));
  }
}

function present(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined && value !== null));
}

/** The longest of the arguments that are not changed, until the others are short enough. */
function longestOf(all: Args, changes: Args): readonly string[] {
  const kept = Object.entries(all)
    .filter(([field]) => !Object.hasOwn(changes, field))
    .map(([field, value]) => ({ field, size: JSON.stringify(value).length }))
    .sort((a, b) => a.size - b.size);
  let size = 0;
  return kept.filter((one) => (size += one.size) > KEPT).map(({ field }) => field);
}
