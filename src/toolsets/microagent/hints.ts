/**
 * Hints of errors that name this profile's tools and arguments.
 * @module
 */
import type { ProfileHints } from "../../format/error_answer.ts";

const BINARY = {
  en: "Choose a text file; grep skips binary files.",
  ja: "テキストファイルを選んでください。grep はバイナリを対象外にします。",
};

/** Replaces the common hints of these errors. */
export const HINTS: ProfileHints = {
  not_found: {
    en: 'List what is there: glob {"pattern": "**/{name_glob}*"}',
    ja: '存在するものを調べてください: glob {"pattern": "**/{name_glob}*"}',
  },
  glob_not_found: {
    en: 'grep takes a glob as filePattern. Files that it matches: glob {"pattern": "{path}"}',
    ja: 'grep では glob を filePattern に指定できます。一致するもの: glob {"pattern": "{path}"}',
  },
  is_directory: {
    en: 'Name a file inside it; to see them: glob {"pattern": "{path_glob}/*"}',
    ja: 'ファイルを指定してください。一覧: glob {"pattern": "{path_glob}/*"}',
  },
  not_a_directory: {
    en: 'Read the file: read_file_lines {"filePath": "{path}", "startLine": 1}',
    ja: 'ファイルを読んでください: read_file_lines {"filePath": "{path}", "startLine": 1}',
  },
  regex_text: {
    en: 'As the text itself: {tool} {"pattern": "{escaped}"}',
    ja: 'その文字列自体を探す場合: {tool} {"pattern": "{escaped}"}',
  },
  newline_in_query: {
    en: "Search for text within one line.",
    ja: "一行に収まる部分を探してください。",
  },
  binary: BINARY,
  no_mark: BINARY,
  timeout: {
    en:
      "Ask for less (a narrower pattern, lines nearer to the beginning), or start the server with a longer --timeout-ms.",
    ja: "パターンを絞るか先頭に近い行を読んでください。または --timeout-ms を上げてサーバーを起動してください。",
  },
};
