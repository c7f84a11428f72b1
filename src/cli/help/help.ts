/**
 * `fossick --help` and `fossick tools`, generated from the parser's tables.
 * @module
 */
import { listedTools, type ListingOptions } from "../../mcp/tool_listing.ts";
import { type Bilingual, fill } from "../../model/messages/bilingual.ts";
import type { Lang } from "../../model/messages/lang.ts";
import type { Profile } from "../../toolsets/profiles.ts";
import type { Tool } from "../../toolsets/tool.ts";
import { argumentFlags, hiddenArguments, LIST_RULE, sharedFlags } from "./help_flags.ts";
import { dashed, type Flag, type Verb, VERBS } from "../command_line/grammar.ts";
import { shellExample } from "../command_line/shell_spelling.ts";
import { columnWidth, padColumns } from "../terminal/column_width.ts";
import { positionalArguments, positionalUsage } from "../command_line/positional_arguments.ts";

/** Labels of the tables. */
const LABELS = {
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

/** The help of the program. */
export function programHelp(tools: readonly Tool[], lang: Lang): string {
  const usages = VERBS.flatMap(({ usages }: Verb) => usages);
  return [
    LABELS.title[lang],
    "",
    LABELS.usage[lang],
    ...usages.map(([words, help]) => row(`fossick ${words}`, help[lang])),
    "",
    LABELS.options[lang],
    ...sharedFlags(lang).map((flag) => row(flagUsage(flag), flag.help)),
    "",
    fill(LABELS.tools[lang], { tools: tools.map(({ name }) => name).join(", ") }),
  ].join("\n");
}

/** The help of a tool: its description for models, in English, its flags, and an example. */
export function toolHelp(tool: Tool, profile: Profile, lang: Lang): string {
  const flags = argumentFlags(tool, lang), usage = positionalUsage(positionalArguments(tool));
  return [
    `${tool.name} - ${tool.title}`,
    "",
    tool.description,
    "",
    fill(LABELS.tool_usage[lang], { line: `fossick call ${tool.name} ${usage} [--flag value …]` }),
    "",
    ...flags.map((flag) => row(flagUsage(flag), flag.help)),
    "",
    ...hiddenArguments(tool, lang),
    ...(flags.some(({ isList: list }) => list) ? [LIST_RULE[lang]] : []),
    LABELS.every_call[lang],
    fill(LABELS.example[lang], { line: shellExample(profile, tool) }),
  ].join("\n");
}

/** All tools: as `tools/list` has them (see `listedTools`), or as help. */
export function toolsText(
  tools: readonly Tool[],
  profile: Profile,
  json: boolean,
  lang: Lang,
  listing: ListingOptions = {},
): string {
  return json
    ? JSON.stringify(listedTools(tools, listing))
    : tools.map((tool) => toolHelp(tool, profile, lang)).join("\n\n\n");
}

function flagUsage(flag: Flag): string {
  const { short, value } = flag;
  const both = short === undefined ? dashed(flag) : `-${short}, ${dashed(flag)}`;
  return value === undefined ? both : `${both} ${value}`;
}

/** A row of help. A left side too long for its column gets a line of its own. */
function row(left: string, right: string): string {
  const apart = columnWidth(left) > LEFT_COLUMNS ? `\n  ${" ".repeat(LEFT_COLUMNS)}` : "";
  return `  ${padColumns(left, LEFT_COLUMNS)}${apart} ${right}`.trimEnd();
}

const LEFT_COLUMNS = 34;
