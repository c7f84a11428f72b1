/**
 * Other tools' names for the arguments of this profile.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import { escapeGlob } from "../../model/escape_glob.ts";
import { parsePathWithLines } from "../../model/path_with_lines.ts";
import {
  type AliasMeaning,
  aliasTable,
  mergeFields,
  parseInteger,
  textAlias,
  wordAlias,
} from "../arguments/aliases.ts";
import * as values from "../arguments/alias_values.ts";
import * as words from "../arguments/shared_aliases.ts";

/** Several globs as one. */
const singleGlob: AliasMeaning = (value, resolved) => {
  const globs = Array.isArray(value) ? value : [value];
  if (!globs.every((glob) => typeof glob === "string")) return undefined;
  return mergeFields(resolved, { filePattern: globs.length === 1 ? globs[0] : `{${globs.join(",")}}` });
};

/** A directory as part of a glob; the base directory means nothing. */
function directoryInGlob(toArgs: (place: string, resolved: Args) => Args | undefined): AliasMeaning {
  return textAlias((path, resolved) => {
    const place = path.replace(/^(?:\.\/+)+|\/+$/g, "");
    return place === "" || place === "." ? {} : toArgs(escapeGlob(place), resolved);
  });
}

/** For glob: a directory goes before the pattern. */
export const GLOB_ALIASES = aliasTable(
  [`pattern glob query ${words.GLOBS}`, "pattern"],
  [
    words.PLACES,
    directoryInGlob((place, { pattern }) =>
      typeof pattern === "string" ? { pattern: `${place}/${pattern}` } : undefined
    ),
  ],
);

/** For grep: a directory goes before the glob of the files, or replaces it. */
export const GREP_ALIASES = aliasTable(
  [`pattern ${words.QUERY}`, "pattern"],
  [`${words.GLOBS} glob`, singleGlob],
  [
    `${words.PLACES} ${words.FILE}`,
    directoryInGlob((place, { filePattern }) => ({
      filePattern: typeof filePattern !== "string"
        ? `{${place},${place}/**}`
        : `${place}/${filePattern.includes("/") ? "" : "**/"}${filePattern}`,
    })),
  ],
  [words.IGNORE_CASE, "ignoreCase"],
  [words.CASE_SENSITIVE, values.negated("ignoreCase")],
  [words.AFTER, "contextAfter"],
  [words.BEFORE, "contextBefore"],
  [words.CONTEXT, values.beforeAndAfter("contextBefore", "contextAfter")],
  [words.NAMES_ONLY, "filesOnly"],
  ["output_mode", wordAlias({ files_with_matches: { filesOnly: true }, content: {} })],
  [words.MAX_RESULTS, "maxResults"],
  [words.WITHOUT_EFFECT, () => ({})],
  ["multiline invert_match v fixed_strings", values.alwaysOff],
);

/** A number of lines as the number of the last one. */
const endLineFromCount: AliasMeaning = (value, resolved) => {
  const count = parseInteger(value), first = Math.max(1, parseInteger(resolved.startLine) ?? 1);
  if (count === undefined || count < 0) return undefined;
  return count === 0 ? {} : mergeFields(resolved, { endLine: first + count - 1 });
};

/** Lines after the path, if no argument names the first line. */
const pathWithLines: AliasMeaning = (value, resolved) => {
  const place = typeof value === "string" && resolved.startLine === undefined ? parsePathWithLines(value) : undefined;
  const startLine = place?.firstLine, endLine = resolved.endLine ?? place?.lastLine;
  return mergeFields(resolved, {
    filePath: value,
    ...(place && { startLine, ...(endLine !== undefined && { endLine }) }),
  });
};

/** For read_file_lines. */
export const READ_ALIASES = aliasTable(
  [words.FIRST_LINE, "startLine"],
  [words.LAST_LINE, "endLine"],
  [words.FILE, pathWithLines],
  [words.LINES, endLineFromCount],
);
