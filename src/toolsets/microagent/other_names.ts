/**
 * What other tools call the arguments of this profile.
 * @module
 */
import { literalGlob } from "../../model/literal_glob.ts";
import { placeInFile } from "../../model/place_in_file.ts";
import { beside, type Given, type Meaning, ofText, ofWords, otherNames, wholeOf } from "../other_names.ts";
import * as values from "../other_values.ts";
import * as words from "../other_words.ts";

/** One glob for several. */
const oneGlob: Meaning = (value, meant) => {
  const globs = Array.isArray(value) ? value : [value];
  if (!globs.every((glob) => typeof glob === "string")) return undefined;
  return beside(meant, { filePattern: globs.length === 1 ? globs[0] : `{${globs.join(",")}}` });
};

/** A place to look in, as globs can tell it: `inside` of what is looked for, where that is not everywhere. */
function placeAs(inside: (place: string, meant: Given) => Given | undefined): Meaning {
  return ofText((path, meant) => {
    const place = path.replace(/^(?:\.\/+)+|\/+$/g, "");
    return place === "" || place === "." ? {} : inside(literalGlob(place), meant);
  });
}

/** Of glob: a place goes before the pattern. */
export const GLOB_NAMES = otherNames(
  [`pattern glob query ${words.GLOBS}`, "pattern"],
  [
    words.PLACES,
    placeAs((place, { pattern }) => typeof pattern === "string" ? { pattern: `${place}/${pattern}` } : undefined),
  ],
);

/** Of grep: a place goes before the glob of the files, or takes its place. */
export const GREP_NAMES = otherNames(
  [`pattern ${words.TEXTS}`, "pattern"],
  [`${words.GLOBS} glob`, oneGlob],
  [
    `${words.PLACES} ${words.FILE}`,
    placeAs((place, { filePattern }) => ({
      filePattern: typeof filePattern !== "string"
        ? `{${place},${place}/**}`
        : `${place}/${filePattern.includes("/") ? "" : "**/"}${filePattern}`,
    })),
  ],
  [words.ANY_CASE, "ignoreCase"],
  [words.SAME_CASE, values.opposite("ignoreCase")],
  [words.AFTER, "contextAfter"],
  [words.BEFORE, "contextBefore"],
  [words.AROUND, values.around("contextBefore", "contextAfter")],
  [words.NAMES_ONLY, "filesOnly"],
  ["output_mode", ofWords({ files_with_matches: { filesOnly: true }, content: {} })],
  [words.MOST, "maxResults"],
  [words.NEEDLESS, () => ({})],
  ["multiline invert_match v fixed_strings", values.isOffAnyway],
);

/** So many lines, as the number of the last one. */
const countFrom: Meaning = (value, meant) => {
  const count = wholeOf(value), first = Math.max(1, wholeOf(meant.startLine) ?? 1);
  if (count === undefined || count < 0) return undefined;
  return count === 0 ? {} : beside(meant, { endLine: first + count - 1 });
};

/** Lines that are named after the path, where no argument names the first. */
const fileAndLines: Meaning = (value, meant) => {
  const place = typeof value === "string" && meant.startLine === undefined ? placeInFile(value) : undefined;
  const startLine = place?.first, endLine = meant.endLine ?? place?.last;
  return beside(meant, { filePath: value, ...(place && { startLine, ...(endLine !== undefined && { endLine }) }) });
};

/** Of read_file_lines. */
export const READ_NAMES = otherNames(
  [words.FIRST_LINE, "startLine"],
  [words.LAST_LINE, "endLine"],
  [words.FILE, fileAndLines],
  [words.LINES, countFrom],
);
