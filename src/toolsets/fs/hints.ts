/**
 * Hints of errors that name this profile's tools and arguments.
 * @module
 */
import type { ProfileHints } from "../../format/error_answer.ts";

const BINARY = {
  en: "Choose a text file; search_text skips binary files.",
  ja: "テキストファイルを選んでください。search_text はバイナリを対象外にします。",
};

/** Replaces the common hints of these errors. */
export const HINTS: ProfileHints = {
  not_found: {
    en: 'List what is there: list_files {"include_globs": ["**/{name_glob}*"]}',
    ja: '存在するものを調べてください: list_files {"include_globs": ["**/{name_glob}*"]}',
  },
  glob_not_found: {
    en: 'search_text takes a glob in include_globs. Files that it matches: list_files {"include_globs": ["{path}"]}',
    ja: 'search_text では glob を include_globs に指定できます。一致するもの: list_files {"include_globs": ["{path}"]}',
  },
  is_directory: {
    en: 'Name a file inside it; to see them: list_files {"root": "{path}", "recursive": false}',
    ja: 'ファイルを指定してください。一覧: list_files {"root": "{path}", "recursive": false}',
  },
  regex_text: {
    en: 'As the text itself: {tool} {"mode": "literal"}',
    ja: 'その文字列自体を探す場合: {tool} {"mode": "literal"}',
  },
  newline_in_query: {
    en: "Search for text within one line.",
    ja: "一行に収まる部分を探してください。",
  },
  binary: BINARY,
  no_mark: BINARY,
  timeout: {
    en: "Narrow root or include_globs, or start the server with a longer --timeout-ms.",
    ja: "root や include_globs を絞るか、--timeout-ms を上げてサーバーを起動してください。",
  },
};
