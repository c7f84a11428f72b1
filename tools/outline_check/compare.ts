/**
 * Compares our definitions of a file with those of Universal Ctags.
 * @module
 */
import type { Definition } from "../../src/model/definition.ts";
import type { Tag } from "./ctags.ts";

/**
 * How a tag compares: `found` with its name on its line; `otherName` where we have another definition on its line, such
 * as the argument of a macro that makes a function; `notOne` where Ctags' tag is none; `missed` otherwise.
 */
export type Verdict = "found" | "otherName" | "notOne" | "missed";

/** Names that Ctags gives to functions without one. */
const MADE_UP = /^(?:Anonymous|anonymous|__anon|<)/;

/** Judges each tag of a file by its definitions. A tag's line may be that of our name or our first line. */
export function judge(tags: readonly Tag[], definitions: readonly Definition[], language: string): Verdict[] {
  const places = new Set(definitions.flatMap(placesOf)), lines = new Set(definitions.flatMap(linesOf));
  return tags.map((tag) => {
    const name = bareName(tag.name);
    if (places.has(placeOf(name, tag.line)) || isOnItsText(tag, name, definitions)) return "found";
    if (isNone(tag, language)) return "notOne";
    return lines.has(tag.line) ? "otherName" : "missed";
  });
}

/** The definitions that no tag, of whatever kind, names. */
export function ownOnly(tags: readonly Tag[], definitions: readonly Definition[]): Definition[] {
  const tagged = new Set(tags.map(({ name, line }) => placeOf(bareName(name), line)));
  return definitions.filter((definition) => !placesOf(definition).some((place) => tagged.has(place)));
}

/** Ctags 5.9 counts a line too many after some comments, but gives the text of the right one. */
function isOnItsText({ line, lineText }: Tag, name: string, definitions: readonly Definition[]): boolean {
  return definitions.some((own) =>
    bareName(own.name) === name && Math.abs(own.nameLine - line) <= 2 && lineText.includes(own.name)
  );
}

/** No definition of its own: a function without a name, an object or a second name of a class, a macro's call. */
function isNone({ name, kind, lineText }: Tag, language: string): boolean {
  if (MADE_UP.test(name)) return true;
  if (language === "javascript" && kind === "class") return !/\bclass\b/.test(lineText) || isSecondName(name, lineText);
  if (language === "javascript" && !isAssignedTo(name, lineText)) return true;
  return kind === "prototype" &&
    (/^\s*(?:static_assert|_Static_assert)\b/.test(lineText) || /^[A-Z]{2,}[A-Z0-9]*_/.test(name));
}

/** `a[b] = function` and `exports.default = function` define no `a` and no `exports`, `A.prototype.b.call()` no `b`. */
function isAssignedTo(name: string, lineText: string): boolean {
  const isObject = [...lineText.matchAll(/(?<![\w$])([\w$]+)(?:\.prototype)?(?:\[.*\]|\.default)\s*=\s*function/g)]
    .some(([, object]) => object === name);
  return !isObject && !(lineText.includes(`prototype.${name}`) && !/prototype\.[\w$]+\s*=[^=]/.test(lineText));
}

/** `A.B = class C {…}`: Ctags has two classes on the line. */
function isSecondName(name: string, lineText: string): boolean {
  const own = /=\s*class\s+(\w+)/.exec(lineText)?.[1];
  return own !== undefined && own !== "extends" && own !== name;
}

function placesOf(definition: Definition): string[] {
  return linesOf(definition).map((line) => placeOf(bareName(definition.name), line));
}

function linesOf({ startLine, nameLine }: Definition): number[] {
  return [startLine, nameLine];
}

function placeOf(name: string, line: number): string {
  return `${line} ${name}`;
}

/** A name as both write it: without its class, `operator`, and the sign of a private one. */
function bareName(name: string): string {
  const last = /(?:^|::|\.)(~?[^.:\s]+)$/.exec(name)?.[1] ?? name;
  return last.replace(/^operator\b\s*/, "").replace(/^#/, "").replaceAll(/\s/g, "") || name;
}
