/**
 * Calls as sentences give them: the caller's own with something changed, or one of another tool.
 * @module
 */
import type { Lang } from "../model/messages/lang.ts";
import { say } from "./phrases.ts";
import { spacedJson } from "./safe_text.ts";

/** Arguments of a call; one that is undefined or null is left out. */
export type Args = Readonly<Record<string, unknown>>;

/** How the caller writes calls. */
export interface Spelling {
  /** A whole call. */
  call(tool: string, args: Args): string;
  /** Switches alone, as a sentence names them. */
  switches(tool: string, args: Args): string;
}

/** As MCP has it. */
export const JSON_SPELLING: Spelling = {
  call: (tool, args) => `${tool} ${spacedJson(args)}`,
  switches: (_, args) => Object.entries(args).map(([field, value]) => `${field}=${value}`).join(", "),
};

/** UTF-16 units of the unchanged arguments of a call that are written out; the longest of more are named. */
const MAX_KEPT_UNITS = 1000;

/** Where nothing was found, what another call finds begins with its first page. */
const FIRST_PAGE = { skip: undefined };

/** What the caller has called. */
export class CurrentCall {
  /** @param args as they were understood */
  constructor(
    readonly tool: string,
    readonly args: Args,
    readonly spelling: Spelling,
    readonly lang: Lang,
  ) {}

  /** The arguments with `changes`. */
  argsWith(changes: Args): Args {
    return withoutAbsent({ ...this.args, ...changes });
  }

  /**
   * The call with `changes`, every other argument as it was.
   *
   * @example
   * ```ts
   * import { JSON_SPELLING, CurrentCall } from "./current_call.ts";
   * const own = new CurrentCall("search_content", { query: "x", hidden: true }, JSON_SPELLING, "en");
   * own.mended({ hidden: undefined, no_ignore: true }); // 'search_content {"query": "x", "no_ignore": true}'
   * ```
   */
  render(changes: Args = {}): string {
    const all = this.argsWith(changes), tooLong = longestUnchanged(all, changes);
    const short = Object.fromEntries(Object.entries(all).filter(([field]) => !tooLong.includes(field)));
    const call = this.spelling.call(this.tool, short);
    return tooLong.length === 0 ? call : say(this.lang, "call_with_rest", { call, fields: tooLong.join(", ") });
  }

  /** The same from its first page, switches first: `hidden=true → search_content {"query": "x", "hidden": true}`. */
  renderFromFirstPage(changes: Args): string {
    const switches = Object.entries(changes).filter(([, value]) => typeof value === "boolean");
    const named = switches.length === 0 ? "" : `${this.spelling.switches(this.tool, Object.fromEntries(switches))} → `;
    return named + this.render({ ...FIRST_PAGE, ...changes });
  }

  /** A call of another tool, or of this one with nothing kept. */
  renderOther(tool: string, args: Args): string {
    return this.spelling.call(tool, withoutAbsent(args));
  }
}

function withoutAbsent(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined && value !== null));
}

/** The longest of the arguments that are not changed, until the others are short enough. */
function longestUnchanged(all: Args, changes: Args): readonly string[] {
  const kept = Object.entries(all)
    .filter(([field]) => !Object.hasOwn(changes, field))
    .map(([field, value]) => ({ field, size: JSON.stringify(value).length }))
    .sort((a, b) => a.size - b.size);
  let size = 0;
  return kept.filter((one) => (size += one.size) > MAX_KEPT_UNITS).map(({ field }) => field);
}
