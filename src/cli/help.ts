/**
 * `fossick --help` and `fossick tools`: generated from the same tables that are parsed by.
 * @module
 */
import { listing } from "../mcp/tool_listing.ts";
import { type Bilingual, fill } from "../model/fill.ts";
import type { Lang } from "../model/lang.ts";
import type { Profile } from "../toolsets/profiles.ts";
import type { Tool } from "../toolsets/tool.ts";
import { argumentFlags, hiddenArguments, LIST_RULE, sharedFlags } from "./flags.ts";
import { dashed, type Flag, type Verb, VERBS } from "./grammar.ts";
import { typedExample } from "./shell_spelling.ts";
import { padded, widthOf } from "./width.ts";
import { wordArguments, wordUsage } from "./word_arguments.ts";

/** The words around what the tables have. */
const FRAME = {
  title: {
    en: "fossick - find, search and read files for a model, and nothing outside the roots",
    ja: "fossick - モデルのためにファイルを探し、検索し、読み取ります。ルートの外には一切触れません",
  },
  usage: { en: "Usage:", ja: "使い方:" },
  options: { en: "Options, anywhere:", ja: "オプション(どこに書いてもよい):" },
  tools: { en: "Tools: {tools}", ja: "ツール: {tools}" },
  tool_usage: { en: "Usage: {line}", ja: "使い方: {line}" },
  every_call: { en: "Options of every call: fossick --help", ja: "すべての呼び出しに共通のオプション: fossick --help" },
  example: { en: "Example: {line}", ja: "例: {line}" },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** The usage of the whole program. */
export function programHelp(tools: readonly Tool[], lang: Lang): string {
  const usages = VERBS.flatMap(({ usages }: Verb) => usages);
  return [
    FRAME.title[lang],
    "",
    FRAME.usage[lang],
    ...usages.map(([words, help]) => row(`fossick ${words}`, help[lang])),
    "",
    FRAME.options[lang],
    ...sharedFlags(lang).map((flag) => row(written(flag), flag.help)),
    "",
    fill(FRAME.tools[lang], { tools: tools.map(({ name }) => name).join(", ") }),
  ].join("\n");
}

/** One tool: what it does, its flags, a call that works. Its description is the one that models have, in English. */
export function toolHelp(tool: Tool, profile: Profile, lang: Lang): string {
  const flags = argumentFlags(tool, lang), usage = wordUsage(wordArguments(tool));
  return [
    `${tool.name} - ${tool.title}`,
    "",
    tool.description,
    "",
    fill(FRAME.tool_usage[lang], { line: `fossick call ${tool.name} ${usage} [--flag value …]` }),
    "",
    ...flags.map((flag) => row(written(flag), flag.help)),
    "",
    ...hiddenArguments(tool, lang),
    ...(flags.some(({ list }) => list) ? [LIST_RULE[lang]] : []),
    FRAME.every_call[lang],
    fill(FRAME.example[lang], { line: typedExample(profile, tool) }),
  ].join("\n");
}

/** All tools: as `tools/list` has them, or for people. */
export function toolsText(tools: readonly Tool[], profile: Profile, json: boolean, lang: Lang): string {
  return json ? JSON.stringify(tools.map(listing)) : tools.map((tool) => toolHelp(tool, profile, lang)).join("\n\n\n");
}

function written(flag: Flag): string {
  const { short, value } = flag;
  const both = short === undefined ? dashed(flag) : `-${short}, ${dashed(flag)}`;
  return value === undefined ? both : `${both} ${value}`;
}

/** What is too long for its column stands above its help. */
function row(left: string, right: string): string {
  const apart = widthOf(left) > WIDTH ? `\n  ${" ".repeat(WIDTH)}` : "";
  return `  ${padded(left, WIDTH)}${apart} ${right}`.trimEnd();
}

const WIDTH = 34;
