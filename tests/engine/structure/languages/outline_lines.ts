/**
 * Outlines as lines of text, for whole comparisons.
 * @module
 */
import type { Definition } from "../../../../src/model/definition.ts";
import { languageOf } from "../../../../src/engine/structure/languages.ts";
import { Structure } from "../../../../src/engine/structure/structure.ts";
import { readParserFile } from "../../../../src/pool/parser_files.ts";
import { MemoryDoor } from "../../memory_door.ts";
import { finishWaiting, jobOn } from "../../job_on.ts";

/** The definitions of a text, from its second line on, in a file of this name: `1-3 class A`, nested ones indented. */
export async function outlineLines(path: string, text: string): Promise<string[]> {
  const source = text.slice(1), language = languageOf(path, source);
  if (language === undefined) return ["no language"];
  const structure = new Structure(2 ** 20, readParserFile);
  const { definitions } = await finishWaiting(structure.outlineOf(language, source, jobOn(new MemoryDoor({}))));
  return definitions.map(asLine);
}

/** With the line of the name where that is not the first one, and the first line of a comment. */
function asLine({ name, kind, owner, startLine, endLine, nameLine, commentLine, depth }: Definition): string {
  const place = `${startLine}-${endLine}`, qualified = owner === undefined ? name : `${owner}.${name}`;
  const details = [
    ...(nameLine === startLine ? [] : [`name ${nameLine}`]),
    ...(commentLine === undefined ? [] : [`comment ${commentLine}`]),
  ];
  return `${"  ".repeat(depth)}${place} ${kind} ${qualified}${details.length === 0 ? "" : ` (${details.join(", ")})`}`;
}
