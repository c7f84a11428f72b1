/**
 * The call being answered, and how the caller writes arguments.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { SentAs } from "../model/output_form.ts";
import { spacedJson } from "./safe_text.ts";

/** Arguments of a call. */
export type Args = Readonly<Record<string, unknown>>;

/** The syntax in which the caller writes calls. */
export interface Spelling {
  /** A whole call. */
  call(tool: string, args: Args): string;
  /** Arguments alone, as sentences name them; one that is undefined is to be left out. */
  switches(tool: string, args: Args): string;
}

/** The syntax of MCP: the tool's name and its arguments as JSON. */
export const JSON_SPELLING: Spelling = {
  call: (tool, args) => `${tool} ${spacedJson(args)}`,
  switches: (_, args) => Object.entries(args).map(([field, value]) => `${field}=${argumentValue(value)}`).join(", "),
};

/** A value as a sentence names it: a plain word without quotation marks. */
function argumentValue(value: unknown): string {
  const isWord = typeof value === "string" && /^[\w./*-]+$/.test(value);
  return isWord ? value : spacedJson(value ?? null);
}

/** The call being answered. */
export class CurrentCall {
  /**
   * @param args the arguments as they were understood
   * @param sentAs what the caller is sent of the answer
   * @param timeoutMs what the call may take unless its arguments say so
   */
  constructor(
    readonly tool: string,
    readonly args: Args,
    readonly spelling: Spelling,
    readonly sentAs: SentAs = "both",
    readonly timeoutMs: number = LIMITS.timeoutMs.default,
  ) {}

  /** The most records that the caller asks for, if it names a limit. */
  get limit(): number | undefined {
    const { limit } = this.args;
    return typeof limit === "number" ? limit : undefined;
  }

  /**
   * The arguments to change. One that is undefined is to be left out; where the caller has not given it, it is not named.
   *
   * @example
   * ```ts
   * import { JSON_SPELLING, CurrentCall } from "./current_call.ts";
   * const call = new CurrentCall("search_content", { query: "x", hidden: true }, JSON_SPELLING);
   * call.render({ no_ignore: true, hidden: undefined, word: undefined }); // "no_ignore=true, hidden=false"
   * ```
   */
  render(changes: Args): string {
    const named = Object.entries(changes).filter(([field, value]) =>
      (value ?? this.args[field] ?? undefined) !== undefined
    );
    const withOff = named.map(([field, value]) => [field, value ?? (this.args[field] === true ? false : undefined)]);
    return this.spelling.switches(this.tool, Object.fromEntries(withOff));
  }

  /** A whole call: of another tool, or of this one without the current arguments. */
  renderOther(tool: string, args: Args): string {
    const given = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
    return this.spelling.call(tool, Object.fromEntries(given));
  }
}
