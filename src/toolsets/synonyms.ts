/**
 * What other tools call the same things: the names a model brings along.
 * @module
 */
import { nearest } from "../model/nearest.ts";

/** Names of ours, best first, by theirs in small letters, without what separates words. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ...named(
    ["path", "uri", "dirpath", "searchpath", "relativepath", "relativeworkspacepath", "absolutepath", "basepath"],
    ["roots", "root", "path", "files", "filePath", "filePattern", "pattern"],
  ),
  ...named(["paths"], ["roots", "root", "path", "files", "filePath", "filePattern", "pattern"]),
  ...named(
    ["dir", "directory", "cwd", "folder", "targetdirectory", "targetdirectories", "directories", "searchdirectory"],
    ["roots", "root", "filePattern", "pattern"],
  ),
  ...named(["root"], ["roots", "filePattern", "pattern"]),
  ...named(["roots"], ["root", "filePattern", "pattern"]),
  ...named(["file", "filepath", "targetfile", "filename"], ["path", "filePath", "files", "pattern", "root"]),
  ...named(["files"], ["path", "filePath", "roots", "root", "filePattern", "include_globs"]),
  ...named(["pattern", "substringpattern", "searchpattern"], ["query", "include_globs"]),
  ...named(["regexp", "e"], ["query", "regex", "pattern"]),
  ...named(["regex", "isregex", "isregexp", "useregex"], ["regex", "mode", "query", "pattern"]),
  ...named(["text", "search", "keyword", "searchterm", "searchquery", "question", "prompt"], ["query", "pattern"]),
  ...named(["query"], ["pattern"]),
  ...named(
    ["glob", "globs", "include", "includes", "g", "includepattern", "filepattern", "globpattern", "filemask"],
    ["include_globs", "filePattern", "pattern"],
  ),
  ...named(["includeglobs", "includeglob"], ["include_globs", "filePattern", "pattern"]),
  ...named(
    ["exclude", "excludes", "excludeglobs", "excludepattern", "excludepatterns", "ignore", "ignoreglobs"],
    ["exclude_globs", "exclude"],
  ),
  ...named(["ext", "extension", "extensions"], ["extensions", "include_globs", "filePattern", "pattern"]),
  ...named(["type", "t", "filetype", "filetypes"], ["types", "extensions", "include_globs", "filePattern"]),
  ...named(
    ["maxresults", "headlimit", "pagesize", "limit", "maxlines", "numberoflines", "numlines", "length", "head"],
    ["limit", "max_results", "maxResults", "max_lines", "endLine", "max_bytes"],
  ),
  ...named(["count"], ["limit", "count_only_matches", "max_lines"]),
  ...named(["m"], ["max_count"]),
  ...named(["offset"], ["skip", "start_line", "startLine", "offset_bytes"]),
  ...named(["cursor"], ["skip"]),
  ...named(["tail"], ["start_line", "startLine"]),
  ...named(
    ["case", "casesensitive", "ignorecase", "caseinsensitive", "i", "matchcase"],
    ["case", "case_sensitive", "ignoreCase"],
  ),
  ...named(
    ["context", "contextlines", "c", "surroundinglines"],
    ["context_before", "context_after", "context_lines", "contextBefore", "contextAfter"],
  ),
  ...named(["a", "aftercontext", "contextlinesafter", "contextafter"], [
    "context_after",
    "contextAfter",
    "context_lines",
  ]),
  ...named(
    ["b", "beforecontext", "contextlinesbefore", "contextbefore"],
    ["context_before", "contextBefore", "context_lines"],
  ),
  ...named(["n", "linenumbers", "showlinenumbers"], ["line_numbers"]),
  ...named(["literal", "f", "fixedstrings"], ["fixed_strings", "mode"]),
  ...named(["w", "wholeword", "matchwholeword"], ["word"]),
  ...named(["u"], ["multiline"]),
  ...named(["filesonly", "fileswithmatches", "l"], ["count_only_matches", "filesOnly"]),
  ...named(["outputmode"], ["total_only", "count_only_matches", "summary_only", "filesOnly"]),
  ...named(["sort", "sortby", "orderby"], ["sort"]),
  ...named(["recursive"], ["depth", "pattern"]),
  ...named(["depth", "maxdepth"], ["depth", "recursive"]),
  ...named(["follow"], ["follow_symlinks"]),
  ...named(["includehidden", "showhidden"], ["hidden"]),
  ...named(["respectgitignore", "includeignored"], ["no_ignore"]),
  ...named(["timeout"], ["timeout_ms"]),
  ...named(["maxtokens"], ["token_budget", "max_output_tokens"]),
  ...named(["includemetadata"], ["metadata"]),
  ...named(["start", "startline", "startlineoneindexed", "line"], ["start_line", "startLine"]),
  ...named(["lines", "range", "linerange", "viewrange"], ["start_line", "startLine", "max_lines", "endLine"]),
  ...named(["end", "endline", "endlineoneindexedinclusive"], ["max_lines", "endLine"]),
  ...named(["bytes"], ["max_bytes"]),
]);

/**
 * Which of a tool's arguments are meant by a name that it does not know: what another tool calls so; where none does,
 * the nearest by their letters.
 */
export function likeliest(name: string, known: readonly string[]): readonly string[] {
  const synonyms = synonymsOf(name).filter((ours) => known.includes(ours));
  return (synonyms.length > 0 ? synonyms : nearest(name, known)).slice(0, 3);
}

/** Names of ours, best first, that say what `name` says elsewhere. */
export function synonymsOf(name: string): readonly string[] {
  return SYNONYMS.get(name.toLowerCase().replace(/[-_]/g, "")) ?? [];
}

function named(theirs: readonly string[], ours: readonly string[]): (readonly [string, readonly string[]])[] {
  return theirs.map((name) => [name, ours]);
}
