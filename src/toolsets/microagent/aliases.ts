/**
 * Other tools' names for the arguments of this profile.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import { escapeGlob } from "../../model/escape_glob.ts";
import { parsePathWithLines } from "../../model/path_with_lines.ts";
import * as alias from "../arguments/aliases.ts";
import * as names from "../arguments/host_names.ts";

/** A directory as part of a glob; the base directory means nothing. */
function directoryInGlob(toArgs: (place: string, resolved: Args) => Args | undefined): alias.AliasMeaning {
  return alias.textAlias((path, resolved) => {
    const place = path.replace(/^(?:\.\/+)+|(?<!\/)\/+$/g, "");
    return place === "" || place === "." ? {} : toArgs(escapeGlob(place), resolved);
  });
}

/** For glob: a directory goes before the pattern. */
export const GLOB_ALIASES = alias.aliasTable(
  ["glob", "pattern"],
  [
    names.PLACES,
    directoryInGlob((place, { pattern }) =>
      typeof pattern === "string" ? { pattern: `${place}/${pattern}` } : undefined
    ),
  ],
);

/** For grep: a directory goes before the glob of the files, or replaces it. */
export const GREP_ALIASES = alias.aliasTable(
  [names.QUERY, "pattern"],
  [names.GLOBS, alias.singleGlob((filePattern) => ({ filePattern }))],
  [
    names.PLACES,
    directoryInGlob((place, { filePattern }) => ({
      filePattern: typeof filePattern !== "string"
        ? `{${place},${place}/**}`
        : `${place}/${filePattern.includes("/") ? "" : "**/"}${filePattern}`,
    })),
  ],
  [names.IGNORE_CASE, "ignoreCase"],
  ["case_sensitive", alias.negated("ignoreCase")], // Gemini
  [names.AFTER, "contextAfter"],
  [names.BEFORE, "contextBefore"],
  [names.CONTEXT, alias.beforeAndAfter("contextBefore", "contextAfter")],
  [names.NAMES_ONLY, "filesOnly"],
  ["output_mode", alias.wordAlias({ files_with_matches: { filesOnly: true }, content: {} })], // Claude Code
  [names.MAX_RESULTS, "maxResults"],
  [names.LINE_NUMBERS, alias.ignoreValue],
  ["U multiline fixed_strings F", alias.switchedOff], // ripgrep, Claude Code, Gemini
);

/** A number of lines as the number of the last one. */
const endLineFromCount = alias.lineCount((count, { startLine }) => ({
  endLine: Math.max(1, alias.parseInteger(startLine) ?? 1) + count - 1,
}));

/** Lines after the path, if no argument names the first line. */
const pathWithLines: alias.AliasMeaning = (value, resolved) => {
  const place = typeof value === "string" && resolved.startLine === undefined ? parsePathWithLines(value) : undefined;
  const startLine = place?.firstLine, endLine = resolved.endLine ?? place?.lastLine;
  return alias.mergeFields(resolved, {
    filePath: value,
    ...(place && { startLine, ...(endLine !== undefined && { endLine }) }),
  });
};

/** For read_file_lines. */
export const READ_ALIASES = alias.aliasTable(
  [names.FIRST_LINE, "startLine"],
  [names.LAST_LINE, "endLine"],
  [names.FILE, pathWithLines],
  [names.LINES, endLineFromCount],
);
