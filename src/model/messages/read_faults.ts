/**
 * Error messages of read_file in English and Japanese; see `faults.ts` for their form.
 * @module
 */
import { fault } from "./fault.ts";

/** The faults by key. */
export const READ_FAULTS = {
  conflicting_ranges: fault("INVALID_ARGUMENT", [
    "{fields} can't go together: offset_bytes and max_bytes belong to range_type bytes, start_line and max_lines to range_type lines.",
    "Keep the fields of one kind.",
  ], [
    "{fields} は併用できません。offset_bytes と max_bytes は range_type bytes、start_line と max_lines は range_type lines のものです。",
    "どちらか一方にしてください。",
  ]),
  conflicting_reads: fault("INVALID_ARGUMENT", [
    "{fields} can't go together: each says what to read.",
    "Keep one of them.",
  ], [
    "{fields} は併用できません。いずれも読む対象を指定するものです。",
    "どちらか一方にしてください。",
  ]),
  symbol_not_found: fault("NOT_FOUND", [
    "{path} defines no {symbol}.",
    "Search for it with definitions=true.",
  ], [
    "{path} に {symbol} の定義はありません。",
    "definitions=true で検索してください。",
  ]),
  symbol_not_reached: fault("NOT_FOUND", [
    "{path} defines no {symbol} in the part of it that could be parsed.",
    "Search for the text {last} in this file.",
  ], [
    "{path} の解析できた部分に {symbol} の定義はありません。",
    "このファイルで {last} を文字列として検索してください。",
  ]),
  symbol_unsupported: fault("INVALID_ARGUMENT", [
    "symbol: there is no grammar for this kind of file ({path}), only for {languages}.",
    "Search for the text {last} in this file.",
  ], [
    "symbol: この種類のファイル({path})に対応する文法がありません。対応: {languages}。",
    "このファイルで {last} を文字列として検索してください。",
  ]),
} as const;
