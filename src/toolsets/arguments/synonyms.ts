/**
 * Other tools' names for arguments and tools: for suggestions where no alias applies.
 * @module
 */
import { levenshteinDistance } from "@std/text/levenshtein-distance";
import { nearestNames } from "../../model/nearest_names.ts";

/** Their names, in lowercase without separators; and this program's names, best first. */
const ARGUMENT_ROWS: readonly (readonly [theirs: string, ours: string])[] = [
  [
    "path paths uri dirpath searchpath relativepath relativeworkspacepath absolutepath basepath",
    "roots root path files filePath filePattern pattern",
  ],
  [
    "root roots dir directory directories cwd folder targetdirectory targetdirectories searchdirectory",
    "roots root filePattern pattern",
  ],
  ["file filepath filename targetfile", "path filePath files pattern root"],
  ["files", "path filePath roots root filePattern include_globs"],
  ["pattern substringpattern searchpattern", "query include_globs"],
  ["regexp e", "query regex pattern"],
  ["regex isregex isregexp useregex", "regex mode query pattern"],
  ["query text search keyword searchterm searchquery question prompt", "query pattern"],
  [
    "glob globs g include includes includeglob includeglobs includepattern filepattern globpattern filemask",
    "include_globs filePattern pattern",
  ],
  ["exclude excludes excludeglobs excludepattern excludepatterns ignore ignoreglobs", "exclude_globs exclude"],
  ["ext extension extensions", "extensions include_globs filePattern pattern"],
  ["type t filetype filetypes", "types extensions include_globs filePattern"],
  [
    "limit maxresults headlimit pagesize maxlines numberoflines numlines length head",
    "limit max_results maxResults max_lines endLine max_bytes",
  ],
  ["count", "limit count_only_matches max_lines"],
  ["m", "max_count"],
  ["offset", "skip start_line startLine offset_bytes"],
  ["cursor", "skip"],
  ["tail", "start_line startLine"],
  ["case casesensitive caseinsensitive ignorecase matchcase i", "case case_sensitive ignoreCase"],
  ["context contextlines surroundinglines c", "context_before context_after context_lines contextBefore contextAfter"],
  ["a aftercontext contextafter contextlinesafter", "context_after contextAfter context_lines"],
  ["b beforecontext contextbefore contextlinesbefore", "context_before contextBefore context_lines"],
  ["n linenumbers showlinenumbers", "line_numbers"],
  ["literal fixedstrings f", "fixed_strings mode"],
  ["w wholeword matchwholeword", "word"],
  ["u", "multiline"],
  ["filesonly fileswithmatches l", "count_only_matches filesOnly"],
  ["outputmode", "total_only count_only_matches summary_only filesOnly"],
  ["sort sortby orderby order reverse", "sort"],
  ["o onlymatching unique uniq distinct tally", "value_counts"],
  ["groupby countby", "counts_by"],
  ["recursive", "depth pattern"],
  ["depth maxdepth", "depth recursive"],
  ["follow", "follow_symlinks"],
  ["includehidden showhidden", "hidden"],
  ["respectgitignore includeignored", "no_ignore"],
  ["timeout", "timeout_ms"],
  ["maxtokens", "token_budget max_output_tokens"],
  ["includemetadata", "metadata"],
  ["line start startline startlineoneindexed", "start_line startLine"],
  ["lines range linerange viewrange", "start_line startLine max_lines endLine"],
  ["end endline endlineoneindexedinclusive", "max_lines endLine"],
  ["bytes", "max_bytes"],
];

/** The same for tools. */
const TOOL_ROWS: typeof ARGUMENT_ROWS = [
  [
    "grep rg ripgrep ag ack search searchfiles searchcode searchtext searchcontent searchinfiles grepsearch",
    "search_content grep search_text find_and_grep",
  ],
  ["find fd glob globsearch findfiles filesearch searchfilename", "glob_files glob list_files"],
  ["ls dir tree list listdir listdirectory directorytree getfileinfo stat", "list_files glob_files glob"],
  [
    "cat head tail less view viewfile read readfile readfiles readfilelines readtextfile open openfile getfilecontents",
    "read_file read_file_lines",
  ],
];

const SYNONYMS = byName(ARGUMENT_ROWS), TOOL_SYNONYMS = byName(TOOL_ROWS);

function byName(table: typeof ARGUMENT_ROWS): ReadonlyMap<string, readonly string[]> {
  return new Map(table.flatMap(([theirs, ours]) => theirs.split(" ").map((name) => [name, ours.split(" ")])));
}

/**
 * The arguments of a tool that an unknown name may mean: those that other tools call so, or else the most similar
 * names.
 */
export function likeliestArguments(name: string, known: readonly string[]): readonly string[] {
  return knownOrNearest(synonymsOf(name), name, known);
}

/** The likeliest arguments that are synonyms or misspellings: a merely similar argument must not get the value. */
export function meantArguments(name: string, known: readonly string[]): readonly string[] {
  const synonyms = synonymsOf(name), letters = normalizedName(name);
  const isMisspelt = (one: string) => levenshteinDistance(letters, normalizedName(one)) <= letters.length / 3;
  return likeliestArguments(name, known).filter((one) => synonyms.includes(one) || isMisspelt(one));
}

/** The tools that an unknown name may mean. */
export function likeliestTools(name: string, known: readonly string[]): readonly string[] {
  return knownOrNearest(TOOL_SYNONYMS.get(normalizedName(name)) ?? [], name, known);
}

function knownOrNearest(synonyms: readonly string[], name: string, known: readonly string[]): readonly string[] {
  const ours = synonyms.filter((one) => known.includes(one));
  return (ours.length > 0 ? ours : nearestNames(name, known)).slice(0, 3);
}

/** This program's names for an argument that other tools call `name`, best first. */
export function synonymsOf(name: string): readonly string[] {
  return SYNONYMS.get(normalizedName(name)) ?? [];
}

function normalizedName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}
