/**
 * The hint of an answer that found nothing: the first change of the call that finds something, as arguments to change.
 * @module
 */
import type { Args } from "../format/current_call.ts";
import { countPhrase, type Unit } from "../format/phrases.ts";
import { textPath } from "../format/safe_text.ts";
import type { Change, Changeable, Explanation, Rule } from "../model/explanation.ts";
import { LIMITS } from "../model/limits.ts";
import type { DefinitionGaps, SearchReport, UncountedMatches } from "../model/search_report.ts";
import { globArguments } from "./arguments/globs.ts";
import { megabytes } from "./arguments/sizes_and_times.ts";
import type { ToolCall } from "./define_tool.ts";

/** How a tool asks for each change; absent where it has no argument for one. */
export interface ChangeArguments {
  /** The arguments that lift a rule; or words, where the tool can only name what the rule excludes. */
  readonly rules?: Readonly<Partial<Record<Rule, Args | string>>>;
  readonly encoding?: (label: string) => Args;
  readonly anyCase?: Args;
  readonly text?: (pattern: string) => Args;
  readonly regex?: (given: Args) => Args;
  readonly globs?: (globs: readonly string[]) => Args;
}

const NO_TIME = "Why nothing was found was not looked into: no time.";

/** The changes of the default profile's tools. */
export const DEFAULT_CHANGES: ChangeArguments = {
  rules: {
    ignored: { no_ignore: true },
    hidden: { hidden: true },
    links: { follow_symlinks: true },
    size: { max_filesize: megabytes(LIMITS.fileSize.cap) },
  },
  encoding: (encoding) => ({ encoding }),
  anyCase: { case: "insensitive" },
  text: () => ({ fixed_strings: true }),
  regex: ({ regex, fixed_strings }) => ({
    ...(fixed_strings === true && { fixed_strings: false }),
    ...(regex === false && { regex: true }),
  }),
  globs: globArguments,
};

const RULES: readonly Rule[] = ["ignored", "hidden", "links", "size"];

/** The changes that the engine may try for a tool with these arguments. */
export function changeableBy({ rules = {}, encoding, anyCase, text, regex, globs }: ChangeArguments): Changeable {
  return {
    rules: RULES.filter((rule) => rules[rule] !== undefined),
    ...(globs && { globs: true, paths: true }),
    ...(encoding && { encoding: true }),
    ...(anyCase && { anyCase: true }),
    ...(text && { text: true }),
    ...(regex && { regex: true }),
  };
}

/** The hints of a search: one if it found nothing, or left out files in another encoding that match. */
export function searchHints(report: SearchReport, call: ToolCall, changes: ChangeArguments): string[] {
  call.notes.sentences.push(...unmarkedNotes(report, call, changes));
  if (report.gaps !== undefined) call.notes.sentences.push(...gapNotes(report, report.gaps));
  return report.uncounted === undefined
    ? zeroHints(report, "matches", call, changes)
    : definitionHints(report, report.uncounted, call);
}

/** What is not known of the definitions that a search is about. */
function gapNotes(
  { uncounted }: SearchReport,
  { unknownFiles, lateFiles: [late, ...others], unparsedLines, unparsedFiles }: DefinitionGaps,
): string[] {
  const matches = uncounted?.unknownMatches ?? 0, notes: string[] = [];
  const lateNames = textPath(late ?? "") +
    (others.length > 0 ? ` and ${countPhrase("files", others.length)} more` : "");
  if (matches > 0) {
    const where = countPhrase("files", unknownFiles + others.length + Number(late !== undefined));
    const why = [unknownFiles > 0 ? "no grammar" : [], late === undefined ? [] : `no time for ${lateNames}`].flat();
    notes.push(`Not examined: ${countPhrase("matches", matches)} in ${where}: ${why.join(", ")}.`);
  } else {
    if (unknownFiles > 0) {
      notes.push(`The definitions in ${countPhrase("files", unknownFiles)} are not known, so their lines name none.`);
    }
    if (late !== undefined) {
      notes.push(`There was no time to parse ${lateNames}, so its lines name no definition. Ask again.`);
    }
  }
  if (unparsedLines > 0) {
    const where = countPhrase("files", unparsedFiles);
    notes.push(
      `${countPhrase("lines", unparsedLines)} in ${where} could not be parsed: definitions there may be missing.`,
    );
  }
  return notes;
}

/** Names files that were not searched, though they are text; unless the hint does. */
function unmarkedNotes({ unmarked, why }: SearchReport, { currentCall }: ToolCall, { encoding }: ChangeArguments) {
  if (unmarked === undefined || why?.change?.kind === "encoding") return [];
  const { count, path } = unmarked, files = textPath(path) + (count === 1 ? "" : ` and ${count - 1} more`);
  const change = encoding ? `: ${currentCall.render(encoding(unmarked.encoding))}` : ".";
  return [`Not searched: ${files} (UTF-16 without a byte-order mark)${change}`];
}

/** The hint of an answer that found nothing. @param below the directory from which the tool takes paths, if not the root */
export function zeroHints(
  { why }: { readonly why?: Explanation },
  unit: Unit,
  { currentCall }: ToolCall,
  changes: ChangeArguments,
  below = ".",
): string[] {
  if (why?.change === undefined) return why?.isCut ? [NO_TIME] : [];
  const { change, total, cutBy } = why, prefix = `${below}/`;
  if (change.kind === "path") {
    const nearest = change.nearest.map((path) => path.startsWith(prefix) ? path.slice(prefix.length) : path);
    return [`${textPath(change.path)} does not exist. Nearest existing: ${nearest.map(textPath).join(", ")}.`];
  }
  const [where, asked] = describe(change, changes, currentCall.args);
  const count = (cutBy ? "at least " : "") + countPhrase(unit, total);
  const words = typeof asked === "string" ? asked : currentCall.render(asked ?? {});
  return [`${count} ${total === 1 ? where.replace("lie ", "lies ") : where}: ${words}`];
}

/** Where the rules, lifted together, had hidden something. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ["ignored", "lie in ignored files"],
  ["hidden", "lie in hidden files"],
  ["links", "lie behind links, which are not followed"],
  ["size", "lie in files over the size limit"],
  ["hidden ignored", "lie in files both hidden and ignored"],
  ["links ignored", "lie behind links, in ignored files"],
  ["links hidden", "lie behind links, in hidden files"],
  ["ignored size", "lie in ignored files over the size limit"],
  ["hidden size", "lie in hidden files over the size limit"],
]);

/** Where, or how, a change finds something; and the arguments that ask for it, or words where the tool has none. */
function describe(
  change: Exclude<Change, { readonly kind: "path" }>,
  { rules = {}, ...changes }: ChangeArguments,
  args: Args,
): readonly [where: string, asked: Args | string | undefined] {
  switch (change.kind) {
    case "rules": {
      const asked = change.rules.map((rule) => rules[rule]);
      const words = asked.find((one) => typeof one === "string");
      return [PLACES.get(change.rules.join(" ")) ?? "", words ?? Object.assign({}, ...asked)];
    }
    case "encoding":
      return ["lie in files that are not UTF-8", changes.encoding?.(change.label)];
    case "any_case":
      return ["in other letter case", changes.anyCase];
    case "text":
      return ["of the query as plain text", changes.text?.(change.pattern)];
    case "regex":
      return ["of the query as a regular expression", changes.regex?.(args)];
    case "globs": {
      const asked = changes.globs?.(change.globs), { hidden } = rules;
      if (!change.hidden) return ["with another glob", asked];
      return ["with another glob, in hidden files", typeof hidden === "string" ? hidden : { ...asked, ...hidden }];
    }
  }
}

/** The hint of a search for definitions, which has looked at all matches. */
function definitionHints(
  { total, cutBy }: SearchReport,
  { otherMatches }: UncountedMatches,
  { currentCall }: ToolCall,
): string[] {
  if (total > 0 || cutBy === "timeout" || otherMatches === 0) return [];
  const verb = otherMatches === 1 ? "defines" : "define";
  return [`${countPhrase("matches", otherMatches)} ${verb} nothing: ${currentCall.render({ definitions: false })}`];
}
