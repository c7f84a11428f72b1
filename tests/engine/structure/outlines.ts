/**
 * Sources with their outlines: `outlines/` has a file for each language.
 *
 *     # shop.py            begins a source, in a file of this name
 *     | def open(): pass   one of its lines
 *     unparsed lines: 1    what its outline says, if there are any
 *     1-1 function open    a definition: nested ones are indented
 * @module
 */
import type { Definition } from "../../../src/model/definition.ts";
import type { Structure } from "../../../src/engine/structure/structure.ts";
import { fromFileUrl } from "@std/path";
import type { Random } from "../../seed.ts";
import { outlineIn } from "./parse_context.ts";

/** The directory of the files. */
export const OUTLINES = fromFileUrl(new URL("outlines/", import.meta.url));

interface Source {
  readonly name: string;
  readonly text: string;
}

/** The sources in a file. */
export function sourcesIn(path: string): Source[] {
  return Deno.readTextFileSync(path).split(/^# /m).slice(1).map((part) => {
    const [name, ...lines] = part.split("\n");
    return { name, text: lines.filter((line) => line.startsWith("|")).map((line) => `${line.slice(2)}\n`).join("") };
  });
}

/** A source and its outline, as the file has them. */
export async function outlined({ name, text }: Source, structure: Structure): Promise<string[]> {
  const { definitions, unparsedLines } = await outlineIn(structure, name, text);
  return [
    `# ${name}`,
    ...text.split("\n").slice(0, -1).map((line) => `| ${line}`.trimEnd()),
    ...(unparsedLines === undefined ? [] : [`unparsed lines: ${unparsedLines}`]),
    ...definitions.map(asLine),
  ];
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

const FRAGMENTS = [
  ...["", ..."(){}[]<>\"'`#\n\r\t =;:,.@$\0\uFEFF\uD800é世1"],
  ...["\\\\", "//", "/*", "*/", "\r\n", "::", "=>", "->", "class", "def", "end"],
];

/** A text with random parts moved, repeated, removed and replaced. */
export function damaged(random: Random, whole: string): string {
  let text = whole;
  for (let edits = random.int(12); edits > 0; edits--) {
    const from = random.int(text.length + 1), to = Math.min(text.length, from + random.int(random.pick([3, 40, 300])));
    const other = random.int(text.length + 1), part = text.slice(other, other + random.int(random.pick([3, 40, 300])));
    const put = random.chance(0.5) ? random.pick(FRAGMENTS) : part.repeat(random.chance(0.1) ? 1 + random.int(50) : 1);
    text = text.slice(0, from) + put + text.slice(random.chance(0.5) ? from : to);
  }
  return text;
}
