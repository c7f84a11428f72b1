/**
 * Calls that answers suggest: the caller's own call with changes, or a call of another tool.
 * @module
 */
import type { Lang } from "../model/messages/lang.ts";
import type { SentAs } from "../model/sent_as.ts";
import { say } from "./phrases.ts";
import { spacedJson } from "./safe_text.ts";

/** Arguments of a call. Those that are undefined or null are omitted. */
export type Args = Readonly<Record<string, unknown>>;

/** The syntax in which the caller writes calls. */
export interface Spelling {
  /** A whole call. */
  call(tool: string, args: Args): string;
  /** Switches alone, as sentences name them. */
  switches(tool: string, args: Args): string;
}

/** The syntax of MCP: the tool's name and its arguments as JSON. */
export const JSON_SPELLING: Spelling = {
  call: (tool, args) => `${tool} ${spacedJson(args)}`,
  switches: (_, args) => Object.entries(args).map(([field, value]) => `${field}=${value}`).join(", "),
};

/** UTF-16 units of unchanged arguments that are written out. Of longer ones only the names are given. */
export const MAX_KEPT_UNITS = 1000;

/** The change that makes a call start at its first page. */
const FIRST_PAGE = { skip: undefined };

/** The call being answered. */
export class CurrentCall {
  /**
   * @param args the arguments as they were understood
   * @param sentAs what the caller is sent of the answer
   */
  constructor(
    readonly tool: string,
    readonly args: Args,
    readonly spelling: Spelling,
    readonly lang: Lang,
    readonly sentAs: SentAs = "both",
  ) {}

  /** The most records that the caller asks for, if it names a limit. */
  get limit(): number | undefined {
    const { limit } = this.args;
    return typeof limit === "number" ? limit : undefined;
  }

  /** The arguments with `changes`. */
  argsWith(changes: Args): Args {
    return withoutAbsent({ ...this.args, ...changes });
  }

  /**
   * The call with `changes`. All other arguments stay as they were.
   *
   * @example
   * ```ts
   * import { JSON_SPELLING, CurrentCall } from "./current_call.ts";
   * const call = new CurrentCall("search_content", { query: "x", hidden: true }, JSON_SPELLING, "en");
   * call.render({ hidden: undefined, no_ignore: true }); // 'search_content {"query": "x", "no_ignore": true}'
   * ```
   */
  render(changes: Args = {}): string {
    const all = this.argsWith(changes), tooLong = longestUnchanged(all, changes);
    const short = Object.fromEntries(Object.entries(all).filter(([field]) => !tooLong.includes(field)));
    const call = this.spelling.call(this.tool, short);
    return tooLong.length === 0 ? call : say(this.lang, "call_with_rest", { call, fields: tooLong.join(", ") });
  }

  /** The call from its first page, after its switches: `hidden=true → search_content {"query": "x", "hidden": true}`. */
  renderFromFirstPage(changes: Args): string {
    const switches = Object.entries(changes).filter(([, value]) => typeof value === "boolean");
    const named = switches.length === 0 ? "" : `${this.spelling.switches(this.tool, Object.fromEntries(switches))} → `;
    return named + this.render({ ...FIRST_PAGE, ...changes });
  }

  /** A call of another tool, or of this tool without the current arguments. */
  renderOther(tool: string, args: Args): string {
    return this.spelling.call(tool, withoutAbsent(args));
  }
}

function withoutAbsent(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined && value !== null));
}

/** The unchanged arguments to name only: the longest ones, as long as the rest exceeds its limit. */
function longestUnchanged(all: Args, changes: Args): readonly string[] {
  const kept = Object.entries(all)
    .filter(([field]) => !Object.hasOwn(changes, field))
    .map(([field, value]) => ({ field, size: JSON.stringify(value).length }))
    .sort((a, b) => a.size - b.size);
  let size = 0;
  return kept.filter((one) => (size += one.size) > MAX_KEPT_UNITS).map(({ field }) => field);
}
