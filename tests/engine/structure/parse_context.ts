/**
 * Finds definitions in tests, with a chosen clock.
 * @module
 */
import type { ParseContext } from "../../../src/engine/structure/parse.ts";
import { languageOf } from "../../../src/engine/structure/languages.ts";
import type { Outline } from "../../../src/engine/structure/language.ts";
import type { Structure } from "../../../src/engine/structure/structure.ts";
import type { Operation } from "../../../src/engine/task/operation.ts";
import { VmTimeout } from "../../../src/engine/task/vm_timeout.ts";
import { finishWaiting } from "../job_on.ts";

const guard = new VmTimeout();

/** A context without a deadline whose slices never end, unless `clock` says otherwise. */
export function parseContext(clock: Partial<ParseContext> = {}): ParseContext {
  return { guard, shouldYield: () => false, remainingMs: () => Infinity, holdFor: (what) => what, ...clock };
}

/** Begins to look for the definitions of a text, in the language of a file called `name`. */
export function beginOutline(
  structure: Structure,
  name: string,
  text: string,
  context = parseContext(),
): Operation<Outline> {
  const language = languageOf(name, text);
  if (language === undefined) throw new Error(`no language for ${name}`);
  return structure.outlineOf(language, text, context);
}

/** The definitions of a text. */
export async function outlineIn(
  structure: Structure,
  name: string,
  text: string,
  context = parseContext(),
): Promise<Outline> {
  return await finishWaiting(beginOutline(structure, name, text, context));
}

/** The first definition with a wrong place, lines or depth, in any text. */
export function wrongDefinitions(text: string, { definitions }: Outline): string | undefined {
  const lines = text.split("\n").length, open: { readonly startLine: number; readonly endLine: number }[] = [];
  for (const definition of definitions) {
    const { startLine, nameLine, endLine, depth, commentLine = startLine } = definition;
    const inOrder = 1 <= commentLine && commentLine <= startLine && startLine <= nameLine && nameLine <= endLine;
    if (!inOrder || endLine > lines) return `lines: ${JSON.stringify(definition)} of ${lines}`;
    if (depth > open.length) return `depth: ${JSON.stringify(definition)}`;
    open.length = depth;
    const outer = open.at(-1);
    if (outer !== undefined && endLine > outer.endLine) {
      return `outside ${outer.startLine}: ${JSON.stringify(definition)}`;
    }
    open.push(definition);
  }
  return undefined;
}
